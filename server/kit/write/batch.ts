import type { Write } from '../context'

/**
 * Runs the creation of several records of a transaction as a batch: what each of them leaves to be done by statements that
 * could name many, such as its audit row and the keys of related records, is done once for all of them. Until then the
 * transaction does not see it.
 */
export async function inBatch<T>(write: Write, work: () => Promise<T>): Promise<T> {
  write.batch = new Map()
  try {
    const result = await work()
    await settleBatch(write)
    return result
  } finally {
    delete write.batch
  }
}

/** Does something for some records: at the end of the batch, together with the same work of others, or now without one. */
export async function forAll<Item>(
  write: Write,
  work: (write: Write, items: readonly Item[]) => Promise<unknown>,
  items: readonly Item[],
): Promise<void> {
  const { batch } = write
  if (batch) batch.set(work, [...(batch.get(work) ?? []), ...(items as readonly never[])])
  else await work(write, items)
}

/** Does what a batch has left so far, before a record is read that may be one of it. */
export async function settleBatch(write: Write): Promise<void> {
  const { batch } = write
  while (batch && batch.size > 0)
    for (const [work, items] of batch) {
      batch.delete(work)
      await work(write, items)
    }
}
