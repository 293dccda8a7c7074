/**
 * The condition of `q`. A record is found by the content of its `search`, and by texts of records that it shares with
 * very many others, which are searched in place.
 */
import { sql, type Expression, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import { searchTerms } from '../../../src/contract/searchTerms'
import { tableOfNames } from '../../db/rowLimits'
import { minIndexed, type SearchDialect } from '../../db/search/searchDialect'
import { conditionOf, isIndexedBy, textsIn, type SearchTerms } from '../../db/search/terms'
import type { Tables } from '../../db/tables'
import { chunks } from '../chunks'
import { isLimited } from '../limits'
import { resourceOf, tableSoftDeletes } from '../registry'
import { searchedApart, targetNameOf, type Link, type ServerResource } from '../resource'
import { hopsOf, isOwn, isShared, type Hop } from '../paths'

/** Link paths whose targets are checked by one statement. */
const pathsPerStatement = 100

/** Records that a search reaches over relations, and the columns that hold their texts. */
interface LinkedTexts {
  hops: readonly Hop[]
  target: ServerResource
  columns: string[]
}

/** A path of joins from records to related ones, and the condition that those must meet. */
interface LinkPath {
  link: LinkedTexts
  condition: RawBuilder<SqlBool>
}

/** The meaning of `q`. */
export interface SearchPlan {
  /** Texts that the records themselves hold, or others that they lead to. */
  terms: SearchTerms
  /** The link paths to related records, by searched text. */
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

/** The plan of a search, with all link paths; null for an empty search. */
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
            links.map((link) => ({ link, condition: endMatches(dialect, link, text) })),
          ]),
    ),
    isShort: !isIndexedBy(terms, minIndexed),
  }
}

/**
 * The same, without link paths whose target table holds no match: target tables are small and quickly checked, whereas
 * a join without matches costs the database as much as one with many.
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
      ({ way: path }, index) => sql`exists (${matchingTargetIds(path)}) as ${sql.ref(`way${index}`)}`,
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

/** As many words as an index combines in about the time that it takes for one as long as all of them. */
const maxCombined = 3

/**
 * Whether a search may take long, so that it is run off the event loop. Several words are combined by the index of the records'
 * own texts; where one of them is held by a record that very many share, all that lead there are read for it.
 */
export const isLongSearch = (plan: SearchPlan | null): boolean => {
  if (!plan) return false
  const { terms, linkPaths, isShort } = plan
  if (isShort) return true
  if (!isComposed(terms)) return false
  const texts = textsIn(terms)
  return (
    linkPaths.size > 0 || texts.length > maxCombined || !texts.every((text) => isIndexedBy(text, minIndexed))
  )
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
    // A short text matches very many rows, above all over link tables: it is tested on each match of the longer texts.
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

/** The condition that the current row of the surrounding statement matches, itself or by a linked record. */
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
  const found = storedCondition(dialect, resource, plan, perRow)
  const seen = plan && found ? seenCondition(dialect, resource, plan) : null
  return found && seen ? sql<SqlBool>`(${found} and ${seen})` : found
}

/**
 * That a record of a reader with limits matches by what they see of it: its own texts, those of links that they see, and the names of
 * what it names. The indexes have the texts of all links, so it is tested on what they find. Null: what is stored is seen.
 */
function seenCondition(
  dialect: SearchDialect,
  resource: ServerResource,
  { terms }: SearchPlan,
): RawBuilder<SqlBool> | null {
  const { heldOfLinks: held, links, table, contract } = resource
  if (held === null || !isLimited(resource)) return null
  const [link, naming] = [links[held.relation], links[held.named]]
  if (!link || !naming) return null
  const target = resourceOf(targetNameOf(resource, held.relation))
  const named = resourceOf(targetNameOf(resource, held.named))
  const id = sql.ref(`${table}.${contract.idField}`)
  const rowsOf = (of: string, { own }: Link) =>
    sql`${sql.table(of)} as link where ${sql.ref(`link.${own}`)} = ${id} and link.deleted_at is null`
  const where = Object.entries(naming.where ?? {}).map(
    ([by, is]) => sql` and ${sql.ref(`link.${by}`)} = ${is}`,
  )
  return conditionOf(terms, (text) => {
    const own = dialect.before(sql.ref(`${table}.search`), searchedApart)
    const ofLink = sql`exists (select 1 from ${rowsOf(target.table, link)} and ${dialect.includes(sql.ref('link.search'), text)})`
    const name = dialect.includes(dialect.before(sql.ref('named.search'), '\n'), text)
    const ofNamed = sql`exists (select 1 from ${sql.table(tableOfNames(named.table))} as named
      where named.deleted_at is null and ${name} and ${sql.ref(`named.${named.contract.idField}`)} in (
        select ${sql.ref(`link.${naming.target}`)} from ${rowsOf(tableOfNames(naming.table), naming)}${sql.join(where, sql``)}))`
    return sql<SqlBool>`(${dialect.includes(own, text)} or ${ofLink} or ${ofNamed})`
  })
}

