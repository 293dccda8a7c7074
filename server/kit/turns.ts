import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds of work in one turn of the event loop. */
const perTurn = 10

/** Maps a list of any length; other requests run meanwhile. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  let start = performance.now()
  for (const item of items) {
    results.push(work(item))
    if (performance.now() - start < perTurn) continue
    await nextTurn()
    start = performance.now()
  }
  return results
}
