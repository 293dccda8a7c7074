import { useCallback, useEffect, useState } from 'react'
import { persistent } from './persistent'

/** The loading state of a part. */
interface Arriving<T> {
  /** Null until loaded. */
  Part: T | null
  /** The import has failed. */
  isMissing: boolean
  retry: () => void
}

/**
 * A lazily loaded part of a page, imported on its first render. If that fails, the caller shows so in its place, and
 * the page around it stays with its input.
 */
export const lazyPart = <T>(fetch: () => Promise<T>) => {
  const fetchPersistently = persistent(fetch)
  let known: T | null = null

  /** Prefetches the module. */
  const load = async (): Promise<T> => {
    known = await fetchPersistently()
    return known
  }

  const usePart = (): Arriving<T> => {
    const [Part, setPart] = useState(() => known)
    const [isMissing, setIsMissing] = useState(false)
    const isWanted = !Part && !isMissing
    useEffect(() => {
      if (!isWanted) return undefined
      let isShown = true
      load().then(
        (found) => {
          if (isShown) setPart(() => found)
        },
        () => {
          if (isShown) setIsMissing(true)
        },
      )
      return () => {
        isShown = false
      }
    }, [isWanted])
    return { Part, isMissing, retry: useCallback(() => setIsMissing(false), []) }
  }

  return { load, usePart }
}
