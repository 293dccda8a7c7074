/** Ids or short rows in one statement, below the limits of both databases. */
const maxItems = 5_000

/** Splits the items into chunks that one statement can name. */
export function* chunks<T>(items: readonly T[], size = maxItems): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
