import type { OpenDatabase } from './dialect'
import type { SnapshotRow, TableShape } from './snapshot'

/**
 * A new database in the making, which takes the place of another one, or of none, in the moment of its commit. If the
 * process dies before, the place is as it was.
 */
export interface LoadTarget {
  /** The new database: empty, without a schema. */
  readonly database: OpenDatabase
  /** Prepares its tables for rows, once they are there: empties them, and drops references and indexes. */
  begin(): Promise<readonly TableShape[]>
  insert(table: TableShape, rows: readonly SnapshotRow[]): Promise<void>
  /** Continues the ids of a table after the highest one that was ever given. */
  continueIds(table: TableShape, lastId: number): Promise<void>
  /**
   * Restores references and indexes.
   * @throws Error for a row that names an absent one.
   */
  end(): Promise<void>
  commit(): Promise<void>
  /** Gives up, unless it is committed; called in any case. */
  close(): Promise<void>
}
