/**
 * Stores imports and takes them back (GAS-7). Both happen in transactions of a few milliseconds each, so that other writes
 * pass between them. The state of the import says what is under way: `committing`, `undoing`, or `reverting` for a commit
 * that has failed. What a process leaves so when it dies, the next one takes back (docs/decisions/026-imports-in-steps.md).
 */
import { sql, type SqlBool } from 'kysely'
import { importKinds, importNames, type ImportName } from '../../../src/contract/imports'
import { nowOf } from '../../db/clock'
import type { OpenDatabase } from '../../db/dialects'
import { chunks } from '../../kit/chunks'
import { anyTable, inTransaction, type Write, type Writer } from '../../kit/context'
import { ApiError } from '../../kit/errors'
import { resourceOf } from '../../kit/registry'
import { audit } from '../../kit/write/audit'
import { refreshDerived } from '../../kit/write/derive'
import { addChangeNotice } from '../../kit/write/notices'
import { importOf, keptRows, rowsAtOnce } from './imports'
import { isSame, keyOf, serverKinds, storedIn, storedLike, type Values } from './kinds'

type Db = Write['db']

/** An import that is being stored or taken back. */
interface Run {
  database: OpenDatabase
  writer: Writer
  name: ImportName
  id: number
  target: number | null
  /** What the file replaces as a whole. */
  groups: readonly string[]
  /** The moment of the commit, by which its rows are known. */
  at: string
}

/** States between two others. */
type Unsettled = 'committing' | 'reverting' | 'undoing'

/** Groups looked at in a statement. */
const groupsAtOnce = 10

const refused = (why: string) => new ApiError(409, 'refused', why)
const storeOf = (name: ImportName) => {
  const { resource, target } = importKinds[name]
  const of = resourceOf(resource)
  return { of, table: of.table, idField: of.contract.idField, targetField: target }
}

/** Number of the kinds of imports among the kinds of work that processes do alone. */
const firstPlace = 1_670_402_200

/** Runs what may be done for one import of a target at a time. */
const runAlone = <T>(
  { db, dialect }: OpenDatabase,
  name: ImportName,
  target: number | null,
  work: () => Promise<T>,
): Promise<T | null> =>
  dialect.runAlone(db, { kind: firstPlace + importNames.indexOf(name), id: target ?? 0 }, work)

/** Does the last step of an action, in the transaction that answers it. */
export type Finish = (write: Write) => Promise<void>

/** Stores a proposed import, or takes a committed one back: all of it or nothing. */
export async function settle<T>(
  database: OpenDatabase,
  writer: Writer,
  { name, id, action }: { name: ImportName; id: number; action: 'commit' | 'undo' },
  answer: (begin: () => Promise<Finish>) => Promise<T>,
): Promise<T> {
  const { target } = await importOf(database.db, name, id)
  const begin = async () => {
    const run = await (action === 'commit' ? startCommit : startUndo)(database, writer, name, id)
    await (action === 'commit' ? storeAll : takeBack)(run)
    return (write: Write) => finish(write, run, action === 'commit' ? 'committing' : 'undoing')
  }
  const done = await runAlone(database, name, target, async () => {
    try {
      return { is: await answer(begin) }
    } catch (error) {
      // Where even this fails, as on a full disk, a later attempt does it.
      await recover(database, name, id).catch(() => undefined)
      throw error
    }
  })
  if (done === null)
    throw refused('Another import of it is being stored or taken back. Try again when that is done.')
  return done.is
}

/** Takes back what processes have left half done when they ended. */
export async function recoverImports(database: OpenDatabase): Promise<void> {
  const left = await database.db
    .selectFrom('imports')
    .select(['import_id', 'kind', 'target'])
    .where(isUnsettled)
    .orderBy('import_id')
    .execute()
  for (const { import_id, kind, target } of left)
    await runAlone(database, kind, target, () => recover(database, kind, import_id))
}

/** In the words of its index. */
const isUnsettled = sql<SqlBool>`state in ('committing', 'reverting', 'undoing')`

/** Takes an import back that is half stored, and one whose undo is half done. */
async function recover(database: OpenDatabase, name: ImportName, id: number): Promise<void> {
  const writer = { actor: null, requestId: null }
  const { state } = await importOf(database.db, name, id)
  if (state !== 'committing' && state !== 'reverting' && state !== 'undoing') return
  const to = state === 'undoing' ? 'undoing' : 'reverting'
  const run = await inTransaction(database, writer, async ({ db }) => {
    // A process that has lost its lock and goes on notices it.
    await db.updateTable('imports').set({ state: to }).where('import_id', '=', id).execute()
    return runOf({ database, writer, name }, await importOf(db, name, id))
  })
  await takeBack(run)
  await inTransaction(database, writer, (write) => finish(write, run, to))
}

