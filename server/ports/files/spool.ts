/** Writes a stream to a temporary file, so that no reader ever sees half of it (TRUST-21). */
import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { storageFull } from '.'

export interface Spooled {
  path: string
  /** Bytes. */
  size: number
  /** Of the content, hexadecimal. */
  sha256: string
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

/** Whether the disk, or this user's quota of it, is full. */
const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(String(codeOf(error)))

/** Whether a file does not exist. */
export const isAbsent = (error: unknown): boolean => codeOf(error) === 'ENOENT'

/** Creates the folder of temporary files if needed; existing files in it stay. */
export const makeSpool = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/** Removes every temporary file, also those that are still being written. */
export async function emptySpool(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(path.join(folder, name), { force: true })
}

/**
 * Writes a stream to a private file and waits until it is on the disk; after a failure no file is left.
 * @throws ApiError 507 when the disk is full, or the stream's own error.
 */
export async function spool(content: Readable, folder: string, name: string): Promise<Spooled> {
  const file = path.join(folder, name)
  const hash = createHash('sha256')
  let size = 0
  try {
    const handle = await open(file, 'wx', 0o600)
    try {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        hash.update(chunk)
        size += chunk.length
        await handle.writeFile(chunk)
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    return { path: file, size, sha256: hash.digest('hex') }
  } catch (error) {
    // The unread rest would block its sender.
    content.destroy()
    await rm(file, { force: true })
    throw isFull(error) ? storageFull() : error
  }
}
