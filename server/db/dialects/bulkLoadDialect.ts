import type { Kysely } from 'kysely'
import type { ChunkFormat } from '../rowChunks'
import type { Tables } from '../tables'

/** How many rows at a time are written and deleted (server/demo). */
export interface BulkLoadDialect {
  /** With fewer rows, dropping the indexes of an empty table and making them again takes longer than updating them. */
  worthDropping: number
  /**
   * Drops a table's indexes: a bulk load without them, and one sort of each in the end, is many times faster than
   * updating them row by row. A search index that is a table of its own stays, with settings for many rows at a time,
   * and is no longer updated. Row counts are maintained further, or recomputed by one of the statements.
   * @returns statements that restore them and those settings, each of which may run in a transaction of its own.
   */
  dropIndexes(db: Kysely<Tables>, table: string): Promise<string[]>
  /** Statements that rebuild the search indexes left by dropIndexes from the table's rows. */
  rebuildSearchIndexes(db: Kysely<Tables>, table: string): Promise<string[]>
  /** How rows of tables are handed to insertChunk (rowChunks.ts), while their indexes are dropped. */
  chunkFormat(db: Kysely<Tables>, tables: readonly string[]): Promise<ChunkFormat>
  /** Continues a table's ids after the largest one of a bulk load. */
  continueIds(db: Kysely<Tables>, table: string, idColumn: string): Promise<void>
  /** Updates what the planner knows of the tables after a bulk load, which otherwise takes minutes. */
  analyze(db: Kysely<Tables>): Promise<void>
}
