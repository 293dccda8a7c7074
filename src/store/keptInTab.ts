import type { Store } from '@reduxjs/toolkit'

/** What a tab has kept under a name; nothing where that cannot be read. */
export const readKept = <S extends object>(tab: Storage, place: string, nothing: S): S => {
  try {
    return (JSON.parse(tab.getItem(place) ?? 'null') as S | null) ?? nothing
  } catch {
    return nothing
  }
}

/** Keeps a slice of the store in the tab, so that it survives a reload; while it is empty nothing is kept. */
export const keepInTab = <N extends string, S extends object>(
  tab: Storage,
  place: string,
  slice: N,
  store: Pick<Store<Record<N, S>>, 'getState' | 'subscribe'>,
) => {
  let kept = store.getState()[slice]
  store.subscribe(() => {
    const now = store.getState()[slice]
    if (now === kept) return
    kept = now
    if (Object.keys(now).length) tab.setItem(place, JSON.stringify(now))
    else tab.removeItem(place)
  })
}
