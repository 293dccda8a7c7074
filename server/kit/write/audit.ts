import { dialectOf } from '../../db/dialect'
import type { Write } from '../context'

/** What happened, and to which record. */
export interface AuditEntry {
  action: string
  resource: string
  recordId?: number | null
  before?: unknown
  after?: unknown
}

const asText = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value)

/** Writes what happened, in the transaction of the change itself (TRUST-38). */
export async function audit(
  { db, actor, requestId }: Write,
  { action, resource, recordId, before, after }: AuditEntry,
): Promise<void> {
  const row = db.insertInto('audit').values({
    at: new Date().toISOString(),
    actor,
    action,
    resource,
    record_id: recordId ?? null,
    before: asText(before),
    after: asText(after),
    request_id: requestId,
  })
  await dialectOf(db).post(db, row.compile())
}
