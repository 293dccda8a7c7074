import type { DatabaseKind } from '../migrations/ddl/columns'

/** The values of a row, in the order of its table's columns: numbers (booleans as 0 and 1), texts and null. */
export type SnapshotRow = readonly (number | string | null)[]

/** A table without its computed columns, the same on both databases. */
export interface TableShape {
  name: string
  columns: readonly string[]
}

export interface SnapshotTable extends TableShape {
  /** The highest id that it has given, perhaps to a row that is deleted; null where it gives none. */
  lastId: number | null
}

/** The rows of an installation as of one moment. */
export interface RowSource {
  readonly kind: DatabaseKind
  /** The migrations that its schema has run, in their order. */
  readonly migrations: readonly string[]
  readonly tables: readonly SnapshotTable[]
  /** All rows of a table in the order of its primary key, some at a time. */
  rows(table: TableShape): AsyncIterable<readonly SnapshotRow[]>
}

/**
 * A committed state of a database, on a connection of its own: other processes write meanwhile. What the databases
 * derive by themselves is not in it: indexes, search texts beside tables, and row counts.
 */
export interface Snapshot extends RowSource {
  close(): Promise<void>
}

/** Tables of every database that are not copied to another one. */
export const ownTables: readonly string[] = [
  'schema_migrations',
  'schema_migrations_lock',
  // Maintained by triggers.
  'row_counts',
  // Those of the installation that made it.
  'backups',
]

/** Rows read at a time. */
export const rowsAtOnce = 500
