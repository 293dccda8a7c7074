/** The result of an attempt: the peer worked, it failed, or it is unknown. */
export type Outcome = 'well' | 'failed' | 'unknown'

interface BreakerRules {
  /** Consecutive failures after which the breaker opens. */
  failures: number
  /** Milliseconds until one attempt is let through. */
  pause: number
  /** A monotonic clock in milliseconds. */
  now: () => number
}

export interface Breaker {
  readonly isOpen: boolean
  /** Begins an attempt, whose outcome has to be reported once; null: the breaker is open. */
  begin(): ((outcome: Outcome) => void) | null
  /** Ends the pause, so that the next attempt is let through. */
  endPause(): void
}

/**
 * A circuit breaker. It opens after some consecutive failures; after the pause one attempt goes through, and its
 * outcome closes the breaker or begins another pause.
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
      // Late failures of attempts from before it opened do not extend the pause.
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
    endPause: () => {
      if (openedAt !== null) openedAt = now() - pause
    },
  }
}
