/** Counts turns of the event loop until it is stopped. */
export function countTurns() {
  let turns = 0
  let next: NodeJS.Immediate
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  next = setImmediate(count)
  return {
    soFar: () => turns,
    stop: () => {
      clearImmediate(next)
    },
  }
}

/** How many turns the event loop makes during some work. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  const turns = countTurns()
  await work()
  turns.stop()
  return turns.soFar()
}
