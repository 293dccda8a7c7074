/** Imports and their rows, as they are kept while they are proposed, stored and taken back (GAS-7). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  importStates,
  type ImportCounts,
  type ImportName,
  type ImportState,
} from '../../../src/contract/imports'
import type { Write } from '../../kit/context'
import { notFound } from '../../kit/errors'

type Db = Write['db']

/** Rows read, compared or written before other work runs. */
export const rowsAtOnce = 50

/** The values of a row, by the names of its fields. */
export type Values = Readonly<Record<string, unknown>>

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
  importStates.find((shown) => shown === state) ?? (state === 'undoing' ? 'committed' : 'proposed')

export const countsOf = (
  row: Pick<Awaited<ReturnType<typeof importOf>>, `${keyof ImportCounts}_rows`>,
): ImportCounts => ({
  new: row.new_rows,
  same: row.same_rows,
  replaced: row.replaced_rows,
  refused: row.refused_rows,
})

/** The rows kept of an import in a state, by line, in portions between which other work runs. */
export async function* keptRows(db: Db, id: number, state: 'refused' | 'gone' | 'made' | 'to store') {
  for (let after: number | null = null; ;) {
    await nextTurn()
    let query = db
      .selectFrom('import_rows')
      .select(['line', 'state', 'content', 'reason'])
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

/**
 * Keeps what stored rows were before an import, at lines before the file's own.
 * @param state `gone`: rows that it has deleted or changed; `made`: records that it has made beside its rows.
 */
export async function keepBefore(
  db: Db,
  id: number,
  state: 'gone' | 'made',
  rows: readonly Values[],
): Promise<void> {
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
        state,
        content: JSON.stringify(row),
        reason: null,
      })),
    )
    .execute()
}

/** Forgets kept rows. */
export async function dropKept(db: Db, id: number, rows: readonly { line: number }[]): Promise<void> {
  await db
    .deleteFrom('import_rows')
    .where('import_id', '=', id)
    .where(
      'line',
      'in',
      rows.map(({ line }) => line),
    )
    .execute()
}
