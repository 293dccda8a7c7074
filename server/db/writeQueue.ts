/** Exclusive, or concurrent with others that are concurrent. */
export type LockMode = 'exclusive' | 'concurrent'

/**
 * A first-in, first-out queue: admits one at a time, or several concurrent ones.
 * @param slots how many concurrent ones.
 */
export function createWriteQueue(slots = 1) {
  const queued: { lockMode: LockMode; start: (release: () => void) => void }[] = []
  let running = 0
  let isExclusive = false
  const next = () => {
    const [first] = queued
    if (!first || isExclusive || running >= (first.lockMode === 'exclusive' ? 1 : slots)) return
    queued.shift()
    running++
    isExclusive = first.lockMode === 'exclusive'
    first.start(() => {
      running--
      isExclusive = false
      next()
    })
    next()
  }
  return {
    /** How many are admitted or queued. */
    size: () => running + queued.length,

    /** Waits for admission; the returned function ends it. */
    enter: (lockMode: LockMode = 'exclusive'): Promise<() => void> =>
      new Promise((start) => {
        queued.push({ lockMode, start })
        next()
      }),
  }
}

export type WriteQueue = ReturnType<typeof createWriteQueue>
