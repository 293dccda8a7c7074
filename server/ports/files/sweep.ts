import type { OpenDatabase } from '../../db/dialect'
import { anyTable } from '../../kit/context'
import { allResources } from '../../kit/registry'
import type { FileStore, StoredContent } from '.'

/** Milliseconds that may pass between the storing of a content and its row, while uploads can be under way. */
const uploadTime = 3_600_000

/**
 * Removes contents that no row names: what a process has left that ended between storing a file and recording it,
 * and what records held that were deleted for good (TRUST-21). A database that names no content at all is more
 * likely the wrong one than one that has lost every file, so then nothing is removed.
 * @param db where rows are read: beside the event loop, once others are served.
 * @param uploadsPossible whether somebody may be about to record what has just been stored.
 * @returns how many contents have been removed.
 * @throws ApiError 502 or 504 when the storage does not answer.
 */
export async function sweepOrphans(
  store: FileStore,
  db: OpenDatabase['scans'],
  uploadsPossible: boolean,
): Promise<number> {
  const found = new Map<string, StoredContent>()
  for await (const content of store.list()) found.set(content.key, content)
  if (found.size === 0) return 0
  // Asked after the store, so that whatever has been recorded meanwhile counts.
  let known = 0
  for (const { table, contents } of allResources())
    for (const column of Object.values(contents)) {
      const rows = await anyTable(db).selectFrom(table).select(column).where(column, 'is not', null).execute()
      known += rows.length
      for (const row of rows) found.delete(row[column] as string)
    }
  if (known === 0) return 0
  const spared = Date.now() - (uploadsPossible || store.isShared ? uploadTime : 0)
  let removed = 0
  for (const { key, modifiedAt } of found.values()) {
    if ((await modifiedAt()).getTime() > spared) continue
    await store.remove(key)
    removed++
  }
  return removed
}
