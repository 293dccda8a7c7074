/** Searches by the indexes of pg_trgm, and in the texts beside a table (migrations/ddl/textsBeside.ts). */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { minIndexed, type SearchDialect } from '../../search/searchDialect'
import { conditionOf, isIndexedBy, type SearchTerms } from '../../search/terms'

/** The tables that have texts beside them. Each costs a new row and a new text a little, and a bulk load more. */
const tablesWithTexts: ReadonlySet<string> = new Set(['opportunities'])

/** Shortest text that the index of pairs finds. */
const minPairIndexed = 2

const includes = (text: RawBuilder<unknown>, part: string) => sql<SqlBool>`strpos(${text}, ${part}) > 0`

/** The condition that a text contains another one, by the trigram index. */
const matches = (text: RawBuilder<unknown>, part: string) =>
  sql<SqlBool>`${text} like ${`%${part.replaceAll(/[\\%_]/g, '\\$&')}%`}`

/** Selects by an index of the texts beside a table; undefined where none finds the terms. */
function idsWith(table: string, terms: SearchTerms): RawBuilder<unknown> | undefined {
  if (!tablesWithTexts.has(table) || !isIndexedBy(terms, minPairIndexed)) return undefined
  const column = sql.ref('search')
  // What the trigram index finds is tested again by the whole condition, which takes seconds where it computes the pairs of
  // each text.
  const shortest = isIndexedBy(terms, minIndexed) ? minIndexed : minPairIndexed
  const condition = conditionOf(terms, (text) => {
    const { length } = [...text]
    if (length < shortest) return includes(column, text)
    return length < minIndexed
      ? sql<SqlBool>`letter_pairs(${column}) @> array[${text}]`
      : matches(column, text)
  })
  return sql`select id from ${sql.table(`${table}_texts`)} where ${condition}`
}

export const search: SearchDialect = {
  // They are selected before anything else, however many its planner takes them to be.
  isAmong: (id, ids) => sql<SqlBool>`${id} = any(array(${ids}))`,
  listOf: (ids) => sql`select unnest(${ids}::int[])`,
  sortCost: 5,
  // The planner assumes matches to be spread evenly over the order. For matches at its end it would read all rows
  // before them.
  withoutIndexScan: (column) => sql`greatest(${column}, ${column})`,
  includes,
  before: (text, character) => sql`split_part(${text}, chr(${sql.lit(character.charCodeAt(0))}), 1)`,
  // Beside a longer text, a short one is tested on the matches of the longer text's index.
  contains: (table, _idColumn, terms) => {
    const column = sql.ref(`${table}.search`)
    return conditionOf(terms, (text) =>
      [...text].length < minIndexed ? includes(column, text) : matches(column, text),
    )
  },
  idsWith,
}
