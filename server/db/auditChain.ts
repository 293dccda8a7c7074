/**
 * The chain of hashes over the audit (AUD-1): each row's hash covers its content and the hash of its predecessor, in the order
 * in which rows were sealed. Rows are sealed soon after their commit, so no write waits for the chain
 * (docs/decisions/035-audit-chain.md).
 */
import { createHash } from 'node:crypto'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { nowOf } from './clock'
import type { OpenDatabase } from './dialects'
import type { Tables } from './tables'

/** Rows sealed in one transaction. */
const atOnce = 500
/** Milliseconds after which the count of a counted row does not change any more: it counts one minute. */
const countingTime = 300_000
/** Milliseconds by which a row may be older than one that was sealed before it: long writes commit late. */
const tolerance = 3_600_000

type AuditRow = Selectable<Tables['audit']>

/** The end of a chain: the number of its rows, and the hash of the last one. */
export interface ChainEnd {
  position: number
  hash: string
}

/** The hash of a row at a position of the chain, in base64url. */
export function chainHash(previous: string, position: number, sealedAt: string, row: AuditRow): string {
  const { id, at, actor, action, resource, record_id, before, after, request_id, count, counted_key } = row
  const content = [
    ...[previous, position, sealedAt],
    ...[id, at, actor, action, resource, record_id, before, after, request_id, count, counted_key],
    ...[row.token_id, row.address],
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url')
}

/** The last row of the chain, or the end of what was pruned; position 0 where nothing was sealed. */
export async function chainEnd(db: Kysely<Tables>): Promise<ChainEnd> {
  const last = await db
    .selectFrom('audit_chain')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ?? chainStart(db)
}

/** What precedes the first row of the chain: the end of what was pruned last. */
export async function chainStart(db: Kysely<Tables>): Promise<ChainEnd> {
  const seal = await db
    .selectFrom('audit_seals')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return seal ?? { position: 0, hash: '' }
}

/** Rows that are not in the chain, and do not change any more. */
const unsealed = (db: Kysely<Tables>, after: number) =>
  db
    .selectFrom('audit')
    .leftJoin('audit_chain', 'audit_chain.audit_id', 'audit.id')
    .where('audit_chain.audit_id', 'is', null)
    .where('audit.id', '>', after)
    .where((eb) =>
      eb.or([
        eb('counted_key', 'is', null),
        eb('at', '<', new Date(nowOf(db).getTime() - countingTime).toISOString()),
      ]),
    )
    .orderBy('audit.id')

/**
 * Continues the chain by rows that are not in it. Where another process does at the same time, one of them fails by the
 * primary key, and nothing of it is kept.
 * @param after the id after which rows are looked for.
 * @returns how many it has sealed, and the id of the last one.
 */
export async function sealRows(
  { db, scans }: OpenDatabase,
  after: number,
): Promise<{ sealed: number; last: number }> {
  const some = await unsealed(scans, after).select('audit.id').limit(1).executeTakeFirst()
  if (!some) return { sealed: 0, last: after }
  return db.transaction().execute(async (trx) => {
    const rows = await unsealed(trx, after).selectAll('audit').limit(atOnce).execute()
    const sealed_at = nowOf(trx).toISOString()
    let end = await chainEnd(trx)
    const links = [...rows]
      .sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : one.id - other.id))
      .map((row) => {
        const position = end.position + 1
        end = { position, hash: chainHash(end.hash, position, sealed_at, row) }
        return { position, audit_id: row.id, sealed_at, hash: end.hash }
      })
    if (links.length > 0) await trx.insertInto('audit_chain').values(links).execute()
    return { sealed: links.length, last: rows.at(-1)?.id ?? after }
  })
}

/** Seals all rows that can be. */
export async function sealAll(database: OpenDatabase): Promise<void> {
  for (let last = 0; ;) {
    const done = await sealRows(database, last)
    if (done.sealed === 0) return
    last = done.last
  }
}

/**
 * Removes the sealed rows of the audit before a moment, from the beginning of the chain on, and keeps the hash of the last
 * one, so that the rest can be checked. The caller has announced it to the triggers (pruneAudit.ts).
 * @returns how many.
 */
