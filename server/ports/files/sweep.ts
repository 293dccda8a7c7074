import { areContentsHeld } from '../../db/backups'
import type { OpenDatabase } from '../../db/dialects'
import { anyTable } from '../../kit/context'
import { allResources } from '../../kit/registry'
import type { FileStore, StoredContent } from '.'

/** The columns that name contents. */
export const contentColumns = (): { table: string; column: string }[] => [
  { table: 'outbox', column: 'content_key' },
  ...allResources().flatMap(({ table, contents }) =>
    Object.values(contents).map((column) => ({ table, column })),
  ),
]

/** Milliseconds that may pass between storing a content and its row, while uploads are possible. */
const uploadTime = 3_600_000

/**
 * Removes contents that no row references: remains of a process that ended between storing a file and recording it, and
 * of records deleted for good (TRUST-21). A database without any contents is more likely the wrong one than one that
 * has lost every file, so then nothing is removed; neither is during a backup (db/backups.ts).
 * @param db for reading the rows: off the event loop, once requests are served.
 * @param uploadsPossible whether a stored content may be about to be recorded.
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
  // Read after the store, so that contents recorded meanwhile count.
  let known = 0
  for (const { table, column } of contentColumns()) {
    const rows = await anyTable(db).selectFrom(table).select(column).where(column, 'is not', null).execute()
    known += rows.length
    for (const row of rows) found.delete(row[column] as string)
  }
  if (known === 0 || (await areContentsHeld({ db }))) return 0
  const spared = Date.now() - (uploadsPossible || store.isShared ? uploadTime : 0)
  let removed = 0
  for (const { key, modifiedAt } of found.values()) {
    if ((await modifiedAt()).getTime() > spared) continue
    await store.remove(key)
    removed++
  }
  return removed
}
