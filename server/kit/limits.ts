/**
 * Which rows readers see of resources whose records can be limited to a team (TEAM-2, TEAM-6). A resource declares the column of the
 * team (`limitedBy`); what hangs on its records follows from what is declared anyway: what is deleted with them, and their links;
 * `limitedThrough` and `limitedWithAllOf` name further references. So a new resource below a limited one is limited without a
 * further word.
 */
import { sql, type Expression, type Kysely, type SqlBool } from 'kysely'
import { targetOf, type ResourceName } from '../../src/contract'
import { mergedResources } from '../../src/contract/duplicatePairs'
import { isRelation } from '../../src/contract/fields'
import { maxInteger } from '../../src/contract/numbers'
import {
  currentLimits,
  seenRow,
  wholeName,
  withLimits,
  type RowLimits,
  type TableLimit,
} from '../db/rowLimits'
import type { DatabaseKind } from '../db/migrations/ddl/columns'
import type { Tables } from '../db/tables'
import { writerOf } from './actors'
import { anyTable, type Caller, type Write, type Writer } from './context'
import { invalidFields, notFound } from './errors'
import { allResources, resourceOf } from './registry'
import { targetNameOf, type ServerResource } from './resource'

/** Tables without a resource whose rows belong to a record, by their column of its id. */
const partsOf: Readonly<Record<string, Readonly<{ resource: ResourceName; by: string }>>> = {
  contract_amendments: { resource: 'contracts', by: 'contract' },
  contract_notice_tasks: { resource: 'contracts', by: 'contract' },
  account_months: { resource: 'utilityAccounts', by: 'utility_account' },
  meter_months: { resource: 'meters', by: 'meter' },
}
/** How a table names records beside `resource`: the columns of their ids, and of which resources; null: of any. */
interface Naming {
  readonly ids: readonly string[]
  readonly of: readonly ResourceName[] | null
}
const oneRecord: Naming = { ids: ['record_id'], of: null }
const namingRecords: Readonly<Record<string, Naming>> = {
  audit: oneRecord,
  audit_subjects: oneRecord,
  notifications: oneRecord,
  follows: oneRecord,
  merge_records: oneRecord,
  webhook_deliveries: oneRecord,
  merges: { ids: ['kept', 'merged'], of: mergedResources },
  duplicate_pairs: { ids: ['low', 'high'], of: mergedResources },
}

const column = (name: string) => `${seenRow}."${name}"`

/** A reference is empty, or leads to a row that is seen. */
function leadsToSeen(
  { table, contract }: ServerResource,
  by: string,
  where: Readonly<Record<string, string>> = {},
  row = seenRow,
) {
  const of = (name: string) => `${row}."${name}"`
  const others = Object.entries(where).map(([name, value]) => `${of(name)} <> '${value}'`)
  const isSeen = `exists (select 1 from "${table}" as parent where parent."${contract.idField}" = ${of(by)})`
  return `(${[`${of(by)} is null`, ...others, isSeen].join(' or ')})`
}

/**
 * A record names no others by a relation, or one that is seen; one that hangs on another record as well follows that. All rows of the
 * link count, also those that went to the trash with either side, but for what was taken off by itself.
 */
function namesSeen(
  { contract, links, limitedThrough }: ServerResource,
  relation: string,
  target: ServerResource,
): string {
  const link = links[relation]
  if (!link) throw new Error(`${contract.name}.${relation} has no link table.`)
  const isKept = allResources().some(({ table, isCascaded }) => table === link.table && isCascaded)
    ? ' and link."deleted_directly" is not true'
    : ''
  const own = `link."${link.own}" = ${column(contract.idField)}${isKept}`
  const rows = `from "${wholeName(link.table)}" as link`
  const named = `join "${target.table}" as parent on parent."${target.contract.idField}" = link."${link.target}"`
  return `(${[
    ...limitedThrough.map(({ by }) => `${column(by)} is not null`),
    `not exists (select 1 ${rows} where ${own})`,
    `exists (select 1 ${rows} ${named} where ${own})`,
  ].join(' or ')})`
}

/**
 * That a row names no record that it was merged into, or one that is seen: it would tell its id. Lists of records that are alive need no
 * such condition.
 */
const isMergedIntoSeen = ({ table, contract }: ServerResource, row: string): string | null =>
  'merged_into' in contract.fields
    ? `(${row}."merged_into" is null or exists (select 1 from "${table}" as survivor where survivor."${contract.idField}" = ${row}."merged_into"))`
    : null

