import { sql } from 'kysely'
import type { OpenDatabase } from '../db/dialect'
import { beginPacking, endPacking, insertPacked, pack, type Packed, type Packing } from '../db/packs'
import type { TableRows } from '../db/tables'
import { chunks } from '../kit/chunks'
import type { FileStore } from '../ports/files'
import { calendars, demoPasswordHash } from './accounts'
import { batchesOf, rowsOf, tablesOf, type Batch, type Fill } from './batches'
import { storeFiles } from './files'
import { moveMark, removeMark, setMark, unfinishedFill, type FillMark } from './mark'
import { bareLinks } from './tables'
import { worldOf } from './world'

/** Few waits for the disk, and a log that stays short. */
const usualBatchesPerCommit = 10
const indexesPerCommit = 8

export interface DemoOptions {
  /** How many opportunities; the other tables follow in proportion. With 0, only the accounts are made. */
  opportunities: number
  /** The day around which all dates lie. */
  today: Date
  /** Another number makes another world of the same kind. */
  seed?: number
  /** Where the contents of files go; without it, no files are made. */
  files?: FileStore
  /** Called with each transaction: of opportunities and what comes with them, and of indexes. */
  onProgress?: Progress
  /** Makes the rows; by itself, this thread does. */
  makeRows?: MakeRows
  /** Batches of one transaction. */
  batchesPerCommit?: number
}

type Progress = (what: 'opportunities' | 'indexes', done: number, total: number) => void
const unseen: Progress = () => undefined

/** What is to be made: the batches of each transaction, and how their rows are packed. */
export interface Making {
  fill: Fill
  transactions: readonly (readonly Batch[])[]
  packing: Packing
}

/** Gives the rows of each transaction, in their order. */
export type MakeRows = (making: Making) => AsyncIterable<Packed>

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
 * Fills an empty database with demo data: the same seed and the same day give the same rows, byte for byte. It goes in
 * transactions of a bounded size with a mark of how far it has come (mark.ts); where an earlier fill was interrupted,
 * that one goes on, whatever the options ask for. Indexes are taken away before and come back after.
 * @returns how many records the database then holds.
 */
export async function fillDemo(database: OpenDatabase, options: DemoOptions): Promise<number> {
  const { files, onProgress = unseen } = options
  const mark = (await unfinishedFill(database.db)) ?? (await begin(database, options))
  const { opportunities, withFiles } = mark
  const world = worldOf(mark.seed, new Date(mark.today))
  if (files && withFiles) await storeFiles(files, world, opportunities)

  const filled = await insertBatches(database, mark, { world, opportunities, withFiles }, options)
  await bringIndexesBack(database, filled, onProgress)
  await database.db.transaction().execute(async (trx) => {
    await trx.insertInto('calendars').values(calendars).execute()
    for (const { resource } of tablesOf(withFiles))
      await database.dialect.countOn(trx, resource.table, resource.contract.idField)
    await removeMark(trx)
  })
  return tablesOf(withFiles).reduce((sum, { size }) => sum + size(opportunities), 0)
}

/** Each table that gets rows, those of links included. */
const filledTables = (withFiles: boolean): string[] =>
  tablesOf(withFiles).flatMap(({ resource }) => [
    resource.table,
    ...bareLinks(resource).map(([, { table }]) => table),
  ])

/** Takes the indexes of everything that is filled away, and sets the mark. */
const begin = (
  { db, dialect }: OpenDatabase,
  { opportunities, today, seed = 1, files }: DemoOptions,
): Promise<FillMark> =>
  db.transaction().execute(async (trx) => {
    const withFiles = files !== undefined
    const indexes: string[] = []
    for (const table of filledTables(withFiles)) indexes.push(...(await dialect.takeIndexes(trx, table)))
    const world = worldOf(seed, today)
    return setMark(trx, { opportunities, seed, today: world.today, withFiles, batches: 0, indexes })
  })

async function* makeHere(making: Making): AsyncGenerator<Packed> {
  for (const transaction of making.transactions.keys()) yield packRows(making, transaction)
}

/** Makes the rows of a transaction, a batch at a time, and packs them. */
export const packRows = ({ fill, transactions, packing }: Making, transaction: number): Packed =>
  pack(packing, String(transaction), rowsOfBatches(fill, transactions[transaction] ?? []))

function* rowsOfBatches(fill: Fill, batches: readonly Batch[]): Generator<TableRows> {
  for (const batch of batches) yield* rowsOf(fill, batch)
}

/** Inserts the batches that the mark does not tell of yet. */
async function insertBatches(
  { db, dialect }: OpenDatabase,
  start: FillMark,
  fill: Fill,
  { makeRows = makeHere, batchesPerCommit = usualBatchesPerCommit, onProgress = unseen }: DemoOptions,
): Promise<FillMark> {
  const transactions = [...chunks(batchesOf(fill.opportunities).slice(start.batches), batchesPerCommit)]
  const packing = await dialect.packing(db, filledTables(fill.withFiles))
  let [mark, done] = [start, 0]
  beginPacking(packing)
  for await (const packed of makeRows({ fill, transactions, packing })) {
    const batches = transactions[done++] ?? []
    mark = await insertPacked(db, packed, (trx) => {
      onProgress('opportunities', batches.at(-1)?.to ?? 0, fill.opportunities)
      return moveMark(trx, mark, { batches: mark.batches + batches.length })
    })
  }
  endPacking(packing)
  return mark
}

/** Runs the statements that the mark still names. */
async function bringIndexesBack({ db }: OpenDatabase, start: FillMark, onProgress: Progress): Promise<void> {
  let mark = start
  for (const some of chunks(start.indexes, indexesPerCommit)) {
    mark = await db.transaction().execute(async (trx) => {
      for (const statement of some) await sql.raw(statement).execute(trx)
      return moveMark(trx, mark, { indexes: mark.indexes.slice(some.length) })
    })
    onProgress('indexes', start.indexes.length - mark.indexes.length, start.indexes.length)
  }
}
