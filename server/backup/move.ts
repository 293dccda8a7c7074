/** Moves an installation from the embedded database to PostgreSQL; its files stay where they are. */
import { createHash } from 'node:crypto'
import type { Config } from '../config'
import { openLoad, openSnapshot } from '../db/dialects'
import type { RowSource, TableShape } from '../db/dialects/snapshot'
import { linesOf } from './archive/rows'
import { withKeys } from './keys'
import { load } from './load'
import { refuseFilled } from './restore'

/**
 * Copies all rows, and compares both databases. The data directory is locked by this process.
 * @returns the number of rows.
 * @throws StartError for a filled target, or one that servers use; Error naming a table whose rows differ.
 */
export async function move(config: Config, databaseUrl: string, force: boolean): Promise<number> {
  const place = { databaseUrl, dataDir: config.dataDir }
  await refuseFilled(place, force)
  const snapshot = await openSnapshot(config)
  try {
    const source = withKeys(snapshot, config)
    const target = await openLoad(place)
    try {
      const rows = await load(source, target)
      await target.commit()
      await compare(source, place)
      return rows
    } finally {
      await target.close()
    }
  } finally {
    await snapshot.close()
  }
}

async function compare(source: RowSource, place: Parameters<typeof openSnapshot>[0]): Promise<void> {
  const copy = await openSnapshot(place)
  try {
    for (const table of source.tables)
      if ((await hashOf(source, table)) !== (await hashOf(copy, table)))
        throw new Error(`The rows of ${table.name} differ after the move: go on with the old database.`)
  } finally {
    await copy.close()
  }
}

async function hashOf(source: RowSource, table: TableShape): Promise<string> {
  const hash = createHash('sha256')
  for await (const rows of source.rows(table)) hash.update(linesOf(rows))
  return hash.digest('hex')
}
