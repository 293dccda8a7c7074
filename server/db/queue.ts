/** Whether somebody has to be the only one, or may be there while others are who say the same. */
export type Manner = 'alone' | 'beside'

/**
 * Lets everybody through in the order in which they came: one at a time, or several side by side where they may be.
 * @param places for so many.
 */
export function createQueue(places = 1) {
  const waiting: { manner: Manner; go: (leave: () => void) => void }[] = []
  let inside = 0
  let isTaken = false
  const next = () => {
    const [first] = waiting
    if (!first || isTaken || inside >= (first.manner === 'alone' ? 1 : places)) return
    waiting.shift()
    inside++
    isTaken = first.manner === 'alone'
    first.go(() => {
      inside--
      isTaken = false
      next()
    })
    next()
  }
  return {
    /** How many are inside or wait. */
    size: () => inside + waiting.length,

    /** Waits for its turn; the function that it gives ends the turn. */
    enter: (manner: Manner = 'alone'): Promise<() => void> =>
      new Promise((go) => {
        waiting.push({ manner, go })
        next()
      }),
  }
}

export type Queue = ReturnType<typeof createQueue>
