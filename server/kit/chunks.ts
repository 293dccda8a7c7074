/** A statement names at most this many ids or short rows, below the limits of both databases. */
const maxItems = 5_000

/** The items in portions that one statement can name. */
export function* chunks<T>(items: readonly T[], size = maxItems): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
