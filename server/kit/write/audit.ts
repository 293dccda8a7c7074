import { nowOf } from '../../db/clock'
import { sql } from 'kysely'
import { dialectOf } from '../../db/dialects'
import { networkOf } from '../http/networkAddresses'
import type { Write } from '../context'

/** An event and the record that it is about. */
export interface AuditEntry {
  action: string
  resource: string
  recordId?: number | null
  before?: unknown
  after?: unknown
}

const asText = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value)

const rowOf = (
  { db, actor, requestId }: Write,
  { action, resource, recordId, before, after }: AuditEntry,
) => ({
  at: nowOf(db).toISOString(),
  actor,
  action,
  resource,
  record_id: recordId ?? null,
  before: asText(before),
  after: asText(after),
  request_id: requestId,
  counted_key: null as string | null,
})

/** Writes an audit entry, in the transaction of the change itself (TRUST-38). */
export async function audit(write: Write, entry: AuditEntry): Promise<void> {
  const { db } = write
  await dialectOf(db).pipeline(db, db.insertInto('audit').values(rowOf(write, entry)).compile())
}

/**
 * Does the same for events that unauthenticated clients can cause at any rate: for one kind, address and record there
 * is one row per minute, with the time of the first event and the count of the others (TRUST-44).
 * @param kind tells events apart, where their action is not enough.
 */
export async function auditCounted(
  write: Write,
  entry: AuditEntry,
  address: string,
  kind = entry.action,
): Promise<void> {
  const { db } = write
  const row = rowOf(write, entry)
  const minute = row.at.slice(0, 16)
  row.counted_key = [minute, kind, networkOf(address), entry.recordId ?? ''].join(' ')
  await db
    .insertInto('audit')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('counted_key')
        .where('counted_key', 'is not', null)
        .doUpdateSet({ count: sql<number>`audit.count + 1` }),
    )
    .execute()
}
