import { sql, type Kysely } from 'kysely'
import type { Field } from '../../src/contract/fields'
import type { OpenDatabase } from '../db/dialects'
import { emptyAudit } from '../db/pruneAudit'
import type { Tables } from '../db/tables'
import { anyTable, type AnyDatabase } from '../kit/context'
import type { FileStore } from '../ports/files'
import { removeMark, unfinishedFill } from './mark'
import { keptTables, linksWithoutResource, demoTables } from './tables'

/** Tables that reference demo tables without being one. */
const others = [
  ...([
    'webhook_deliveries',
    'webhooks',
    'api_tokens',
    'refresh_tokens',
    'sessions',
    'idempotency_keys',
    'sign_in_limits',
    'stale_sort_keys',
  ] as const),
  ...keptTables.map(({ table }) => table),
  ...([
    'quote_pricing_marks',
    'contract_notice_marks',
    'contract_notice_tasks',
    'contract_accounts',
    'contract_amendments',
    'usage_marks',
    'import_rows',
    'imports',
    'bulk_change_records',
    'bulk_changes',
    'backups',
    'notifications',
    'view_choices',
    'merge_records',
    'merges',
    'duplicate_pairs',
    'erasures',
    'limited_resources',
  ] as const),
  ...([
    'message_addresses',
    'mail_grants',
    'calendars',
    'calendar_feeds',
    'identities',
    'outbox',
    'invitation_outbox',
    'replaced_source_names',
  ] as const),
  ...(['mail_requests', 'mail_accounts', 'mail_links', 'mail_contacts'] as const),
]

/** Rows that every installation has and keeps, perhaps changed by users. */
export const changedByUsers = ['market_holidays'] as const

/**
 * Deletes all rows of the tables that demo data fills, including those of users, and all rows that reference them:
 * sessions, the audit, and the contents of files. The fixed rows of every installation stay. The mark of an interrupted
 * fill is deleted.
 */
export async function emptyDatabase({ db, dialect }: OpenDatabase, files: FileStore): Promise<void> {
  const keys: string[] = []
  const unfinished = await unfinishedFill(db)
  const indexes = [...(unfinished?.indexes ?? [])]
  await db.transaction().execute(async (trx) => {
    for (const table of others) await trx.deleteFrom(table).execute()
    await emptyAudit(trx)
    for (const table of changedByUsers)
      await trx.updateTable(table).set({ created_by: null, modified_by: null }).execute()
    for (const { resource } of demoTables.toReversed()) {
      for (const column of Object.values(resource.contents))
        for (const key of await keysIn(anyTable(trx), resource.table, column)) keys.push(key)
      for (const [, { table }] of linksWithoutResource(resource)) await trx.deleteFrom(table).execute()
      if (!unfinished && (await isLarge(anyTable(trx), resource.table)))
        indexes.push(...(await dialect.bulkLoad.dropIndexes(trx, resource.table)))
      const dropHelpers = await indexSelfReferences(trx, resource)
      await anyTable(trx).deleteFrom(resource.table).execute()
      await dropHelpers()
      await dialect.bulkLoad.continueIds(trx, resource.table, resource.contract.idField)
    }
    for (const { resource } of demoTables)
      for (const statement of await dialect.bulkLoad.rebuildSearchIndexes(trx, resource.table))
        await sql.raw(statement).execute(trx)
    for (const statement of indexes) await sql.raw(statement).execute(trx)
    if (unfinished) await removeMark(trx)
  })
  for (const key of keys) await files.remove(key)
}

/** More rows are deleted sooner without the indexes of their table, which are made again afterwards. */
const manyRows = 10_000

const isLarge = async (db: AnyDatabase, table: string): Promise<boolean> =>
  (await db.selectFrom(table).select(sql.lit(1).as('one')).limit(1).offset(manyRows).execute()).length > 0

/** Indexes the references of a table to itself, each of which is looked up for every row that is deleted. */
async function indexSelfReferences(
  db: Kysely<Tables>,
  { table, contract }: (typeof demoTables)[number]['resource'],
): Promise<() => Promise<void>> {
  const indexes: string[] = []
  for (const [name, field] of Object.entries<Field>(contract.fields)) {
    if (field.kind !== 'one' || field.to !== contract.name) continue
    const index = `${table}_emptied_${name}`
    await sql`create index ${sql.ref(index)} on ${sql.table(table)} (${sql.ref(name)}) where ${sql.ref(name)} is not null`.execute(
      db,
    )
    indexes.push(index)
  }
  return async () => {
    for (const index of indexes) await sql`drop index ${sql.ref(index)}`.execute(db)
  }
}

const keysIn = async (db: AnyDatabase, table: string, column: string): Promise<string[]> =>
  (await db.selectFrom(table).select(column).where(column, 'is not', null).execute()).map((row) =>
    String(row[column]),
  )