/** The condition for the trash of a resource, and for its records that are looked up by their ids; null: none. */
export function notMergedIntoHidden(resource: ServerResource): Expression<SqlBool> | null {
  const condition = isLimited(resource) ? isMergedIntoSeen(resource, `"${resource.table}"`) : null
  return condition === null ? null : sql<SqlBool>`${sql.raw(condition)}`
}

interface Parent {
  resource: ServerResource
  by: string
  where?: Readonly<Record<string, string>> | undefined
}

/** The records that a record of a resource hangs on, limited or not. */
const parentsOf = (resource: ServerResource): Parent[] => [
  ...allResources().flatMap((parent) =>
    parent.cascades
      .filter((held) => held.resource === resource.name)
      .map(({ by, where }) => ({ resource: parent, by, where })),
  ),
  ...resource.limitedThrough.map(({ resource: name, by }) => ({ resource: resourceOf(name), by })),
]

/** What the resources that are limited hang on, by their names. */
type Limited = ReadonlyMap<string, { parents: readonly Parent[]; named: ServerResource | null }>

/** The resources that are limited where records of some are limited to teams. */
function limitedResources(byTeam: ReadonlySet<string>): Limited {
  const found = new Map<string, { parents: readonly Parent[]; named: ServerResource | null }>()
  const isLimited = (resource: ServerResource, below: readonly string[] = []): boolean => {
    if (below.includes(resource.name)) return false
    const isBelow = (other: ServerResource) => isLimited(other, [...below, resource.name])
    const parents = parentsOf(resource).filter((parent) => isBelow(parent.resource))
    const { limitedWithAllOf: relation } = resource
    const target = relation === null ? null : resourceOf(targetNameOf(resource, relation))
    const named = target && isBelow(target) ? target : null
    if (!byTeam.has(resource.table) && parents.length === 0 && !named) return false
    found.set(resource.name, { parents, named })
    return true
  }
  for (const resource of allResources()) isLimited(resource)
  return found
}

/** A limited table, without the teams of a reader. */
interface LimitedTable {
  /** The column of the team; null where only other conditions count. */
  teamColumn: string | null
  conditions: readonly string[]
  reads: readonly string[]
  readsWhole: readonly string[]
  columns?: TableLimit['columns']
}

const unlimited: LimitedTable = { teamColumn: null, conditions: [], reads: [], readsWhole: [] }

const lowered: Readonly<Record<DatabaseKind, (text: string) => string>> = {
  sqlite: (text) => `lower(${text})`,
  postgres: (text) => `lower((${text}) collate "C")`,
}

/**
 * What is seen of a record's columns that hold texts of its links, where other records that these lead to are limited. A link of a seen
 * record is seen with those others, so the links' own limits, which ask for the record, are not asked for.
 */
function heldOfSeenLinks(resource: ServerResource, limited: Limited) {
  const { heldOfLinks: held, contract, name } = resource
  if (held === null) return null
  const link = resource.links[held.relation]
  const target = resourceOf(targetNameOf(resource, held.relation))
  const others = (limited.get(target.name)?.parents ?? []).filter((parent) => parent.resource.name !== name)
  if (!link || others.length === 0) return null
  const columnsOn = (kind: DatabaseKind) => {
    const where = [
      `link."${link.own}" = ${column(contract.idField)}`,
      ...Object.entries(resource.links[held.named]?.where ?? {}).map(([by, is]) => `link."${by}" = '${is}'`),
      'link."deleted_at" is null',
      ...others.map((other) => leadsToSeen(other.resource, other.by, other.where, 'link')),
    ]
    const first = (shown: string, filled = shown) =>
      `(select link."${shown}" from "${wholeName(link.table)}" as link where ${where.join(' and ')}` +
      ` and link."${filled}" is not null order by link."${target.contract.idField}" limit 1)`
    const from = { first, own: column, lower: lowered[kind] }
    return Object.entries(held.columns)
      .map(([by, anew]) => (anew === null ? column(by) : `${anew(from)} as "${by}"`))
      .join(', ')
  }
  return {
    columns: { sqlite: columnsOn('sqlite'), postgres: columnsOn('postgres') },
    reads: others.map((other) => other.resource.table),
    readsWhole: [link.table],
  }
}

