/** Caches counts while they are valid: counting takes longer than reading a page. */
import { sql } from 'kysely'
import type { OpenDatabase } from '../../db/dialects'
import { memoizePerVersion } from './memoizePerVersion'

/** Cached counts, and lists of few ids, at most; the least recently used are dropped. */
const maxCounts = 1_000
const maxLists = 200

type Kept<T> = Map<string, Promise<T>>

const countsOf = memoizePerVersion((): Kept<number> => new Map())
/** Valid across states: their keys include what they depend on. */
const lastingCountsOf = memoizePerVersion((): Kept<number> => new Map())
const listsOf = memoizePerVersion((): Kept<readonly number[] | null> => new Map())
/** Of one state: the change count of each table. */
const changesOf = memoizePerVersion((): Kept<ReadonlyMap<string, string>> => new Map())

/**
 * Counts once in each state of the data, also for concurrent callers.
 * @param version of the data, read before; the count may be newer.
 * @param what identifies the count.
 */
export const countOnce = (
  database: OpenDatabase,
  version: string,
  what: string,
  count: () => Promise<number>,
): Promise<number> => keep(countsOf(database, version), what, count)

/** Finds ids once in each state of the data, as countOnce counts; null for too many. */
export const findOnce = (
  database: OpenDatabase,
  version: string,
  what: string,
  find: () => Promise<readonly number[] | null>,
): Promise<readonly number[] | null> => keep(listsOf(database, version), what, find, maxLists)

/**
 * Counts once until one of these tables changes (`changeCount` of migrations/ddl/counts.ts), regardless of other
 * writes, or until the database is replaced by another server (`OpenDatabase.counterEpoch`).
 */
export async function countWhile(
  database: OpenDatabase,
  version: string,
  tables: readonly string[],
  what: string,
  count: () => Promise<number>,
): Promise<number> {
  const changes = await keep(changesOf(database, version), '', () => readChanges(database))
  const state = tables.map((table) => changes.get(table)).join(' ')
  return keep(lastingCountsOf(database, ''), `${state} ${what}`, count)
}

async function readChanges({ db, counterEpoch }: OpenDatabase): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('row_counts')
    .select([
      'table_name',
      sql<number>`cast(sum(changes) as bigint)`.as('changes'),
      sql<string>`${sql.raw(counterEpoch)}`.as('era'),
    ])
    .groupBy('table_name')
    .execute()
  return new Map(rows.map(({ table_name, changes, era }) => [table_name, `${era} ${changes}`]))
}

function keep<T>(kept: Kept<T>, what: string, find: () => Promise<T>, most = maxCounts): Promise<T> {
  const found = kept.get(what) ?? find()
  kept.delete(what)
  kept.set(what, found)
  found.catch(() => kept.delete(what))
  const [oldest] = kept.keys()
  if (kept.size > most && oldest !== undefined) kept.delete(oldest)
  return found
}
