/**
 * The chain of hashes over the audit (AUD-1): each row's hash covers its columns and the hash of its predecessor, in the order
 * in which rows were sealed. Rows are sealed soon after their commit, so no write waits for the chain
 * (docs/decisions/035-audit-chain.md). What a row tells counts by a salted digest, so that it can be erased on request
 * (docs/decisions/037-erasing-contacts.md).
 */
import { createHash, randomBytes } from 'node:crypto'
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import { nowOf } from './clock'
import { isUniqueViolation, type OpenDatabase } from './dialects'
import type { Tables } from './tables'

/** Rows sealed in one transaction. */
const atOnce = 500
/** Milliseconds after which the count of a counted row does not change any more: it counts one minute. */
const countingTime = 300_000
/**
 * Milliseconds by which a row may be older than one that was sealed before it, as long writes commit late, and newer than its
 * seal, as clocks are set.
 */
const tolerance = 3_600_000

const saltBytes = 16

type AuditRow = Selectable<Tables['audit']>

/** The end of a chain: the number of its rows, and the hash of the last one. */
export interface ChainEnd {
  position: number
  hash: string
}

/** A link of the chain, without its hash. */
interface Link {
  position: number
  sealed_at: string
  /** The digest of what the row tells. */
  content: string
}

/** A moment as rows hold it, some milliseconds later. They are compared as texts, which are not all moments if others wrote them. */
const shifted = (moment: string, by: number): string => new Date(Date.parse(moment) + by).toISOString()

const insertedLater = (place: string, at: string): string =>
  `${place} has been inserted later: it says ${at}.`

const digestOf = (values: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url')

/** The digest of what a row tells; the salt keeps a value that is known in part from being guessed by it. */
const contentOf = (salt: string, { before, after }: Pick<AuditRow, 'before' | 'after'>): string =>
  digestOf([salt, before, after])

/** The hash of a row at a position of the chain, in base64url. */
function chainHash(previous: string, { position, sealed_at, content }: Link, row: AuditRow): string {
  const { id, at, actor, action, resource, record_id, request_id, count, counted_key } = row
  return digestOf([
    ...[previous, position, sealed_at],
    ...[id, at, actor, action, resource, record_id, content, request_id, count, counted_key],
    ...[row.token_id, row.address],
  ])
}

/** What is left of what a row told: the number of the erasure. */
const erasedText = (erasure: number): string => JSON.stringify({ erased: erasure })

/** The erasure by which a row was emptied; null for any other row. */
const erasureOf = ({ before, after }: Pick<AuditRow, 'before' | 'after'>): number | null => {
  const [, erasure] = /^\{"erased":(\d+)\}$/.exec(after ?? '') ?? []
  return before === null && erasure !== undefined ? Number(erasure) : null
}

/** The action, and the resource, of the rows that tell which rows an erasure has emptied. */
const emptied = { action: 'erase', resource: 'audit' } as const

/** The rows that a row tells to have been emptied, as `erasure row`; none for any other row. */
function emptiedBy({ action, resource, record_id, after }: AuditRow): string[] {
  if (action !== emptied.action || resource !== emptied.resource || after === null) return []
  const { rows } = JSON.parse(after) as { rows?: readonly number[] }
  return (rows ?? []).map((row) => `${record_id} ${row}`)
}

/**
 * Empties sealed rows of the audit of what they tell; that they were written stays. The caller writes which ones they are, by
 * `emptyingEntry()`, in the same transaction: otherwise a check takes it for a change.
 */
export async function emptyRows(
  trx: Kysely<Tables>,
  erasure: number,
  rows: readonly number[],
): Promise<void> {
  await trx.insertInto('audit_erasing').values({ erasure_id: erasure }).execute()
  await trx
    .updateTable('audit')
    .set({ before: null, after: erasedText(erasure) })
    .where('id', 'in', rows)
    .execute()
  await trx.updateTable('audit_chain').set({ salt: null }).where('audit_id', 'in', rows).execute()
  await trx.deleteFrom('audit_erasing').execute()
}

/** The audit entry that tells which rows an erasure has emptied. */
export const emptyingEntry = (erasure: number, rows: readonly number[]) => ({
  ...emptied,
  recordId: erasure,
  after: { rows },
})

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

/** The moment of the first row of the chain; null where nothing is sealed. */
export async function oldestSealed(db: Kysely<Tables>): Promise<string | null> {
  const first = await db
    .selectFrom('audit_chain')
    .leftJoin('audit', 'audit.id', 'audit_chain.audit_id')
    .select('audit.at')
    .orderBy('audit_chain.position')
    .limit(1)
    .executeTakeFirst()
  return first?.at ?? null
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
        const salt = randomBytes(saltBytes).toString('base64url')
        const link = { position: end.position + 1, sealed_at, content: contentOf(salt, row) }
        end = { position: link.position, hash: chainHash(end.hash, link, row) }
        return { ...link, audit_id: row.id, salt, hash: end.hash }
      })
    if (links.length > 0) await trx.insertInto('audit_chain').values(links).execute()
    return { sealed: links.length, last: rows.at(-1)?.id ?? after }
  })
}

