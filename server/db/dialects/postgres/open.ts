/** Opens PostgreSQL: its connections and clock. */
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { createClock, setClock } from '../../clock'
import type { Tables } from '../../tables'
import { createWriteQueue } from '../../writeQueue'
import type { OpenDatabase } from '../dialect'
import { logTo, type StatementListener } from '../statementListener'
import { postgres } from '.'
import { preparingPool } from './preparedStatements'
import { parsers, typesWith } from './values'

/** Connections of a process to PostgreSQL, and how many of them may write at a time: the others are for reads. */
const maxConnections = 16
const concurrentWriters = 8

/** By which a restore sees that processes of this product use the database. */
export const applicationName = 'citygate'

/** A server may be replaced by another one, from a backup or a lagging replica: its counters go back. */
const startOfServer = 'pg_postmaster_start_time()::text'

/** Longer than any statement takes, the largest migrations and demo data included. */
const statementSeconds = 300

/** Opens a PostgreSQL database by its address. */
export function openPostgres(connectionString: string, listener?: StatementListener): OpenDatabase {
  const pool = new pg.Pool({
    connectionString,
    max: maxConnections,
    connectionTimeoutMillis: 2_000,
    // Several statements may be sent before an answer (preparedStatements.ts).
    pipeline: true,
    // A host that vanishes during a statement must not block all others.
    keepAlive: true,
    query_timeout: statementSeconds * 1_000 + 5_000,
    // Time zone: old moments have zones with odd seconds elsewhere, which JavaScript does not parse. JIT: compiling a
    // statement takes longer than running it. Isolation: after waiting for another write, a write reads the result of
    // that one. Idle timeout: a process that stops during a write must not block others. Cost of a page: PostgreSQL assumes
    // disks that turn, where looking up a few hundred records takes longer than reading all.
    options: `-c timezone=UTC -c jit=off -c random_page_cost=1.1 -c default_transaction_isolation=read\\ committed -c idle_in_transaction_session_timeout=30000 -c statement_timeout=${statementSeconds}s`,
    application_name: applicationName,
    types: typesWith(parsers),
  })
  // A lost connection fails its running statement, and the pool replaces it. Without a listener the error event would
  // end the process: on the pool while the connection is idle, on the connection while it is in use.
  pool.on('error', () => undefined)
  pool.on('connect', (connection) => connection.on('error', () => undefined))
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: preparingPool(pool) }),
    ...logTo(listener),
  })
  const clock = createClock(async () => {
    const { rows } = await sql<{ now: number }>`
      select extract(epoch from clock_timestamp()) * 1000::double precision as now`.execute(db)
    return Number(rows[0]?.now)
  })
  setClock(db, clock)
  return {
    db,
    scans: db,
    dialect: postgres,
    clock,
    // Equal while the same transactions are running and the same are finished.
    version: `${startOfServer} || pg_current_snapshot()::text`,
    counterEpoch: startOfServer,
    commitListeners: new Set(),
    commitHooks: new Set(),
    staleKeyListeners: new Set(),
    discardListeners: new Set(),
    writing: { failedAt: null },
    writeQueue: createWriteQueue(concurrentWriters),
  }
}