export async function pruneChain(trx: Transaction<Tables>, until: string, most: number): Promise<number> {
  const first = await trx
    .selectFrom('audit_chain')
    .leftJoin('audit', 'audit.id', 'audit_chain.audit_id')
    .select(['audit_chain.position', 'audit_chain.hash', 'audit_chain.audit_id', 'audit.at'])
    .orderBy('audit_chain.position')
    .limit(most)
    .execute()
  const kept = first.findIndex(({ at }) => at === null || at >= until)
  const gone = kept === -1 ? first : first.slice(0, kept)
  const end = gone.at(-1)
  if (!end) return 0
  await trx
    .insertInto('audit_seals')
    .values({ position: end.position, hash: end.hash, pruned_at: nowOf(trx).toISOString() })
    .execute()
  const old = trx.selectFrom('audit_chain').select('audit_id').where('position', '<=', end.position)
  await trx.deleteFrom('audit').where('id', 'in', old).execute()
  await trx.deleteFrom('audit_chain').where('position', '<=', end.position).execute()
  return gone.length
}

/** What a check of the chain has found. */
export interface ChainCheck {
  /** Rows that were checked. */
  rows: number
  end: ChainEnd
  /** Rows that are not sealed yet. */
  waiting: number
  /** The first fault, as a sentence that names the row; null where all is well. */
  fault: string | null
}

/**
 * Checks the chain from its beginning.
 * @param expected an end that was noted elsewhere: the chain has to hold it.
 */
export async function checkChain({ scans: db }: OpenDatabase, expected?: ChainEnd): Promise<ChainCheck> {
  const start = await chainStart(db)
  let end = start
  let rows = 0
  let newest = ''
  let newestId = 0
  let isExpectedFound = !expected || (expected.position === start.position && expected.hash === start.hash)
  const stop = (fault: string): ChainCheck => ({ rows, end, waiting: 0, fault })
  for (;;) {
    const some = await db
      .selectFrom('audit_chain')
      .leftJoin('audit', 'audit.id', 'audit_chain.audit_id')
      .selectAll('audit')
      .select(['audit_chain.position', 'audit_chain.hash', 'audit_chain.sealed_at', 'audit_chain.audit_id'])
      .where('audit_chain.position', '>', end.position)
      .orderBy('audit_chain.position')
      .limit(atOnce * 4)
      .execute()
    for (const { position, hash, sealed_at, audit_id, ...row } of some) {
      if (position !== end.position + 1)
        return stop(`The link at position ${end.position + 1} has been removed.`)
      if (row.id === null) return stop(`Row ${audit_id} (position ${position}) has been removed.`)
      const { id } = row
      if (chainHash(end.hash, position, sealed_at, row as AuditRow) !== hash)
        return stop(`Row ${id} (position ${position}) has been changed.`)
      const at = String(row.at)
      if (newest !== '' && Date.parse(at) < Date.parse(newest) - tolerance)
        return stop(`Row ${id} (position ${position}) has been inserted later: it says ${at}.`)
      if (at > newest) newest = at
      newestId = Math.max(newestId, id)
      end = { position, hash }
      if (expected?.position === position) isExpectedFound = expected.hash === hash
      rows++
    }
    if (some.length === 0) break
  }
  if (!isExpectedFound && expected)
    return stop(
      expected.position > end.position
        ? `The chain ends at position ${end.position}, before the expected ${expected.position}: rows have been removed.`
        : `Position ${expected.position} has another hash: the chain has been written anew.`,
    )
  const waiting = await unsealed(db, 0).select(['audit.id', 'audit.at']).limit(atOnce).execute()
  const inserted = waiting.find(
    ({ id, at }) => newest !== '' && id < newestId && Date.parse(at) < Date.parse(newest) - tolerance,
  )
  if (inserted) return stop(`Row ${inserted.id} has been inserted later: it says ${inserted.at}.`)
  return { rows, end, waiting: waiting.length, fault: null }
}
