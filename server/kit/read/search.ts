/**
 * The condition that `q` stands for. A record is found by what its `search` holds, and by texts of records that it
 * shares with very many others: those are searched where they stand.
 */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { minIndexed, type Dialect } from '../../db/dialect'
import { fold } from '../fold'
import { hidesRows } from '../registry'
import type { ServerResource } from '../resource'
import { hopsOf, isOwn, isShared, keyOf, type Hop } from '../paths'

/** Records that a search comes by on the way to texts of theirs, and the columns that hold these. */
interface Linked {
  hops: readonly Hop[]
  target: ServerResource
  columns: string[]
}

/** Whether a record holds a text, folded; null where there is nothing to look for. */
export function searchCondition(
  dialect: Dialect,
  resource: ServerResource,
  q: string,
): Expression<SqlBool> | null {
  const folded = fold(q)
  if (folded === '') return null
  const { table, contract, search } = resource
  // A resource without texts of its own has no index of them either.
  if (search.length === 0) return sql<SqlBool>`1 = 0`
  const phone = search.some((path) => path.endsWith('#')) ? phoneDigits(folded) : null
  const texts = phone === null ? [folded] : [folded, phone]
  const linked = linkedIn(resource)
  const own = texts.map((text) => dialect.contains(table, contract.idField, text))
  const id = sql.ref(`${table}.${contract.idField}`)
  const ways = linked.map((link) => linkedTo(link, holding(dialect, link, folded)))
  // One or two letters are looked for in each row, most of which need not be looked up among the linked ones.
  if (ways.length === 0 || [...folded].length < minIndexed)
    return sql<SqlBool>`(${sql.join([...own, ...ways.map((way) => sql`${id} in (${way})`)], sql` or `)})`
  // Longer texts are found by indexes, each alternative by its own.
  const found = own.map((holds) => sql`select ${id} from ${sql.table(table)} where ${holds}`)
  return sql<SqlBool>`${id} in (${sql.join([...found, ...ways], sql` union all `)})`
}

/** The digits of what looks like a part of a phone number with marks between them. */
function phoneDigits(text: string): string | null {
  const found = text.replaceAll(/\D/g, '')
  return /^[\d\s()+./-]+$/.test(text) && found.length > 1 && found !== text ? found : null
}

/** The paths that lead to texts of other records, those to the same records together. */
function linkedIn(resource: ServerResource): Linked[] {
  const found = new Map<string, Linked>()
  for (const path of resource.search) {
    if (!isShared(path)) continue
    const { hops, column } = hopsOf(resource, path.slice(0, -1))
    const way = hops.map(({ relation }) => relation).join('.')
    const target = hops.at(-1)?.target ?? resource
    if (hops.slice(0, -1).some((hop) => isBesides(hop) && hop.target.hides))
      throw new Error(`A search of ${resource.contract.name} passes what may be in the trash: ${path}.`)
    found.set(way, { hops, target, columns: [...(found.get(way)?.columns ?? []), column] })
  }
  return [...found.values()]
}

/**
 * Of the records where a way ends, those that hold a text. The index of what is searched of them finds them, and
 * more where the way does not ask for all of that: then the folded texts themselves decide, as far as they are kept.
 */
function holding(dialect: Dialect, { target, columns }: Linked, folded: string): RawBuilder<SqlBool> {
  const { table, contract, search } = target
  const found = dialect.contains(table, contract.idField, folded)
  if (search.filter(isOwn).every((path) => columns.includes(path))) return sql`${found}`
  const keys = columns.map((column) => dialect.includes(sql.ref(`${table}.${keyOf(target, column)}`), folded))
  return sql`(${found} and (${sql.join(keys, sql` or `)}))`
}

/** The ids of the records from which a way leads to others; what is out of sight does not count, as in paths.ts. */
function linkedTo({ hops, target }: Linked, holds: RawBuilder<SqlBool>): RawBuilder<unknown> {
  const ways = hops.map(({ relation, from, link }) => ({
    table: link?.table ?? from.table,
    own: link?.own ?? from.contract.idField,
    other: link?.target ?? relation,
    conditions: [
      ...Object.entries(link?.where ?? {}).map(([column, value]) => sql` and ${sql.ref(column)} = ${value}`),
      ...(link && hidesRows(link.table) ? [sql` and deleted_at is null`] : []),
    ],
  }))
  const alive = target.hides && isBesides(hops.at(-1)) ? sql` and deleted_at is null` : sql``
  const last = sql`select ${sql.ref(target.contract.idField)} from ${sql.table(target.table)} where ${holds}${alive}`
  return ways.reduceRight(
    (ids, { table, own, other, conditions }) =>
      sql`select ${sql.ref(own)} from ${sql.table(table)} where ${sql.ref(other)} in (${ids})${sql.join(conditions, sql``)}`,
    last,
  )
}

/** Whether a table of nothing but links leads from one record to the other. */
const isBesides = (hop: Hop | undefined): boolean =>
  hop?.link !== undefined && hop.link.table !== hop.target.table
