import { useEffect } from 'react'
import { signedUrlSeconds } from '../../contract/kit'

/** Links are asked for anew so many milliseconds before they may stop working. */
const marginMs = 60_000
/** A computer that has slept is behind with its timers, so the clock is looked at often. */
const lookMs = 15_000

/**
 * Asks for a list again before its links expire, and whenever the tab is looked at again.
 * @param answeredAt milliseconds since 1970; undefined while there is no answer.
 */
export const useFreshLinks = (answeredAt: number | undefined, ask: () => unknown) => {
  useEffect(() => {
    if (answeredAt === undefined) return undefined
    const staleAt = answeredAt + signedUrlSeconds * 1000 - marginMs
    const look = () => {
      if (document.visibilityState === 'visible' && Date.now() >= staleAt) ask()
    }
    const shown = () => {
      if (document.visibilityState === 'visible') ask()
    }
    const timer = setInterval(look, lookMs)
    document.addEventListener('visibilitychange', shown)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', shown)
    }
  }, [answeredAt, ask])
}
