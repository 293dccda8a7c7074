/** Keeps what has been counted while the data stays as it is: to count takes longer than to read a page. */
import type { OpenDatabase } from '../../db/dialect'
import { perState } from './perState'

/** So many counts are kept at most; those that were asked for last stay. */
const maxCounts = 1_000

const countsOf = perState(() => new Map<string, Promise<number>>())

/**
 * Counts something once in each state of the data, also for those that ask at the same time.
 * @param version of the data, read before; what is counted may be newer.
 * @param what tells it from everything else that is counted.
 */
export function countOnce(
  database: OpenDatabase,
  version: string,
  what: string,
  count: () => Promise<number>,
): Promise<number> {
  const counts = countsOf(database, version)
  const counted = counts.get(what) ?? count()
  counts.delete(what)
  counts.set(what, counted)
  counted.catch(() => counts.delete(what))
  const [oldest] = counts.keys()
  if (counts.size > maxCounts && oldest !== undefined) counts.delete(oldest)
  return counted
}
