/**
 * Folds searched texts of an earlier version anew, before any request is served: those of the resources that a
 * migration has entered into `refolds`, in small transactions. After an interruption the next start resumes there.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { OpenDatabase } from '../db/dialects'
import type { Tables } from '../db/tables'
import { entrySearch } from '../ports/mail/nylas/texts'
import '.'
import { anyTable, inTransaction } from '../kit/context'
import { resourceOf } from '../kit/registry'
import type { ServerResource } from '../kit/resource'
import { refreshFolded } from '../kit/write/derive'

/** Records in a transaction. */
const rowsAtOnce = 500

const system = { actor: null, requestId: null }

export const rebuildSearchTexts = (database: OpenDatabase): Promise<void> =>
  database.dialect.runExclusively(database.db, async () => {
    while (await rebuildSome(database)) await nextTurn()
  })

/** @returns whether there may be more. */
const rebuildSome = (database: OpenDatabase): Promise<boolean> =>
  inTransaction(
    database,
    system,
    async ({ db }) => {
      const mark = await db.selectFrom('refolds').selectAll().orderBy('resource').limit(1).executeTakeFirst()
      if (!mark) return false
      const { resource, done_to } = mark
      const ids = await (resource === 'mail_contacts'
        ? rebuildEntries(db, done_to)
        : rebuildRecords(db, resourceOf(resource), done_to))
      const last = ids.at(-1)
      if (last === undefined || ids.length < rowsAtOnce)
        await db.deleteFrom('refolds').where('resource', '=', resource).execute()
      else await db.updateTable('refolds').set({ done_to: last }).where('resource', '=', resource).execute()
      return true
    },
    'exclusive',
  )

/** @returns the ids of the folded records: the next ones after an id. */
async function rebuildRecords(
  db: Kysely<Tables>,
  resource: ServerResource,
  after: number,
): Promise<number[]> {
  const { idField } = resource.contract
  const rows = await anyTable(db)
    .selectFrom(resource.table)
    .select(idField)
    .where(idField, '>', after)
    .orderBy(idField)
    .limit(rowsAtOnce)
    .execute()
  const ids = rows.map((row) => row[idField] as number)
  await refreshFolded(db, resource, ids)
  return ids
}

/** The same for the entries of address books, which depend on their own texts only. */
async function rebuildEntries(db: Kysely<Tables>, after: number): Promise<number[]> {
  const entries = await db
    .selectFrom('mail_contacts')
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(rowsAtOnce)
    .execute()
  for (const entry of entries) {
    const search = entrySearch(entry)
    if (search !== entry.search)
      await db.updateTable('mail_contacts').set({ search }).where('id', '=', entry.id).execute()
  }
  return entries.map(({ id }) => id)
}