const runOf = (
  of: Pick<Run, 'database' | 'writer' | 'name'>,
  row: { import_id: number; target: number | null; replaces: string; committed_at: string | null },
): Run => ({
  ...of,
  id: row.import_id,
  target: row.target,
  groups: JSON.parse(row.replaces) as string[],
  at: row.committed_at ?? '',
})

async function startCommit(
  database: OpenDatabase,
  writer: Writer,
  name: ImportName,
  id: number,
): Promise<Run> {
  return inTransaction(database, writer, async ({ db }) => {
    const row = await importOf(db, name, id)
    if (row.state !== 'proposed')
      throw refused(`This import is ${row.state === 'committed' ? 'committed' : 'undone'} already.`)
    const committed_at = nowOf(db).toISOString()
    await db
      .updateTable('imports')
      .set({ state: 'committing', committed_at })
      .where('import_id', '=', id)
      .execute()
    return runOf({ database, writer, name }, { ...row, committed_at })
  })
}

async function startUndo(database: OpenDatabase, writer: Writer, name: ImportName, id: number): Promise<Run> {
  const row = await importOf(database.db, name, id)
  const run = runOf({ database, writer, name }, row)
  const refuse = () => refused('Only a committed import can be taken back.')
  if (row.state !== 'committed') throw refuse()
  await assertUndoable(database.db, run)
  await inTransaction(database, writer, async ({ db }) => {
    const { state } = await importOf(db, name, id)
    if (state !== 'committed') throw refuse()
    await db.updateTable('imports').set({ state: 'undoing' }).where('import_id', '=', id).execute()
  })
  return run
}

/** A transaction of a run, as long as the import is in the state of the run. */
const step = (
  { database, writer, name, id }: Run,
  states: readonly Unsettled[],
  work: (write: Write) => Promise<void>,
): Promise<void> =>
  inTransaction(database, writer, async (write) => {
    const { state } = await importOf(write.db, name, id)
    if (!states.some((one) => one === state)) throw refused('Another process has taken this import back.')
    await work(write)
  })

/** Stores the rows of a file, and removes those that its groups lack. */
async function storeAll(run: Run): Promise<void> {
  const { database, name, id, target } = run
  const kept = new Set<string>()
  for await (const rows of keptRows(database.db, id, 'to store')) {
    const read = rows.map(({ content }) => JSON.parse(content) as Values)
    for (const values of read) kept.add(keyOf(name, values))
    await step(run, ['committing'], (write) => storeRows(write, run, read))
  }
  if (serverKinds[name].group === null) return
  for (const groups of chunks(run.groups, groupsAtOnce)) {
    const stored = await storedIn(database.db, name, target, groups)
    const others = stored.filter((row) => !kept.has(keyOf(name, row)))
    for (const some of chunks(others, rowsAtOnce))
      await step(run, ['committing'], ({ db }) => removeRows(db, run, some))
  }
}

/** Stores some rows of a file where they differ from what is stored by now. */
async function storeRows(write: Write, run: Run, rows: readonly Values[]): Promise<void> {
  const { db, actor } = write
  const { name, target, at } = run
  const { of, table, idField, targetField } = storeOf(name)
  const known = new Map(
    (await storedLike(db, name, target, rows)).map((stored) => [keyOf(name, stored), stored]),
  )
  const fresh = rows.filter((values) => {
    const stored = known.get(keyOf(name, values))
    return !stored || !isSame(stored, values)
  })
  if (fresh.length === 0) return
  await removeRows(
    db,
    run,
    fresh.map((values) => known.get(keyOf(name, values))).filter((stored) => stored !== undefined),
  )
  const inserted = await anyTable(db)
    .insertInto(table)
    .values(
      fresh.map((values) => ({
        ...values,
        ...(targetField === null ? {} : { [targetField]: target }),
        ...serverKinds[name].own(values),
        version: 1,
        created_by: actor,
        created_at: at,
        modified_by: actor,
        modified_at: at,
      })),
    )
    .returning(idField)
    .execute()
  await refreshDerived(
    db,
    of,
    inserted.map((one) => one[idField] as number),
  )
}

