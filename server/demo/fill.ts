import type { Kysely } from 'kysely'
import type { OpenDatabase } from '../db/dialect'
import type { Tables } from '../db/tables'
import type { ServerResource } from '../kit/resource'
import { demoPasswordHash } from './accounts'
import { derivedColumns } from './derived'
import { insertRows } from './insert'
import { demoTables, type DemoTable } from './tables'
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
 * One transaction holds it all, so that an interrupted fill leaves the database empty.
 * @returns how many records were made.
 */
export async function fillDemo(database: OpenDatabase, options: DemoOptions): Promise<number> {
  const { opportunities, today, seed = 1, onProgress } = options
  const world = worldOf(seed, today)
  let made = 0
  await database.db.transaction().execute(async (trx) => {
    for (const table of demoTables) {
      const { table: name, contract } = table.resource
      const total = table.size(opportunities)
      await database.dialect.bulkLoad(trx, name, contract.idField, async () => {
        for (let start = 0; start < total; start += batchSize) {
          const end = Math.min(start + batchSize, total)
          await insertBatch(trx, world, table, start, end)
          onProgress?.(name, end, total)
        }
      })
      made += total
    }
  })
  return made
}

async function insertBatch(
  db: Kysely<Tables>,
  world: World,
  table: DemoTable,
  start: number,
  end: number,
): Promise<void> {
  const records = Array.from({ length: end - start }, (_, offset) => table.rowAt(world, start + offset))
  const { resource } = table
  await insertRows(
    db,
    resource.table,
    records.map((record) => ({ ...ownColumns(resource, record), ...derivedColumns(world, table, record) })),
  )
  for (const [relation, link] of Object.entries(resource.links))
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

const ownColumns = ({ links }: ServerResource, record: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !(name in links)))
