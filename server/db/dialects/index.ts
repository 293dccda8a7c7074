/** The two databases: only this folder and the migrations check which of them is used. */
import { PostgresAdapter, type Kysely } from 'kysely'
import type { Tables } from '../tables'
import type { Dialect, OpenDatabase } from './dialect'
import { postgres } from './postgres'
import { openPostgres } from './postgres/open'
import { isPostgresFilled, openPostgresLoad } from './postgres/loadTarget'
import { openPostgresSnapshot } from './postgres/snapshot'
import type { LoadTarget } from './loadTarget'
import type { Snapshot } from './snapshot'
import { sqlite } from './sqlite'
import { openEmbedded } from './sqlite/open'
import { isEmbeddedFilled, openEmbeddedLoad } from './sqlite/loadTarget'
import { openEmbeddedSnapshot } from './sqlite/snapshot'
import type { StatementListener } from './statementListener'

export type { Dialect, OpenDatabase } from './dialect'
export * from './errors'
export { openPostgres } from './postgres/open'
export { openEmbedded } from './sqlite/open'
export type { StatementListener } from './statementListener'

/** The dialect of a connection or a transaction. */
export const dialectOf = (db: Kysely<Tables>): Dialect =>
  db.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite

/** Opens the database that the configuration names. */
export const openDatabase = (
  config: { databaseUrl: string | null; dataDir: string },
  listener?: StatementListener,
): OpenDatabase =>
  config.databaseUrl === null
    ? openEmbedded(config.dataDir, listener)
    : openPostgres(config.databaseUrl, listener)

/** Where a database is. */
type Place = Parameters<typeof openDatabase>[0]

/** A committed state of the database that the configuration names; its schema is there already. */
export const openSnapshot = async ({ databaseUrl, dataDir }: Place): Promise<Snapshot> =>
  databaseUrl === null ? openEmbeddedSnapshot(dataDir) : openPostgresSnapshot(databaseUrl)

/** Whether there is a database already, of this product or of another one. */
export const isFilled = async ({ databaseUrl, dataDir }: Place): Promise<boolean> =>
  databaseUrl === null ? isEmbeddedFilled(dataDir) : isPostgresFilled(databaseUrl)

/**
 * A new database in place of the one that the configuration names.
 * @throws StartError while servers use it.
 */
export const openLoad = async ({ databaseUrl, dataDir }: Place): Promise<LoadTarget> =>
  databaseUrl === null ? openEmbeddedLoad(dataDir) : openPostgresLoad(databaseUrl)
