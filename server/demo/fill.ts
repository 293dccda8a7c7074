import { sql } from 'kysely'
import type { OpenDatabase } from '../db/dialect'
import { chunks } from '../kit/chunks'
import type { FileStore } from '../ports/files'
import { calendars, demoPasswordHash } from './accounts'
import { batchesOf, rowsOf, tablesOf, type Fill, type TableRows } from './batches'
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
  /** Called after each batch of opportunities and what comes with them, and after the indexes of each transaction. */
  onProgress?: Progress
  /** Makes the rows of batches, in their order; by itself, this thread does. */
  makeRows?: MakeRows
  /** Batches of one transaction. */
  batchesPerCommit?: number
}

type Progress = (what: 'opportunities' | 'indexes', done: number, total: number) => void
const unseen: Progress = () => undefined

/** Gives the rows of each batch of a fill, from one of them on. */
export type MakeRows = (fill: Fill, from: number) => AsyncIterable<TableRows[]>

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

/** Takes the indexes of everything that is filled away, and sets the mark. */
const begin = (
  { db, dialect }: OpenDatabase,
  { opportunities, today, seed = 1, files }: DemoOptions,
): Promise<FillMark> =>
  db.transaction().execute(async (trx) => {
    const withFiles = files !== undefined
    const indexes: string[] = []
    for (const { resource } of tablesOf(withFiles))
      for (const name of [resource.table, ...bareLinks(resource).map(([, { table }]) => table)])
        indexes.push(...(await dialect.takeIndexes(trx, name)))
    const world = worldOf(seed, today)
    return setMark(trx, { opportunities, seed, today: world.today, withFiles, batches: 0, indexes })
  })

async function* makeHere(fill: Fill, from: number): AsyncGenerator<TableRows[]> {
  for (const batch of batchesOf(fill.opportunities).slice(from)) yield rowsOf(fill, batch)
}

/** Inserts the batches that the mark does not tell of yet. */
async function insertBatches(
  { db, dialect }: OpenDatabase,
  start: FillMark,
  fill: Fill,
  { makeRows = makeHere, batchesPerCommit = usualBatchesPerCommit, onProgress = unseen }: DemoOptions,
): Promise<FillMark> {
  let mark = start
  const made = makeRows(fill, start.batches)[Symbol.asyncIterator]()
  try {
    for (const some of chunks(batchesOf(fill.opportunities).slice(start.batches), batchesPerCommit))
      mark = await db.transaction().execute(async (trx) => {
        for (const { to } of some) {
          const { value } = (await made.next()) as { value: TableRows[] }
          for (const { table, columns, rows } of value) await dialect.insertMany(trx, table, columns, rows)
          onProgress('opportunities', to, fill.opportunities)
        }
        for (const { resource } of tablesOf(fill.withFiles)) await dialect.searchInserted(trx, resource.table)
        return moveMark(trx, mark, { batches: mark.batches + some.length })
      })
  } finally {
    await made.return?.()
  }
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
