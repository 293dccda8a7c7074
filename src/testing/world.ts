import { contract, targetOf, type ResourceName, type Row } from '../contract'
import { isRelation, type Field, type ListAnswer, type Resource } from '../contract/kit'
import type { Installation, Participant, TokenAnswer } from '../contract/session'
import { anOpportunity, anOrganization, aProfile, aTag, aUser, blank } from './builders'

type Tables = { [N in ResourceName]: Row<N>[] }

/** What the pretended server holds. Tests change it freely. */
export interface World {
  tables: Tables
  participants: Participant[]
  installation: Installation
  /** Passwords by username. */
  passwords: Record<string, string>
  /** Seconds that a new access token holds, as told to the browser. */
  expiresIn: number
  /** Access tokens that are good right now; empty it to let every one run out. */
  access: Set<string>
  /** The one refresh token of each living session. */
  refresh: Set<string>
  /** What each used refresh token was answered; the immediate predecessor gets the same answer again. */
  successors: Map<string, TokenAnswer>
  /** How many refreshes were granted. */
  refreshes: number
  /** What each idempotency key has made. */
  created: Map<string, AnyRow>
  /** Deleted records of resources that have a trash. */
  trash: { resource: ResourceName; row: AnyRow }[]
}

const noRows = () =>
  Object.fromEntries(Object.keys(contract).map((resource) => [resource, []])) as unknown as Tables

const numbered = (count: number): Row<'opportunities'>[] =>
  Array.from({ length: count }, (_, index) =>
    anOpportunity({
      opportunity_id: index + 1,
      opportunity_name: `Deal ${String(index + 1).padStart(3, '0')}`,
      sales_annual_volume_manual: (count - index) * 1000,
    }),
  )

/** A small installation with one broker and as many opportunities as asked for: 'Deal 001', 'Deal 002', … */
export const createWorld = ({ opportunities = 3 } = {}): World => ({
  tables: {
    ...noRows(),
    users: [
      aUser(),
      aUser({ id: 2, username: 'team', email: 'team@basin.example', user_type: 'team', profile: 2 }),
    ],
    profiles: [aProfile(), aProfile({ id: 2 })],
    tags: [aTag(), aTag({ tag_id: 2, name: 'Index', color: '#fde047' })],
    contentTypes: [
      { id: 12, model: 'opportunity' },
      { id: 33, model: 'contact' },
      { id: 42, model: 'file' },
    ],
    organizations: [anOrganization()],
    opportunities: numbered(opportunities),
  },
  participants: [{ id: 1, email: 'bea@basin.example', first_name: 'Bea', last_name: 'Rowe' }],
  installation: { directory: null, map_tiles: null, chat: null, sign_up: 'approval' },
  passwords: { broker: 'citygate-demo-2026', team: 'citygate-demo-2026' },
  expiresIn: 600,
  access: new Set(),
  refresh: new Set(),
  successors: new Map(),
  refreshes: 0,
  created: new Map(),
  trash: [],
})

export type AnyRow = Record<string, unknown>

const rowsOf = (world: World, resource: ResourceName): AnyRow[] => world.tables[resource]

/** One record by its id. */
export const findRow = (world: World, resource: ResourceName, id: unknown) =>
  rowsOf(world, resource).find((row) => row[contract[resource].idField] === id)

/** The moment of every change in the pretended server. */
const now = '2026-03-07T18:30:00.000Z'

/** A new record, which the first user has made. */
export const addRow = (world: World, resource: ResourceName, body: AnyRow): AnyRow => {
  const { idField } = contract[resource]
  const ids = rowsOf(world, resource).map((row) => Number(row[idField]))
  const stamps = { version: 1, created_by: 1, created_at: now, modified_by: 1, modified_at: now }
  const row = { ...blank(resource), ...stamps, ...keptOf(resource, body), [idField]: Math.max(0, ...ids) + 1 }
  rowsOf(world, resource).push(row)
  return row
}

/** Changes a record in its place, as the first user. */
export const changeRow = (row: AnyRow, body: AnyRow): AnyRow =>
  Object.assign(row, body, {
    version: Number(row.version) + 1,
    modified_by: 1,
    modified_at: now,
  })

