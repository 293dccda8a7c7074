import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds, followed as it changes. */
export const useMediaQuery = (query: string): boolean => {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** Below this width tables become cards and the side menu a drawer. */
export const useIsNarrow = () => useMediaQuery('(max-width: 767.98px)')

/** Below this width a table shows the columns that matter, and says which others there are. */
export const useIsMedium = () => useMediaQuery('(max-width: 1279.98px)')
