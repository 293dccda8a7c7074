import { useCallback, useSyncExternalStore } from 'react'

const lists = new Map<string, MediaQueryList>()

/** What the browser says of a query. To ask it anew has it work styles out in the middle of what is being drawn. */
const listOf = (query: string): MediaQueryList => {
  const known = lists.get(query)
  if (known) return known
  const list = window.matchMedia(query)
  lists.set(query, list)
  return list
}

/** Whether a media query holds, followed as it changes. */
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

/** Below this width tables become cards and the side menu a drawer. */
export const useIsNarrow = () => useMediaQuery('(max-width: 767.98px)')

/** Below this width a table shows the columns that matter, and says which others there are. */
export const useIsMedium = () => useMediaQuery('(max-width: 1279.98px)')
