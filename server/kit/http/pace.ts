/**
 * Lets go at a bounded rate: each a step later for every one that is held already. So whoever keeps asking for what is
 * refused costs no more by asking more often.
 * @param step in milliseconds, like `longest`, which nobody is held longer than.
 */
export function createPace(step: number, longest: number) {
  let held = 0
  return async (): Promise<void> => {
    held++
    await new Promise((resolve) => setTimeout(resolve, Math.min(longest, held * step)))
    held--
  }
}
