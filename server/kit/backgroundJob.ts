import { withLimits } from '../db/rowLimits'

/** A background job of a process: runs when woken, and mostly at intervals, too. */
export interface BackgroundJob {
  /** Starts a run now; during a run, another one follows at once. */
  wake(): void
  readonly isStopped: boolean
  /** Waits for the current run; none follows. */
  stop(): Promise<void>
}

/**
 * @param run one run; its errors are logged, and it is retried at the next one.
 * @param interval milliseconds between the end of a run and the next one, which keep no process alive; null: runs only
 *   when woken.
 */
export function createBackgroundJob(
  run: () => Promise<void>,
  interval: number | null,
  log: (error: unknown) => void,
): BackgroundJob {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isStopped = false
  let wakes = 0

  const runAll = async () => {
    clearTimeout(timer)
    let wakesBefore: number
    do {
      wakesBefore = wakes
      // A request may have woken it: it runs for the server itself.
      await withLimits(null, run).catch(log)
      // Work added during the run may not have been seen by it.
    } while (wakes > wakesBefore && !isStopped)
    running = undefined
    if (!isStopped && interval !== null) timer = setTimeout(wake, interval).unref()
  }
  const wake = () => {
    wakes++
    if (isStopped || running) return
    running = runAll()
  }

  return {
    wake,
    get isStopped() {
      return isStopped
    },
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
