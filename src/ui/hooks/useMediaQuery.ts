import { useCallback, useSyncExternalStore } from 'react'

const lists = new Map<string, MediaQueryList>()

/** Cached media query lists: creating one during rendering forces a style calculation. */
const listOf = (query: string): MediaQueryList => {
  const known = lists.get(query)
  if (known) return known
  const list = window.matchMedia(query)
  lists.set(query, list)
  return list
}

/** Whether a media query matches, updated on changes. */
export const useMediaQuery = (query: string): boolean => {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = listOf(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => listOf(query).matches)
}

/** Whether the page is laid out for paper (K17). */
export const useIsPrint = () => useMediaQuery('print')

/** Below this width tables become cards and the side menu a drawer. Print shows the wide layout (K17). */
export const useIsNarrow = () => useMediaQuery('screen and (max-width: 767.98px)')

/** Below this width a table shows only its important columns and lists the hidden ones. */
export const useIsMedium = () => useMediaQuery('screen and (max-width: 1279.98px)')

/** Below this width the tools of a list with several shapes stand on one line only as icons. */
export const useIsCrowded = () => useMediaQuery('screen and (max-width: 1599.98px)')
