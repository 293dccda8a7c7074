import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from './migrations/ddl/columns'

/** The unreleased migrations that the baseline has replaced: it is the schema after the last of them. */
const replaced = [
  ...['001-first-stone', '002-fixed-rows', '003-whole-contract', '004-idempotency', '005-credit-setups'],
  ...['006-sign-in-limits', '007-append-only-audit', '008-installation-keys', '009-accounts'],
  ...['010-working-hours', '011-conversations', '012-calendar-feed', '013-shared-texts', '014-directory'],
  ...['015-letters', '017-outbox', '019-late-keys', '020-mail-service', '021-mail-changes'],
  ...['022-address-books', '023-texts-beside', '024-row-counts', '025-content-keys', '026-keys-before'],
  ...['027-search-settings', '028-content-sizes', '029-search-settings', '030-task-days'],
  ...['031-search-changes', '032-letter-pairs', '033-mail-addresses', '034-untold-changes', '035-token-use'],
  ...['036-counted-audit', '038-confirmed-emails', '039-mail-budgets', '040-email-claims', '041-whole-days'],
  ...['043-replaced-source-names', '045-trash-for-all', '046-home-states', '048-refolds'],
  ...['049-volumes-in-dekatherms', '054-copies-of-messages', '055-match-keys', '056-message-attachments'],
  ...['058-refolded-books', '059-empty-texts-last'],
]

const last = replaced.at(-1)

const tableExists: Readonly<Record<DatabaseKind, (table: string) => ReturnType<typeof sql>>> = {
  sqlite: (table) => sql`select 1 from sqlite_master where name = ${table}`,
  postgres: (table) => sql`select 1 where to_regclass(${table}) is not null`,
}

/** Names that PostgreSQL gave while a table of the same name was there. */
const constraints = ['pkey', 'owner_fkey']

/**
 * Records the baseline as done in a database that has run all of the migrations that it replaced, in place of their
 * names: the migrator takes a recorded migration without code for damage.
 * @param table that the migrator keeps its names in.
 * @throws Error when the database has run only some of them.
 */
export async function adoptBaseline(db: Kysely<unknown>, kind: DatabaseKind, table: string): Promise<void> {
  const names = sql.table(table)
  await db.transaction().execute(async (transaction) => {
    if ((await tableExists[kind](table).execute(transaction)).rows.length === 0) return
    const { rows } = await sql<{ name: string }>`select name from ${names}`.execute(transaction)
    const done = new Set(rows.map(({ name }) => name))
    const missing = replaced.filter((name) => !done.has(name))
    if (missing.length === replaced.length) return
    if (missing.length > 0)
      throw new Error(
        `its schema is that of an unreleased version, before the migration ${last}. Start the last version that has ${last} in server/db/migrations once, then this one`,
      )
    await sql`delete from ${names} where name in (${sql.join(replaced.slice(1))})`.execute(transaction)
    await sql`update ${names} set name = '001-baseline' where name = ${replaced[0]}`.execute(transaction)
    if (kind === 'postgres')
      for (const name of constraints)
        await sql
          .raw(`alter table calendars rename constraint calendars_${name}1 to calendars_${name}`)
          .execute(transaction)
  })
}
