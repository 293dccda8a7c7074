import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until a condition holds, at most 20 s, and fails the test at this place when it never does. */
export async function expectEventually(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`This never came true: ${holds.toString()}`)
    await sleep(50)
  }
}
