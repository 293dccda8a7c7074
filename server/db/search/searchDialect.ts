import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { SearchTerms } from './terms'

/** Shortest text that every search index finds; few tables have an index for shorter ones. */
export const minIndexed = 3

/** Relative costs of finding the page of a search (kit/read/leadingScan.ts). */
export interface PageCosts {
  /** Testing the text of one of the first records of a list. */
  text: number
  /** Looking up its id among those that an index gives; null where the database prefers to test the text. */
  id: number | null
  /** Reading one of those ids from the index, for each trigram of the text. */
  told: number
  /** Sorting one of the matches. */
  ordered: number
}

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
  /** Relative costs of finding the page of a search. */
  pageCosts: PageCosts
  /** A column to order by in a form that prevents walking an index, so that the list is sorted. */
  withoutIndexScan(column: RawBuilder<unknown>): RawBuilder<unknown>
  /** The condition that a text contains another one. */
  includes(text: RawBuilder<unknown>, part: string): RawBuilder<SqlBool>
  /** The part of a text before its first line end. */
  firstLine(text: RawBuilder<unknown>): RawBuilder<unknown>
}
