/** Keeps what has been counted while the data stays as it is: to count takes longer than to read a page. */
import type { OpenDatabase } from '../../db/dialect'

/** So many counts are kept at most; those that were asked for last stay. */
const maxCounts = 1_000

interface Kept {
  version: string
  counts: Map<string, Promise<number>>
}
const keptOf = new WeakMap<OpenDatabase, Kept>()

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
  let kept = keptOf.get(database)
  if (kept?.version !== version) keptOf.set(database, (kept = { version, counts: new Map() }))
  const { counts } = kept
  const counted = counts.get(what) ?? count()
  counts.delete(what)
  counts.set(what, counted)
  counted.catch(() => counts.delete(what))
  const [oldest] = counts.keys()
  if (counts.size > maxCounts && oldest !== undefined) counts.delete(oldest)
  return counted
}