/** What the limits of all readers have in common where records of some tables have been limited. */
function commonLimits(byTeam: ReadonlySet<string>): ReadonlyMap<string, LimitedTable> {
  const tables = new Map<string, LimitedTable>()
  const limited = limitedResources(byTeam)
  const resources = allResources().filter(({ name }) => limited.has(name))
  for (const resource of resources) {
    const { name, table, limitedBy, limitedWithAllOf: relation, links } = resource
    const { parents = [], named = null } = limited.get(name) ?? {}
    const linked = relation === null ? undefined : links[relation]?.table
    tables.set(table, {
      teamColumn: byTeam.has(table) ? limitedBy : null,
      conditions: [
        ...parents.map((parent) => leadsToSeen(parent.resource, parent.by, parent.where)),
        ...(named && relation !== null ? [namesSeen(resource, relation, named)] : []),
      ],
      reads: [...parents.map((parent) => parent.resource.table), ...(named ? [named.table] : [])],
      readsWhole: named && linked !== undefined ? [linked] : [],
    })
  }
  for (const resource of allResources()) {
    const held = heldOfSeenLinks(resource, limited)
    const known = tables.get(resource.table) ?? unlimited
    if (held)
      tables.set(resource.table, {
        ...known,
        columns: held.columns,
        reads: [...known.reads, ...held.reads],
        readsWhole: [...known.readsWhole, ...held.readsWhole],
      })
  }
  const limitPart = (table: string, resource: ServerResource, by: string) => {
    const known = tables.get(table) ?? unlimited
    tables.set(table, {
      ...known,
      conditions: [...known.conditions, leadsToSeen(resource, by)],
      reads: [...known.reads, resource.table],
    })
  }
  const own = new Set<string>(allResources().map(({ table }) => table))
  for (const resource of allResources())
    for (const [relation, link] of Object.entries(resource.links)) {
      if (own.has(link.table)) continue
      const field = resource.contract.fields[relation]
      const to = field && isRelation(field) ? targetOf(field) : link.to
      if (limited.has(resource.name)) limitPart(link.table, resource, link.own)
      if (to !== undefined && limited.has(to)) limitPart(link.table, resourceOf(to), link.target)
    }
  for (const [table, { resource, by }] of Object.entries(partsOf))
    if (limited.has(resource)) limitPart(table, resourceOf(resource), by)
  for (const [table, { ids, of: possible }] of Object.entries(namingRecords)) {
    const named = resources.filter(({ name }) => possible?.includes(name) ?? true)
    if (named.length === 0) continue
    // What is said of a record that is gone for good could be of a limited one.
    const seen = named.map((resource) => {
      const { name, table: of, contract } = resource
      const isShown = isMergedIntoSeen(resource, 'named')
      const also = isShown === null ? '' : ` and ${isShown}`
      // Few rows of any resource are read at a time: PostgreSQL would read whole tables for each `exists` beside others.
      const are = ids.map(
        (id) =>
          `(select 1 from "${of}" as named where named."${contract.idField}" = ${column(id)}${also}) is not null`,
      )
      return `(${column('resource')} = '${name}' and ${are.join(' and ')})`
    })
    const others = `coalesce(${column('resource')}, '') not in (${named.map(({ name }) => `'${name}'`).join(', ')})`
    tables.set(table, {
      ...unlimited,
      conditions: [`(${[others, ...seen].join(' or ')})`],
      reads: named.map(({ table: of }) => of),
    })
  }
  return tables
}

/** The limited tables, by those whose records have been limited. */
const common = new Map<string, ReturnType<typeof commonLimits>>()

/** Limits kept, the least recently used dropped: one for each combination of teams. */
const maxKept = 500
const kept = new Map<string, RowLimits>()

/** What the members of these teams see, where records of some tables have been limited; null: every record. */
function limitsOfTeams(
  teams: readonly number[] | null,
  limitedNow: readonly string[] | undefined,
): RowLimits | null {
  if (teams === null) return null
  const byTeam = allResources().flatMap(({ table, limitedBy }) =>
    limitedBy !== null && (limitedNow?.includes(table) ?? true) ? [table as string] : [],
  )
  const key = `${byTeam.join(',')} ${[...teams].sort((a, b) => a - b).join(',')}`
  const found = kept.get(key) ?? { key, tables: tablesFor(teams, byTeam) }
  kept.delete(key)
  kept.set(key, found)
  const [oldest] = kept.keys()
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
  return found
}

