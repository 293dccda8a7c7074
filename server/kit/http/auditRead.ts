import type { FastifyRequest } from 'fastify'
import { isFull } from '../../db/dialects'
import { inTransaction, type AuditEntry, type Caller } from '../context'
import { audit } from '../write/audit'

/** Audits a read. A full disk does not prevent the read; the entry goes to the log instead (TRUST-30). */
export async function auditRead(
  { id: requestId, ip: address, log, server: { database } }: FastifyRequest,
  { id: actor, tokenId }: Caller,
  entry: AuditEntry,
): Promise<void> {
  try {
    await inTransaction(database, { actor, requestId, tokenId, address }, (write) => audit(write, entry))
  } catch (err) {
    if (!isFull(err)) throw err
    log.error({ err, actor, ...entry }, 'the audit has no room for this')
  }
}