/** Whether what is stored of a record matches. */
function storedCondition(
  dialect: SearchDialect,
  resource: ServerResource,
  plan: SearchPlan | null,
  perRow: boolean,
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
  const { table, search, softDeletes } = resource
  if (!plan || search.length === 0) return undefined
  const { terms, linkPaths } = plan
  const indexed = (part: SearchTerms) => dialect.idsWith(table, part)
  // Those are few, so each of them is looked up.
  const inTrash = softDeletes
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

/** The search paths to texts of other records, grouped by their joins. */
function linkedTextsOf(resource: ServerResource): LinkedTexts[] {
  const found = new Map<string, LinkedTexts>()
  for (const path of resource.search) {
    if (!isShared(path)) continue
    const { hops, column } = hopsOf(resource, path.slice(0, -1))
    const route = hops.map(({ relation }) => relation).join('.')
    const target = hops.at(-1)?.target ?? resource
    if (hops.slice(0, -1).some((hop) => usesLinkTable(hop) && hop.target.softDeletes))
      throw new Error(`A search of ${resource.contract.name} passes what may be in the trash: ${path}.`)
    found.set(route, { hops, target, columns: [...(found.get(route)?.columns ?? []), column] })
  }
  return [...found.values()]
}

/**
 * The condition that the target record of a link path holds a text. The index of its searched texts finds it, and more
 * where the link path has only some of those texts: then the texts themselves are tested.
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
  const line = dialect.before(sql.ref(`${table}.search`), '\n')
  return sql`(${found} and ${dialect.includes(line, text)})`
}

/** Selects the ids of the records that a link path starts from. */
const idsLinkedTo = (path: LinkPath): RawBuilder<unknown> => idsAfter(stepsOf(path), path)

/**
 * The condition that the record of the surrounding statement has matching linked records.
 * @param perRow whether few records are tested: with a limit, PostgreSQL tests each of them instead of looking up all
 *   that lead there.
 */
function leadsTo(path: LinkPath, perRow: boolean): RawBuilder<SqlBool> {
  const [first, ...rest] = stepsOf(path)
  const [hop] = path.link.hops
  if (!first || !hop) return path.condition
  const { table, own, other, conditions } = first
  const ids = idsAfter(rest, path)
  const from = (column: string) => sql.ref(`${hop.from.table}.${column}`)
  if (!hop.link) return sql<SqlBool>`${from(other)} in (${ids})`
  return sql<SqlBool>`exists (select 1 from ${sql.table(table)} as link
    where ${sql.ref(`link.${own}`)} = ${from(hop.from.contract.idField)} and ${sql.ref(other)} in (${ids})${conditions}${
      perRow ? sql` limit 1 offset 0` : sql``
    })`
}

/** The table and columns of each join of a link path; records in the trash are excluded, as in paths.ts. */
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
        ...(link && tableSoftDeletes(link.table) ? [sql` and deleted_at is null`] : []),
      ],
      sql``,
    ),
  }))

type Step = ReturnType<typeof stepsOf>[number]

/** Selects the ids at the start of the given joins, whose last one ends at matching targets. */
const idsAfter = (steps: readonly Step[], path: LinkPath): RawBuilder<unknown> =>
  steps.reduceRight(
    (ids, { table, own, other, conditions }) =>
      sql`select ${sql.ref(own)} from ${sql.table(table)} where ${sql.ref(other)} in (${ids})${conditions}`,
    matchingTargetIds(path),
  )

/** Selects the ids of the matching target records of a link path. */
function matchingTargetIds({ link: { hops, target }, condition: holds }: LinkPath): RawBuilder<unknown> {
  const alive = target.softDeletes && usesLinkTable(hops.at(-1)) ? sql` and deleted_at is null` : sql``
  return sql`select ${sql.ref(target.contract.idField)} from ${sql.table(target.table)} where ${holds}${alive}`
}

/** Whether a table of nothing but links leads from one record to the other. */
const usesLinkTable = (hop: Hop | undefined): boolean =>
  hop?.link !== undefined && hop.link.table !== hop.target.table
