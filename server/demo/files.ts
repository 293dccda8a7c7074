import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FileStore } from '../ports/files'
import { staffIds } from './accounts'
import { customerOf } from './opportunities'
import { documentOf } from './documents/document'
import { ownerFor } from './owners'
import type { DemoRow } from './rows'
import { hostOf, sizeOn } from './sizes'
import { stampsOf } from './stamps'
import { fileWords } from './words/files'
import { randomFor, remembering, type World } from './world'

type File = DemoRow<'files'> & { owner_type: string; owner_id: number; storage_key: string }

/** So many files show what files are for, however large the installation. */
const maxFiles = 120
/** Contents that are stored at the same time; each waits for the disk. */
const atOnce = 16
/** What a client that uploads a file sends as its content type. */
const contentType = 42

/** How many files go with a number of opportunities. */
export const fileCount = (opportunities: number): number => Math.min(maxFiles, sizeOn('files', opportunities))

/** The file at an index, and its content; ids count from 1. */
export const fileAt = remembering((world: World, index: number): { row: File; content: Buffer } => {
  const random = randomFor(world, 'files', index)
  const { type, id, created } = ownerFor(random, world, 'files', index)
  const { filename, mediaType, tags, content } = documentOf(
    random,
    world,
    random.pick(fileWords),
    customerOf(world, hostOf('files', index)),
  )
  const { created_at, created_by } = stampsOf(random, world, staffIds, created)
  const row: File = {
    file_id: index + 1,
    filename,
    // Clients name a bid by its bare id.
    object_id: type === 'bid' ? String(id) : `${type}-${id}`,
    content_type: contentType,
    tags,
    size: content.length,
    media_type: mediaType,
    created_at,
    created_by,
    owner_type: type,
    owner_id: id,
    storage_key: keyOf(world, index),
  }
  return { row, content }
})

/** Stores the contents of the files that go with a number of opportunities. */
export async function storeFiles(store: FileStore, world: World, opportunities: number): Promise<void> {
  const indexes = Array.from({ length: fileCount(opportunities) }, (_, index) => index)
  for (let start = 0; start < indexes.length; start += atOnce)
    await Promise.all(
      indexes.slice(start, start + atOnce).map((index) => {
        const { row, content } = fileAt(world, index)
        return store.put(row.storage_key, Readable.from([content]))
      }),
    )
}

/** Where the content lies in the file store: a key like all others, but the same one each time. */
function keyOf({ seed }: World, index: number): string {
  const hash = createHash('sha256').update(`demo file ${seed} ${index}`).digest('hex')
  return [hash.slice(0, 8), ...[8, 12, 16].map((at) => hash.slice(at, at + 4)), hash.slice(20, 32)].join('-')
}
