import { createWriteStream, fstatSync, rmSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { createDigest } from './digest'
import { manifestName, type Digest, type Manifest } from './manifest'

/** Rows shrink to a tenth; files are mostly compressed already. */
const rowCompression = 3
/** Readable by its owner only: it holds the installation's keys. */
const mode = 0o600

/** Ending of the name of an unfinished archive. */
export const partial = '.partial'

export interface ArchiveWriter {
  /** Adds an entry. @throws the error of the content, or of the disk. */
  add(name: string, content: AsyncIterable<Buffer>, kind: 'rows' | 'file'): Promise<Digest>
  /** Writes the manifest and gives the archive its name, once it is on the disk. @returns its bytes. */
  finish(manifest: Manifest): Promise<number>
  /** Removes what has been written. */
  discard(): Promise<void>
}

/**
 * Begins an archive (ZIP), at a path with another ending until it is complete.
 * @param stopped makes it fail.
 */
export function createArchive(file: string, stopped: AbortSignal): ArchiveWriter {
  const unfinished = `${file}${partial}`
  // That of a process that has ended, perhaps readable by others.
  rmSync(unfinished, { force: true })
  const zip = new ZipFile()
  const output = createWriteStream(unfinished, { mode, flags: 'wx', flush: true })
  let inode: number | undefined
  output.once('open', (descriptor: number) => (inode = fstatSync(descriptor).ino))
  const stop = () => output.destroy(new Error('The backup was stopped.'))
  if (stopped.aborted) stop()
  else stopped.addEventListener('abort', stop)
  let fail: (error: unknown) => void = () => undefined
  zip.on('error', (error: unknown) => {
    fail(error)
  })
  const written = pipeline(zip.outputStream, output)
  written.catch((error: unknown) => {
    fail(error)
  })
  /** Waits for work, unless writing fails before. */
  const unlessFailed = <T>(work: (resolve: (value: T) => void) => void): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      fail = reject
      if (output.errored) reject(output.errored)
      else work(resolve)
    })

  return {
    add: (name, content, kind) =>
      unlessFailed((resolve) => {
        const digest = createDigest()
        const options =
          kind === 'rows'
            ? { mode, compressionLevel: rowCompression, forceZip64Format: true }
            : { mode, compress: false }
        zip.addReadStreamLazy(name, options, (start) => {
          const stream = Readable.from(digest.through(content), { objectMode: false })
          stream.once('error', fail)
          stream.once('end', () => {
            resolve(digest.result())
          })
          start(null, stream)
        })
      }),
    finish: async (manifest) => {
      zip.addBuffer(Buffer.from(JSON.stringify(manifest)), manifestName, { mode })
      zip.end()
      await unlessFailed<void>((resolve) => {
        void written.then(resolve, () => undefined)
      })
      if ((await stat(unfinished)).ino !== inode)
        throw new Error(`${unfinished} is written by another backup, too.`)
      await rename(unfinished, file)
      await syncFolder(path.dirname(file))
      return output.bytesWritten
    },
    discard: async () => {
      output.destroy()
      await written.catch(() => undefined)
      await rm(unfinished, { force: true })
    },
  }
}

/** A new name survives a crash only when its folder has been synced, too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
