import { useEffect, useMemo, useState } from 'react'
import type { Place } from '../ui/page/place'

interface HistoryState {
  /** Steps are numbered as the router numbers them, which then knows how far apart any two are. */
  idx?: number
  /** Only the router's own steps have one. */
  key?: string
}

const stateNow = () => (window.history.state ?? {}) as HistoryState

const read = () => {
  const { pathname, search } = window.location
  return { pathname, search, isFirst: stateNow().key === undefined }
}

/** The browser's address for as long as no router looks after it. */
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
        const { idx = 0 } = stateNow()
        if (replace) window.history.replaceState({ idx }, '', to)
        else window.history.pushState({ idx: idx + 1 }, '', to)
        setHere(read())
      },
      back: () => window.history.back(),
    }),
    [here],
  )
}
