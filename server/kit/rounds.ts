/** Work that a process does beside its requests: when it is told to, and otherwise again and again. */
export interface Rounds {
  /** Begins a round now; where one is under way, another one follows at once. */
  wake(): void
  readonly isStopped: boolean
  /** Lets the round that is under way come to its end; none follows. */
  stop(): Promise<void>
}

/**
 * @param round does what there is to do; what it throws is logged, and tried again in the next one.
 * @param rest milliseconds between the end of a round and the next one, which keep no process alive.
 */
export function createRounds(
  round: () => Promise<void>,
  rest: number,
  log: (error: unknown) => void,
): Rounds {
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> | undefined
  let isStopped = false
  let wakes = 0

  const run = async () => {
    clearTimeout(timer)
    let seen: number
    do {
      seen = wakes
      await round().catch(log)
      // What has been added since may have come after the round had looked.
    } while (wakes > seen && !isStopped)
    underWay = undefined
    if (!isStopped) timer = setTimeout(wake, rest).unref()
  }
  const wake = () => {
    wakes++
    if (isStopped || underWay) return
    underWay = run()
  }

  return {
    wake,
    get isStopped() {
      return isStopped
    },
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await underWay
    },
  }
}
