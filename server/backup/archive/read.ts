import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { StartError } from '../../config'
import { reasonOf } from '../../db/lock'
import { manifestName, parseManifest, type Manifest } from './manifest'

export interface ArchiveReader {
  readonly manifest: Manifest
  /** The names of its entries, the manifest's excepted. */
  readonly names: ReadonlySet<string>
  /** The content of an entry. @throws StartError for an entry that it lacks. */
  read(name: string): Promise<Readable>
  close(): void
}

/**
 * Opens an archive and reads its manifest.
 * @throws StartError for a file that is no whole archive of this product.
 */
export async function openArchive(file: string): Promise<ArchiveReader> {
  const zip = await openZip(file)
  try {
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
    const read = (name: string): Promise<Readable> => {
      const entry = entries.get(name)
      if (!entry) throw new StartError(`${file} lacks ${name}.`)
      return zip.openReadStreamPromise(entry)
    }
    const text = await buffer(await read(manifestName))
    // Its hash is in no manifest.
    const isWhole = crc32(text) === entries.get(manifestName)?.crc32
    const manifest = isWhole ? parseManifest(text.toString()) : undefined
    if (!manifest) throw new StartError(`${file} has no manifest that this version can read.`)
    entries.delete(manifestName)
    return {
      manifest,
      names: new Set(entries.keys()),
      read,
      close: () => {
        zip.close()
      },
    }
  } catch (error) {
    zip.close()
    throw error instanceof StartError ? error : new StartError(`${file} is damaged: ${reasonOf(error)}.`)
  }
}

async function openZip(file: string): Promise<ZipFile> {
  try {
    return await yauzl.openPromise(file, { autoClose: false, lazyEntries: true })
  } catch (error) {
    throw new StartError(`${file} is no whole backup: ${reasonOf(error)}.`)
  }
}
