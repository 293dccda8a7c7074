import { Migrator, type Kysely, type Migration } from 'kysely'
import { adoptBaseline } from './adoptBaseline'
import type { OpenDatabase } from './dialects'
import { migrationsFor } from './migrations'

const migrationTableName = 'schema_migrations'

/**
 * Migrates a database to the newest schema, or throws the reason why it cannot. Each start runs the missing migrations
 * in one transaction, so that an interrupted start leaves nothing half done, and one process at a time (TRUST-33).
 */
export async function migrate(database: OpenDatabase, more: Record<string, Migration> = {}): Promise<void> {
  const { db, dialect } = database
  const { error } = await dialect.runExclusively(db, async () => {
    await adoptBaseline(db as unknown as Kysely<unknown>, dialect.kind, migrationTableName)
    return migratorOf(database, more).migrateToLatest()
  })
  if (error) throw error instanceof Error ? error : new Error('The database could not be migrated.')
}

/** Whether a database has the newest schema that this program knows. */
export const isCurrent = async (database: OpenDatabase): Promise<boolean> =>
  (await migratorOf(database, {}).getMigrations()).every(({ executedAt }) => executedAt !== undefined)

/** Whether a database has a schema of this product at all, of whichever version. */
export const isMigrated = async (database: OpenDatabase): Promise<boolean> =>
  (await migratorOf(database, {}).getMigrations()).some(({ executedAt }) => executedAt !== undefined)

/** The migrations that this program knows, in their order. */
export const migrationNames = ({ dialect }: OpenDatabase): string[] =>
  Object.keys(migrationsFor(dialect.kind)).sort()

/**
 * Migrates a new database, within the transaction that makes it where there is one.
 * @param name of the last migration to run; null: all.
 * @throws the error of a migration.
 */
export async function migrateNew(database: OpenDatabase, name: string | null): Promise<void> {
  const migrator = migratorOf(database, {}, { disableTransactions: true })
  const { error } = await (name === null ? migrator.migrateToLatest() : migrator.migrateTo(name))
  if (error) throw error instanceof Error ? error : new Error('The database could not be migrated.')
}

const migratorOf = (
  { db, dialect }: OpenDatabase,
  more: Record<string, Migration>,
  options: { disableTransactions?: boolean } = {},
): Migrator =>
  new Migrator({
    ...options,
    db,
    provider: { getMigrations: () => Promise.resolve({ ...migrationsFor(dialect.kind), ...more }) },
    migrationTableName,
    migrationLockTableName: 'schema_migrations_lock',
  })
