/** The browser's storage, which may be blocked or full. The only module that accesses it. */

/** Why a value could not be stored. */
export type StorageProblem = 'blocked' | 'full'

let problem: StorageProblem | null = null
const listeners = new Set<(reported: StorageProblem) => void>()

const report = (found: StorageProblem) => {
  if (problem !== null) return
  problem = found
  for (const watch of listeners) watch(found)
}

/** Reports the first storage error, also one before this call. */
export const onStorageProblem = (watch: (found: StorageProblem) => void): void => {
  if (problem !== null) watch(problem)
  else listeners.add(watch)
}

/** Resets the reported error, for tests. */
export const resetStorageProblem = () => {
  problem = null
  listeners.clear()
}

/** An in-memory storage that lasts as long as the page. */
const memoryStorage = (): Storage => {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
    clear: () => items.clear(),
  }
}

/** A storage of the browser, or an in-memory one where it is blocked. */
const withFallback = (access: () => Storage) => {
  let fallback: Storage | undefined
  return (): Storage => {
    if (fallback) return fallback
    try {
      const storage = access()
      storage.getItem('')
      return storage
    } catch {
      report('blocked')
      return (fallback = memoryStorage())
    }
  }
}

/** Survives a restart of the browser. */
export const getLocalStorage = withFallback(() => window.localStorage)
/** Survives a reload of the tab. */
export const getSessionStorage = withFallback(() => window.sessionStorage)

/** Returns whether the value was stored: where the storage is full, the previous value stays. */
export const storeItem = (storage: Storage, name: string, value: string): boolean => {
  try {
    storage.setItem(name, value)
    return true
  } catch {
    report('full')
    return false
  }
}
