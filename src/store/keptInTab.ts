import type { Store } from '@reduxjs/toolkit'

/** What was kept as a text; nothing where that cannot be read. */
export const parseKept = <S extends object>(text: string | null, nothing: S): S => {
  try {
    return (JSON.parse(text ?? 'null') as S | null) ?? nothing
  } catch {
    return nothing
  }
}

/** What a tab has kept under a name; nothing where that cannot be read. */
export const readKept = <S extends object>(tab: Storage, place: string, nothing: S): S => {
  try {
    return parseKept(tab.getItem(place), nothing)
  } catch {
    return nothing
  }
}

/**
 * Keeps a slice of the store in the tab, so that it survives a reload; while it is empty nothing is kept.
 * @param fitting what of it is kept
 */
export const keepInTab = <N extends string, S extends object>(
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
    writeKept(tab, place, fitting(now))
  })
}

/** Gives whether it is kept now: there may be no room, and then what was kept before stays. */
export const writeKept = (storage: Storage, place: string, kept: object): boolean => {
  try {
    if (Object.keys(kept).length) storage.setItem(place, JSON.stringify(kept))
    else storage.removeItem(place)
    return true
  } catch {
    return false
  }
}
