/** The import of a table whose rows are known by a key: one that differs takes the place of the stored one. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { importKinds } from '../../../src/contract/imports'
import { chunks } from '../../kit/chunks'
import { anyTable, type Write } from '../../kit/context'
import { resourceOf } from '../../kit/registry'
import { refreshDerived } from '../../kit/write/derive'
import { assertHeaded, RefusedCell, unitOfHeader } from './cells'
import { dropKept, keepBefore, keptRows, rowsAtOnce, type Values } from './kept'
import { isSame, keyOf, serverKinds, storedIn, storedLike, type KeyedImport } from './kinds'
import { cellsOf, lackingColumn } from './mapping'
import {
  countedStates,
  refused,
  step,
  takingBack,
  type Found,
  type ImportWay,
  type Proposal,
  type Run,
  type Staged,
  type StoredCounts,
} from './way'

type Db = Write['db']

type KeyedRun = Run & { name: KeyedImport }

const storeOf = (name: KeyedImport) => {
  const { resource, target } = importKinds[name]
  const of = resourceOf(resource)
  return { of, table: of.table, idField: of.contract.idField, targetField: target }
}

/** Groups looked at in a statement. */
const groupsAtOnce = 10

/** Reads the rows of a table, and compares them with what is stored. */
async function stage(
  db: Db,
  name: KeyedImport,
  { headers, rows, mapping, target }: Proposal,
): Promise<Found> {
  const { read, prices, group } = serverKinds[name]
  const header = unitOfHeader(
    (prices === undefined ? undefined : headers[mapping[prices] ?? -1]) ?? '',
    'price',
  )
  const lacking = lackingColumn(name, mapping)
  const staged: Staged[] = []
  const lines = new Map<string, number>()
  const groups = new Set<string>()
  for (const [index, { line, cells }] of rows.entries()) {
    if (index % rowsAtOnce === 0) await nextTurn()
    const refuse = (reason: string) => staged.push({ line, state: 'refused', values: {}, reason, cells })
    if (lacking !== null) {
      refuse(lacking)
      continue
    }
    try {
      assertHeaded(header)
      if (header.unit !== null && header.unit !== 'dth')
        throw new RefusedCell(`The heading says ${header.unit}, but this is stored in $/dth.`)
      const values = read(cellsOf(cells, mapping))
      const key = keyOf(name, values)
      const before = lines.get(key)
      if (before !== undefined) throw new RefusedCell(`Stands in line ${before} already.`)
      lines.set(key, line)
      if (group) groups.add(group(values))
      staged.push({ line, state: 'new', values, reason: null, cells })
    } catch (error) {
      if (!(error instanceof RefusedCell)) throw error
      refuse(error.message)
    }
  }
  for (const some of chunks(
    staged.filter(({ state }) => state !== 'refused'),
    rowsAtOnce,
  )) {
    await nextTurn()
    const found = await storedLike(
      db,
      name,
      target,
      some.map(({ values }) => values),
    )
    const stored = new Map(found.map((row) => [keyOf(name, row), row]))
    for (const row of some) {
      row.state = stateOf(stored.get(keyOf(name, row.values)), row.values)
    }
  }
  return { staged, groups: [...groups], unknown: [] }
}

/** What becomes of a row, beside the stored one with its key. */
const stateOf = (stored: Values | undefined, values: Values) =>
  stored === undefined ? 'new' : isSame(stored, values) ? 'same' : 'replaced'

/** Stores the rows of a file, and removes those that its groups lack. */
async function storeAll(run: KeyedRun): Promise<StoredCounts> {
  const { database, name, id, target } = run
  const kept = new Set<string>()
  const states: Staged['state'][] = []
  for await (const rows of keptRows(database.db, id, 'to store')) {
    const read = rows.map(({ content }) => JSON.parse(content) as Values)
    for (const values of read) kept.add(keyOf(name, values))
    states.push(...(await step(run, ['committing'], (write) => storeRows(write, run, read))))
  }
  const counts = countedStates(states)
  if (serverKinds[name].group === null) return counts
  for (const groups of chunks(run.groups, groupsAtOnce)) {
    const stored = await storedIn(database.db, name, target, groups)
    const others = stored.filter((row) => !kept.has(keyOf(name, row)))
    for (const some of chunks(others, rowsAtOnce))
      await step(run, ['committing'], ({ db }) => removeRows(db, run, some))
  }
  return counts
}

/** Stores some rows of a file where they differ from what is stored by now. @returns what becomes of each */
async function storeRows(write: Write, run: KeyedRun, rows: readonly Values[]): Promise<Staged['state'][]> {
  const { db, actor } = write
  const { name, target, at } = run
  const { of, table, idField, targetField } = storeOf(name)
  const known = new Map(
    (await storedLike(db, name, target, rows)).map((stored) => [keyOf(name, stored), stored]),
  )
  const states = rows.map((values) => stateOf(known.get(keyOf(name, values)), values))
  const fresh = rows.filter((_, index) => states[index] !== 'same')
  if (fresh.length === 0) return states
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
  return states
}

/** Deletes stored rows, and keeps them with the import, to bring them back. */
async function removeRows(db: Db, { name, id }: KeyedRun, rows: readonly Values[]): Promise<void> {
  if (rows.length === 0) return
  await keepBefore(db, id, 'gone', rows)
  await deleteRows(db, name, rows)
}

const deleteRows = async (db: Db, name: KeyedImport, rows: readonly Values[]) => {
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
const ownRows = (db: Db, { name, target, at }: KeyedRun) => {
  const { table, targetField } = storeOf(name)
  const rows = anyTable(db).selectFrom(table).where('created_at', '=', at)
  return targetField === null ? rows : rows.where(targetField, '=', target)
}

/** Removes what an import has stored, and brings back what it took the place of; so much of it as there is. */
async function takeBack(run: KeyedRun): Promise<void> {
  const { database, name, id } = run
  const { of, table, idField } = storeOf(name)
  for (;;) {
    const own = await ownRows(database.db, run).select(idField).limit(rowsAtOnce).execute()
    if (own.length === 0) break
    await step(run, takingBack, ({ db }) => deleteRows(db, name, own))
  }
  for await (const rows of keptRows(database.db, id, 'gone'))
    await step(run, takingBack, async ({ db }) => {
      const before = rows.map(({ content }) => JSON.parse(content) as Record<string, unknown>)
      await anyTable(db).insertInto(table).values(before).execute()
      await refreshDerived(
        db,
        of,
        before.map((one) => one[idField] as number),
      )
      await dropKept(db, id, rows)
    })
}

/** @throws ApiError 409 naming what rests on an import. */
async function assertUndoable(db: Db, run: KeyedRun): Promise<void> {
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
async function changedSince(db: Db, run: KeyedRun): Promise<number | null> {
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

/** How a table is imported whose rows are known by a key. */
export const keyedWay = (name: KeyedImport): ImportWay => ({
  stage: (db, proposal) => stage(db, name, proposal),
  storeAll: (run) => storeAll({ ...run, name }),
  takeBack: (run) => takeBack({ ...run, name }),
  assertUndoable: (db, run) => assertUndoable(db, { ...run, name }),
  finished: (write, target) => serverKinds[name].stored(write, target),
})
