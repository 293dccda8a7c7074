/** Erases what imports keep of a contact: the cells of its row, and what their undo would bring back. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Tables } from '../../db/tables'
import { anyTable, type Write } from '../../kit/context'
import { emailKey } from '../../../src/contract/emailKey'
import type { Erasing } from './kept'
import type { Portion } from './portions'
import type { Sought } from './sought'
import { hasTrace, holdsAny, mayHoldTrace, mentionsTrace, textsIn, traceKeys, type TraceKeys } from './traces'

/** The reason of a row that was erased. */
const why = 'It was erased on request.'

type Row = Pick<Tables['import_rows'], 'line' | 'state' | 'content' | 'reason'> & { result: string | null }

/** What stands in the results of rows that have made or changed the contact, or one of its links. */
const inResults = ({ contacts, parts }: Sought): string[] => [
  ...contacts.map((id) => `"resource":"contacts","id":${id},`),
  ...(parts.organizationContacts ?? []).map((id) => `"resource":"organizationContacts","id":${id},`),
]

/** What finds the rows that may be about the contact. */
export const mayBeImportRow = (db: Write['db'], { sought }: Erasing): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    [
      holdsAny(db, ['result'], inResults(sought)),
      mayHoldTrace(db, ['content', 'reason'], traceKeys(sought.values)),
      ...sought.names.map(
        ([first, last]) =>
          sql`(${holdsAny(db, ['content'], [first])} and ${holdsAny(db, ['content'], [last])})`,
      ),
      // Of rows that have changed nothing.
      ...sought.contacts.map((id) => sql`result like ${`{"id":${id},%`}`),
    ],
    sql` or `,
  )})`

/** Erases some rows of imports. */
export async function eraseImportRows(
  write: Write,
  { sought }: Erasing,
  isIn: Portion['isIn'],
): Promise<void> {
  const { db } = write
  const keys = traceKeys(sought.values)
  const named = inResults(sought)
  const rows = await db
    .selectFrom('import_rows')
    .innerJoin('imports', 'imports.import_id', 'import_rows.import_id')
    .select(['import_rows.import_id', 'import_rows.line', 'import_rows.state', 'import_rows.content'])
    .select(['import_rows.result', 'import_rows.reason', 'imports.kind', 'imports.state as import_state'])
    .where(isIn)
    .execute()
  for (const row of rows)
    if (isAbout(row, row.kind, sought, named, keys))
      await eraseRow(write, row.import_id, row, row.import_state)
}

/** Whether a row is about the contact, and does not just resemble it. */
function isAbout(
  { content, reason, result }: Row,
  kind: string,
  { contacts, names }: Sought,
  named: readonly string[],
  keys: TraceKeys,
): boolean {
  if (named.some((text) => result?.includes(text))) return true
  if (kind === 'contacts' && contacts.some((id) => result?.startsWith(`{"id":${id},`))) return true
  if (hasTrace(content, keys) || mentionsTrace(reason, keys)) return true
  const cells = new Set(textsIn(JSON.parse(content)).map((cell) => emailKey(cell.trim())))
  return names.some(
    ([first, last]) =>
      (cells.has(first) && cells.has(last)) ||
      cells.has(`${first} ${last}`) ||
      cells.has(`${last}, ${first}`),
  )
}

/** A row that waits is refused; of one that is through, nothing is left to take back. */
async function eraseRow(
  { db }: Write,
  id: number,
  { line, state, result, reason }: Row,
  importState: string,
): Promise<void> {
  const change = (values: Partial<Row>) =>
    db.updateTable('import_rows').set(values).where('import_id', '=', id).where('line', '=', line).execute()
  if (result !== null) {
    await change({
      content: JSON.stringify(state === 'refused' ? [] : { shown: {}, cells: [] }),
      result: JSON.stringify({ id: null, made: [] }),
      ...(reason !== null && { reason: why }),
    })
    return
  }
  if (line < 0) {
    // Kept by an import of another kind, whose undo leaves it out then.
    await db.deleteFrom('import_rows').where('import_id', '=', id).where('line', '=', line).execute()
    return
  }
  await change({ state: 'refused', content: '[]', reason: why })
  if (importState === 'proposed' && state !== 'refused')
    await anyTable(db)
      .updateTable('imports')
      .set(({ eb }) => ({
        [`${state}_rows`]: eb(`${state}_rows`, '-', 1),
        refused_rows: eb('refused_rows', '+', 1),
      }))
      .where('import_id', '=', id)
      .execute()
}
