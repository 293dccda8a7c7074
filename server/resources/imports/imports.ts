/** Proposes imports, and answers what became of them (GAS-7). */
import { columnsByHeaders } from '../../../src/contract/importHeaders'
import {
  importKinds,
  maxRefusals,
  maxUnknownNumbers,
  previewRows,
  type ImportAnswer,
  type ImportKind,
  type ImportName,
  type ImportOptions,
  type UnknownNumber,
} from '../../../src/contract/imports'
import { isRecordImport } from '../../../src/contract/recordImports'
import { nowOf } from '../../db/clock'
import { daysAgo } from '../../kit/undoWindow'
import type { OpenDatabase } from '../../db/dialects'
import { chunks } from '../../kit/chunks'
import { inTransaction, type Write, type Writer } from '../../kit/context'
import { deleteInSteps } from '../../kit/write/deleteInSteps'
import { countsOf, importOf, keptRows, rowsAtOnce, shownState } from './kept'
import { daysFrom1904, headerPlace, lastOptions, lastUsed, optionsOf } from './mapping'
import { progressOf, shownRow } from './records/answers'
import type { Table } from './table'
import { stage } from './ways'
import type { Mapping, Staged } from './way'

type Db = Write['db']

const kindOf = (name: ImportName): ImportKind => importKinds[name]

/**
 * Reads a table and keeps its rows as a proposal, in small transactions: without the last one there is no import.
 * @returns what the last transaction has to do, which gives the id.
 */
export async function propose(
  database: OpenDatabase,
  writer: Writer,
  name: ImportName,
  {
    table,
    filename,
    target,
    mapping: given,
    options: said,
  }: {
    table: Table
    filename: string | null
    target: number | null
    mapping: Mapping | null
    /** What is not said is as it was last. */
    options: Partial<ImportOptions> | null
  },
): Promise<(write: Write) => Promise<number>> {
  const { rows: all, isFrom1904 } = table
  const place = headerPlace(name, all)
  const headers = (all[place]?.cells ?? []).map((cell) => cell.trim())
  const mapping =
    given ?? (await lastUsed(database.db, name, target, headers)) ?? columnsByHeaders(name, headers)
  const options = { ...(await lastOptions(database.db, name, target)), ...said }
  const below = all.slice(place + 1)
  const rows = isFrom1904 ? daysFrom1904(name, below, mapping) : below
  const proposal = { headers, rows, mapping, target, options }
  const { staged, groups, unknown } = await stage(database.db, name, proposal, writer)
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
        options: JSON.stringify(options),
        unknown: JSON.stringify(unknown.slice(0, maxUnknownNumbers)),
        unknown_count: unknown.length,
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
    rows: preview.map(({ content }) => shownRow(name, JSON.parse(content) as Record<string, unknown>)),
    counts: countsOf(row),
    refused: refused.map(({ line, reason }) => ({ line, reason: reason ?? '' })),
    options: kindOf(name).options ? optionsOf(row) : null,
    unknown: JSON.parse(row.unknown) as UnknownNumber[],
    unknown_count: row.unknown_count,
    progress: isRecordImport(name) ? await progressOf(db, name, row) : null,
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

/** Deletes proposals of more than a day ago, with their rows. */
export async function deleteOldProposals(database: OpenDatabase): Promise<void> {
  const { db } = database
  const old = await db
    .selectFrom('imports')
    .select('import_id')
    .where('state', 'in', ['staged', 'proposed'])
    .where('created_at', '<', daysAgo(db, 1))
    .execute()
  for (const { import_id } of old) {
    await deleteInSteps(database, 'import_rows', { of: 'import_id', by: 'line' }, import_id)
    await db.deleteFrom('imports').where('import_id', '=', import_id).execute()
  }
}
