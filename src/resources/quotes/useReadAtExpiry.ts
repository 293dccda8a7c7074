import { useEffect, useState } from 'react'

/** Milliseconds after an expiry at which is read anew: clocks differ a little. */
const margin = 1_000
/** Milliseconds between attempts while the server's clock has not reached an expiry yet. */
const again = 60_000
/** The longest time that a timer of the browser can wait. */
const longestTimer = 2 ** 31 - 1

/**
 * Reads what is said of open quotes anew when the first of them expires: the server does not tell of it, since nothing is
 * written then (QUO-5, QUO-12).
 * @param until the moment of that expiry, as the last answer has it; undefined: none is open.
 * @param read is told the moment that the answer has to be newer than
 */
export const useReadAtExpiry = (until: string | undefined, read: (since: number) => unknown): void => {
  // Counts the readings: one that brings the same moment has to set the next timer as well.
  const [readings, setReadings] = useState(0)
  useEffect(() => {
    if (until === undefined) return undefined
    const now = Date.now()
    const expiry = Date.parse(until)
    const wait = expiry + margin - now
    const timer = setTimeout(
      () => {
        setReadings((count) => count + 1)
        read(Math.max(expiry, now))
      },
      wait > 0 ? Math.min(wait, longestTimer) : again,
    )
    return () => clearTimeout(timer)
  }, [until, read, readings])
}
