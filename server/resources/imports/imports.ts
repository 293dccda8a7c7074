/** Proposes, stores and takes back imports (GAS-7). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  importKinds,
  maxRefusals,
  previewRows,
  type ImportAnswer,
  type ImportKind,
  type ImportName,
} from '../../../src/contract/imports'
import { nowOf } from '../../db/clock'
import type { OpenDatabase } from '../../db/dialects'
import { chunks } from '../../kit/chunks'
import { anyTable, inTransaction, type Write, type Writer } from '../../kit/context'
import { ApiError, notFound } from '../../kit/errors'
import { fold } from '../../kit/fold'
import { resourceOf } from '../../kit/registry'
import { audit } from '../../kit/write/audit'
import { refreshDerived } from '../../kit/write/derive'
import { addChangeNotice } from '../../kit/write/notices'
import { RefusedCell } from './cells'
import { isSame, keyOf, serverKinds, storedRows, type Values } from './kinds'
import type { TableRow } from './table'

type Db = Write['db']

/** Rows read, compared or written before other work runs. */
const rowsAtOnce = 100

/** Column numbers by the columns needed. */
type Mapping = Record<string, number>

const columnsOf = (name: ImportName): ImportKind['columns'] => importKinds[name].columns

/** A header as it is compared: words in lower case. */
const headerKey = (header: string): string =>
  fold(header)
    .replaceAll(/[_\s]+/g, ' ')
    .trim()

/** The columns of a file by the names of its headers. */
function bySynonyms(name: ImportName, headers: readonly string[]): Mapping {
  const keys = headers.map(headerKey)
  const taken = new Set<number>()
  const mapping: Mapping = {}
  for (const [column, { synonyms }] of Object.entries(columnsOf(name))) {
    const found = synonyms.map((synonym) => keys.indexOf(synonym)).find((at) => at >= 0 && !taken.has(at))
    if (found === undefined) continue
    taken.add(found)
    mapping[column] = found
  }
  return mapping
}

