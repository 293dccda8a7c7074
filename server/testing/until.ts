import { setTimeout as wait } from 'node:timers/promises'

/**
 * Repeats a request until its answer is as wanted, and returns it: for effects that follow after the answer to their
 * request. The test's own time limit applies.
 */
export async function untilAnswer<T>(
  ask: () => T | Promise<T>,
  isWanted: (answer: T) => boolean,
): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (isWanted(answer)) return answer
    await wait(10, undefined, { ref: false })
  }
}

/** Waits until a condition holds. */
export const until = (holds: () => boolean | Promise<boolean>): Promise<boolean> =>
  untilAnswer(holds, (answer) => answer)
