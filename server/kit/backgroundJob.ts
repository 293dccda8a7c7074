/** A background job of a process: runs when woken, and otherwise at intervals. */
export interface BackgroundJob {
  /** Starts a run now; during a run, another one follows at once. */
  wake(): void
  readonly isStopped: boolean
  /** Waits for the current run; none follows. */
  stop(): Promise<void>
}

/**
 * @param run one run; its errors are logged, and it is retried at the next one.
 * @param rest milliseconds between the end of a run and the next one; they keep no process alive.
 */
export function createBackgroundJob(
  run: () => Promise<void>,
  rest: number,
  log: (error: unknown) => void,
): BackgroundJob {
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> | undefined
  let isStopped = false
  let wakes = 0

  const runAll = async () => {
    clearTimeout(timer)
    let seen: number
    do {
      seen = wakes
      await run().catch(log)
      // Work added during the run may not have been seen by it.
    } while (wakes > seen && !isStopped)
    underWay = undefined
    if (!isStopped) timer = setTimeout(wake, rest).unref()
  }
  const wake = () => {
    wakes++
    if (isStopped || underWay) return
    underWay = runAll()
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
