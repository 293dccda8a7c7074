/**
 * Stores imports and takes them back (GAS-7). Both happen in transactions of a few milliseconds each, so that other writes
 * pass between them. The state of the import says what is under way: `committing`, `undoing`, or `reverting` for a commit
 * that has failed. What a process leaves so when it dies, the next one takes back (docs/decisions/026-imports-in-steps.md).
 */
import { sql, type SqlBool } from 'kysely'
import { importKinds, importNames, type ImportName } from '../../../src/contract/imports'
import { isRecordImport } from '../../../src/contract/recordImports'
import { nowOf } from '../../db/clock'
import type { OpenDatabase } from '../../db/dialects'
import { inTransaction, type Write, type Writer } from '../../kit/context'
import { resourceOf } from '../../kit/registry'
import { audit } from '../../kit/write/audit'
import { addChangeNotice } from '../../kit/write/notices'
import { importOf } from './kept'
import { optionsOf } from './mapping'
import { refused, type Run, type SettledImport, type StoredCounts, type Unsettled } from './way'
import { wayOf } from './ways'

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
  { name, id, action }: { name: SettledImport; id: number; action: 'commit' | 'undo' },
  answer: (begin: () => Promise<Finish>) => Promise<T>,
): Promise<T> {
  const { target } = await importOf(database.db, name, id)
  const begin = async () => {
    const run = await (action === 'commit' ? startCommit : startUndo)(database, writer, name, id)
    if (action === 'undo') {
      await wayOf(name).takeBack(run)
      return (write: Write) => finish(write, run, 'undoing')
    }
    const counts = await wayOf(name).storeAll(run)
    return (write: Write) => finish(write, run, 'committing', counts)
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
    if (!isRecordImport(kind))
      await runAlone(database, kind, target, () => recover(database, kind, import_id))
}

/** In the words of its index. */
const isUnsettled = sql<SqlBool>`state in ('committing', 'reverting', 'undoing')`

/** Takes an import back that is half stored, and one whose undo is half done. */
async function recover(database: OpenDatabase, name: SettledImport, id: number): Promise<void> {
  const writer = { actor: null, requestId: null }
  const { state } = await importOf(database.db, name, id)
  if (state !== 'committing' && state !== 'reverting' && state !== 'undoing') return
  const to = state === 'undoing' ? 'undoing' : 'reverting'
  const run = await inTransaction(database, writer, async ({ db }) => {
    // A process that has lost its lock and goes on notices it.
    await db.updateTable('imports').set({ state: to }).where('import_id', '=', id).execute()
    return runOf({ database, writer, name }, await importOf(db, name, id))
  })
  await wayOf(name).takeBack(run)
  await inTransaction(database, writer, (write) => finish(write, run, to))
}

const runOf = (
  of: Pick<Run, 'database' | 'writer' | 'name'>,
  row: Pick<
    Awaited<ReturnType<typeof importOf>>,
    'import_id' | 'target' | 'replaces' | 'options' | 'committed_at'
  >,
): Run => ({
  ...of,
  id: row.import_id,
  target: row.target,
  groups: JSON.parse(row.replaces) as string[],
  options: optionsOf(row),
  at: row.committed_at ?? '',
})

async function startCommit(
  database: OpenDatabase,
  writer: Writer,
  name: SettledImport,
  id: number,
): Promise<Run> {
  return inTransaction(database, writer, async ({ db }) => {
    const row = await importOf(db, name, id)
    if (row.state !== 'proposed')
      throw refused(`This import is ${row.state === 'committed' ? 'committed' : 'undone'} already.`)
    const committed_at = await momentOf(db)
    await db
      .updateTable('imports')
      .set({ state: 'committing', committed_at })
      .where('import_id', '=', id)
      .execute()
    return runOf({ database, writer, name }, { ...row, committed_at })
  })
}

/** A moment that no other import has: rows are known by it. */
export async function momentOf(db: Write['db']): Promise<string> {
  const { last } = await db
    .selectFrom('imports')
    .select(({ fn }) => fn.max<string | null>('committed_at').as('last'))
    .executeTakeFirstOrThrow()
  const now = nowOf(db).toISOString()
  return last !== null && last >= now ? new Date(Date.parse(last) + 1).toISOString() : now
}

async function startUndo(
  database: OpenDatabase,
  writer: Writer,
  name: SettledImport,
  id: number,
): Promise<Run> {
  const row = await importOf(database.db, name, id)
  const run = runOf({ database, writer, name }, row)
  const refuse = () => refused('Only a committed import can be taken back.')
  if (row.state !== 'committed') throw refuse()
  await wayOf(name).assertUndoable(database.db, run)
  await inTransaction(database, writer, async ({ db }) => {
    const { state } = await importOf(db, name, id)
    if (state !== 'committed') throw refuse()
    await db.updateTable('imports').set({ state: 'undoing' }).where('import_id', '=', id).execute()
  })
  return run
}

/** Puts an import into the state that a run leads to, audits it, tells open pages, and has priced what rests on it. */
async function finish(
  write: Write,
  run: Run,
  from: Unsettled,
  counts: StoredCounts | null = null,
): Promise<void> {
  const { name, id, target } = run
  const of = resourceOf(importKinds[name].resource)
  const [state, action] = (
    {
      committing: ['committed', 'import'],
      reverting: ['proposed', 'revert import'],
      undoing: ['undone', 'undo import'],
    } as const
  )[from]
  const { numUpdatedRows } = await write.db
    .updateTable('imports')
    .set({
      state,
      ...(from === 'reverting' && { committed_at: null }),
      ...(counts && {
        new_rows: counts.new,
        same_rows: counts.same,
        replaced_rows: counts.replaced,
      }),
    })
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
  await wayOf(name).finished(write, target)
  addChangeNotice(write, of, 'updated', null)
}
