/**
 * Stores imports of records and takes them back, in the background, some rows at a time, in a transaction with what became of
 * them, by the rules of a single creation or change; where one is refused, halves of them, down to each by itself. A process
 * that dies has thus stored a row or not, and the next one goes on (IMP-5, docs/decisions/030-record-imports.md).
 */
import { sql, type SqlBool } from 'kysely'
import {
  isRecordImport,
  maxRunningImports,
  recordImportDays,
  type RecordImport,
} from '../../../../src/contract/recordImports'
import { nowOf } from '../../../db/clock'
import { isTransient, isUnwritable, type OpenDatabase } from '../../../db/dialects'
import { writerOf } from '../../../kit/actors'
import type { BackgroundJob } from '../../../kit/backgroundJob'
import { chunks } from '../../../kit/chunks'
import { inTransaction, type Write, type Writer } from '../../../kit/context'
import { ApiError } from '../../../kit/errors'
import { assertRight } from '../../../kit/policy'
import { undoUntil } from '../../../kit/undoWindow'
import { asAuthor } from '../../../kit/limits'
import { createTurnsJob } from '../../../kit/turnsJob'
import { audit } from '../../../kit/write/audit'
import { inBatch } from '../../../kit/write/batch'
import { addChangeNotice } from '../../../kit/write/notices'
import { marketTimeZoneOf } from '../../market'
import { importOf } from '../kept'
import { optionsOf } from '../mapping'
import { momentOf } from '../store'
import { refused, type Mapping } from '../way'
import { applyRow, returnRows, type RowResult } from './apply'
import { planRows, reasonOf, serverOf } from './plan'
import type { KeptRow } from './stage'

/** Number of imports of records among the kinds of work that processes do alone. */
const place = 1_670_402_400
/** Rows of an import in its turn, after which those of others have theirs. */
const rowsInTurn = 72
/**
 * Rows of a transaction, which holds up other writes for about a tenth of a second; halves of them are tried where one is refused.
 * A statement to another process costs more than one of its rows.
 */
const rowsTogether = { embedded: 8, connected: 24 } as const

type Import = Awaited<ReturnType<typeof importOf>>
type Row = Awaited<ReturnType<typeof waitingRows>>[number]

/** In the words of its index. */
const isUnderWay = sql<SqlBool>`state in ('running', 'returning')`

/**
 * Has a proposed import stored, or a stored one taken back.
 * @throws ApiError 404, or 409 where that cannot be now.
 */
