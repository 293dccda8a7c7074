/** What became of an attempt: the peer did its part, it failed, or neither can be said. */
export type Outcome = 'well' | 'failed' | 'unknown'

interface BreakerRules {
  /** Failures in a row after which the peer is left alone. */
  failures: number
  /** Milliseconds until one attempt may find out whether it is back. */
  pause: number
  /** Milliseconds of any clock that only goes forward. */
  now: () => number
}

export interface Breaker {
  readonly isOpen: boolean
  /** Begins an attempt, whose outcome has to be told once; null: the peer is left alone now. */
  begin(): ((outcome: Outcome) => void) | null
  /** Ends the pause, so that the next attempt finds out. */
  relent(): void
}

/**
 * A circuit breaker. It is open after some failures in a row; when the pause is over one attempt goes through, and
 * its outcome closes the breaker or begins another pause.
 */
export function createBreaker({ failures, pause, now }: BreakerRules): Breaker {
  let inRow = 0
  let openedAt: number | null = null
  let isProbing = false

  const end = (isProbe: boolean, outcome: Outcome) => {
    if (isProbe) isProbing = false
    if (outcome === 'well') {
      inRow = 0
      openedAt = null
    } else if (outcome === 'failed') {
      inRow++
      // Late failures of attempts from before it opened do not make the pause longer.
      if (isProbe || (openedAt === null && inRow >= failures)) openedAt = now()
    }
  }

  return {
    get isOpen() {
      return openedAt !== null
    },
    begin: () => {
      const isProbe = openedAt !== null
      if (openedAt !== null && (isProbing || now() - openedAt < pause)) return null
      isProbing = isProbe
      return (outcome) => end(isProbe, outcome)
    },
    relent: () => {
      if (openedAt !== null) openedAt = now() - pause
    },
  }
}
