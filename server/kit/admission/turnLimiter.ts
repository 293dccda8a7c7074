/** Admits a bounded number of requests per turn of the event loop, in order of arrival. */
export function createTurnLimiter(atOnce: number): () => Promise<void> {
  const waiting: (() => void)[] = []
  let through = 0
  const open = () => {
    through = 0
    for (const pass of waiting.splice(0, atOnce)) {
      through++
      pass()
    }
    if (through > 0) setImmediate(open)
  }
  return () => {
    if (through === 0) setImmediate(open)
    if (through < atOnce && waiting.length === 0) {
      through++
      return Promise.resolve()
    }
    return new Promise((resolve) => waiting.push(resolve))
  }
}
