import type { Kysely } from 'kysely'
import type { OpenDatabase } from '../db/dialect'
import type { Tables } from '../db/tables'
import type { ServerResource } from '../kit/resource'
import type { FileStore } from '../ports/files'
import { resources } from '../resources'
import { calendars, demoPasswordHash } from './accounts'
import { deriver } from './derived'
import { storeFiles } from './files'
import { insertRows } from './insert'
import { bareLinks, demoTables, type DemoTable } from './tables'
import { worldOf, type World } from './world'

/** How many records are made, and held in memory, at a time. */
const batchSize = 1_000

export interface DemoOptions {
  /** How many opportunities; the other tables follow in proportion. With 0, only the accounts are made. */
  opportunities: number
  /** The day around which all dates lie. */
  today: Date
  /** Another number makes another world of the same kind. */
  seed?: number
  /** Where the contents of files go; without it, no files are made. */
  files?: FileStore
  /** Called after each batch of records. */
  onProgress?: (table: string, done: number, total: number) => void
}

/** Whether nobody has an account yet, as in a database that has just been made. */
export const isEmpty = async ({ db }: OpenDatabase): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined

/** Whether an account answers to the public password of the demo (TRUST-37). */
export const hasDemoAccounts = async ({ db }: OpenDatabase): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('password_hash', '=', demoPasswordHash)
    .where('is_active', '=', true)
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Fills an empty database with demo data: the same seed and the same day give the same rows, byte for byte.
 * One transaction holds it all, so that an interrupted fill leaves the database empty; contents of files that no
 * row names then are swept by the store.
 * @returns how many records were made.
 */
export async function fillDemo(database: OpenDatabase, options: DemoOptions): Promise<number> {
  const { opportunities, today, seed = 1, files, onProgress } = options
  const world = worldOf(seed, today)
  const tables = files ? demoTables : demoTables.filter(({ resource }) => resource !== resources.files)
  if (files) await storeFiles(files, world, opportunities)
  let made = 0
  await database.db.transaction().execute(async (trx) => {
    for (const table of tables) {
      const { table: name, contract } = table.resource
      const total = table.size(opportunities)
      const toRow = rowMaker(world, table)
      await database.dialect.bulkLoad(trx, name, contract.idField, async () => {
        for (let start = 0; start < total; start += batchSize) {
          const end = Math.min(start + batchSize, total)
          const records = Array.from({ length: end - start }, (_, offset) =>
            table.rowAt(world, start + offset),
          )
          await insertRows(
            trx,
            name,
            records.map((record, offset) => toRow(record, start + offset)),
          )
          await insertLinks(trx, table.resource, records)
          onProgress?.(name, end, total)
        }
      })
      made += total
    }
    await insertRows(trx, 'calendars', calendars)
  })
  return made
}

type DemoRecord = Readonly<Record<string, unknown>>

/** Makes the columns of a record's row; lists, and whatever else is no plain value, are kept as JSON text. */
function rowMaker(world: World, table: DemoTable): (record: DemoRecord, index: number) => DemoRecord {
  const { links } = table.resource
  const derive = deriver(table)
  return (record, index) => {
    const row: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(record))
      if (!(name in links))
        row[name] = typeof value === 'object' && value !== null ? JSON.stringify(value) : value
    return Object.assign(row, derive(world, index, record))
  }
}

/** Inserts the links of records whose relations have no resource of their own. */
async function insertLinks(
  db: Kysely<Tables>,
  resource: ServerResource,
  records: readonly DemoRecord[],
): Promise<void> {
  for (const [relation, link] of bareLinks(resource))
    await insertRows(
      db,
      link.table,
      records.flatMap((record) =>
        [record[relation]].flat().map((target, position) => ({
          [link.own]: record[resource.contract.idField],
          [link.target]: target,
          ...(link.order === undefined ? {} : { [link.order]: position }),
        })),
      ),
    )
}
