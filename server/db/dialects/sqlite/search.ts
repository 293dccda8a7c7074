/** Searches by the trigram and the short-term indexes of FTS5. */
import { sql, type SqlBool } from 'kysely'
import { between } from '../../migrations/ddl/letters'
import { minIndexed, type SearchDialect } from '../../search/searchDialect'
import { shortTermTables } from '../../search/shortTermIndex'
import { conditionOf, isIndexedBy, textsIn, type SearchTerms } from '../../search/terms'

/** A selection of the rows of a full-text index that match texts, in the index's query syntax. */
const matches = (index: string, terms: SearchTerms, toQueryText: (text: string) => string) => {
  const queryOf = (part: SearchTerms): string => {
    if (typeof part === 'string') return `"${toQueryText(part).replaceAll('"', '""')}"`
    return 'all' in part
      ? `(${part.all.map(queryOf).join(' AND ')})`
      : `(${part.any.map(queryOf).join(' OR ')})`
  }
  return sql`select rowid from ${sql.table(index)} where ${sql.table(index)} match ${queryOf(terms)}`
}

const lengthsIn = (terms: SearchTerms): number[] => textsIn(terms).map((text) => [...text].length)
/** Whether all texts are long enough for the trigram index. */
const isLong = (terms: SearchTerms): boolean => lengthsIn(terms).every((length) => length >= minIndexed)

/** One letter or two, in the query syntax of the index of letters. */
const lettersFor = (text: string): string => {
  const letters = [...text]
  return letters.length === 1 ? `${between}${text}${between}` : letters.join(between)
}

export const search: SearchDialect = {
  isAmong: (id, ids) => sql<SqlBool>`${id} in (${ids})`,
  listOf: (ids) => sql`select value from json_each(${JSON.stringify(ids)})`,
  sortCost: 3,
  // SQLite sorts by itself where a selection of ids is joined.
  withoutIndexScan: (column) => column,
  includes: (text, part) => sql<SqlBool>`instr(${text}, ${part}) > 0`,
  before: (text, character) => {
    const end = sql`char(${sql.lit(character.charCodeAt(0))})`
    return sql`substr(${text}, 1, instr(${text} || ${end}, ${end}) - 1)`
  },
  contains: (table, idColumn, terms) => {
    if (isIndexedBy(terms, minIndexed)) {
      const ids = search.idsWith(table, terms)
      if (ids) return sql<SqlBool>`${sql.ref(`${table}.${idColumn}`)} in (${ids})`
    }
    return conditionOf(terms, (text) => search.includes(sql.ref(`${table}.search`), text))
  },
  idsWith: (table, terms) => {
    if (!isIndexedBy(terms, minIndexed)) {
      if (!shortTermTables.has(table) || lengthsIn(terms).some((length) => length >= minIndexed))
        return undefined
      return matches(`${table}_letters`, terms, lettersFor)
    }
    if (isLong(terms)) return matches(`${table}_search`, terms, (text) => text)
    const idsOf = (part: SearchTerms) => sql`select * from (${search.idsWith(table, part)})`
    if (typeof terms === 'object' && 'any' in terms) return sql.join(terms.any.map(idsOf), sql` union `)
    // Matches of the longer texts are scanned for the others: nearly all rows hold a given letter.
    const parts = typeof terms === 'string' ? [terms] : terms.all
    const indexed = parts.filter((part) => isIndexedBy(part, minIndexed))
    const [indexedOnly, mixed] = [indexed.filter(isLong), indexed.filter((part) => !isLong(part))]
    const selections = [...(indexedOnly.length > 0 ? [{ all: indexedOnly }] : []), ...mixed].map(
      (part) => sql`rowid in (${search.idsWith(table, part)})`,
    )
    const scanned = parts
      .filter((part) => !isIndexedBy(part, minIndexed))
      .map((part) => conditionOf(part, (text) => search.includes(sql.ref(`${table}.search`), text)))
    // The table itself: rows in its place, which a reader with limits sees (db/rowLimits.ts), have no rowid, and the index has all.
    return sql`select rowid from main.${sql.table(table)} where ${sql.join([...selections, ...scanned], sql` and `)}`
  },
}