/** The mapping last used for the target, where its columns had the same headers. */
async function lastUsed(
  db: Db,
  name: ImportName,
  target: number | null,
  headers: readonly string[],
): Promise<Mapping | null> {
  const last = await db
    .selectFrom('imports')
    .select(['headers', 'mapping'])
    .where('kind', '=', name)
    .where('target', target === null ? 'is' : '=', target)
    .where('committed_at', 'is not', null)
    .orderBy('import_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.headers === JSON.stringify(headers) ? (JSON.parse(last.mapping) as Mapping) : null
}

interface Staged {
  line: number
  state: 'new' | 'same' | 'replaced' | 'refused'
  values: Values
  reason: string | null
  cells: string[]
}

/** Reads the rows of a table, and compares them with what is stored. */
async function stage(
  db: Db,
  name: ImportName,
  target: number | null,
  rows: readonly TableRow[],
  mapping: Mapping,
): Promise<{ staged: Staged[]; groups: string[] }> {
  const { read, group } = serverKinds[name]
  const lacking = Object.entries(columnsOf(name)).find(
    ([column, { isOptional }]) => !isOptional && mapping[column] === undefined,
  )
  const staged: Staged[] = []
  const lines = new Map<string, number>()
  const groups = new Set<string>()
  for (const [index, { line, cells }] of rows.entries()) {
    if (index % rowsAtOnce === 0) await nextTurn()
    const refuse = (reason: string) => staged.push({ line, state: 'refused', values: {}, reason, cells })
    if (lacking) {
      refuse(`No column holds the ${lacking[0].replaceAll('_', ' ')}.`)
      continue
    }
    try {
      const values = read((column) => cells[mapping[column] ?? -1] ?? '')
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
  const stored = new Map(
    (await storedRows(db, name, target, [...groups])).map((row) => [keyOf(name, row), row]),
  )
  for (const row of staged) {
    const known = row.state === 'refused' ? undefined : stored.get(keyOf(name, row.values))
    if (known) row.state = isSame(known, row.values) ? 'same' : 'replaced'
  }
  return { staged, groups: [...groups] }
}

/**
 * Reads a table and keeps its rows as a proposal, in small transactions: without the last one there is no import.
 * @returns what the last transaction has to do, which gives the id.
 */
export async function propose(
  database: OpenDatabase,
  writer: Writer,
  name: ImportName,
  {
    rows: [header, ...rows],
    filename,
    target,
    mapping: given,
  }: { rows: readonly TableRow[]; filename: string | null; target: number | null; mapping: Mapping | null },
): Promise<(write: Write) => Promise<number>> {
  const headers = (header?.cells ?? []).map((cell) => cell.trim())
  const mapping = given ?? (await lastUsed(database.db, name, target, headers)) ?? bySynonyms(name, headers)
  const { staged, groups } = await stage(database.db, name, target, rows, mapping)
  const count = (state: Staged['state']) => staged.filter((row) => row.state === state).length
  const id = await inTransaction(database, writer, async ({ db, actor }) => {
    const { import_id } = await db
      .insertInto('imports')
      .values({
        kind: name,
        target,
        state: 'staged',
        filename,
        headers: JSON.stringify(headers),
        mapping: JSON.stringify(mapping),
        replaces: JSON.stringify(groups),
        new_rows: count('new'),
        same_rows: count('same'),
        replaced_rows: count('replaced'),
        refused_rows: count('refused'),
        created_by: actor,
        created_at: nowOf(db).toISOString(),
        committed_at: null,
      })
      .returning('import_id')
      .executeTakeFirstOrThrow()
    return import_id
  })
  for (const some of chunks(staged, rowsAtOnce))
    await inTransaction(database, writer, async ({ db }) => {
      await db
        .insertInto('import_rows')
        .values(
          some.map(({ line, state, values, reason, cells }) => ({
            import_id: id,
            line,
            state,
            content: JSON.stringify(state === 'refused' ? cells : values),
            reason,
          })),
        )
        .execute()
    })
  return async ({ db }) => {
    await db.updateTable('imports').set({ state: 'proposed' }).where('import_id', '=', id).execute()
    return id
  }
}

/** @throws ApiError 404 for an import that is not there, or of another kind. */
async function importOf(db: Db, name: ImportName, id: number) {
  const row = await db
    .selectFrom('imports')
    .selectAll()
    .where('import_id', '=', id)
    .where('kind', '=', name)
    .where('state', '!=', 'staged')
    .executeTakeFirst()
  if (!row) throw notFound('Import')
  return row
}

/** An import as answers show it. */
export async function answerOf(db: Db, name: ImportName, id: number): Promise<ImportAnswer> {
  const row = await importOf(db, name, id)
  const rowsIn = (isRefused: boolean, most: number) =>
    db
      .selectFrom('import_rows')
      .select(['line', 'content', 'reason'])
      .where('import_id', '=', id)
      .where('line', '>', 0)
      .where('state', isRefused ? '=' : '!=', 'refused')
      .orderBy('line')
      .limit(most)
      .execute()
  const preview = await rowsIn(false, previewRows)
  const refused = await rowsIn(true, maxRefusals)
  return {
    import_id: id,
    state: row.state === 'staged' ? 'proposed' : row.state,
    filename: row.filename,
    target: row.target,
    headers: JSON.parse(row.headers) as string[],
    mapping: JSON.parse(row.mapping) as Mapping,
    rows: preview.map(({ content }) => JSON.parse(content) as Record<string, unknown>),
    counts: {
      new: row.new_rows,
      same: row.same_rows,
      replaced: row.replaced_rows,
      refused: row.refused_rows,
    },
    refused: refused.map(({ line, reason }) => ({ line, reason: reason ?? '' })),
  }
}

/** The rows kept of an import in a state, by line, in portions between which other work runs. */
async function* keptRows(db: Db, id: number, state: 'refused' | 'gone' | 'to store') {
  for (let after: number | null = null; ;) {
    await nextTurn()
    let query = db
      .selectFrom('import_rows')
      .select(['line', 'content', 'reason'])
      .where('import_id', '=', id)
      .orderBy('line')
      .limit(rowsAtOnce)
    query =
      state === 'to store'
        ? query.where('state', 'in', ['new', 'same', 'replaced'])
        : query.where('state', '=', state)
    if (after !== null) query = query.where('line', '>', after)
    const rows = await query.execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.line
  }
}

/** The refused rows of an import, in portions: the headers, and each row with its line and the reason. */
export async function* refusedRows(db: Db, name: ImportName, id: number): AsyncGenerator<string[]> {
  const { headers } = await importOf(db, name, id)
  yield ['Line', 'Reason', ...(JSON.parse(headers) as string[])]
  for await (const rows of keptRows(db, id, 'refused'))
    for (const { line, content, reason } of rows)
      yield [String(line), reason ?? '', ...(JSON.parse(content) as string[])]
}

const refused = (why: string) => new ApiError(409, 'refused', why)

/** Deletes stored rows by their ids. */
async function deleteRows(db: Db, name: ImportName, ids: readonly number[]): Promise<void> {
  const { table, contract } = resourceOf(importKinds[name].resource)
  for (const some of chunks(ids, rowsAtOnce)) {
    await nextTurn()
    await anyTable(db).deleteFrom(table).where(contract.idField, 'in', some).execute()
  }
}

/** Stores a proposed import, all of it or nothing. */
export async function commit(write: Write, name: ImportName, id: number): Promise<void> {
  const { db } = write
  const row = await importOf(db, name, id)
  if (row.state !== 'proposed') throw refused(`This import is ${row.state} already.`)
  const kind = serverKinds[name]
  const { target: targetField, resource } = importKinds[name]
  const { table, contract } = resourceOf(resource)
  const now = nowOf(db).toISOString()
  const stamps = {
    version: 1,
    created_by: write.actor,
    created_at: now,
    modified_by: write.actor,
    modified_at: now,
  }

  // As it is now: since the proposal others may have written.
  const stored = new Map(
    (await storedRows(db, name, row.target, JSON.parse(row.replaces) as string[])).map((one) => [
      keyOf(name, one),
      one,
    ]),
  )
  const gone: Values[] = []
  const kept = new Set<string>()
  for await (const rows of keptRows(db, id, 'to store')) {
    const fresh: Values[] = []
    const replaced: number[] = []
    for (const { content } of rows) {
      const values = JSON.parse(content) as Values
      const key = keyOf(name, values)
      kept.add(key)
      const known = stored.get(key)
      if (known && isSame(known, values)) continue
      if (known) {
        gone.push(known)
        replaced.push(known[contract.idField] as number)
      }
      fresh.push(values)
    }
    await deleteRows(db, name, replaced)
    if (fresh.length === 0) continue
    const inserted = await anyTable(db)
      .insertInto(table)
      .values(
        fresh.map((values) => ({
          ...values,
          ...(targetField === null ? {} : { [targetField]: row.target }),
          ...kind.own(values),
          ...stamps,
        })),
      )
      .returning(contract.idField)
      .execute()
    await refreshDerived(
      db,
      resourceOf(resource),
      inserted.map((one) => one[contract.idField] as number),
    )
  }
  if (kind.group) {
    const others = [...stored].flatMap(([key, one]) => (kept.has(key) ? [] : [one]))
    gone.push(...others)
    await deleteRows(
      db,
      name,
      others.map((one) => one[contract.idField] as number),
    )
  }
  // What is gone, to bring it back; lines before the file's own.
  for (const some of chunks(
    gone.map((one, index) => ({ one, line: -1 - index })),
    rowsAtOnce,
  ))
    await db
      .insertInto('import_rows')
      .values(
        some.map(({ one, line }) => ({
          import_id: id,
          line,
          state: 'gone',
          content: JSON.stringify(one),
          reason: null,
        })),
      )
      .execute()
  await db
    .updateTable('imports')
    .set({ state: 'committed', committed_at: now })
    .where('import_id', '=', id)
    .execute()
  await tell(write, name, id, row.target, 'import')
}

/** Whether an import has replaced a row of those. */
async function replacedAny(db: Db, id: number, isOne: (row: Values) => boolean): Promise<boolean> {
  for await (const rows of keptRows(db, id, 'gone'))
    if (rows.some(({ content }) => isOne(JSON.parse(content) as Values))) return true
  return false
}

/** Takes a committed import back, unless something later rests on it. */
export async function undo(write: Write, name: ImportName, id: number): Promise<void> {
  const { db } = write
  const row = await importOf(db, name, id)
  if (row.state !== 'committed') throw refused('Only a committed import can be taken back.')
  const { resource } = importKinds[name]
  const { table, contract } = resourceOf(resource)
  const groups = JSON.parse(row.replaces) as string[]
  const now = await storedRows(db, name, row.target, groups)
  const later = await db
    .selectFrom('imports')
    .select(['import_id', 'replaces'])
    .where('kind', '=', name)
    .where('target', row.target === null ? 'is' : '=', row.target)
    .where('state', '=', 'committed')
    .where('import_id', '!=', id)
    .where('committed_at', '>=', row.committed_at)
    .orderBy('import_id')
    .execute()
  const isOwn = (one: Values) => one['created_at'] === row.committed_at
  const keysGone = new Set<string>()
  for await (const rows of keptRows(db, id, 'gone'))
    for (const { content } of rows) keysGone.add(keyOf(name, JSON.parse(content) as Values))
  for (const { import_id, replaces } of later)
    if (
      serverKinds[name].group === null
        ? await replacedAny(db, import_id, isOwn)
        : (JSON.parse(replaces) as string[]).some((group) => groups.includes(group))
    )
      throw refused(`Import ${import_id} rests on it. Take that back first.`)
  // Without groups, the stored rows are all of the target's; those of others are not the import's concern.
  const isConcerned = (one: Values) =>
    serverKinds[name].group !== null || isOwn(one) || keysGone.has(keyOf(name, one))
  const changed = now.find(
    (one) => row.committed_at !== null && String(one['modified_at']) > row.committed_at && isConcerned(one),
  )
  if (changed) throw refused(`${contract.title} ${String(changed[contract.idField])} has been changed since.`)
  const own = now.filter(isOwn)
  await deleteRows(
    db,
    name,
    own.map((one) => one[contract.idField] as number),
  )
  for await (const rows of keptRows(db, id, 'gone')) {
    const before = rows.map(({ content }) => JSON.parse(content) as Record<string, unknown>)
    await anyTable(db).insertInto(table).values(before).execute()
    await refreshDerived(
      db,
      resourceOf(resource),
      before.map((one) => one[contract.idField] as number),
    )
  }
  await db.deleteFrom('import_rows').where('import_id', '=', id).where('state', '=', 'gone').execute()
  await db.updateTable('imports').set({ state: 'undone' }).where('import_id', '=', id).execute()
  await tell(write, name, id, row.target, 'undo import')
}

/** Audits an import, tells open pages, and has quotes priced that rest on it. */
async function tell(write: Write, name: ImportName, id: number, target: number | null, action: string) {
  const resource = resourceOf(importKinds[name].resource)
  await audit(write, {
    action,
    resource: resource.contract.name,
    recordId: id,
    after: { import_id: id, target },
  })
  await serverKinds[name].stored(write, target)
  addChangeNotice(write, resource, 'updated', null)
}

/** Deletes proposals of more than a day ago, with their rows. */
export async function deleteOldProposals({ db }: OpenDatabase): Promise<void> {
  const old = new Date(nowOf(db).getTime() - 86_400_000).toISOString()
  const isOld = sql<boolean>`import_id in (select import_id from imports where state in ('staged', 'proposed') and created_at < ${old})`
  await db.deleteFrom('import_rows').where(isOld).execute()
  await db
    .deleteFrom('imports')
    .where('state', 'in', ['staged', 'proposed'])
    .where('created_at', '<', old)
    .execute()
}
