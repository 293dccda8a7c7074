import { useEffect, useMemo, useState } from 'react'
import type { Place } from '../ui/page/place'
import { placeInHistory } from '../ui/page/placeInHistory'

const read = () => {
  const { pathname, search } = window.location
  return { pathname, search }
}

/** Location and navigation by the History API, while there is no router. */
export const usePlaceInBrowser = (): Place => {
  const [here, setHere] = useState(read)
  useEffect(() => {
    const moved = () => setHere(read())
    window.addEventListener('popstate', moved)
    return () => window.removeEventListener('popstate', moved)
  }, [])
  return useMemo<Place>(
    () => ({
      ...here,
      go: (to, { replace = false } = {}) => {
        const idx = placeInHistory() ?? 0
        if (replace) window.history.replaceState({ idx }, '', to)
        else window.history.pushState({ idx: idx + 1 }, '', to)
        setHere(read())
      },
      back: () => window.history.back(),
    }),
    [here],
  )
}