export async function beginRun(
  write: Write,
  name: RecordImport,
  id: number,
  action: 'commit' | 'undo',
): Promise<void> {
  const { db, actor, requestId } = write
  const row = await importOf(db, name, id)
  if (action === 'commit' && row.state !== 'proposed')
    throw refused(`This import is ${row.state === 'committed' ? 'stored' : row.state} already.`)
  if (action === 'undo') {
    if (row.state !== 'committed') throw refused('Only a stored import can be taken back.')
    if (undoUntil(row.committed_at ?? '', recordImportDays) < nowOf(db).toISOString())
      throw refused(`It can be taken back for ${recordImportDays} days only.`)
  }
  const { count } = await db
    .selectFrom('imports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('run_by', '=', actor)
    .where(isUnderWay)
    .executeTakeFirstOrThrow()
  if (count >= maxRunningImports)
    throw refused(`${maxRunningImports} of your imports are running. Wait until one of them has ended.`)
  await db
    .updateTable('imports')
    .set({
      state: action === 'commit' ? 'running' : 'returning',
      run_by: actor,
      request_id: requestId,
      done_line: null,
      done_rows: 0,
      ...(action === 'commit' && { committed_at: await momentOf(db) }),
    })
    .where('import_id', '=', id)
    .execute()
  await audit(write, {
    action: action === 'commit' ? 'import' : 'undo import',
    resource: name,
    recordId: id,
    after: { import_id: id },
  })
}

/** The background job that stores imports of records; woken when one is begun. */
export function createImportRunner(database: OpenDatabase, log: (error: unknown) => void): BackgroundJob {
  return createTurnsJob(database, {
    place,
    underWay: () =>
      database.db
        .selectFrom('imports')
        .select(['import_id as id', 'kind'])
        .where(isUnderWay)
        .orderBy('import_id')
        .execute(),
    runSome: async ({ id, kind }) => {
      if (isRecordImport(kind)) await runSome(database, kind, id, log)
    },
    log,
  })
}

/** Stores some rows of an import, or takes some back, or ends it. */
async function runSome(
  database: OpenDatabase,
  name: RecordImport,
  id: number,
  log: (error: unknown) => void,
): Promise<void> {
  const row = await importOf(database.db, name, id)
  if (row.state !== 'running' && row.state !== 'returning') return
  const user = await writerOf(database, row.run_by, row.request_id)
  const isStopped = user === null
  const writer = user ?? { actor: row.run_by, requestId: row.request_id }
  const rows = isStopped && row.state === 'returning' ? [] : await waitingRows(database, row)
  if (rows.length === 0) {
    await endRun(database, name, row, isStopped)
    return
  }
  if (isStopped)
    await inTransaction(database, writer, async (write) => {
      for (const waiting of await stillWaiting(write, row, rows))
        await refuseOne(write, row, waiting, 'The import was stopped: its user is no longer active.')
    })
  else {
    const { embedded, connected } = rowsTogether
    for (const some of chunks(rows, database.dialect.writesConcurrently ? connected : embedded))
      await runTogether(database, writer, { name, of: row, log }, some)
  }
  const last = rows.at(-1)?.line ?? null
  await inTransaction(database, writer, ({ db }) =>
    db
      .updateTable('imports')
      .set({ done_line: last, done_rows: row.done_rows + rows.length })
      .where('import_id', '=', id)
      .execute(),
  )
}

/** The rows whose turn it is: in the order of the file, and from its end where they are taken back. */
function waitingRows({ db }: Pick<OpenDatabase, 'db'>, { import_id: id, state, done_line: done }: Import) {
  const isUndo = state === 'returning'
  let query = db
    .selectFrom('import_rows')
    .select(['line', 'state', 'content', 'result'])
    .where('import_id', '=', id)
    .where('line', '>', 0)
    .where('state', 'in', isUndo ? ['new', 'replaced'] : ['new', 'replaced', 'same'])
    .orderBy('line', isUndo ? 'desc' : 'asc')
    .limit(rowsInTurn)
  if (done !== null) query = query.where('line', isUndo ? '<' : '>', done)
  return query.execute()
}

/** What rows are stored or taken back of. */
interface Turn {
  name: RecordImport
  of: Import
  log: (error: unknown) => void
}

/** Thrown where a row may be of the record that one before it makes. */
class SameRecord extends Error {}

/** Stores some rows or takes them back, or keeps why not of one. What fails for other reasons is tried again later. */
async function runTogether(
  database: OpenDatabase,
  writer: Writer,
  turn: Turn,
  rows: readonly Row[],
): Promise<void> {
  const { of, log } = turn
  const isUndo = of.state === 'returning'
  const attempt = (work: (write: Write, waiting: readonly Row[]) => Promise<unknown>) =>
    inTransaction(database, writer, async (write) => work(write, await stillWaiting(write, of, rows)))
  try {
    await attempt((write, waiting) => {
      assertRight(write, 'import')
      return isUndo ? takeBack(write, of, waiting) : storeRows(write, turn, waiting)
    })
  } catch (error) {
    if (isTransient(error) || isUnwritable(error)) throw error
    if (rows.length > 1) {
      // Most of them are stored together once those that are refused stand apart.
      for (const half of chunks(rows, Math.ceil(rows.length / 2)))
        await runTogether(database, writer, turn, half)
      return
    }
    const reason = reasonOfFailure(turn.name, error, isUndo)
    if (reason === null) throw error
    if (!(error instanceof ApiError)) log(error)
    await attempt(async (write, [row]) => {
      if (row) await (isUndo ? keepOne(write, of, row, reason) : refuseOne(write, of, row, reason))
    })
  }
}

/** What an error says of a row; null for one that will pass. */
function reasonOfFailure(name: RecordImport, error: unknown, isUndo: boolean): string | null {
  if (isTransient(error) || isUnwritable(error)) return null
  if (!(error instanceof ApiError)) return 'The server could not store it.'
  if (error.status >= 500) return null
  return isUndo ? error.message : reasonOf(name, error)
}

/** The rows that wait, as long as the import is under way: another process may have gone on with it. */
async function stillWaiting(
  { db }: Write,
  { import_id: id, state }: Import,
  rows: readonly Row[],
): Promise<Row[]> {
  const waiting = await db
    .selectFrom('import_rows')
    .innerJoin('imports', 'imports.import_id', 'import_rows.import_id')
    .select(['import_rows.line', 'import_rows.result', 'import_rows.state'])
    .where('import_rows.import_id', '=', id)
    .where(
      'import_rows.line',
      'in',
      rows.map(({ line }) => line),
    )
    .where('imports.state', '=', state)
    .execute()
  const isWaiting = ({ result, state: now }: (typeof waiting)[number]) =>
    state === 'running' ? result === null && now !== 'refused' : now === 'new' || now === 'replaced'
  const lines = new Set(waiting.filter(isWaiting).map(({ line }) => line))
  return rows.filter(({ line }) => lines.has(line))
}

/** The result of a row that changes nothing. */
const nothingMade: RowResult = { id: null, made: [] }

/**
 * The records to which some rows add a link, by their lines: those of the rows that they join, as far as these are stored.
 * @throws SameRecord where one of these is to be stored first.
 */
async function recordsJoined(
  { db }: Write,
  { import_id: id }: Import,
  rows: readonly Row[],
): Promise<ReadonlyMap<number, number>> {
  const joins = rows.flatMap(({ line, content }) => {
    const first = (JSON.parse(content) as KeptRow).joins
    return first === undefined ? [] : [{ line, first }]
  })
  if (joins.length === 0) return new Map()
  if (joins.some(({ first }) => rows.some(({ line }) => line === first))) throw new SameRecord()
  const stored = await db
    .selectFrom('import_rows')
    .select(['line', 'result'])
    .where('import_id', '=', id)
    .where(
      'line',
      'in',
      joins.map(({ first }) => first),
    )
    .execute()
  return new Map(
    joins.flatMap(({ line, first }): [number, number][] => {
      const result = stored.find((row) => row.line === first)?.result ?? null
      const record = result === null ? null : (JSON.parse(result) as RowResult).id
      return record === null ? [] : [[line, record]]
    }),
  )
}

/** @throws what a rule says of a row; then none of them is stored. */
async function storeRows(write: Write, { name, of }: Turn, rows: readonly Row[]): Promise<void> {
  const { matches, time_zone, values } = optionsOf(of)
  const reading = {
    name,
    headers: JSON.parse(of.headers) as string[],
    mapping: JSON.parse(of.mapping) as Mapping,
    matches,
    values,
    timeZone: time_zone ?? marketTimeZoneOf(write.db),
    joined: await recordsJoined(write, of, rows),
  }
  const read = rows.map(({ line, content }) => ({ line, cells: (JSON.parse(content) as KeptRow).cells }))
  const planned = await asAuthor(write, () => planRows(write, reading, read, null))
  const keys = planned.flatMap((one) => (one.state === 'refused' ? [] : one.keys))
  if (rows.length > 1 && new Set(keys).size < keys.length) throw new SameRecord()
  const became = await inBatch(write, async () => {
    const results: ((() => RowResult) | null)[] = []
    for (const one of planned) results.push(one.state === 'refused' ? null : await applyRow(write, name, one))
    return results
  })
  const stored: StoredRow[] = []
  for (const [at, row] of rows.entries()) {
    const one = planned[at]
    if (!one || one.state === 'refused') {
      await refuseOne(write, of, row, one?.reason ?? '')
      continue
    }
    const result = JSON.stringify(became[at]?.())
    const kept: KeptRow = { shown: one.shown, cells: read[at]?.cells ?? [] }
    stored.push({ line: row.line, state: one.state, content: JSON.stringify(kept), result })
  }
  await keepStored(write, of, stored)
}

/** A row as it is kept once it is stored. */
type StoredRow = Pick<Row, 'line' | 'state' | 'content'> & { result: string }

async function keepStored({ db }: Write, { import_id }: Import, rows: readonly StoredRow[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('import_rows')
    .values(rows.map((row) => ({ import_id, ...row })))
    .onConflict((conflict) =>
      conflict.columns(['import_id', 'line']).doUpdateSet(({ ref }) => ({
        state: ref('excluded.state'),
        content: ref('excluded.content'),
        result: ref('excluded.result'),
      })),
    )
    .execute()
}

const refuseOne = (write: Write, of: Import, row: Row, reason: string) =>
  keep(write, of, row, {
    state: 'refused',
    reason,
    content: JSON.stringify((JSON.parse(row.content) as KeptRow).cells),
  })

async function takeBack(write: Write, { import_id: id }: Import, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const results = rows.map(({ result }) =>
    result === null ? nothingMade : (JSON.parse(result) as RowResult),
  )
  await inBatch(write, () => returnRows(write, results))
  await write.db
    .updateTable('import_rows')
    .set({ state: 'undone' })
    .where('import_id', '=', id)
    .where(
      'line',
      'in',
      rows.map(({ line }) => line),
    )
    .execute()
}

const keepOne = (write: Write, of: Import, row: Row, reason: string) =>
  keep(write, of, row, { state: 'kept', reason })

async function keep(
  { db }: Write,
  { import_id: id }: Import,
  { line }: Row,
  values: { state: Row['state']; content?: string; reason?: string; result?: string },
): Promise<void> {
  await db
    .updateTable('import_rows')
    .set(values)
    .where('import_id', '=', id)
    .where('line', '=', line)
    .execute()
}

/**
 * Ends an import with the counts of what became of its rows.
 * @param isStopped whether it ends before its time; an undo can be begun again then.
 */
async function endRun(
  database: OpenDatabase,
  name: RecordImport,
  row: Import,
  isStopped: boolean,
): Promise<void> {
  const { import_id: id, state } = row
  const isUndo = state === 'returning'
  const counts = isUndo ? {} : await countedRows(database, row)
  await inTransaction(database, { actor: row.run_by, requestId: row.request_id }, async (write) => {
    const { numUpdatedRows } = await write.db
      .updateTable('imports')
      .set({ state: isUndo && !isStopped ? 'undone' : 'committed', ...counts })
      .where('import_id', '=', id)
      .where('state', '=', state)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    await audit(write, {
      action: isUndo ? 'end undo of import' : 'end import',
      resource: name,
      recordId: id,
      after: { import_id: id },
    })
    addChangeNotice(write, serverOf(name), 'updated', null)
  })
}

/** How many rows have come to what; those whose turn never came count as refused. */
async function countedRows({ db }: OpenDatabase, before: Import) {
  const rows = await db
    .selectFrom('import_rows')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('import_id', '=', before.import_id)
    .where('result', 'is not', null)
    .groupBy('state')
    .execute()
  const count = (wanted: Row['state']) => rows.find(({ state }) => state === wanted)?.count ?? 0
  const all = before.new_rows + before.same_rows + before.replaced_rows + before.refused_rows
  const stored = { new_rows: count('new'), same_rows: count('same'), replaced_rows: count('replaced') }
  const { new_rows, same_rows, replaced_rows } = stored
  return { ...stored, refused_rows: all - new_rows - same_rows - replaced_rows }
}
