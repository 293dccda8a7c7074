import { setTimeout as sleep } from 'node:timers/promises'

/** Waits at most 20 s until a condition holds; fails the test at the caller's line otherwise. */
export async function expectEventually(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`This never came true: ${holds.toString()}`)
    await sleep(50)
  }
}