function tablesFor(teams: readonly number[], byTeam: readonly string[]): ReadonlyMap<string, TableLimit> {
  const isOwn = (name: string) =>
    teams.length === 0
      ? `${column(name)} is null`
      : `(${column(name)} is null or ${column(name)} in (${teams.map(Number).join(', ')}))`
  const tables = common.get(byTeam.join()) ?? commonLimits(new Set(byTeam))
  common.set(byTeam.join(), tables)
  return new Map(
    [...tables].map(([table, { teamColumn, conditions, ...reads }]) => [
      table,
      {
        condition:
          [...(teamColumn === null ? [] : [isOwn(teamColumn)]), ...conditions].join(' and ') || 'true',
        ...reads,
      },
    ]),
  )
}

/** What the author of a write sees; null: every record, as the server itself does. What is not known of a user shows nothing. */
export const limitsOf = ({
  actor,
  teams = [],
  limitedTables,
}: Pick<Writer, 'actor' | 'teams' | 'limitedTables'>): RowLimits | null =>
  actor === null ? null : limitsOfTeams(teams, limitedTables)

/** What a caller sees; null: every record. */
export const limitsOfCaller = ({
  teams,
  limitedTables,
}: Pick<Caller, 'teams' | 'limitedTables'>): RowLimits | null => limitsOfTeams(teams, limitedTables)

/** What a user sees by today's teams, for what is read without a session: nothing of any team once the account is not active. */
export const limitsOfUser = async (db: Kysely<Tables>, id: number): Promise<RowLimits | null> =>
  limitsOf((await writerOf({ db }, id, null)) ?? { actor: id })

/** Whether the current reader may not see all records of a resource: what counts or finds them by other tables would tell. */
export const isLimited = ({ table }: Pick<ServerResource, 'table'>): boolean =>
  currentLimits()?.tables.has(table) ?? false

/** Fields of a resource whose values in the audit the current reader may not see: they are of links, any of which may be hidden. */
export const heldFields = (resource: ServerResource): readonly string[] =>
  resource.heldOfLinks !== null && isLimited(resource) ? Object.keys(resource.derived) : []

/** Reads as the author of a write sees it, within its transaction, in which everything is seen. */
export const asAuthor = <T>(write: Writer, read: () => T): T => withLimits(limitsOf(write), read)

/** Those of some records that the author of a write sees, in the trash or not; null where that is all there are. */
export async function seenIds(
  write: Writer & { db: Kysely<Tables> },
  resource: ServerResource,
  ids: readonly number[],
): Promise<ReadonlySet<number> | null> {
  const limits = limitsOf(write)
  if (!limits?.tables.has(resource.table)) return null
  const { table, contract } = resource
  const rows = await withLimits(limits, () => {
    const named = anyTable(write.db)
      .selectFrom(table)
      .select(contract.idField)
      .where(contract.idField, 'in', ids)
    const isShown = notMergedIntoHidden(resource)
    return (isShown ? named.where(isShown) : named).execute()
  })
  return new Set(rows.map((row) => row[contract.idField] as number))
}

/** Those of some records that a reader with limits sees, in the trash or not. */
export async function idsSeenWith(
  limits: RowLimits,
  db: Kysely<Tables>,
  { table, contract }: ServerResource,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await withLimits(limits, () =>
    anyTable(db).selectFrom(table).select(contract.idField).where(contract.idField, 'in', ids).execute(),
  )
  return new Set(rows.map((row) => row[contract.idField] as number))
}

/** Whether the current reader does not see the record whose id stands in an address. */
export async function isHiddenRecord(db: Kysely<Tables>, name: ResourceName, text: string): Promise<boolean> {
  const resource = resourceOf(name)
  const { table, contract } = resource
  const id = Number(text)
  if (!isLimited(resource) || !Number.isInteger(id) || id < 1 || id > maxInteger) return false
  const named = anyTable(db).selectFrom(table).select(contract.idField).where(contract.idField, '=', id)
  const isShown = notMergedIntoHidden(resource)
  const row = await (isShown ? named.where(isShown) : named).executeTakeFirst()
  return row === undefined
}

/** @throws ApiError 404 for a record that the author of a write does not see, as for one that is not there. */
export async function assertSeen(
  write: Writer & { db: Kysely<Tables> },
  resource: ServerResource,
  id: number,
): Promise<void> {
  const seen = await seenIds(write, resource, [id])
  if (seen?.has(id) === false) throw notFound(resource.contract.title)
}

/** @throws ApiError 400 where a write limits a record to a team that is not its author's. */
export function assertOwnTeam(write: Write, { limitedBy }: ServerResource, sent: unknown): void {
  const { teams = [], actor } = write
  if (limitedBy === null || actor === null || teams === null || sent === null) return
  if (!teams.some((team) => team === sent)) throw invalidFields({ [limitedBy]: 'Choose one of your teams.' })
}