/** Seals all rows that can be, beside another process that does. */
export async function sealAll(database: OpenDatabase): Promise<void> {
  for (let last = 0; ;)
    try {
      const done = await sealRows(database, last)
      if (done.sealed === 0) return
      last = done.last
    } catch (error) {
      // The other process has sealed these.
      if (!isUniqueViolation(error)) throw error
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

/** What rows that are not sealed yet name of some emptied rows, however many others wait. */
async function emptiedByUnsealed(
  db: Kysely<Tables>,
  unnamed: ReadonlyMap<string, string>,
): Promise<string[]> {
  if (unnamed.size === 0) return []
  const erasures = new Set([...unnamed.keys()].map((key) => Number(key.split(' ')[0])))
  const rows = await unsealed(db, 0)
    .selectAll('audit')
    .where('action', '=', emptied.action)
    .where('resource', '=', emptied.resource)
    .where('record_id', 'in', [...erasures])
    .execute()
  return rows.flatMap(emptiedBy)
}

/**
 * A row that would wait for its seal for ever, or for long: the database gives ids from 1 on, and rows are not written before
 * they happen.
 */
async function neverSealed(db: Kysely<Tables>): Promise<Pick<AuditRow, 'id' | 'at'> | undefined> {
  const rows = () => db.selectFrom('audit').select(['audit.id', 'audit.at']).orderBy('audit.id').limit(1)
  const before = await rows().where('audit.id', '<=', 0).executeTakeFirst()
  if (before) return before
  return rows()
    .leftJoin('audit_chain', 'audit_chain.audit_id', 'audit.id')
    .where('audit_chain.audit_id', 'is', null)
    .where('audit.at', '>', shifted(nowOf(db).toISOString(), tolerance))
    .executeTakeFirst()
}

/**
 * A row that waits for its seal although the sealing has passed its moment: it was older than the newest sealed row, or it would have been
 * sealed when the sealing last found no more than it took.
 */
const passedBySealing = (db: Kysely<Tables>, newest: string, lastLook: string) => {
  const bounds = [
    ...(newest === '' ? [] : [shifted(newest, -tolerance)]),
    // The server looks at rows with far lower ids once an hour only.
    ...(lastLook === '' ? [] : [shifted(lastLook, -2 * tolerance)]),
  ].sort()
  const bound = bounds.at(-1)
  return bound === undefined
    ? Promise.resolve(undefined)
    : unsealed(db, 0)
        .select(['audit.id', 'audit.at'])
        .where('audit.at', '<', bound)
        .limit(1)
        .executeTakeFirst()
}

/**
 * What speaks against an audit without a row: nothing of a chain is left that could be checked. Sessions begin by a sign-in, which is
 * audited; users alone are made by `npm run user`, before.
 */
async function emptiness(
  db: Kysely<Tables>,
  { position }: ChainEnd,
): Promise<Pick<ChainCheck, 'fault' | 'doubt'>> {
  const has = async (table: 'audit' | 'sessions' | 'users') =>
    (await db
      .selectFrom(table)
      .select(sql`1`.as('one'))
      .limit(1)
      .executeTakeFirst()) !== undefined
  if (position > 0 || (await has('audit'))) return { fault: null, doubt: null }
  if (await has('sessions'))
    return {
      fault: 'The audit is empty, although users have signed in, which it tells: its rows have been removed.',
      doubt: null,
    }
  const doubt =
    'The audit is empty, although there are users. So it is before the first sign-in; only an end of the chain that was noted elsewhere (--expect) shows whether rows have been removed.'
  return { fault: null, doubt: (await has('users')) ? doubt : null }
}

/** What a check of the chain has found. */
export interface ChainCheck {
  /** Rows that were checked. */
  rows: number
  end: ChainEnd
  /** Rows that are not sealed yet. */
  waiting: number
  /** Rows that were emptied on request, and that rows of the audit name for it. */
  erased: number
  /** The first fault, as a sentence that names the row; null where all is well. */
  fault: string | null
  /** What cannot be known without an end that was noted elsewhere, and gives reason to look at it; null: nothing does. */
  doubt: string | null
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
  /** The last links that were sealed together, and when. */
  let lastSealed = { at: '', count: 0 }
  let erased = 0
  /** Emptied rows that no row has named so far: one that does is written later. */
  const unnamed = new Map<string, string>()
  let isExpectedFound = !expected || (expected.position === start.position && expected.hash === start.hash)
  const stop = (fault: string): ChainCheck => ({ rows, end, waiting: 0, erased, fault, doubt: null })
  for (;;) {
    const some = await db
      .selectFrom('audit_chain')
      .leftJoin('audit', 'audit.id', 'audit_chain.audit_id')
      .selectAll('audit')
      .select(['audit_chain.position', 'audit_chain.hash', 'audit_chain.sealed_at', 'audit_chain.audit_id'])
      .select(['audit_chain.salt', 'audit_chain.content'])
      .where('audit_chain.position', '>', end.position)
      .orderBy('audit_chain.position')
      .limit(atOnce * 4)
      .execute()
    for (const { position, hash, sealed_at, audit_id, salt, content, ...found } of some) {
      if (position !== end.position + 1)
        return stop(`The link at position ${end.position + 1} has been removed.`)
      if (found.id === null) return stop(`Row ${audit_id} (position ${position}) has been removed.`)
      const row = found as AuditRow
      const { id, at } = row
      const place = `Row ${id} (position ${position})`
      const erasure = salt === null ? erasureOf(row) : null
      const isAsWritten = salt === null ? erasure !== null : contentOf(salt, row) === content
      if (!isAsWritten || chainHash(end.hash, { position, sealed_at, content }, row) !== hash)
        return stop(`${place} has been changed.`)
      if (erasure !== null) {
        erased++
        unnamed.set(`${erasure} ${id}`, place)
      }
      for (const named of emptiedBy(row)) unnamed.delete(named)
      if ((newest !== '' && at < shifted(newest, -tolerance)) || at > shifted(sealed_at, tolerance))
        return stop(insertedLater(place, at))
      if (at > newest) newest = at
      lastSealed = { at: sealed_at, count: lastSealed.at === sealed_at ? lastSealed.count + 1 : 1 }
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
  const waiting = await unsealed(db, 0).select('audit.id').limit(atOnce).execute()
  // Of rows sealed by the most at once, others may have waited for the next turn.
  const lastLook = lastSealed.count % atOnce === 0 ? '' : lastSealed.at
  const inserted = (await passedBySealing(db, newest, lastLook)) ?? (await neverSealed(db))
  if (inserted) return stop(insertedLater(`Row ${inserted.id}`, inserted.at))
  for (const named of await emptiedByUnsealed(db, unnamed)) unnamed.delete(named)
  for (const place of unnamed.values()) return stop(`${place} has been emptied without an erasure.`)
  return { rows, end, waiting: waiting.length, erased, ...(await emptiness(db, end)) }
}