/** Whether there was such a record to remove. */
export const removeRow = (world: World, resource: ResourceName, id: number): boolean => {
  const rows = rowsOf(world, resource)
  const at = rows.findIndex((row) => row[contract[resource].idField] === id)
  const [row] = at >= 0 ? rows.splice(at, 1) : []
  const { trash }: Resource = contract[resource]
  if (row && trash) world.trash.push({ resource, row })
  return row !== undefined
}

/** The world as the trash of a resource has it. */
export const trashOf = (world: World, resource: ResourceName): World => ({
  ...world,
  tables: {
    ...world.tables,
    [resource]: world.trash.filter((trashed) => trashed.resource === resource).map(({ row }) => row),
  },
})

/** The record that has come back from the trash, if it was there. */
export const restoreRow = (world: World, resource: ResourceName, id: number): AnyRow | undefined => {
  const at = world.trash.findIndex(
    (trashed) => trashed.resource === resource && trashed.row[contract[resource].idField] === id,
  )
  const [found] = at >= 0 ? world.trash.splice(at, 1) : []
  if (found) rowsOf(world, resource).push(found.row)
  return found?.row
}

/** Ids that a record holds by itself, and those of the records that name it. */
const together = (own: unknown, others: readonly number[]) => [
  ...new Set([...((own as number[] | undefined) ?? []), ...others]),
]

/** The two that a link joins: they are joined once. */
const pairs: Partial<Record<ResourceName, readonly [string, string]>> = {
  organizationAddresses: ['organization', 'address'],
  organizationContacts: ['organization', 'contact'],
}

/** The link of the same two as a new one would join, and the name of the end that is refused for it. */
export const duplicateOf = (world: World, resource: ResourceName, body: AnyRow) => {
  const pair = pairs[resource]
  if (!pair) return undefined
  const row = rowsOf(world, resource).find((known) => pair.every((end) => known[end] === body[end]))
  return row && { row, end: pair[1] }
}

/** Relations that the server derives from the other side, which holds them. */
const derivations: Partial<Record<ResourceName, (world: World, row: AnyRow) => AnyRow>> = {
  opportunities: ({ tables }, row) => ({
    bids: tables.bids
      .filter(({ opportunity }) => opportunity === row.opportunity_id)
      .map(({ bid_id }) => bid_id),
  }),
  addresses: ({ tables }, row) => {
    const links = tables.organizationAddresses.filter(({ address }) => address === row.address_id)
    const active = links.filter(({ property_status }) => property_status === 'active')
    return {
      organizations_addresses: together(
        row.organizations_addresses,
        links.map((link) => link.organization_address_id),
      ),
      current_organizations: together(
        row.current_organizations,
        active.map(({ organization }) => organization),
      ),
    }
  },
  contacts: ({ tables }, row) => {
    const links = tables.organizationContacts.filter(({ contact }) => contact === row.contact_id)
    const active = links.filter(({ employment_status }) => employment_status === 'active')
    return {
      organizations_contacts: links.map((link) => link.organization_contact_id),
      current_organizations: active.map(({ organization }) => organization),
    }
  },
  organizations: ({ tables }, row) => {
    const isOf = ({ organization }: { organization: number }) => organization === row.organization_id
    return {
      addresses: together(
        row.addresses,
        tables.organizationAddresses.filter(isOf).map(({ address }) => address),
      ),
      contacts: together(
        row.contacts,
        tables.organizationContacts.filter(isOf).map(({ contact }) => contact),
      ),
      bids: together(
        row.bids,
        tables.bids
          .filter(({ legal_entity }) => legal_entity === row.organization_id)
          .map(({ bid_id }) => bid_id),
      ),
    }
  },
}

/** What a record keeps of a body: each field by its first name, and not what is for the records beside it. */
export const keptOf = (resource: ResourceName, body: AnyRow): AnyRow => {
  const { fields }: Resource = contract[resource]
  const firstNames = new Map(Object.entries(fields).map(([name, { alias }]) => [alias, name]))
  return Object.fromEntries(
    Object.entries(body)
      .map(([name, value]) => [firstNames.get(name) ?? name, value] as const)
      .filter(([name]) => !fields[name]?.writeOnly),
  )
}

/** The paths of an expand below one of its names. */
const below = (paths: readonly string[], name: string) =>
  paths.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1))

