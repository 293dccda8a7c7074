/**
 * Writes of records that are also stored in an external system: the external call comes first, and nothing is stored
 * here if it fails.
 */
import type { FastifyRequest } from 'fastify'
import { writerFromRequest, inTransaction, type Write } from '../context'
import type { ApiRecord } from '../read/records'

/** The change of a write: `before` is null for a creation, `after` for a removal. */
export interface Change {
  before: ApiRecord | null
  after: ApiRecord | null
}

/** A completed external call. */
export interface CompletedCall {
  /** Stores its results here, in the transaction of the change itself. */
  store: (write: Write, id: number) => Promise<void>
  /** Reverts the external call as far as possible. */
  undo: () => Promise<void>
}

/**
 * Makes the external call that belongs to a change; null where there is nothing to do.
 * @throws ApiError where it fails: then nothing is stored.
 */
export type ExternalCall = (request: FastifyRequest, change: Change) => Promise<CompletedCall | null>

/** Carries a result out of a transaction that is rolled back. */
class DryRunDone<T> extends Error {
  constructor(readonly result: T) {
    super('The dry run is done.')
  }
}

/**
 * Runs a write and rolls it back, to know in advance what it would store or why it is refused.
 * @throws ApiError as the write itself does.
 */
export async function dryRunWrite<T>(
  request: FastifyRequest,
  work: (write: Write) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(request.server.database, writerFromRequest(request), async (write) => {
      throw new DryRunDone(await work(write))
    })
  } catch (error) {
    if (error instanceof DryRunDone) return error.result as T
    throw error
  }
}

/** Stores a change after its external call, which is reverted where the change cannot be stored. */
export async function storeAfterCall<T>(
  request: FastifyRequest,
  undo: CompletedCall['undo'],
  store: () => Promise<T>,
): Promise<T> {
  try {
    return await store()
  } catch (error) {
    await undo().catch((err: unknown) => request.log.warn({ err }, 'the external call was not reverted'))
    throw error
  }
}
