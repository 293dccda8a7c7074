/** How imports of records are answered (IMP-5, IMP-6). */
import { maxRefusals, type ImportName, type ImportProgress } from '../../../../src/contract/imports'
import { isRecordImport, recordImportDays, type RecordImport } from '../../../../src/contract/recordImports'
import type { Write } from '../../../kit/context'
import { namesOf } from '../../../kit/read/names'
import { undoUntil } from '../../../kit/undoWindow'
import type { importOf } from '../kept'
import type { RowResult } from './apply'
import { serverOf } from './plan'
import type { KeptRow } from './stage'

type Db = Write['db']

/** What is shown of a kept row. */
export const shownRow = (name: ImportName, content: Record<string, unknown>): Record<string, unknown> =>
  isRecordImport(name) ? { ...(content as unknown as KeptRow).shown } : content

/** How an import of records stands. */
export async function progressOf(
  db: Db,
  name: RecordImport,
  { import_id: id, committed_at, done_rows, state }: Awaited<ReturnType<typeof importOf>>,
): Promise<ImportProgress> {
  const kept = db.selectFrom('import_rows').where('import_id', '=', id).where('state', '=', 'kept')
  // Only an undo keeps rows.
  const isTakenBack = state === 'undone' || state === 'returning'
  const rows = isTakenBack
    ? await kept.select(['line', 'reason', 'result']).orderBy('line').limit(maxRefusals).execute()
    : []
  const ids = rows.flatMap(({ result }) => recordOf(result) ?? [])
  const names = await namesOf(db, serverOf(name), ids)
  const { count } = isTakenBack
    ? await kept.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    : { count: 0 }
  return {
    done: done_rows,
    undo_until: committed_at === null ? null : undoUntil(committed_at, recordImportDays),
    kept: rows.map(({ line, reason, result }) => ({
      line,
      name: names.get(recordOf(result) ?? 0) ?? '',
      reason: reason ?? '',
    })),
    kept_count: count,
  }
}

const recordOf = (result: string | null): number | null =>
  result === null ? null : (JSON.parse(result) as RowResult).id
