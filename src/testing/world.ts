import { contract, targetOf, type ResourceName, type Row } from '../contract'
import { emailKey } from '../contract/emailKey'
import { maxDuplicateIds, type DuplicatesAnswer, type ListAnswer } from '../contract/answers'
import { me } from '../contract/filters'
import { isRelation, type Field, type Resource } from '../contract/fields'
import { digitsMatchKey, nameMatchKey } from '../contract/matchKeys'
import type { Installation, Participant, TokenAnswer } from '../contract/session'
import { contractState, daysToEndOf, renewalBucketOf } from '../contract/gas/contracts'
import { quoteState } from '../contract/gas/quotes'
import { searchMatcher } from '../contract/searchTerms'
import { anOpportunity, anOrganization, aProfile, aTag, aUser, blank } from './builders'

type Tables = { [N in ResourceName]: Row<N>[] }

/** The data of the mocked server. Tests may change them. */
export interface World {
  tables: Tables
  participants: Participant[]
  installation: Installation
  /** Passwords by username. */
  passwords: Record<string, string>
  /** Lifetime of a new access token in seconds, as sent to the browser. */
  expiresIn: number
  /** Valid access tokens; emptying it expires all. */
  access: Set<string>
  /** The current refresh token of each active session. */
  refresh: Set<string>
  /** The answer to each used refresh token; the immediate predecessor gets the same answer again. */
  successors: Map<string, TokenAnswer>
  /** Number of granted refreshes. */
  refreshes: number
  /** The record created with each idempotency key. */
  created: Map<string, AnyRow>
  /** Deleted records of resources with a trash. */
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

/** A world with one broker and the given number of opportunities: 'Deal 001', 'Deal 002', … */
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
  installation: {
    directory: null,
    map_tiles: null,
    chat: null,
    sign_up: 'approval',
    sends_links: false,
    demo_bureau: null,
  },
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

/** Time of every change on the mocked server. */
const now = '2026-03-07T18:30:00.000Z'

/** Adds a record, created by the first user. */
export const addRow = (world: World, resource: ResourceName, body: AnyRow): AnyRow => {
  const { idField } = contract[resource]
  const ids = rowsOf(world, resource).map((row) => Number(row[idField]))
  const stamps = { version: 1, created_by: 1, created_at: now, modified_by: 1, modified_at: now }
  const row = { ...blank(resource), ...stamps, ...keptOf(resource, body), [idField]: Math.max(0, ...ids) + 1 }
  rowsOf(world, resource).push(row)
  return row
}

/** Changes a record in place, as the first user. */
export const changeRow = (row: AnyRow, body: AnyRow): AnyRow =>
  Object.assign(row, body, {
    version: Number(row.version) + 1,
    modified_by: 1,
    modified_at: now,
  })

/** Returns whether the record existed. */
export const removeRow = (world: World, resource: ResourceName, id: number): boolean => {
  const rows = rowsOf(world, resource)
  const at = rows.findIndex((row) => row[contract[resource].idField] === id)
  const [row] = at >= 0 ? rows.splice(at, 1) : []
  const { trash }: Resource = contract[resource]
  if (row && trash) world.trash.push({ resource, row })
  return row !== undefined
}

/** The world with the trashed records of a resource. */
export const trashOf = (world: World, resource: ResourceName): World => ({
  ...world,
  tables: {
    ...world.tables,
    [resource]: world.trash.filter((trashed) => trashed.resource === resource).map(({ row }) => row),
  },
})

/** Purges a record from the trash; returns whether it existed. */
export const purgeRow = (world: World, resource: ResourceName, id: number): AnyRow | undefined => {
  const at = world.trash.findIndex(
    (trashed) => trashed.resource === resource && trashed.row[contract[resource].idField] === id,
  )
  const [found] = at >= 0 ? world.trash.splice(at, 1) : []
  return found?.row
}

/** Restores a record from the trash; undefined where it was not there. */
export const restoreRow = (world: World, resource: ResourceName, id: number): AnyRow | undefined => {
  const row = purgeRow(world, resource, id)
  if (row) rowsOf(world, resource).push(row)
  return row
}

/** A record's own ids, and those of the records that refer to it. */
const together = (own: unknown, others: readonly number[]) => [
  ...new Set([...((own as number[] | undefined) ?? []), ...others]),
]

/** The two ends of a link, a unique pair. */
const pairs: Partial<Record<ResourceName, readonly [string, string]>> = {
  organizationAddresses: ['organization', 'address'],
  organizationContacts: ['organization', 'contact'],
}

/** The duplicate of a new link, and the field that the refusal names. */
export const duplicateOf = (world: World, resource: ResourceName, body: AnyRow) => {
  const pair = pairs[resource]
  if (!pair) return undefined
  const row = rowsOf(world, resource).find((known) => pair.every((end) => known[end] === body[end]))
  return row && { row, end: pair[1] }
}

/** Relations derived from the other side, which stores them. */
const derivations: Partial<Record<ResourceName, (world: World, row: AnyRow) => AnyRow>> = {
  quotes: (_world, row) => ({
    state: quoteState(row as unknown as Row<'quotes'>, new Date().toISOString()),
  }),
  contracts: (_world, row) => {
    const contract = row as unknown as Row<'contracts'>
    const day = new Date().toISOString().slice(0, 10)
    const days_to_end = contract.end_date === null ? null : daysToEndOf(contract.end_date, day)
    return {
      state: contractState(contract, day),
      days_to_end,
      bucket: days_to_end === null ? null : renewalBucketOf(days_to_end),
    }
  },
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

/** The stored fields of a body: by their main names, without those of related records. */
export const keptOf = (resource: ResourceName, body: AnyRow): AnyRow => {
  const { fields }: Resource = contract[resource]
  const firstNames = new Map(Object.entries(fields).map(([name, { alias }]) => [alias, name]))
  return Object.fromEntries(
    Object.entries(body)
      .map(([name, value]) => [firstNames.get(name) ?? name, value] as const)
      .filter(([name]) => !fields[name]?.writeOnly),
  )
}

/** The expand paths below a name. */
const below = (paths: readonly string[], name: string) =>
  paths.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1))

