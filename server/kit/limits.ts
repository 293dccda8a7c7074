/**
 * Which rows readers see of resources whose records can be limited to a team (TEAM-2). A resource declares the column of the
 * team (`limitedBy`); what hangs on its records follows from what is declared anyway: what is deleted with them, and their links;
 * `limitedThrough` names further references. So a new resource below a limited one is limited without a further word.
 */
import type { Kysely } from 'kysely'
import { targetOf, type ResourceName } from '../../src/contract'
import { isRelation } from '../../src/contract/fields'
import { maxInteger } from '../../src/contract/numbers'
import { currentLimits, seenRow, withLimits, type RowLimits, type TableLimit } from '../db/rowLimits'
import type { Tables } from '../db/tables'
import { anyTable, type Caller, type Write, type Writer } from './context'
import { invalidFields, notFound } from './errors'
import { permissionColumns, permissionsOf } from './permissions'
import { allResources, resourceOf } from './registry'
import type { ServerResource } from './resource'

/** Tables without a resource whose rows belong to a record, by their column of its id. */
const partsOf: Readonly<Record<string, Readonly<{ resource: 'contracts'; by: string }>>> = {
  contract_amendments: { resource: 'contracts', by: 'contract' },
  contract_notice_tasks: { resource: 'contracts', by: 'contract' },
}
/** Tables whose rows name any record, by `resource` and `record_id`. */
const namingRecords = [
  'audit',
  'audit_subjects',
  'notifications',
  'follows',
  'merge_records',
  'webhook_deliveries',
] as const

const column = (name: string) => `${seenRow}."${name}"`

/** A reference is empty, or leads to a row that is seen. */
function leadsToSeen(
  { table, contract }: ServerResource,
  by: string,
  where: Readonly<Record<string, string>> = {},
) {
  const others = Object.entries(where).map(([name, value]) => `${column(name)} <> '${value}'`)
  const isSeen = `exists (select 1 from "${table}" as parent where parent."${contract.idField}" = ${column(by)})`
  return `(${[`${column(by)} is null`, ...others, isSeen].join(' or ')})`
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

/** The parents by which a resource is limited, by its name; resources that are not limited are left out. */
function limitedParents(): ReadonlyMap<string, readonly Parent[]> {
  const found = new Map<string, readonly Parent[]>()
  const isLimited = (resource: ServerResource, below: readonly string[] = []): boolean => {
    if (below.includes(resource.name)) return false
    const parents = parentsOf(resource).filter((parent) =>
      isLimited(parent.resource, [...below, resource.name]),
    )
    if (resource.limitedBy === null && parents.length === 0) return false
    found.set(resource.name, parents)
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
}

/** What the limits of all readers have in common. */
function limitedTables(): ReadonlyMap<string, LimitedTable> {
  const tables = new Map<string, LimitedTable>()
  const limited = limitedParents()
  const resources = allResources().filter(({ name }) => limited.has(name))
  for (const { name, table, limitedBy } of resources) {
    const parents = limited.get(name) ?? []
    tables.set(table, {
      teamColumn: limitedBy,
      conditions: parents.map(({ resource, by, where }) => leadsToSeen(resource, by, where)),
      reads: parents.map(({ resource }) => resource.table),
    })
  }
  const limitPart = (table: string, resource: ServerResource, by: string) => {
    const known = tables.get(table) ?? { teamColumn: null, conditions: [], reads: [] }
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
  for (const table of namingRecords) {
    // What is said of a record that is gone for good could be of a limited one.
    const seen = resources.map(
      ({ name, table: of, contract }) =>
        `(${column('resource')} = '${name}' and exists (select 1 from "${of}" as named where named."${contract.idField}" = ${column('record_id')}))`,
    )
    const others = `coalesce(${column('resource')}, '') not in (${resources.map(({ name }) => `'${name}'`).join(', ')})`
    tables.set(table, {
      teamColumn: null,
      conditions: [`(${[others, ...seen].join(' or ')})`],
      reads: resources.map(({ table: of }) => of),
    })
  }
  return tables
}

let common: ReturnType<typeof limitedTables> | undefined

/** Limits kept, the least recently used dropped: one for each combination of teams. */
const maxKept = 500
const kept = new Map<string, RowLimits>()

/** What the members of these teams see; null: every record. */
export function limitsOfTeams(teams: readonly number[] | null): RowLimits | null {
  if (teams === null) return null
  const key = [...teams].sort((a, b) => a - b).join(',')
  const found = kept.get(key) ?? { key, tables: tablesFor(teams) }
  kept.delete(key)
  kept.set(key, found)
  const [oldest] = kept.keys()
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
  return found
}

function tablesFor(teams: readonly number[]): ReadonlyMap<string, TableLimit> {
  const isOwn = (name: string) =>
    teams.length === 0
      ? `${column(name)} is null`
      : `(${column(name)} is null or ${column(name)} in (${teams.map(Number).join(', ')}))`
  common ??= limitedTables()
  return new Map(
    [...common].map(([table, { teamColumn, conditions, reads }]) => [
      table,
      {
        condition: [...(teamColumn === null ? [] : [isOwn(teamColumn)]), ...conditions].join(' and '),
        reads,
      },
    ]),
  )
}

/** What the author of a write sees; null: every record, as the server itself does. What is not known of a user shows nothing. */
export const limitsOf = ({ actor, teams = [] }: Pick<Writer, 'actor' | 'teams'>): RowLimits | null =>
  actor === null ? null : limitsOfTeams(teams)

/** What a caller sees; null: every record. */
export const limitsOfCaller = ({ teams }: Pick<Caller, 'teams'>): RowLimits | null => limitsOfTeams(teams)

/** What a user sees by today's teams, for what is read without a session. */
export async function limitsOfUser(db: Kysely<Tables>, id: number): Promise<RowLimits | null> {
  const row = await db.selectFrom('users').select(permissionColumns).where('id', '=', id).executeTakeFirst()
  return limitsOfTeams(row ? permissionsOf(row).teams : [])
}

/** Whether the current reader may not see all records of a resource: what counts or finds them by other tables would tell. */
export const isLimited = ({ table }: Pick<ServerResource, 'table'>): boolean =>
  currentLimits()?.tables.has(table) ?? false

/** Reads as the author of a write sees it, within its transaction, in which everything is seen. */
export const asAuthor = <T>(write: Writer, read: () => T): T => withLimits(limitsOf(write), read)

/** Those of some records that the author of a write sees, in the trash or not; null where that is all there are. */
export async function seenIds(
  write: Writer & { db: Kysely<Tables> },
  resource: ServerResource,
  ids: readonly number[],
): Promise<ReadonlySet<number> | null> {
  const limits = limitsOf(write)
  return limits?.tables.has(resource.table) ? idsSeenWith(limits, write.db, resource, ids) : null
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
  const row = await anyTable(db)
    .selectFrom(table)
    .select(contract.idField)
    .where(contract.idField, '=', id)
    .executeTakeFirst()
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
