import { Readable } from 'node:stream'
import type { FileStore } from '../ports/files'
import { staffIds } from './accounts'
import { contentKey } from './contentKey'
import { customerOf } from './opportunities'
import { documentOf } from './documents/document'
import { attachedAt, attachedCount } from './messageAttachments'
import { copies } from './messages'
import { opportunityOwner, ownerFor } from './owners'
import type { DemoRow } from './rows'
import { opportunityIndexOf, ownedRowCount, perGroup } from './sizes'
import { stampsOf } from './stamps'
import { fileWords, letterOfAuthorization } from './wordLists/files'
import { randomFor, memoized, type World } from './world'

type File = DemoRow<'files'> & { owner_type: string; owner_id: number; storage_key: string }

/** Files at most: enough to show their use in an installation of any size. */
const maxFiles = 120
/** Contents stored concurrently; each waits for the disk. */
const atOnce = 16
/** The content type that clients send with an upload. */
const contentType = 42

/** The number of files for a number of opportunities. */
export const fileCount = (opportunities: number): number =>
  Math.min(maxFiles, ownedRowCount('files', opportunities))

/** The file at an index, and its content; ids count from 1. */
export const fileAt = memoized((world: World, index: number): { row: File; content: Buffer } => {
  const random = randomFor(world, 'files', index)
  const host = opportunityIndexOf('files', index)
  // In every other group a deal has the letter of its customer, so that some lack nothing to be priced (RDY-1).
  const isLetter = index % (2 * perGroup.files) === 1
  const { type, id, created } = isLetter
    ? opportunityOwner(world, host)
    : ownerFor(random, world, 'files', index)
  const { filename, mediaType, tags, content } = documentOf(
    random,
    world,
    isLetter ? letterOfAuthorization : random.pick(fileWords),
    customerOf(world, host),
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
    storage_key: contentKey(world, 'file', index),
  }
  return { row, content }
})

/** A content, and the row with its key in the file store. */
interface Stored {
  row: { storage_key: string }
  content: Buffer
}

/** Stores the contents of the files for a number of opportunities. */
export async function storeFiles(store: FileStore, world: World, opportunities: number): Promise<void> {
  await storeAll(store, fileCount(opportunities), (index) => fileAt(world, index))
  await storeAll(store, attachedCount(opportunities) / copies, (index) => attachedAt(world, index * copies))
}

async function storeAll(store: FileStore, count: number, at: (index: number) => Stored): Promise<void> {
  const indexes = Array.from({ length: count }, (_, index) => index)
  for (let start = 0; start < indexes.length; start += atOnce)
    await Promise.all(
      indexes.slice(start, start + atOnce).map((index) => {
        const { row, content } = at(index)
        return store.put(row.storage_key, Readable.from([content]))
      }),
    )
}
