/** Caches counts while they are valid: counting takes longer than reading a page. */
import { sql } from 'kysely'
import type { OpenDatabase } from '../../db/dialects'
import { computeOncePerVersion, keepIn, memoizePerVersion } from './memoizePerVersion'

/** Cached counts at most; the least recently used are dropped. */
const maxCounts = 1_000

type Counts = Map<string, Promise<number>>

const countsOf = memoizePerVersion((): Counts => new Map())
/** Valid across states: their keys include what they depend on. */
const lastingCountsOf = memoizePerVersion((): Counts => new Map())
/** The change count of each table. */
const changesOnce = computeOncePerVersion<ReadonlyMap<string, string>>(1)

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
): Promise<number> => keepIn(countsOf(database, version), what, maxCounts, count)

/** What countOnce has counted, or counts at present; undefined for what it was not asked. */
export const countIfKnown = (
  database: OpenDatabase,
  version: string,
  what: string,
): Promise<number> | undefined => countsOf(database, version).get(what)

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
  const changes = await changesOnce(database, version, '', () => readChanges(database))
  const state = tables.map((table) => changes.get(table)).join(' ')
  return keepIn(lastingCountsOf(database, ''), `${state} ${what}`, maxCounts, count)
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
