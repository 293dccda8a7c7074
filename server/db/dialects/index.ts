/** The two databases: only this folder and the migrations check which of them is used. */
import { PostgresAdapter, type Kysely } from 'kysely'
import type { Tables } from '../tables'
import type { Dialect, OpenDatabase } from './dialect'
import { postgres } from './postgres'
import { openPostgres } from './postgres/open'
import { sqlite } from './sqlite'
import { openEmbedded } from './sqlite/open'
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
