import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { SearchTerms } from './terms'

/** Shortest text that every search index finds; few tables have an index for shorter ones. */
export const minIndexed = 3

/** How a database answers searches (docs/search.md). */
export interface SearchDialect {
  /** The condition that `search` of a row holds folded texts; `%`, `_` and quotes are plain characters. */
  contains(table: string, idColumn: string, terms: SearchTerms): Expression<SqlBool>
  /**
   * A selection of the ids whose `search` holds folded texts, each once, by indexes; undefined where that takes a scan
   * of the table. Includes rows in the trash.
   */
  idsWith(table: string, terms: SearchTerms): RawBuilder<unknown> | undefined
  /** The condition that an id is among those of a selection. */
  isAmong(id: RawBuilder<unknown>, ids: RawBuilder<unknown>): Expression<SqlBool>
  /** A selection of some ids, as one value, so that the text of the statement is the same for any number. */
  listOf(ids: readonly number[]): RawBuilder<unknown>
  /** How many texts are tested in the time that sorting one match takes (kit/read/leadingScan.ts). */
  sortCost: number
  /** A column to order by in a form that prevents walking an index, so that the list is sorted. */
  withoutIndexScan(column: RawBuilder<unknown>): RawBuilder<unknown>
  /** The condition that a text contains another one. */
  includes(text: RawBuilder<unknown>, part: string): RawBuilder<SqlBool>
  /** The part of a text before the first of some ASCII character, or all of it. */
  before(text: RawBuilder<unknown>, character: string): RawBuilder<unknown>
}
