import { Migrator, type Kysely, type Migration } from 'kysely'
import type { OpenDatabase } from '../dialect'
import { firstStone } from './001-first-stone'
import { fixedRows } from './002-fixed-rows'
import { wholeContract } from './003-whole-contract'
import { idempotency } from './004-idempotency'
import { creditSetups } from './005-credit-setups'
import { signInLimits } from './006-sign-in-limits'
import { appendOnlyAudit } from './007-append-only-audit'
import { installationKeys } from './008-installation-keys'
import { accounts } from './009-accounts'
import { workingHours } from './010-working-hours'
import { conversations } from './011-conversations'
import { calendarFeed } from './012-calendar-feed'
import { sharedTexts } from './013-shared-texts'
import { directory } from './014-directory'
import { letters } from './015-letters'
import { outbox } from './017-outbox'
import { lateKeys } from './019-late-keys'
import { mailService } from './020-mail-service'
import { mailChanges } from './021-mail-changes'
import { addressBooks } from './022-address-books'
import { textsBeside } from './023-texts-beside'
import { rowCounts } from './024-row-counts'
import { contentKeys } from './025-content-keys'
import { keysBefore } from './026-keys-before'
import { searchSettings } from './027-search-settings'
import { contentSizes } from './028-content-sizes'
import { taskDays } from './030-task-days'
import { searchChanges } from './031-search-changes'
import { letterPairs } from './032-letter-pairs'
import { mailAddresses } from './033-mail-addresses'
import { untoldChanges } from './034-untold-changes'

/**
 * Brings a database to the newest schema, or says why it cannot. Each start runs what is missing, in one
 * transaction, so that an interrupted start leaves nothing half done, and one process at a time (TRUST-33).
 */
export async function migrate(database: OpenDatabase, more: Record<string, Migration> = {}): Promise<void> {
  const { db, dialect } = database
  const { error } = await dialect.alone(db, () => migratorOf(database, more).migrateToLatest())
  if (error) throw error instanceof Error ? error : new Error('The database could not be migrated.')
}

/** Whether a database has the newest schema that this program knows. */
export const isCurrent = async (database: OpenDatabase): Promise<boolean> =>
  (await migratorOf(database, {}).getMigrations()).every(({ executedAt }) => executedAt !== undefined)

function migratorOf({ db, dialect }: OpenDatabase, more: Record<string, Migration>): Migrator {
  const migrations: Record<string, Migration> = {
    '001-first-stone': { up: (trx: Kysely<unknown>) => firstStone(trx, dialect) },
    '002-fixed-rows': { up: fixedRows },
    '003-whole-contract': { up: (trx: Kysely<unknown>) => wholeContract(trx, dialect) },
    '004-idempotency': { up: (trx: Kysely<unknown>) => idempotency(trx, dialect) },
    '005-credit-setups': { up: (trx: Kysely<unknown>) => creditSetups(trx, dialect) },
    '006-sign-in-limits': { up: (trx: Kysely<unknown>) => signInLimits(trx, dialect) },
    '007-append-only-audit': { up: (trx: Kysely<unknown>) => appendOnlyAudit(trx, dialect) },
    '008-installation-keys': { up: (trx: Kysely<unknown>) => installationKeys(trx, dialect) },
    '009-accounts': { up: (trx: Kysely<unknown>) => accounts(trx, dialect) },
    '010-working-hours': { up: workingHours },
    '011-conversations': { up: (trx: Kysely<unknown>) => conversations(trx, dialect) },
    '012-calendar-feed': { up: (trx: Kysely<unknown>) => calendarFeed(trx, dialect) },
    '013-shared-texts': { up: (trx: Kysely<unknown>) => sharedTexts(trx, dialect) },
    '014-directory': { up: (trx: Kysely<unknown>) => directory(trx, dialect) },
    '015-letters': { up: (trx: Kysely<unknown>) => letters(trx, dialect) },
    '017-outbox': { up: (trx: Kysely<unknown>) => outbox(trx, dialect) },
    '019-late-keys': { up: (trx: Kysely<unknown>) => lateKeys(trx, dialect) },
    '020-mail-service': { up: (trx: Kysely<unknown>) => mailService(trx, dialect) },
    '021-mail-changes': { up: (trx: Kysely<unknown>) => mailChanges(trx, dialect) },
    '022-address-books': { up: (trx: Kysely<unknown>) => addressBooks(trx, dialect) },
    '023-texts-beside': { up: (trx: Kysely<unknown>) => textsBeside(trx, dialect) },
    '024-row-counts': { up: (trx: Kysely<unknown>) => rowCounts(trx, dialect) },
    '025-content-keys': { up: contentKeys },
    '026-keys-before': { up: keysBefore },
    '027-search-settings': { up: (trx: Kysely<unknown>) => searchSettings(trx, dialect) },
    '028-content-sizes': { up: contentSizes },
    // They have become others since, on PostgreSQL.
    '029-search-settings': { up: (trx: Kysely<unknown>) => searchSettings(trx, dialect) },
    '030-task-days': { up: (trx: Kysely<unknown>) => taskDays(trx, dialect) },
    '031-search-changes': { up: (trx: Kysely<unknown>) => searchChanges(trx, dialect) },
    '032-letter-pairs': { up: (trx: Kysely<unknown>) => letterPairs(trx, dialect) },
    '033-mail-addresses': { up: mailAddresses },
    '034-untold-changes': { up: (trx: Kysely<unknown>) => untoldChanges(trx, dialect) },
    ...more,
  }
  return new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    migrationTableName: 'schema_migrations',
    migrationLockTableName: 'schema_migrations_lock',
  })
}
