/**
 * The store of file contents: a folder of this machine, or storage shared by several processes. The database knows
 * which content belongs to which record; a store knows keys and bytes only.
 */
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { ApiError } from '../../kit/errors'

/** A stored content, known to the database or not. */
export interface StoredContent {
  readonly key: string
  /** Called for few contents only, since it may need a request for each. */
  readonly modifiedAt: () => Promise<Date>
}

/** A file store. Its methods take time: none of them is called within a transaction. */
export interface FileStore {
  /**
   * Reads a stream to its end and stores it under a new key. When it resolves, the content survives a crash; when the
   * stream or the storage fails, nothing is left of it.
   * @returns the number of bytes.
   * @throws ApiError 507 when the storage is full, 502 or 504 when it does not answer, and the error of the stream
   *   itself.
   */
  put(key: string, content: Readable): Promise<number>
  /** @throws ApiError 404 for an unknown key, 502 or 504 when the storage does not answer. */
  read(key: string): Promise<Readable>
  /**
   * Removes a content; an unknown key is no error.
   * @throws ApiError 502 or 504 when the storage does not answer.
   */
  remove(key: string): Promise<void>
  /** All contents. */
  list(): AsyncIterable<StoredContent>
  /**
   * Removes the remains of interrupted uploads on this machine. Other processes upload to the same place, so it is
   * called only by the process that holds the data directory (db/lock.ts), before any upload.
   */
  clearUnfinished(): Promise<void>
  /** Whether other processes store files here, too. */
  readonly isShared: boolean
}

/** A key that cannot be guessed and reveals nothing about the file. */
export const newKey = (): string => randomUUID()

/** Checked since keys come from the database and become parts of paths. */
export const isKey = (key: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(key)

/** 404: the database knows the file, but its content is missing. */
export const contentMissing = (): ApiError =>
  new ApiError(404, 'content_missing', 'The content of this file is not there any more.')

export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'content_missing'

/** 507: the storage is full. */
export const storageFull = (): ApiError =>
  new ApiError(507, 'storage_full', 'There is no room for more files. Ask the administrator for help.')
