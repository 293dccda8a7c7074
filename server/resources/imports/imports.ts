/** Proposes imports, and answers what became of them (GAS-7). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  importKinds,
  maxRefusals,
  previewRows,
  type ImportAnswer,
  type ImportCounts,
  type ImportKind,
  type ImportName,
  type ImportState,
} from '../../../src/contract/imports'
import { nowOf } from '../../db/clock'
import type { OpenDatabase } from '../../db/dialects'
import { chunks } from '../../kit/chunks'
import type { CsvRow } from '../../kit/csv'
import { inTransaction, type Write, type Writer } from '../../kit/context'
import { notFound } from '../../kit/errors'
import { fold } from '../../kit/fold'
import { RefusedCell } from './cells'
import { isSame, keyOf, serverKinds, storedLike, type Values } from './kinds'

type Db = Write['db']

/** Rows read, compared or written before other work runs. */
export const rowsAtOnce = 50

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
  rows: readonly CsvRow[],
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
      const known = stored.get(keyOf(name, row.values))
      if (known) row.state = isSame(known, row.values) ? 'same' : 'replaced'
    }
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
  }: { rows: readonly CsvRow[]; filename: string | null; target: number | null; mapping: Mapping | null },
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
export async function importOf(db: Db, name: ImportName, id: number) {
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

/** The state of an import as it was before what is under way, and is after that has failed. */
export const shownState = (state: Awaited<ReturnType<typeof importOf>>['state']): ImportState =>
  state === 'committed' || state === 'undone' ? state : state === 'undoing' ? 'committed' : 'proposed'

export const countsOf = (
  row: Pick<Awaited<ReturnType<typeof importOf>>, `${keyof ImportCounts}_rows`>,
): ImportCounts => ({
  new: row.new_rows,
  same: row.same_rows,
  replaced: row.replaced_rows,
  refused: row.refused_rows,
})

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
    state: shownState(row.state),
    filename: row.filename,
    target: row.target,
    headers: JSON.parse(row.headers) as string[],
    mapping: JSON.parse(row.mapping) as Mapping,
    rows: preview.map(({ content }) => JSON.parse(content) as Record<string, unknown>),
    counts: countsOf(row),
    refused: refused.map(({ line, reason }) => ({ line, reason: reason ?? '' })),
  }
}

/** The rows kept of an import in a state, by line, in portions between which other work runs. */
export async function* keptRows(db: Db, id: number, state: 'refused' | 'gone' | 'to store') {
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
        ? query.where('line', '>', 0).where('state', '!=', 'refused')
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

/** Rows deleted before other work runs. */
const deletedAtOnce = 500

/** Deletes proposals of more than a day ago, with their rows. */
export async function deleteOldProposals({ db }: OpenDatabase): Promise<void> {
  const old = await db
    .selectFrom('imports')
    .select('import_id')
    .where('state', 'in', ['staged', 'proposed'])
    .where('created_at', '<', new Date(nowOf(db).getTime() - 86_400_000).toISOString())
    .execute()
  for (const { import_id } of old) {
    for (let deleted = deletedAtOnce; deleted === deletedAtOnce;) {
      await nextTurn()
      const some = db
        .selectFrom('import_rows')
        .select('line')
        .where('import_id', '=', import_id)
        .orderBy('line')
        .limit(deletedAtOnce)
      const { numDeletedRows } = await db
        .deleteFrom('import_rows')
        .where('import_id', '=', import_id)
        .where('line', 'in', some)
        .executeTakeFirstOrThrow()
      deleted = Number(numDeletedRows)
    }
    await db.deleteFrom('imports').where('import_id', '=', import_id).execute()
  }
}
