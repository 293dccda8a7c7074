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
