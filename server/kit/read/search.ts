/**
 * The condition of `q`. A record is found by the content of its `search`, and by texts of records that it shares with
 * very many others, which are searched in place.
 */
import { sql, type Expression, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import { searchTerms } from '../../../src/contract/searchTerms'
import { minIndexed, type SearchDialect } from '../../db/search/searchDialect'
import { conditionOf, isIndexedBy, textsIn, type SearchTerms } from '../../db/search/terms'
import type { Tables } from '../../db/tables'
import { chunks } from '../chunks'
import { hidesRows } from '../registry'
import type { ServerResource } from '../resource'
import { hopsOf, isOwn, isShared, type Hop } from '../paths'

/** Ways whose ends are read by one statement. */
const pathsPerStatement = 100

/** Records that a search reaches over relations, and the columns that hold their texts. */
interface LinkedTexts {
  hops: readonly Hop[]
  target: ServerResource
  columns: string[]
}

/** A way from records to others, and the condition on those. */
interface LinkPath {
  link: LinkedTexts
  holds: RawBuilder<SqlBool>
}

/** The meaning of `q`. */
export interface SearchPlan {
  /** Texts that the records themselves hold, or others that they lead to. */
  terms: SearchTerms
  /** Ways to those others, by text. */
  linkPaths: ReadonlyMap<string, readonly LinkPath[]>
  /** Whether it is too short for the index of longer texts. */
  isShort: boolean
}

/** The terms of `q` for a resource; null for none. */
const termsOf = (resource: ServerResource, q: string): SearchTerms | null =>
  searchTerms(
    q,
    resource.search.some((path) => path.endsWith('#')),
  )

/** The meaning of `q`, all ways included; null where there is nothing to look for. */
export function planSearch(dialect: SearchDialect, resource: ServerResource, q: string): SearchPlan | null {
  const terms = termsOf(resource, q)
  if (terms === null) return null
  const links = linkedTextsOf(resource)
  return {
    terms,
    linkPaths: new Map(
      links.length === 0
        ? []
        : textsIn(terms).map((text) => [
            text,
            links.map((link) => ({ link, holds: endMatches(dialect, link, text) })),
          ]),
    ),
    isShort: !isIndexedBy(terms, minIndexed),
  }
}

/**
 * The same, without ways at whose end no record holds the text: those records are few and quickly checked, whereas
 * following a way without matches costs the database as much as one with many.
 */
export async function planPrunedSearch(
  db: Kysely<Tables>,
  dialect: SearchDialect,
  resource: ServerResource,
  q: string,
): Promise<SearchPlan | null> {
  const plan = planSearch(dialect, resource, q)
  if (!plan || plan.linkPaths.size === 0) return plan
  const all = [...plan.linkPaths].flatMap(([text, linkPaths]) =>
    linkPaths.map((path) => ({ text, way: path })),
  )
  const nonEmpty = new Set<LinkPath>()
  for (const chunk of chunks(all, pathsPerStatement)) {
    const ends = chunk.map(
      ({ way: path }, index) => sql`exists (${endOf(path)}) as ${sql.ref(`way${index}`)}`,
    )
    const { rows } = await sql<Record<string, unknown>>`select ${sql.join(ends)}`.execute(db)
    for (const [index, { way: path }] of chunk.entries()) if (rows[0]?.[`way${index}`]) nonEmpty.add(path)
  }
  const linkPaths = [...plan.linkPaths].flatMap(([text, linkPaths]): [string, LinkPath[]][] => {
    const kept = linkPaths.filter((path) => nonEmpty.has(path))
    return kept.length > 0 ? [[text, kept]] : []
  })
  return { ...plan, linkPaths: new Map(linkPaths) }
}

/** Whether several texts are searched, each of which may be held by very many records. */
export const isComposed = (terms: SearchTerms): boolean => typeof terms === 'object'

/** Whether a search may take long, so that it is run off the event loop. */
export const isLongSearch = (resource: ServerResource, q: string): boolean => {
  const terms = termsOf(resource, q)
  if (terms === null) return false
  return !isIndexedBy(terms, minIndexed) || isComposed(terms)
}

/** The record's own columns that the condition of a search reads. */
export const columnsSearched = (resource: ServerResource): string[] => [
  'search',
  ...linkedTextsOf(resource).flatMap(({ hops: [hop] }) => (hop && !hop.link ? [hop.relation] : [])),
]

/** The tables that the condition of a search reads. */
export const tablesSearched = (resource: ServerResource): string[] => [
  ...new Set([
    resource.table,
    ...linkedTextsOf(resource).flatMap(({ hops }) =>
      hops.flatMap(({ link, target }) => [...(link ? [link.table] : []), target.table]),
    ),
  ]),
]

/**
 * A selection of the ids of matching records; undefined where no index tells them.
 * @param selectOwn selects the records whose own texts match.
 */
function matchingIds(
  dialect: SearchDialect,
  resource: ServerResource,
  { terms, linkPaths }: SearchPlan,
  selectOwn: (terms: SearchTerms) => RawBuilder<unknown> | undefined,
  isDistinct: boolean,
): RawBuilder<unknown> | undefined {
  const hasLinkPaths = (part: SearchTerms) => textsIn(part).some((text) => linkPaths.has(text))
  const passesLinkTable = (part: SearchTerms) =>
    textsIn(part).some((text) => linkPaths.get(text)?.some(({ link }) => link.hops[0]?.link))
  const combine = (
    parts: readonly SearchTerms[],
    by: RawBuilder<unknown>,
  ): RawBuilder<unknown> | undefined => {
    const selections = parts.map(select)
    return selections.includes(undefined)
      ? undefined
      : sql.join(
          selections.map(
            (selection, index) => sql`select * from (${selection}) as ${sql.ref(`part${index}`)}`,
          ),
          by,
        )
  }
  const union = isDistinct ? sql` union ` : sql` union all `
  const select = (part: SearchTerms): RawBuilder<unknown> | undefined => {
    if (!hasLinkPaths(part)) return selectOwn(part)
    if (typeof part === 'string') {
      const found = selectOwn(part)
      return found && sql.join([found, ...(linkPaths.get(part) ?? []).map(idsLinkedTo)], union)
    }
    if ('any' in part) return combine(part.any, union)
    // Very many hold what is short, by tables of links above all: of what the others find, each is looked at for it.
    const shortParts = part.all.filter((one) => passesLinkTable(one) && !isIndexedBy(one, minIndexed))
    const others = { all: part.all.filter((one) => !shortParts.includes(one)) }
    if (shortParts.length > 0 && isIndexedBy(others, minIndexed)) {
      const found = select(others)
      const id = sql.ref(`${resource.table}.${resource.contract.idField}`)
      const holds = rowMatches(dialect, resource, { linkPaths }, { all: shortParts })
      return (
        found && sql`select ${id} from ${sql.table(resource.table)} where ${id} in (${found}) and ${holds}`
      )
    }
    const ownOnly = part.all.filter((one) => !hasLinkPaths(one))
    return combine(
      [...(ownOnly.length > 0 ? [{ all: ownOnly }] : []), ...part.all.filter(hasLinkPaths)],
      sql` intersect `,
    )
  }
  return select(terms)
}

/** Whether the very row of the statement around it holds something, or leads to what does. */
const rowMatches = (
  dialect: SearchDialect,
  { table }: ServerResource,
  { linkPaths }: Pick<SearchPlan, 'linkPaths'>,
  terms: SearchTerms,
): RawBuilder<SqlBool> =>
  conditionOf(terms, (text) => {
    const own = dialect.includes(sql.ref(`${table}.search`), text)
    return sql`(${sql.join([own, ...(linkPaths.get(text) ?? []).map((path) => leadsTo(path, true))], sql` or `)})`
  })

/**
 * Whether a record matches; null where there is nothing to look for.
 * @param perRow whether the texts are tested in each row that the statement reads.
 */
export function searchCondition(
  dialect: SearchDialect,
  resource: ServerResource,
  plan: SearchPlan | null,
  perRow = false,
): Expression<SqlBool> | null {
  if (!plan) return null
  const { table, contract, search } = resource
  // A resource without texts of its own has no index of them either.
  if (search.length === 0) return sql<SqlBool>`1 = 0`
  const { terms, linkPaths, isShort } = plan
  const id = sql.ref(`${table}.${contract.idField}`)
  const indexed = (part: SearchTerms) => dialect.idsWith(table, part)
  const ids = perRow ? undefined : matchingIds(dialect, resource, plan, indexed, false)
  if (ids) return dialect.isAmong(id, ids)
  if (!perRow && linkPaths.size === 0) return dialect.contains(table, contract.idField, terms)
  if (perRow) return rowMatches(dialect, resource, plan, terms)
  // Most rows need no look-up of the linked records, and only rows that are read get one.
  if (isShort)
    return conditionOf(terms, (text) => {
      const own = dialect.contains(table, contract.idField, text)
      return sql`(${sql.join([own, ...(linkPaths.get(text) ?? []).map((path) => leadsTo(path, false))], sql` or `)})`
    })
  // Longer texts are found by indexes, each alternative by its own.
  const selected = (part: SearchTerms): RawBuilder<unknown> =>
    indexed(part) ??
    sql`select ${id} from ${sql.table(table)} where ${dialect.contains(table, contract.idField, part)}`
  const found = matchingIds(dialect, resource, plan, selected, false)
  return found ? dialect.isAmong(id, found) : null
}

/**
 * How many records match and are not in the trash, by indexes: looking up each row takes many times as long. Undefined
 * where there is no index.
 */
export function countMatches(
  dialect: SearchDialect,
  resource: ServerResource,
  plan: SearchPlan | null,
): RawBuilder<{ count: number }> | undefined {
  const { table, search, hides } = resource
  if (!plan || search.length === 0) return undefined
  const { terms, linkPaths } = plan
  const indexed = (part: SearchTerms) => dialect.idsWith(table, part)
  // Those are few, so each of them is looked up.
  const inTrash = hides
    ? sql` - (select count(*) from ${sql.table(table)}
        where deleted_at is not null and ${searchCondition(dialect, resource, plan, true)})`
    : sql``
  if (typeof terms !== 'string' || linkPaths.size === 0) {
    const found = matchingIds(dialect, resource, plan, indexed, true)
    return found && sql`select (select count(*) from (${found}) as found)${inTrash} as count`
  }
  // Nearly all match by their own texts: only the others are merged.
  const own = indexed(terms)
  const linked = sql.join((linkPaths.get(terms) ?? []).map(idsLinkedTo), sql` union `)
  return (
    own &&
    sql`select (with own (id) as (${own}), linked (id) as (${linked})
      select (select count(*) from own)
        + (select count(distinct id) from linked where id not in (select id from own))${inTrash}) as count`
  )
}

/** The paths that lead to texts of other records, grouped by the way to them. */
function linkedTextsOf(resource: ServerResource): LinkedTexts[] {
  const found = new Map<string, LinkedTexts>()
  for (const path of resource.search) {
    if (!isShared(path)) continue
    const { hops, column } = hopsOf(resource, path.slice(0, -1))
    const route = hops.map(({ relation }) => relation).join('.')
    const target = hops.at(-1)?.target ?? resource
    if (hops.slice(0, -1).some((hop) => usesLinkTable(hop) && hop.target.hides))
      throw new Error(`A search of ${resource.contract.name} passes what may be in the trash: ${path}.`)
    found.set(route, { hops, target, columns: [...(found.get(route)?.columns ?? []), column] })
  }
  return [...found.values()]
}

/**
 * Of the records at the end of a way, those that hold a text. The index of their searched texts finds them, and more
 * where the way reads only some of those texts: then the texts themselves are tested.
 */
function endMatches(
  dialect: SearchDialect,
  { target, columns }: LinkedTexts,
  text: string,
): RawBuilder<SqlBool> {
  const { table, contract, search } = target
  const found = dialect.contains(table, contract.idField, text)
  if (search.filter(isOwn).every((path) => columns.includes(path))) return sql`${found}`
  const [first = '', ...others] = columns
  if (others.length > 0 || search[0] !== first || contract.fields[first]?.required !== true)
    throw new Error(`A search comes by ${first} of ${contract.name}, which does not stand first there.`)
  const line = dialect.firstLine(sql.ref(`${table}.search`))
  return sql`(${found} and ${dialect.includes(line, text)})`
}

/** The ids of the records from which a way leads to others. */
const idsLinkedTo = (path: LinkPath): RawBuilder<unknown> => idsAfter(stepsOf(path), path)

/**
 * The condition that a way leads from the record of the surrounding statement to others.
 * @param perRow whether few records are tested: with a limit, PostgreSQL tests each of them instead of looking up all
 *   that lead there.
 */
function leadsTo(path: LinkPath, perRow: boolean): RawBuilder<SqlBool> {
  const [first, ...rest] = stepsOf(path)
  const [hop] = path.link.hops
  if (!first || !hop) return path.holds
  const { table, own, other, conditions } = first
  const ids = idsAfter(rest, path)
  const from = (column: string) => sql.ref(`${hop.from.table}.${column}`)
  if (!hop.link) return sql<SqlBool>`${from(other)} in (${ids})`
  return sql<SqlBool>`exists (select 1 from ${sql.table(table)} as link
    where ${sql.ref(`link.${own}`)} = ${from(hop.from.contract.idField)} and ${sql.ref(other)} in (${ids})${conditions}${
      perRow ? sql` limit 1 offset 0` : sql``
    })`
}

/** The rows of each step of a way; hidden records are excluded, as in paths.ts. */
const stepsOf = ({ link: { hops } }: LinkPath) =>
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
const idsAfter = (steps: readonly Step[], path: LinkPath): RawBuilder<unknown> =>
  steps.reduceRight(
    (ids, { table, own, other, conditions }) =>
      sql`select ${sql.ref(own)} from ${sql.table(table)} where ${sql.ref(other)} in (${ids})${conditions}`,
    endOf(path),
  )

/** The ids of the records where a way ends. */
function endOf({ link: { hops, target }, holds }: LinkPath): RawBuilder<unknown> {
  const alive = target.hides && usesLinkTable(hops.at(-1)) ? sql` and deleted_at is null` : sql``
  return sql`select ${sql.ref(target.contract.idField)} from ${sql.table(target.table)} where ${holds}${alive}`
}

/** Whether a table of nothing but links leads from one record to the other. */
const usesLinkTable = (hop: Hop | undefined): boolean =>
  hop?.link !== undefined && hop.link.table !== hop.target.table
