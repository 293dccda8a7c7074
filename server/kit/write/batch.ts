import type { Write } from '../context'
import type { ServerResource } from '../resource'

/**
 * Runs the creation, change or removal of several records of a transaction as a batch: what each of them leaves to be done by
 * statements that could name many, such as its audit row and the keys of related records, is done once for all of them, until
 * which the transaction does not see it; and what they name is read once.
 */
export async function inBatch<T>(write: Write, work: () => Promise<T>): Promise<T> {
  write.batch = { left: new Map(), known: new Map(), pending: new Set() }
  try {
    const result = await work()
    await settleBatch(write)
    return result
  } finally {
    delete write.batch
  }
}

/** Does something for some records: at the end of the batch, together with the same work of others, or now without one. */
export async function forAll<Item, Of extends Pick<Write, 'batch'>>(
  write: Of,
  work: (write: Of | Write, items: readonly Item[]) => Promise<unknown>,
  items: readonly Item[],
): Promise<void> {
  const { batch } = write
  if (batch) batch.left.set(work, [...(batch.left.get(work) ?? []), ...(items as readonly never[])])
  else await work(write, items)
}

/** Does what a batch has left so far, before a record is read that may be one of it. */
export async function settleBatch(write: Write): Promise<void> {
  const { batch } = write
  while (batch && batch.left.size > 0)
    for (const [work, items] of batch.left) {
      batch.left.delete(work)
      await work(write, items)
    }
  batch?.pending.clear()
}

const pendingKey = ({ table }: ServerResource, id: number): string => `${table} ${id}`

/** Does what follows from the creation or change of a record: at the end of the batch, as `forAll` does. */
export async function forRecord<Item extends { readonly resource: ServerResource; readonly id: number }>(
  write: Write,
  work: (write: Write, items: readonly Item[]) => Promise<unknown>,
  item: Item,
): Promise<void> {
  write.batch?.pending.add(pendingKey(item.resource, item.id))
  await forAll(write, work, [item])
}

/**
 * Does what a batch has left so far, where a record that is about to change is one of it, or shows texts that are computed from
 * others.
 */
export async function settlePending(write: Write, resource: ServerResource, id: number): Promise<void> {
  const showsOthers = Object.keys(resource.derived).length > 0
  if (showsOthers || write.batch?.pending.has(pendingKey(resource, id))) await settleBatch(write)
}

/** Reads what no write changes, such as the state of a name: once for all records of a batch. */
export async function readOnce<T>(
  { batch }: Pick<Write, 'batch'>,
  key: string,
  read: () => Promise<T>,
): Promise<T> {
  if (batch?.known.has(key)) return batch.known.get(key) as T
  const found = await read()
  batch?.known.set(key, found)
  return found
}
