import type { OpenDatabase } from '../../db/dialects'

/**
 * Caches something for one state of the data of each database, and drops it with the next one.
 * @returns gives the cached value; the version is that of OpenDatabase, read before: the value may be newer.
 */
export function memoizePerVersion<T>(make: () => T): (database: OpenDatabase, version: string) => T {
  const cache = new WeakMap<OpenDatabase, { version: string; kept: T }>()
  return (database, version) => {
    let state = cache.get(database)
    if (state?.version !== version) cache.set(database, (state = { version, kept: make() }))
    return state.kept
  }
}

type Kept<T> = Map<string, Promise<T>>

/** Computes something, unless that was done before and is kept. */
export function keepIn<T>(kept: Kept<T>, what: string, most: number, compute: () => Promise<T>): Promise<T> {
  const found = kept.get(what) ?? compute()
  kept.delete(what)
  kept.set(what, found)
  found.catch(() => kept.delete(what))
  const [oldest] = kept.keys()
  if (kept.size > most && oldest !== undefined) kept.delete(oldest)
  return found
}

/**
 * Computes answers once in each state of the data, also for concurrent callers.
 * @param most how many are kept; the least recently used are dropped.
 * @returns `what` identifies an answer among those that are kept here, with all that it depends on beside the data.
 */
export function computeOncePerVersion<T>(most: number) {
  const answersOf = memoizePerVersion((): Kept<T> => new Map())
  return (database: OpenDatabase, version: string, what: string, compute: () => Promise<T>): Promise<T> =>
    keepIn(answersOf(database, version), what, most, compute)
}
