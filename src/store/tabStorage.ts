import type { Store } from '@reduxjs/toolkit'
import { storeItem } from './browserStorage'

/** Parses a stored text; returns `nothing` where it is invalid. */
export const parseStored = <S extends object>(text: string | null, fallback: S): S => {
  try {
    return (JSON.parse(text ?? 'null') as S | null) ?? fallback
  } catch {
    return fallback
  }
}

/** Reads a value from the tab's storage; returns `nothing` where it is missing or invalid. */
export const readStored = <S extends object>(tab: Storage, place: string, nothing: S): S => {
  try {
    return parseStored(tab.getItem(place), nothing)
  } catch {
    return nothing
  }
}

/**
 * Persists a slice in the tab's storage across reloads; an empty slice removes the entry.
 * @param fitting selects the part that is stored
 */
export const persistInTab = <N extends string, S extends object>(
  tab: Storage,
  place: string,
  slice: N,
  store: Pick<Store<Record<N, S>>, 'getState' | 'subscribe'>,
  fitting: (slice: S) => S = (whole) => whole,
) => {
  let kept = store.getState()[slice]
  store.subscribe(() => {
    const now = store.getState()[slice]
    if (now === kept) return
    kept = now
    writeStored(tab, place, fitting(now))
  })
}

/** Returns whether the value was stored: where the storage is full, the previous value stays. */
export const writeStored = (storage: Storage, place: string, kept: object): boolean => {
  if (Object.keys(kept).length) return storeItem(storage, place, JSON.stringify(kept))
  storage.removeItem(place)
  return true
}
