import { Migrator, type Kysely, type Migration } from 'kysely'
import type { OpenDatabase } from '../dialect'
import { firstStone } from './001-first-stone'
import { fixedRows } from './002-fixed-rows'
import { wholeContract } from './003-whole-contract'
import { idempotency } from './004-idempotency'
import { creditSetups } from './005-credit-setups'

/**
 * Brings a database to the newest schema, or says why it cannot. Each start runs what is missing, in one
 * transaction, so that an interrupted start leaves nothing half done (TRUST-33).
 */
export async function migrate(
  { db, dialect }: OpenDatabase,
  more: Record<string, Migration> = {},
): Promise<void> {
  const migrations: Record<string, Migration> = {
    '001-first-stone': { up: (trx: Kysely<unknown>) => firstStone(trx, dialect) },
    '002-fixed-rows': { up: fixedRows },
    '003-whole-contract': { up: (trx: Kysely<unknown>) => wholeContract(trx, dialect) },
    '004-idempotency': { up: (trx: Kysely<unknown>) => idempotency(trx, dialect) },
    '005-credit-setups': { up: (trx: Kysely<unknown>) => creditSetups(trx, dialect) },
    ...more,
  }
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    migrationTableName: 'schema_migrations',
    migrationLockTableName: 'schema_migrations_lock',
  }).migrateToLatest()
  if (error) throw error instanceof Error ? error : new Error('The database could not be migrated.')
}