/** A record with the relations of `expand` nested. */
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

/** The paths that a query of a resource expands. */
export const expandOf = (resource: ResourceName, params: URLSearchParams) => {
  const { shortcuts = {} }: Resource = contract[resource]
  return (params.get('expand')?.split(',') ?? []).map((path) => shortcuts[path] ?? path)
}

/** The searched texts of a record: all of its texts, and the names of its tags. */
const searched = (world: World, { fields }: Resource, row: AnyRow) => {
  const tagNames = world.tables.tags.filter(({ tag_id }) => [row.tags].flat().includes(tag_id))
  const texts = Object.entries(row).flatMap(([name, value]) =>
    typeof value === 'string' && ['text', 'html'].includes(fields[name]?.kind ?? '') ? [value] : [],
  )
  return [...texts, ...tagNames.map(({ name }) => name)]
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

/** Filters other than field values. */
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
  opportunities: (row, params) => {
    const { stage, pricing_due_date: due } = row as unknown as Row<'opportunities'>
    const [from, to] = [params.get('pricing_due_date_from'), params.get('pricing_due_date_to')]
    return (
      (!params.has('stage_empty') || String(stage === null) === params.get('stage_empty')) &&
      (from === null || (due !== null && due.slice(0, 10) >= from)) &&
      (to === null || (due !== null && due.slice(0, 10) <= to))
    )
  },
}

/** A page of a list, searched, sorted and expanded by its query. */
export const listed = (world: World, resource: ResourceName, params: URLSearchParams): ListAnswer<AnyRow> => {
  const { defaultOrdering, idField, filters = [], fields }: Resource = contract[resource]
  const isMatch = searchMatcher(params.get('q') ?? '')
  const ordering = params.get('ordering') ?? defaultOrdering
  const column = ordering.replace(/^-/, '')
  const sign = ordering.startsWith('-') ? -1 : 1
  // Lists of notes and files are also filtered by their owner.
  const owner = 'object_id' in fields ? ['object_id'] : []
  const narrowed = [...filters, ...owner].filter((name) => params.has(name))
  const matching = rowsOf(world, resource).filter(
    (row) =>
      isMatch(searched(world, contract[resource], row)) &&
      (conditions[resource]?.(row, params, world) ?? true) &&
      narrowed.every((name) =>
        params
          .get(name)
          ?.split(',')
          .map((wanted) => (wanted === me ? String(world.tables.users[0]?.id) : wanted))
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
    results: page.map((row) => expanded(world, resource, row, expandOf(resource, params))),
  }
}

/** The match keys of a record by criterion, as on the server. */
const matchKeys: Partial<Record<ResourceName, (world: World, row: AnyRow) => Record<string, unknown[]>>> = {
  organizations: (_world, { name, tax_id, duns_number, bin_number }) => ({
    name: [nameMatchKey([textIn(name)])],
    tax_id: [digitsMatchKey([textIn(tax_id)])],
    duns_number: [digitsMatchKey([textIn(duns_number)])],
    bin_number: [digitsMatchKey([textIn(bin_number)])],
  }),
  contacts: ({ tables }, row) => {
    const links = tables.organizationContacts.filter(({ contact }) => contact === row.contact_id)
    const emails = [row.personal_email, row.work_email, ...links.map(({ work_email }) => work_email)]
      .map((email) => emailKey(textIn(email).trim()))
      .filter((email) => email !== '')
    return {
      name: [nameMatchKey([textIn(row.first_name), textIn(row.last_name)])],
      personal_email: emails,
      work_email: emails,
    }
  },
}
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The duplicates of a record in a form. */
export const duplicatesIn = (
  world: World,
  resource: ResourceName,
  params: URLSearchParams,
): DuplicatesAnswer<AnyRow> => {
  const keysOf = matchKeys[resource]
  const { idField, duplicates }: Resource = contract[resource]
  const given = Object.fromEntries(params)
  const organizations = params.get('organizations')?.split(',')
  const isThere = ({ contact_id }: AnyRow) =>
    world.tables.organizationContacts.some(
      ({ contact, organization }) => contact === contact_id && organizations?.includes(String(organization)),
    )
  const matches = Object.entries(duplicates?.criteria ?? {}).flatMap(([by, names]) => {
    if (!names.some((name) => params.has(name))) return []
    const typed = keysOf?.(world, Object.fromEntries(names.map((name) => [name, given[name]])))[by]
    const found = rowsOf(world, resource).filter(
      (row) =>
        String(row[idField]) !== given['exclude'] &&
        keysOf?.(world, row)[by]?.some((key) => key !== null && typed?.includes(key)) &&
        (!names.includes('organizations') || !organizations || isThere(row)),
    )
    const ids = found.map((row) => row[idField] as number)
    return ids.length > 0 ? [{ by, count: ids.length, ids: ids.slice(0, maxDuplicateIds) }] : []
  })
  const results = [...new Set(matches.flatMap(({ ids }) => ids))].map((id) =>
    expanded(world, resource, findRow(world, resource, id) ?? {}, []),
  )
  return { count: results.length, results, matches }
}
