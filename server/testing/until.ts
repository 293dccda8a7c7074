import { setTimeout as wait } from 'node:timers/promises'

/**
 * Asks until the answer is as wanted, and gives it: for what happens by itself, after the answer to the request that
 * brought it about. The test's own time limit ends what never comes.
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

/** Waits until something holds that happens by itself. */
export const until = (holds: () => boolean | Promise<boolean>): Promise<boolean> =>
  untilAnswer(holds, (answer) => answer)