/** Deletes stored rows, and keeps them with the import, to bring them back; at lines before the file's own. */
async function removeRows(db: Db, { name, id }: Run, rows: readonly Values[]): Promise<void> {
  if (rows.length === 0) return
  const { first } = await db
    .selectFrom('import_rows')
    .select(({ fn }) => fn.min('line').as('first'))
    .where('import_id', '=', id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('import_rows')
    .values(
      rows.map((row, index) => ({
        import_id: id,
        line: Math.min(first, 0) - 1 - index,
        state: 'gone',
        content: JSON.stringify(row),
        reason: null,
      })),
    )
    .execute()
  await deleteRows(db, name, rows)
}

const deleteRows = async (db: Db, name: ImportName, rows: readonly Values[]) => {
  const { table, idField } = storeOf(name)
  await anyTable(db)
    .deleteFrom(table)
    .where(
      idField,
      'in',
      rows.map((row) => row[idField]),
    )
    .execute()
}

/** The rows that an import has stored: those made at the moment of its commit, of which there is an index. */
const ownRows = (db: Db, { name, target, at }: Run) => {
  const { table, targetField } = storeOf(name)
  const rows = anyTable(db).selectFrom(table).where('created_at', '=', at)
  return targetField === null ? rows : rows.where(targetField, '=', target)
}

/** Removes what an import has stored, and brings back what it took the place of; so much of it as there is. */
async function takeBack(run: Run): Promise<void> {
  const { database, name, id } = run
  const { of, table, idField } = storeOf(name)
  const states = ['reverting', 'undoing'] as const
  for (;;) {
    const own = await ownRows(database.db, run).select(idField).limit(rowsAtOnce).execute()
    if (own.length === 0) break
    await step(run, states, ({ db }) => deleteRows(db, name, own))
  }
  for await (const rows of keptRows(database.db, id, 'gone'))
    await step(run, states, async ({ db }) => {
      const before = rows.map(({ content }) => JSON.parse(content) as Record<string, unknown>)
      await anyTable(db).insertInto(table).values(before).execute()
      await refreshDerived(
        db,
        of,
        before.map((one) => one[idField] as number),
      )
      await db
        .deleteFrom('import_rows')
        .where('import_id', '=', id)
        .where(
          'line',
          'in',
          rows.map(({ line }) => line),
        )
        .execute()
    })
}

/** Puts an import into the state that a run leads to, audits it, tells open pages, and has priced what rests on it. */
async function finish(write: Write, run: Run, from: Unsettled): Promise<void> {
  const { name, id, target } = run
  const { of } = storeOf(name)
  const [state, action] = (
    {
      committing: ['committed', 'import'],
      reverting: ['proposed', 'revert import'],
      undoing: ['undone', 'undo import'],
    } as const
  )[from]
  const { numUpdatedRows } = await write.db
    .updateTable('imports')
    .set({ state, ...(from === 'reverting' && { committed_at: null }) })
    .where('import_id', '=', id)
    .where('state', '=', from)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw refused('Another process has taken this import back.')
  await audit(write, {
    action,
    resource: of.contract.name,
    recordId: id,
    after: { import_id: id, target },
  })
  await serverKinds[name].stored(write, target)
  addChangeNotice(write, of, 'updated', null)
}

/** @throws ApiError 409 naming what rests on an import. */
async function assertUndoable(db: Db, run: Run): Promise<void> {
  const { name, id, target, groups, at } = run
  const later = await db
    .selectFrom('imports')
    .select(['import_id', 'replaces'])
    .where('kind', '=', name)
    .where('target', target === null ? 'is' : '=', target)
    .where('state', '=', 'committed')
    .where('import_id', '!=', id)
    .where('committed_at', '>=', at)
    .orderBy('import_id')
    .execute()
  const own = new Set(groups)
  for (const { import_id, replaces } of later)
    if (
      serverKinds[name].group === null
        ? await hasReplaced(db, import_id, at)
        : (JSON.parse(replaces) as string[]).some((group) => own.has(group))
    )
      throw refused(`Import ${import_id} rests on it. Take that back first.`)
  const changed = await changedSince(db, run)
  if (changed !== null) {
    const { of } = storeOf(name)
    throw refused(`${of.contract.title} ${changed} has been changed since.`)
  }
}

/** Whether an import has replaced a row of one that was stored at a moment. */
async function hasReplaced(db: Db, id: number, at: string): Promise<boolean> {
  for await (const rows of keptRows(db, id, 'gone'))
    if (rows.some(({ content }) => (JSON.parse(content) as Values)['created_at'] === at)) return true
  return false
}

/** The id of a row changed after an import: one of its own, one of its groups, or one with a key of a row that is gone. */
async function changedSince(db: Db, run: Run): Promise<number | null> {
  const { name, id, target, groups, at } = run
  const { idField } = storeOf(name)
  const isChanged = (row: Values) => String(row['modified_at']) > at
  const own = await ownRows(db, run).select(idField).where('modified_at', '>', at).limit(1).executeTakeFirst()
  if (own) return Number(own[idField])
  if (serverKinds[name].group !== null)
    for (const some of chunks(groups, groupsAtOnce)) {
      const found = (await storedIn(db, name, target, some)).find(isChanged)
      if (found) return Number(found[idField])
    }
  for await (const rows of keptRows(db, id, 'gone')) {
    const gone = rows.map(({ content }) => JSON.parse(content) as Values)
    const found = (await storedLike(db, name, target, gone)).find(isChanged)
    if (found) return Number(found[idField])
  }
  return null
}
