/** Writes of records that stand elsewhere, too: what happens there comes first, and what fails there is not stored here. */
import type { FastifyRequest } from 'fastify'
import { byCaller, inTransaction, type Write } from '../context'
import type { ApiRecord } from '../read/records'

/** What a write changes: null before a creation, and after a removal. */
export interface Change {
  before: ApiRecord | null
  after: ApiRecord | null
}

/** What has happened elsewhere. */
export interface Done {
  /** Stores what is to be known of it here, with the change itself. */
  store: (write: Write, id: number) => Promise<void>
  /** Takes it back, as far as that goes. */
  undo: () => Promise<void>
}

/**
 * Does elsewhere what belongs to a change; null where there is nothing to do.
 * @throws ApiError where it cannot be done: then nothing is stored.
 */
export type Ahead = (request: FastifyRequest, change: Change) => Promise<Done | null>

/** Carries a result out of a transaction that is undone. */
class Rehearsed<T> extends Error {
  constructor(readonly result: T) {
    super('rehearsed')
  }
}

/**
 * Makes a write as if it were meant, and undoes it: what it would store is known then, or why it is refused.
 * @throws ApiError as the write itself does.
 */
export async function rehearse<T>(request: FastifyRequest, work: (write: Write) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(request.server.database, byCaller(request), async (write) => {
      throw new Rehearsed(await work(write))
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.result as T
    throw error
  }
}

/** Stores a change after what has happened elsewhere, which is taken back where the change cannot be stored. */
export async function storeAfter<T>(
  request: FastifyRequest,
  undo: Done['undo'],
  store: () => Promise<T>,
): Promise<T> {
  try {
    return await store()
  } catch (error) {
    await undo().catch((err: unknown) => request.log.warn({ err }, 'not taken back elsewhere'))
    throw error
  }
}
