/**
 * The condition that `q` stands for. A record is found by what its `search` holds, and by texts of records that it
 * shares with very many others: those are searched where they stand.
 */
import { sql, type Expression, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import { minIndexed, type Dialect } from '../../db/dialect'
import type { Tables } from '../../db/tables'
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

/** A way from records to others, and what those have to hold. */
interface Way {
  link: Linked
  holds: RawBuilder<SqlBool>
}

/** What `q` stands for: texts of the records themselves, or those of others that they lead to. */
export interface Sought {
  texts: readonly string[]
  ways: readonly Way[]
  isShort: boolean
}

/** What `q` stands for, all ways included; null where there is nothing to look for. */
export function soughtBy(dialect: Dialect, resource: ServerResource, q: string): Sought | null {
  const folded = fold(q)
  if (folded === '') return null
  const phone = resource.search.some((path) => path.endsWith('#')) ? phoneDigits(folded) : null
  return {
    texts: phone === null ? [folded] : [folded, phone],
    ways: linkedIn(resource).map((link) => ({ link, holds: holding(dialect, link, folded) })),
    isShort: [...folded].length < minIndexed,
  }
}

/**
 * The same, without the ways at whose end nothing holds `q`: those records are few and soon looked through, whereas to
 * lead the search on to nothing takes the database as long as to lead it on to much.
 */
export async function soughtIn(
  db: Kysely<Tables>,
  dialect: Dialect,
  resource: ServerResource,
  q: string,
): Promise<Sought | null> {
  const sought = soughtBy(dialect, resource, q)
  if (!sought || sought.ways.length === 0) return sought
  const ends = sought.ways.map((way, index) => sql`exists (${endOf(way)}) as ${sql.ref(`way${index}`)}`)
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(ends)}`.execute(db)
  return { ...sought, ways: sought.ways.filter((_, index) => Boolean(rows[0]?.[`way${index}`])) }
}

/** Columns of its own that a record shows to the condition of a search. */
export const columnsSearched = (resource: ServerResource): string[] => [
  'search',
  ...linkedIn(resource).flatMap(({ hops: [hop] }) => (hop && !hop.link ? [hop.relation] : [])),
]

/** The tables that say which records hold a text. */
export const tablesSearched = (resource: ServerResource): string[] => [
  ...new Set([
    resource.table,
    ...linkedIn(resource).flatMap(({ hops }) =>
      hops.flatMap(({ link, target }) => [...(link ? [link.table] : []), target.table]),
    ),
  ]),
]

/** Selections of the ids of records whose own texts hold `q`, where indexes tell them without the rows. */
function ownIds(dialect: Dialect, { table }: ServerResource, { texts }: Sought) {
  const ids = texts.map((text) => dialect.idsWith(table, text)).filter((selection) => selection !== undefined)
  return ids.length === texts.length ? ids : undefined
}

/**
 * Whether a record holds a text; null where there is nothing to look for.
 * @param walks whether the text is looked for in each row that the statement comes by.
 */
export function searchCondition(
  dialect: Dialect,
  resource: ServerResource,
  sought: Sought | null,
  walks = false,
): Expression<SqlBool> | null {
  if (!sought) return null
  const { table, contract, search } = resource
  // A resource without texts of its own has no index of them either.
  if (search.length === 0) return sql<SqlBool>`1 = 0`
  const { texts, ways, isShort } = sought
  const id = sql.ref(`${table}.${contract.idField}`)
  const ids = walks ? undefined : ownIds(dialect, resource, sought)
  const own = texts.map((text) =>
    walks
      ? dialect.includes(sql.ref(`${table}.search`), text)
      : dialect.contains(table, contract.idField, text),
  )
  // Most rows need not be looked up among the linked ones, and no others than those that are met.
  if (!ids && (ways.length === 0 || isShort || walks))
    return sql<SqlBool>`(${sql.join([...own, ...ways.map((way) => leadsTo(way, walks))], sql` or `)})`
  // Longer texts are found by indexes, each alternative by its own.
  const found = ids ?? own.map((holds) => sql`select ${id} from ${sql.table(table)} where ${holds}`)
  return sql<SqlBool>`${id} in (${sql.join([...found, ...ways.map(linkedTo)], sql` union all `)})`
}

/**
 * How many records hold a text and are not in the trash, by indexes alone: to look up each row took many times as
 * long. Undefined where that cannot be.
 */
export function countFound(
  dialect: Dialect,
  resource: ServerResource,
  sought: Sought | null,
): RawBuilder<{ count: number }> | undefined {
  const { table, search, hides } = resource
  if (!sought || search.length === 0) return undefined
  const own = ownIds(dialect, resource, sought)
  if (!own) return undefined
  const { ways } = sought
  const union = sql` union `
  const withWays = ways.length === 0 ? sql`` : sql`, linked (id) as (${sql.join(ways.map(linkedTo), union)})`
  const linked = sql` + (select count(distinct id) from linked where id not in (select id from own))`
  // Those are few, so each of them is looked up.
  const inTrash = sql` - (select count(*) from ${sql.table(table)}
    where deleted_at is not null and ${searchCondition(dialect, resource, sought, true)})`
  return sql`select (with own (id) as (${sql.join(own, union)})${withWays}
    select (select count(*) from own)${ways.length === 0 ? sql`` : linked}${hides ? inTrash : sql``}) as count`
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

/** The ids of the records from which a way leads to others. */
const linkedTo = (way: Way): RawBuilder<unknown> => idsAfter(stepsOf(way), way)

/**
 * The condition that a way leads from the very record of the statement around it to others.
 * @param walks whether few records are come by: with a limit, PostgreSQL asks for each of them, where otherwise it
 * might look for all at once that lead there.
 */
function leadsTo(way: Way, walks: boolean): RawBuilder<SqlBool> {
  const [first, ...rest] = stepsOf(way)
  const [hop] = way.link.hops
  if (!first || !hop) return way.holds
  const { table, own, other, conditions } = first
  const ids = idsAfter(rest, way)
  const from = (column: string) => sql.ref(`${hop.from.table}.${column}`)
  if (!hop.link) return sql<SqlBool>`${from(other)} in (${ids})`
  return sql<SqlBool>`exists (select 1 from ${sql.table(table)} as link
    where ${sql.ref(`link.${own}`)} = ${from(hop.from.contract.idField)} and ${sql.ref(other)} in (${ids})${conditions}${
      walks ? sql` limit 1 offset 0` : sql``
    })`
}

/** The rows that each step of a way passes; what is out of sight does not count, as in paths.ts. */
const stepsOf = ({ link: { hops } }: Way) =>
  hops.map(({ relation, from, link }) => ({
    table: link?.table ?? from.table,
    own: link?.own ?? from.contract.idField,
    other: link?.target ?? relation,
    conditions: sql.join(
      [
        ...Object.entries(link?.where ?? {}).map(
          ([column, value]) => sql` and ${sql.ref(column)} = ${value}`,
        ),
        ...(link && hidesRows(link.table) ? [sql` and deleted_at is null`] : []),
      ],
      sql``,
    ),
  }))

type Step = ReturnType<typeof stepsOf>[number]

/** The ids of the records from which the rest of a way leads on to its end. */
const idsAfter = (steps: readonly Step[], way: Way): RawBuilder<unknown> =>
  steps.reduceRight(
    (ids, { table, own, other, conditions }) =>
      sql`select ${sql.ref(own)} from ${sql.table(table)} where ${sql.ref(other)} in (${ids})${conditions}`,
    endOf(way),
  )

/** The ids of the records where a way ends. */
function endOf({ link: { hops, target }, holds }: Way): RawBuilder<unknown> {
  const alive = target.hides && isBesides(hops.at(-1)) ? sql` and deleted_at is null` : sql``
  return sql`select ${sql.ref(target.contract.idField)} from ${sql.table(target.table)} where ${holds}${alive}`
}

/** Whether a table of nothing but links leads from one record to the other. */
const isBesides = (hop: Hop | undefined): boolean =>
  hop?.link !== undefined && hop.link.table !== hop.target.table
