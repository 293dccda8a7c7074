import { setImmediate as nextTurn } from 'node:timers/promises'
import type Database from 'libsql'
import {
  DeleteQueryNode,
  InsertQueryNode,
  RawNode,
  SelectQueryNode,
  UpdateQueryNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely'
import { limitedText } from '../../rowLimits'
import { TransactionQueue, type Transaction } from './transactionQueue'
import type { Scanner } from './scanner'

type Handle = InstanceType<typeof Database>

/** Values as SQLite takes them, without booleans. */
export const toValues = (values: readonly unknown[]): unknown[] =>
  values.map((value) => (typeof value === 'boolean' ? Number(value) : value))

const valuesOf = ({ parameters }: CompiledQuery): unknown[] => toValues(parameters)

type Prepared = Database.Statement

/** Prepared statements kept of a handle: parsing takes longer than most of them run. */
const maxPrepared = 500
const prepared = new WeakMap<Handle, Map<string, Prepared>>()

/** A prepared statement. The most recently used are kept; SQLite itself notices schema changes. */
function prepare(handle: Handle, text: string): Prepared {
  let kept = prepared.get(handle)
  if (!kept) prepared.set(handle, (kept = new Map<string, Prepared>()))
  const statement = kept.get(text) ?? handle.prepare(text)
  kept.delete(text)
  kept.set(text, statement)
  const [oldest] = kept.keys()
  if (kept.size > maxPrepared && oldest !== undefined) kept.delete(oldest)
  return statement
}

/** A statement on a handle. */
function run<R>(handle: Handle, query: CompiledQuery): QueryResult<R> {
  const statement = prepare(handle, query.sql)
  const values = valuesOf(query)
  if (statement.reader) return { rows: statement.all(...values) as R[] }
  const { changes, lastInsertRowid } = statement.run(...values)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}

/** Milliseconds for which statements of the embedded database run before the event loop continues. */
const maxTurnTime = 5

/**
 * The statements that run in one turn of the event loop. Each of them returns at once, so that a sequence of them
 * would block all other requests to its end (TRUST-23).
 */
class TurnBudget {
  #since?: number | undefined

  /** Runs a statement, in the next turn where this one has been long enough. */
  async run<T>(work: () => T): Promise<T> {
    if (this.#since === undefined) {
      this.#since = performance.now()
      setImmediate(() => (this.#since = undefined))
    }
    const result = work()
    if (performance.now() - this.#since > maxTurnTime) await nextTurn()
    return result
  }
}

/** Separate, since a transaction would use up every turn's share of the reads. */
type TurnBudgets = Record<'writes' | 'reads', TurnBudget>

/** A statement as the current reader may run it. */
const limitedQuery = (query: CompiledQuery): CompiledQuery => {
  const text = limitedText(query.sql, 'sqlite')
  return text === query.sql ? query : { ...query, sql: text }
}

/** Whether a statement only reads, also one written as text. */
const isRead = ({ query, sql }: CompiledQuery): boolean =>
  SelectQueryNode.is(query) || (RawNode.is(query) && /^\s*select\b/i.test(sql))

const isWrite = ({ query }: CompiledQuery): boolean =>
  InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query)

/**
 * Two handles on one database file: transactions and single writes share the first, one after the other, see
 * transactionQueue.ts; reads outside of transactions use the second, where the write-ahead log makes the last commit
 * visible at any time. So a long write blocks no reader.
 */
export class EmbeddedDriver implements Driver {
  readonly #writer: Handle
  readonly #reader: Handle
  readonly #scanner: Scanner
  readonly #transactions: TransactionQueue
  readonly #turnBudgets: TurnBudgets = { writes: new TurnBudget(), reads: new TurnBudget() }

  constructor(writer: Handle, reader: Handle, scanner: Scanner, groupSize: number) {
    this.#writer = writer
    this.#transactions = new TransactionQueue(writer, groupSize)
    this.#reader = reader
    this.#scanner = scanner
  }

  init(): Promise<void> {
    return Promise.resolve()
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(
      new EmbeddedConnection(this.#writer, this.#reader, this.#transactions, this.#turnBudgets),
    )
  }

  beginTransaction(connection: EmbeddedConnection): Promise<void> {
    return connection.begin()
  }

  commitTransaction(connection: EmbeddedConnection): Promise<void> {
    return connection.commit()
  }

  rollbackTransaction(connection: EmbeddedConnection): Promise<void> {
    return connection.rollback()
  }

  releaseConnection(): Promise<void> {
    return Promise.resolve()
  }

  async destroy(): Promise<void> {
    await this.#scanner.close()
    this.#reader.close()
    await this.#transactions.runOutsideTransactions(() => {
      try {
        // Checkpoints everything into the one file, so that it can be copied.
        this.#writer.exec('pragma wal_checkpoint(truncate)')
      } catch {
        // The log stays beside the file then, and the next start reads it.
      }
      this.#writer.close()
    })
  }
}

export class EmbeddedConnection implements DatabaseConnection {
  readonly #writer: Handle
  readonly #reader: Handle
  readonly #transactions: TransactionQueue
  readonly #turnBudgets: TurnBudgets
  /** The open transaction of this connection. */
  #open: Transaction | null = null

  constructor(writer: Handle, reader: Handle, transactions: TransactionQueue, turnBudgets: TurnBudgets) {
    this.#writer = writer
    this.#reader = reader
    this.#transactions = transactions
    this.#turnBudgets = turnBudgets
  }

  executeQuery<R>(asked: CompiledQuery): Promise<QueryResult<R>> {
    const query = limitedQuery(asked)
    if (this.#open)
      return this.#turnBudgets.writes.run(() =>
        this.#transactions.runStatement(() => run<R>(this.#writer, query)),
      )
    if (isRead(asked)) return this.#turnBudgets.reads.run(() => run<R>(this.#reader, query))
    if (isWrite(query)) return this.#transactions.runInTransaction(() => run<R>(this.#writer, query))
    return this.#transactions.runOutsideTransactions(() => run<R>(this.#writer, query))
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }

  async begin(): Promise<void> {
    this.#open = await this.#transactions.begin()
  }

  async commit(): Promise<void> {
    const open = this.#open
    this.#open = null
    await open?.commit()
  }

  /** Does nothing after a failed commit. */
  async rollback(): Promise<void> {
    const open = this.#open
    this.#open = null
    await open?.rollback()
  }
}

const rejectWrite = (): Promise<never> => Promise.reject(new Error('Here nothing is written.'))

/** Reads only, on threads that end with the driver above. */
export class ScanDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(scanner: Scanner) {
    const executeQuery = async <R>(asked: CompiledQuery): Promise<QueryResult<R>> => {
      if (!isRead(asked)) return rejectWrite()
      const query = limitedQuery(asked)
      return { rows: (await scanner.read(query.sql, valuesOf(query))) as R[] }
    }
    this.#connection = {
      executeQuery,
      streamQuery: async function* <R>(query: CompiledQuery) {
        yield await executeQuery<R>(query)
      },
    }
  }

  init = (): Promise<void> => Promise.resolve()
  acquireConnection = (): Promise<DatabaseConnection> => Promise.resolve(this.#connection)
  releaseConnection = (): Promise<void> => Promise.resolve()
  beginTransaction = rejectWrite
  commitTransaction = rejectWrite
  rollbackTransaction = rejectWrite
  destroy = (): Promise<void> => Promise.resolve()
}
