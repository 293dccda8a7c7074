/**
 * Releases held requests at a bounded rate: each is delayed by one step more for every request held already. So
 * repeating refused requests faster costs the server no more.
 * @param step in milliseconds, like `longest`, the maximum delay.
 */
export function createBackoff(step: number, longest: number) {
  let held = 0
  return async (): Promise<void> => {
    held++
    await new Promise((resolve) => setTimeout(resolve, Math.min(longest, held * step)))
    held--
  }
}
