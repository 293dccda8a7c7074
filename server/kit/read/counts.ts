/** Keeps what has been counted while it holds: to count takes longer than to read a page. */
import { sql } from 'kysely'
import type { OpenDatabase } from '../../db/dialect'
import { perState } from './perState'

/** So many counts are kept at most; those that were asked for last stay. */
const maxCounts = 1_000

type Kept<T> = Map<string, Promise<T>>

const countsOf = perState((): Kept<number> => new Map())
/** Of all states: what they hold for is told by their names. */
const lastingCountsOf = perState((): Kept<number> => new Map())
/** Of one state: what tells the changes of each table from earlier ones. */
const changesOf = perState((): Kept<ReadonlyMap<string, string>> => new Map())

/**
 * Counts something once in each state of the data, also for those that ask at the same time.
 * @param version of the data, read before; what is counted may be newer.
 * @param what tells it from everything else that is counted.
 */
export const countOnce = (
  database: OpenDatabase,
  version: string,
  what: string,
  count: () => Promise<number>,
): Promise<number> => keep(countsOf(database, version), what, count)

/**
 * Counts something once until something changes that is told of these tables (`Dialect.changeCount`), whatever else is
 * written meanwhile, or another server takes the place of the database (`OpenDatabase.era`).
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

async function readChanges({ db, era }: OpenDatabase): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('row_counts')
    .select([
      'table_name',
      sql<number>`cast(sum(changes) as bigint)`.as('changes'),
      sql<string>`${sql.raw(era)}`.as('era'),
    ])
    .groupBy('table_name')
    .execute()
  return new Map(rows.map(({ table_name, changes, era }) => [table_name, `${era} ${changes}`]))
}

function keep<T>(kept: Kept<T>, what: string, find: () => Promise<T>): Promise<T> {
  const found = kept.get(what) ?? find()
  kept.delete(what)
  kept.set(what, found)
  found.catch(() => kept.delete(what))
  const [oldest] = kept.keys()
  if (kept.size > maxCounts && oldest !== undefined) kept.delete(oldest)
  return found
}
