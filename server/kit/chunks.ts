/** A statement names at most this many ids, below the limits of both databases. */
const maxIds = 5_000

/** The items in portions that one statement can name. */
export function* chunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += maxIds) yield items.slice(start, start + maxIds)
}
