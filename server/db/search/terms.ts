/** The terms of a search, in SQL. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { SearchTerms } from '../../../src/contract/searchTerms'

export { textsIn, type SearchTerms } from '../../../src/contract/searchTerms'

/** A condition on texts, given the condition on each. */
export const conditionOf = (
  terms: SearchTerms,
  holds: (text: string) => RawBuilder<SqlBool>,
): RawBuilder<SqlBool> => {
  if (typeof terms === 'string') return holds(terms)
  const parts = ('all' in terms ? terms.all : terms.any).map((part) => conditionOf(part, holds))
  return sql<SqlBool>`(${sql.join(parts, 'all' in terms ? sql` and ` : sql` or `)})`
}

/** Whether an index finds the terms whose shortest texts have so many characters. */
export const isIndexedBy = (terms: SearchTerms, length: number): boolean => {
  if (typeof terms === 'string') return [...terms].length >= length
  return 'all' in terms
    ? terms.all.some((part) => isIndexedBy(part, length))
    : terms.any.every((part) => isIndexedBy(part, length))
}
