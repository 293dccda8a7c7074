/** The interface to the database, which is all that differs between SQLite and PostgreSQL. */
import type {
  AliasedRawBuilder,
  Compilable,
  CompiledQuery,
  Kysely,
  OperationNodeSource,
  RawBuilder,
  SelectQueryBuilder,
} from 'kysely'
import type { Clock } from '../clock'
import type { DatabaseKind } from '../migrations/ddl/columns'
import type { Notice } from '../notice'
import type { SearchDialect } from '../search/searchDialect'
import type { Statement, StatementRow } from '../statements'
import type { Tables } from '../tables'
import type { LockMode, WriteQueue } from '../writeQueue'
import type { BulkLoadDialect } from './bulkLoadDialect'

/** A position in an order by a key and the id; neither of them is ever null. */
export interface Keyset {
  key: RawBuilder<unknown>
  id: RawBuilder<unknown>
  at: { key: unknown; id: number }
  /** The direction from there. */
  descending: boolean
  /** Whether the row at that position is included. */
  inclusive: boolean
}

/** A kind of work, and the record that it is about; 32 bits each. */
export interface WorkPlace {
  kind: number
  id: number
}

/** What one database does otherwise than the other. */
export interface Dialect {
  readonly kind: DatabaseKind
  /**
   * The condition that an id is one of a list, which is one parameter, so that the text of the statement is the same
   * for any number.
   */
  readonly inIdList: string
  /** Runs read-only statements in one round trip, and returns the rows of each. */
  readAll(db: Kysely<Tables>, statements: readonly Statement[]): Promise<StatementRow[][]>
  /** The rows of a large selection, with values as the database has them; other requests run while they arrive. */
  readMany(db: Kysely<Tables>, selection: Compilable & OperationNodeSource): Promise<StatementRow[]>
  /**
   * Reads with several statements; on PostgreSQL all of them see one state. Those of the embedded database run on threads of their
   * own, each with the state of its moment.
   */
  atOneMoment<T>(database: OpenDatabase, read: (database: OpenDatabase) => Promise<T>): Promise<T>
  /** Restricts rows to those from a position on, in a form that is read from the index there. */
  seekFrom<DB, TB extends keyof DB, Row>(
    rows: SelectQueryBuilder<DB, TB, Row>,
    place: Keyset,
  ): SelectQueryBuilder<DB, TB, Row>
  /** A table, read by one of its indexes where the planner would choose another; conditions must allow the index. */
  fromIndex(table: string, index: string): AliasedRawBuilder<Record<string, unknown>, string>
  /** A text with its Latin letters in lower case, and no others changed. */
  lower(text: RawBuilder<unknown>): RawBuilder<string>
  /** The days from that of a moment, in a time zone, to a day. */
  daysBetween(moment: RawBuilder<unknown>, day: RawBuilder<unknown>, timeZone: string): RawBuilder<number>
  /** Whether transactions can write concurrently. Otherwise each of them is exclusive. */
  readonly writesConcurrently: boolean
  /**
   * Exclusive (`exclusive`): waits until all other writes have ended, and blocks others until the transaction ends.
   * Concurrent (`concurrent`): waits only for exclusive ones.
   */
  lock(transaction: Kysely<Tables>, lockMode: LockMode): Promise<void>
  /**
   * Runs a statement of a transaction whose result is not needed. It may be sent with the next one, which then fails
   * in its place.
   */
  pipeline(transaction: Kysely<Tables>, statement: CompiledQuery): Promise<void>
  /** Runs start-up work that only one process at a time may do; other starting processes wait for it. */
  runExclusively<T>(db: Kysely<Tables>, work: () => Promise<T>): Promise<T>
  /**
   * Runs work of several transactions that only one process at a time may do, and only once at a time.
   * @param place what it is about.
   * @returns null where it is under way; a process that dies has given it up.
   */
  runAlone<T>(db: Kysely<Tables>, place: WorkPlace, work: () => Promise<T>): Promise<T | null>
  readonly search: SearchDialect
  readonly bulkLoad: BulkLoadDialect
}

/** A database, with what this process knows of it. */
export interface OpenDatabase {
  readonly db: Kysely<Tables>
  /**
   * For reads of many rows, so that short ones do not wait for them: those of the embedded database run on threads of
   * their own. Read-only; ends with `db`.
   */
  readonly scans: Kysely<Tables>
  readonly dialect: Dialect
  /** The clock for moments that other processes read, too; nowOf() reads it. */
  readonly clock: Clock
  /** Called with the changes of each transaction of kit/context.ts, once it is committed. */
  readonly commitListeners: Set<(notices: readonly Notice[]) => void>
  /** Called with the changes of each transaction of kit/context.ts that has any, within it, before it is committed. */
  readonly commitHooks: Set<(db: Kysely<Tables>, notices: readonly Notice[]) => Promise<void>>
  /** Called when sort keys have become stale (kit/staleSortKeys.ts). */
  readonly staleKeyListeners: Set<() => void>
  /** Called with the keys of contents that no row refers to any more, once that is committed. */
  readonly discardListeners: Set<(keys: readonly string[]) => void>
  /**
   * SQL text of a value that identifies a state of the data: as long as it is the same, every statement that began
   * since it was read sees the same data, regardless of other writers. It is read before the data that it stands for.
   */
  readonly version: string
  /** SQL text of a value that changes when counters of the database may have gone back. */
  readonly counterEpoch: string
  /** When a write of this process last failed, by performance.now(); null after a successful one. */
  readonly writing: { failedAt: number | null }
  /** Where the transactions of this process queue, before they take a connection. */
  readonly writeQueue: WriteQueue
}
