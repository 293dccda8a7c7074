import { CompiledQuery } from 'kysely'
import { mergedResources } from '../../src/contract/duplicatePairs'
import type { OpenDatabase } from '../db/dialects'
import {
  makeChunkFolder,
  removeChunkFolder,
  insertChunk,
  makeChunk,
  type RowChunk,
  type ChunkFormat,
} from '../db/rowChunks'
import type { TableRows } from '../db/tables'
import { chunks } from '../kit/chunks'
import { storeDueReadiness } from '../resources/readiness'
import type { FileStore } from '../ports/files'
import { demoPasswordHash } from '../fixtures/demoPassword'
import { calendars } from './accounts'
import { batchesOf, rowsOf, tablesOf, type Batch, type Fill } from './batches'
import { storeFiles } from './files'
import { moveMark, removeMark, setMark, unfinishedFill, type FillMark } from './mark'
import { keptTables, linksWithoutResource } from './tables'
import { worldOf } from './world'

/** Few waits for the disk, and a short log. */
const usualBatchesPerCommit = 10
const indexesPerCommit = 8

export interface DemoOptions {
  /** How many opportunities; the other tables follow in proportion. With 0, only the accounts are created. */
  opportunities: number
  /** The day around which all dates are. */
  today: Date
  /** Another number gives different data of the same kind. */
  seed?: number
  /** The store of file contents; without it, no files are created. */
  files?: FileStore
  /** Called with each transaction: of opportunities with their rows, and of indexes. */
  onProgress?: Progress
  /** Makes the rows; by default on this thread. */
  makeRows?: MakeRows
  /** Batches of one transaction. */
  batchesPerCommit?: number
}

type Progress = (what: 'opportunities' | 'indexes', done: number, total: number) => void
const noProgress: Progress = () => undefined

/** The input of making rows: the batches of each transaction, and the format of their rows. */
export interface Making {
  fill: Fill
  transactions: readonly (readonly Batch[])[]
  chunkFormat: ChunkFormat
}

/** Gives the rows of each transaction, in their order. */
export type MakeRows = (making: Making) => AsyncIterable<RowChunk>

/** Whether there are no accounts, as in a new database. */
export const isEmpty = async ({ db }: OpenDatabase): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined

/** Whether an account has the public password of the demo (TRUST-37). */
export const hasDemoAccounts = async ({ db }: OpenDatabase): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('password_hash', '=', demoPasswordHash)
    .where('is_active', '=', true)
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Fills an empty database with demo data: the same seed and the same day give the same rows, byte for byte. It runs in
 * transactions of a bounded size with a progress mark (mark.ts); an interrupted fill is resumed with its own options.
 * Indexes of tables that get many rows are dropped before and restored after.
 * @returns how many records the database then holds.
 */
export async function fillDemo(database: OpenDatabase, options: DemoOptions): Promise<number> {
  const { files, onProgress = noProgress } = options
  const mark = (await unfinishedFill(database.db)) ?? (await begin(database, options))
  const { opportunities, withFiles } = mark
  const world = worldOf(mark.seed, new Date(mark.today))
  if (files && withFiles) await storeFiles(files, world, opportunities)

  const filled = await insertBatches(database, mark, { world, opportunities, withFiles }, options)
  await restoreIndexes(database, filled, onProgress)
  await storeDueReadiness(database)
  await database.db.transaction().execute(async (trx) => {
    await trx.insertInto('calendars').values(calendars).execute()
    await trx
      .insertInto('duplicate_marks')
      .values(mergedResources.map((resource) => ({ resource })))
      .execute()
    for (const { resource } of tablesOf(withFiles))
      await database.dialect.bulkLoad.continueIds(trx, resource.table, resource.contract.idField)
    await removeMark(trx)
  })
  return tablesOf(withFiles).reduce((sum, { size }) => sum + size(opportunities), 0)
}

type Filled = Pick<Fill, 'opportunities' | 'withFiles'>

/** Each table that gets rows, including link tables, and about how many. */
const filledTables = ({ opportunities, withFiles }: Filled): { table: string; rows: number }[] => [
  ...tablesOf(withFiles).flatMap(({ resource, size }) =>
    [resource.table, ...linksWithoutResource(resource).map(([, { table }]) => table)].map((table) => ({
      table,
      rows: size(opportunities),
    })),
  ),
  ...keptTables.map(({ table, size }) => ({ table, rows: size(opportunities) })),
]

/** Drops the indexes of the filled tables where that is worth it, and sets the mark. */
const begin = (
  { db, dialect }: OpenDatabase,
  { opportunities, today, seed = 1, files }: DemoOptions,
): Promise<FillMark> =>
  db.transaction().execute(async (trx) => {
    const withFiles = files !== undefined
    const indexes: string[] = []
    for (const { table, rows } of filledTables({ opportunities, withFiles }))
      if (rows >= dialect.bulkLoad.worthDropping)
        indexes.push(...(await dialect.bulkLoad.dropIndexes(trx, table)))
    const world = worldOf(seed, today)
    return setMark(trx, { opportunities, seed, today: world.today, withFiles, batches: 0, indexes })
  })

async function* makeHere(making: Making): AsyncGenerator<RowChunk> {
  for (const transaction of making.transactions.keys()) yield chunkRows(making, transaction)
}

/** Makes the rows of a transaction, a batch at a time, as a chunk. */
export const chunkRows = ({ fill, transactions, chunkFormat }: Making, transaction: number): RowChunk =>
  makeChunk(chunkFormat, String(transaction), rowsOfBatches(fill, transactions[transaction] ?? []))

function* rowsOfBatches(fill: Fill, batches: readonly Batch[]): Generator<TableRows> {
  for (const batch of batches) yield* rowsOf(fill, batch)
}

/** Inserts the batches that are not in the mark yet. */
async function insertBatches(
  { db, dialect }: OpenDatabase,
  start: FillMark,
  fill: Fill,
  { makeRows = makeHere, batchesPerCommit = usualBatchesPerCommit, onProgress = noProgress }: DemoOptions,
): Promise<FillMark> {
  const transactions = [...chunks(batchesOf(fill.opportunities).slice(start.batches), batchesPerCommit)]
  const tables = filledTables(fill).map(({ table }) => table)
  const chunkFormat = await dialect.bulkLoad.chunkFormat(db, tables)
  let [mark, done] = [start, 0]
  makeChunkFolder(chunkFormat)
  for await (const chunk of makeRows({ fill, transactions, chunkFormat })) {
    const batches = transactions[done++] ?? []
    mark = await insertChunk(db, chunk, (trx) => {
      onProgress('opportunities', batches.at(-1)?.to ?? 0, fill.opportunities)
      return moveMark(trx, mark, { batches: mark.batches + batches.length })
    })
  }
  removeChunkFolder(chunkFormat)
  return mark
}

/** Runs the remaining statements of the mark. */
async function restoreIndexes(
  { db, dialect }: OpenDatabase,
  start: FillMark,
  onProgress: Progress,
): Promise<void> {
  let mark = start
  for (const some of chunks(start.indexes, indexesPerCommit)) {
    mark = await db.transaction().execute(async (trx) => {
      for (const statement of some) await dialect.pipeline(trx, CompiledQuery.raw(statement))
      return moveMark(trx, mark, { indexes: mark.indexes.slice(some.length) })
    })
    onProgress('indexes', start.indexes.length - mark.indexes.length, start.indexes.length)
  }
}
