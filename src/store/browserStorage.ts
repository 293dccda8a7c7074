/** The browser's storage, which may be blocked or full. The only module that accesses it. */

/** Why a value could not be stored. */
export type StorageTrouble = 'blocked' | 'full'

let trouble: StorageTrouble | null = null
const watchers = new Set<(found: StorageTrouble) => void>()

const report = (found: StorageTrouble) => {
  if (trouble !== null) return
  trouble = found
  for (const watch of watchers) watch(found)
}

/** Reports the first storage error, also one before this call. */
export const watchStorage = (watch: (found: StorageTrouble) => void): void => {
  if (trouble !== null) watch(trouble)
  else watchers.add(watch)
}

/** Resets the reported error, for tests. */
export const forgetStorageTrouble = () => {
  trouble = null
  watchers.clear()
}

/** An in-memory storage that lasts as long as the page. */
const pageStorage = (): Storage => {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
    clear: () => kept.clear(),
  }
}

/** A storage of the browser, or an in-memory one where it is blocked. */
const area = (ask: () => Storage) => {
  let instead: Storage | undefined
  return (): Storage => {
    if (instead) return instead
    try {
      const storage = ask()
      storage.getItem('')
      return storage
    } catch {
      report('blocked')
      return (instead = pageStorage())
    }
  }
}

/** Survives a restart of the browser. */
export const localArea = area(() => window.localStorage)
/** Survives a reload of the tab. */
export const tabArea = area(() => window.sessionStorage)

/** Returns whether the value was stored: where the storage is full, the previous value stays. */
export const keepItem = (storage: Storage, name: string, value: string): boolean => {
  try {
    storage.setItem(name, value)
    return true
  } catch {
    report('full')
    return false
  }
}
