import { useEffect } from 'react'
import { signedUrlSeconds } from '../../contract/fields'

/** Links are refetched this many milliseconds before they may expire. */
const marginMs = 60_000
/** Timers stop while a computer sleeps, so the clock is checked often. */
const lookMs = 15_000

/**
 * Refetches a list before its links expire, and whenever the tab becomes visible.
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
