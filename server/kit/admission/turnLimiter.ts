import { setImmediate } from 'node:timers'

/** Admits a bounded number of callers per turn of the event loop, in order of arrival. */
export function createTurnLimiter(perTurn: number): () => Promise<void> {
  const waiting: (() => void)[] = []
  const admit = () => {
    for (const pass of waiting.splice(0, perTurn)) pass()
    if (waiting.length > 0) setImmediate(admit)
  }
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(admit)
    })
}

/**
 * Waits for a turn of the event loop in which no other caller does: before synchronous work of several milliseconds,
 * such as parsing a large body. Other requests run in between (TRUST-25).
 */
export const longTaskTurn = createTurnLimiter(1)
