import { nowOf } from '../../db/clock'
import { sql } from 'kysely'
import { dialectOf } from '../../db/dialects'
import { networkOf } from '../http/networkAddresses'
import { chunks } from '../chunks'
import type { AuditEntry, Write } from '../context'
import { subjectsOf } from './auditSubjects'

const asText = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value)

const rowOf = (
  { db, actor, requestId, tokenId, address }: Write,
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
  token_id: tokenId ?? null,
  address: address ?? null,
  counted_key: null as string | null,
})

/** Writes an audit entry, in the transaction of the change itself (TRUST-38). */
export function audit(write: Write, entry: AuditEntry): Promise<void> {
  write.journal?.push(entry)
  return auditAll(write, [entry])
}

/** Writes the entries of some records in one statement. */
export async function auditAll(write: Write, entries: readonly AuditEntry[]): Promise<void> {
  const { db } = write
  const insertion = db.insertInto('audit').values(entries.map((entry) => rowOf(write, entry)))
  const subjects: Awaited<ReturnType<typeof subjectsOf>>[] = []
  for (const entry of entries) subjects.push(await subjectsOf(write, entry))
  if (subjects.every(({ length }) => length === 0)) return dialectOf(db).pipeline(db, insertion.compile())
  const inserted = await insertion.returning('id').execute()
  // Ids are given in the order of the values; neither database promises that of the rows returned.
  const ids = inserted.map(({ id }) => id).sort((a, b) => a - b)
  const rows = subjects.flatMap((of, at) => of.map((subject) => ({ ...subject, audit_id: ids[at] ?? 0 })))
  for (const some of chunks(rows))
    await dialectOf(db).pipeline(db, db.insertInto('audit_subjects').values(some).compile())
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
