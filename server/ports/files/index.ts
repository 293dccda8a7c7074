/**
 * Where the content of files lies: in a folder of this machine, or in storage that several processes share. The
 * database says which file is which; a store knows keys and bytes only.
 */
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { ApiError } from '../../kit/errors'

/** What a store holds, whether or not the database knows of it. */
export interface StoredContent {
  readonly key: string
  /** Asked only of the few that matter: it can take a look at each. */
  readonly modifiedAt: () => Promise<Date>
}

/** A file store. Its methods take time: none of them is called within a transaction. */
export interface FileStore {
  /**
   * Reads a stream to its end and keeps it under a new key. When it resolves, the content survives a crash; when
   * the stream or the storage fails, nothing is left of it.
   * @returns the number of bytes.
   * @throws ApiError 507 when there is no room, 502 or 504 when the storage does not answer, and whatever error
   * the stream itself ends with.
   */
  put(key: string, content: Readable): Promise<number>
  /** @throws ApiError 404 for a key that is not there, 502 or 504 when the storage does not answer. */
  read(key: string): Promise<Readable>
  /**
   * Removes what a key names; one that is not there is no fault.
   * @throws ApiError 502 or 504 when the storage does not answer.
   */
  remove(key: string): Promise<void>
  /** Everything that is there. */
  list(): AsyncIterable<StoredContent>
  /**
   * Removes what uploads that were cut off have left on this machine. Uploads of other processes lie in the same place,
   * so it is for whoever holds the data directory (db/lock.ts), before anybody uploads.
   */
  clearUnfinished(): Promise<void>
  /** Whether other processes put files here, too. */
  readonly isShared: boolean
}

/** A key that nobody can guess and that tells nothing of the file. */
export const newKey = (): string => randomUUID()

/** Keys come from the database and become parts of paths. */
export const isKey = (key: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(key)

/** 404: the database knows the file, but its content is gone. */
export const contentMissing = (): ApiError =>
  new ApiError(404, 'content_missing', 'The content of this file is not there any more.')

export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'content_missing'

/** 507: there is no room for a file. */
export const storageFull = (): ApiError =>
  new ApiError(507, 'storage_full', 'There is no room for more files. Ask the administrator for help.')