/** A record with the named relations nested, as `expand` asks for. */
export const expanded = (
  world: World,
  resource: ResourceName,
  stored: AnyRow,
  expand: readonly string[],
): AnyRow => {
  const row: AnyRow = { ...stored, ...derivations[resource]?.(world, stored) }
  const nested = Object.entries<Field>(contract[resource].fields).flatMap(([name, field]) => {
    if (!isRelation(field) || !expand.some((path) => path === name || path.startsWith(`${name}.`))) return []
    const target = targetOf(field)
    const value = row[name]
    const records = [value].flat().map((id) => {
      const found = findRow(world, target, id)
      return found ? expanded(world, target, found, below(expand, name)) : null
    })
    return [[name, Array.isArray(value) ? records : records[0]] as const]
  })
  return { ...row, ...Object.fromEntries(nested) }
}

/** The paths that a query expands. */
export const expandOf = (params: URLSearchParams) => params.get('expand')?.split(',') ?? []

/** What a search looks at: every text of the record, and the names of its tags. */
const searched = (world: World, row: AnyRow) => {
  const tagNames = world.tables.tags.filter(({ tag_id }) => [row.tags].flat().includes(tag_id))
  const texts = Object.values(row).filter((value) => typeof value === 'string')
  return [...texts, ...tagNames.map(({ name }) => name)].join('\n').toLowerCase()
}

const sortKey = (world: World, row: AnyRow, column: string) => {
  const value = row[column]
  if (!Array.isArray(value)) return value
  return world.tables.tags
    .filter(({ tag_id }) => value.includes(tag_id))
    .map(({ name }) => name)
    .sort()[0]
}

const isNothing = (value: unknown) => value === null || value === undefined

const compare = (a: unknown, b: unknown, sign: number) => {
  if (isNothing(a) || isNothing(b)) return Number(isNothing(a)) - Number(isNothing(b))
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b)
  return typeof a === 'string' && typeof b === 'string' ? sign * a.localeCompare(b) : 0
}

/** What narrows a list beside the values of its fields. */
const conditions: Partial<
  Record<ResourceName, (row: AnyRow, params: URLSearchParams, world: World) => boolean>
> = {
  activities: (row, params, { tables }) => {
    const { start, end, participants, created_by } = row as unknown as Row<'activities'>
    const wanted = params.get('participant')?.toLowerCase().split(',')
    const from = Number(params.get('start') ?? -Infinity)
    return (
      (start >= from || (end ?? start) > from) &&
      start < Number(params.get('end') ?? Infinity) &&
      (!wanted ||
        participants.some(({ email }) => wanted.includes(email.toLowerCase())) ||
        tables.users.some(({ id, email }) => id === created_by && email !== null && wanted.includes(email)))
    )
  },
}

/** A page of a list, searched, sorted and expanded as its query asks for. */
export const listed = (world: World, resource: ResourceName, params: URLSearchParams): ListAnswer<AnyRow> => {
  const { defaultOrdering, idField, filters = [], fields }: Resource = contract[resource]
  const q = params.get('q')?.toLowerCase() ?? ''
  const ordering = params.get('ordering') ?? defaultOrdering
  const column = ordering.replace(/^-/, '')
  const sign = ordering.startsWith('-') ? -1 : 1
  // What notes and files hang on narrows their lists, too.
  const owner = 'object_id' in fields ? ['object_id'] : []
  const narrowed = [...filters, ...owner].filter((name) => params.has(name))
  const matching = rowsOf(world, resource).filter(
    (row) =>
      searched(world, row).includes(q) &&
      (conditions[resource]?.(row, params, world) ?? true) &&
      narrowed.every((name) =>
        params
          .get(name)
          ?.split(',')
          .some((wanted) => [row[name]].flat().map(String).includes(wanted)),
      ),
  )
  const sorted = matching.toSorted(
    (a, b) =>
      compare(sortKey(world, a, column), sortKey(world, b, column), sign) ||
      compare(a[idField], b[idField], 1),
  )
  const offset = Number(params.get('offset') ?? 0)
  const limit = Number(params.get('limit') ?? 10)
  const page = sorted.slice(offset, offset + limit)
  return {
    count: sorted.length,
    results: page.map((row) => expanded(world, resource, row, expandOf(params))),
  }
}
