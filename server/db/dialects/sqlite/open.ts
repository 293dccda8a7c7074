/** Opens the embedded database: its handles, threads and Kysely's adapter. */
import { randomUUID } from 'node:crypto'
import Database from 'libsql'
import {
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Dialect as KyselyDialect,
  type Driver,
  type KyselyPlugin,
} from 'kysely'
import { contract } from '../../../../src/contract'
import type { Field } from '../../../../src/contract/fields'
import { ownClock, setClock } from '../../clock'
import { pathInDataDir } from '../../dataDir'
import type { Tables } from '../../tables'
import { createWriteQueue } from '../../writeQueue'
import type { OpenDatabase } from '../dialect'
import { logTo, type StatementListener } from '../statementListener'
import { sqlite } from '.'
import { EmbeddedDriver, ScanDriver } from './driver'
import { Scanner } from './scanner'

/** SQLite's schema changes are transactional too; Kysely's adapter does not declare it (TRUST-33). */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}
class EmbeddedDialect implements KyselyDialect {
  readonly #driver: Driver

  constructor(driver: Driver) {
    this.#driver = driver
  }

  createDriver = () => this.#driver
  createAdapter = () => new TransactionalSqliteAdapter()
  createQueryCompiler = () => new SqliteQueryCompiler()
  createIntrospector = (db: Kysely<unknown>) => new SqliteIntrospector(db)
}

const booleanColumns = [
  ...Object.values(contract).flatMap(({ fields }) =>
    Object.entries<Field>(fields).flatMap(([name, field]) => (field.kind === 'boolean' ? [name] : [])),
  ),
  // Columns that only the server knows.
  ...['from_bureau', 'is_default', 'deleted_directly'],
]

/** SQLite stores booleans as 0 and 1. */
const booleans: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: ({ result }) => {
    for (const row of result.rows)
      for (const column of booleanColumns)
        if (typeof row[column] === 'number') row[column] = row[column] === 1
    return Promise.resolve(result)
  },
}

/** Transactions that are committed together at most. */
const defaultGroupSize = 32

/**
 * Opens the embedded database in a folder, and creates it if needed.
 * @param groupSize transactions that are committed together at most.
 */
export function openEmbedded(
  dataDir: string,
  listener?: StatementListener,
  groupSize = defaultGroupSize,
): OpenDatabase {
  const file = pathInDataDir(dataDir, 'database')
  const open = (...pragmas: string[]) => {
    const handle = new Database(file)
    for (const pragma of ['busy_timeout = 5000', 'cache_size = -32768', ...pragmas])
      handle.exec(`pragma ${pragma}`)
    return handle
  }
  const over = (driver: Driver) =>
    new Kysely<Tables>({
      dialect: new EmbeddedDialect(driver),
      plugins: [booleans],
      ...logTo(listener),
    })
  const writer = open('journal_mode = wal', 'synchronous = full', 'foreign_keys = on')
  const scanner = new Scanner(file, ['busy_timeout = 5000', 'query_only = on'])
  const db = over(new EmbeddedDriver(writer, open('query_only = on'), scanner, groupSize))
  setClock(db, ownClock)
  return {
    db,
    scans: over(new ScanDriver(scanner)),
    dialect: sqlite,
    clock: ownClock,
    // Counts the commits of all connections but the reading one, which writes nothing; starts at any number.
    version: `'${randomUUID()}:' || (select data_version from pragma_data_version)`,
    // An open file is never replaced by another one.
    counterEpoch: "''",
    commitListeners: new Set(),
    commitHooks: new Set(),
    staleKeyListeners: new Set(),
    discardListeners: new Set(),
    writing: { failedAt: null },
    // Its driver has a queue of its own, in which it commits several transactions at once.
    writeQueue: createWriteQueue(Infinity),
  }
}
