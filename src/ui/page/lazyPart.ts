import { useCallback, useEffect, useState } from 'react'
import { persistent } from './persistent'

/** A part of a page as far as it is there. */
interface Arriving<T> {
  /** Null until it has been fetched. */
  Part: T | null
  /** It could not be fetched. */
  isMissing: boolean
  retry: () => void
}

/**
 * A part of a page in a module of its own, fetched when it is first shown. Where that fails, whoever shows it says so in
 * its place, and the page around it stays with all that has been typed there.
 */
export const lazyPart = <T>(fetch: () => Promise<T>) => {
  const fetchPersistently = persistent(fetch)
  let known: T | null = null

  /** Fetches it ahead of its being shown. */
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
