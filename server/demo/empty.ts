import { sql } from 'kysely'
import type { OpenDatabase } from '../db/dialect'
import { anyTable, type AnyDatabase } from '../kit/context'
import type { FileStore } from '../ports/files'
import { removeMark, unfinishedFill } from './mark'
import { bareLinks, demoTables } from './tables'

/** What refers to the rows of demo tables without being one itself. */
const others = [
  ...(['refresh_tokens', 'sessions', 'idempotency_keys', 'sign_in_limits', 'late_keys'] as const),
  ...(['mail_grants', 'calendars', 'calendar_feeds', 'identities', 'outbox', 'untold_changes'] as const),
  ...(['mail_requests', 'mail_accounts', 'mail_links', 'mail_contacts'] as const),
]

/**
 * Deletes every row of the tables that demo data fills, whoever made it, and what refers to them: sessions end, the
 * audit forgets, and the contents of files go. What each installation has from its first start on stays. A fill that
 * was interrupted is forgotten.
 */
export async function emptyDatabase({ db, dialect }: OpenDatabase, files: FileStore): Promise<void> {
  const keys: string[] = []
  const unfinished = await unfinishedFill(db)
  const indexes = [...(unfinished?.indexes ?? [])]
  await db.transaction().execute(async (trx) => {
    for (const table of others) await trx.deleteFrom(table).execute()
    for (const statement of dialect.changeable('audit')) await statement.execute(trx)
    await trx.deleteFrom('audit').execute()
    for (const statement of dialect.appendOnly('audit')) await statement.execute(trx)
    for (const { resource } of demoTables.toReversed()) {
      for (const column of Object.values(resource.contents))
        for (const key of await keysIn(anyTable(trx), resource.table, column)) keys.push(key)
      for (const [, { table }] of bareLinks(resource)) await trx.deleteFrom(table).execute()
      if (!unfinished) indexes.push(...(await dialect.takeIndexes(trx, resource.table)))
      await anyTable(trx).deleteFrom(resource.table).execute()
      await dialect.countOn(trx, resource.table, resource.contract.idField)
    }
    for (const { resource } of demoTables)
      for (const statement of await dialect.searchAnew(trx, resource.table))
        await sql.raw(statement).execute(trx)
    for (const statement of indexes) await sql.raw(statement).execute(trx)
    if (unfinished) await removeMark(trx)
  })
  for (const key of keys) await files.remove(key)
}

const keysIn = async (db: AnyDatabase, table: string, column: string): Promise<string[]> =>
  (await db.selectFrom(table).select(column).where(column, 'is not', null).execute()).map((row) =>
    String(row[column]),
  )
