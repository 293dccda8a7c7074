/** Work that a process does beside its requests: when it is told to, and otherwise again and again. */
export interface Rounds {
  /** Begins a round now, unless one is under way. */
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

  const run = async () => {
    clearTimeout(timer)
    await round().catch(log)
    if (!isStopped) timer = setTimeout(wake, rest).unref()
  }
  const wake = () => {
    if (isStopped || underWay) return
    underWay = run().finally(() => (underWay = undefined))
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
