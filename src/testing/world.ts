import { contract, targetOf, type ResourceName, type Row } from '../contract'
import { isRelation, type Field, type ListAnswer } from '../contract/kit'
import type { Installation, Participant, TokenAnswer } from '../contract/session'
import { anOpportunity, anOrganization, aProfile, aTag, aUser } from './builders'

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
    users: [aUser(), aUser({ id: 2, username: 'team', user_type: 'team', profile: 2 })],
    profiles: [aProfile(), aProfile({ id: 2 })],
    tags: [aTag(), aTag({ tag_id: 2, name: 'Index', color: '#fde047' })],
    contentTypes: [
      { id: 12, model: 'opportunity' },
      { id: 33, model: 'contact' },
    ],
    organizations: [anOrganization()],
    opportunities: numbered(opportunities),
  },
  participants: [{ id: 1, email: 'bea@basin.example', first_name: 'Bea', last_name: 'Rowe' }],
  installation: { directory: null },
  passwords: { broker: 'citygate-demo-2026', team: 'citygate-demo-2026' },
  expiresIn: 600,
  access: new Set(),
  refresh: new Set(),
  successors: new Map(),
  refreshes: 0,
})

type AnyRow = Record<string, unknown>

const rowsOf = (world: World, resource: ResourceName): AnyRow[] => world.tables[resource]

/** One record by its id. */
export const findRow = (world: World, resource: ResourceName, id: unknown) =>
  rowsOf(world, resource).find((row) => row[contract[resource].idField] === id)

/** A record with the named relations nested, as `expand` asks for. */
export const expanded = (
  world: World,
  resource: ResourceName,
  row: AnyRow,
  expand: string | null,
): AnyRow => {
  const names = expand?.split(',') ?? []
  const fields = Object.entries<Field>(contract[resource].fields)
  const nested = fields.flatMap(([name, field]) => {
    if (!isRelation(field) || !names.includes(name)) return []
    const target = targetOf(field)
    const value = row[name]
    const records = [value].flat().map((id) => findRow(world, target, id) ?? null)
    return [[name, Array.isArray(value) ? records : records[0]] as const]
  })
  return { ...row, ...Object.fromEntries(nested) }
}

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

/** A page of a list, searched, sorted and expanded as its query asks for. */
export const listed = (world: World, resource: ResourceName, params: URLSearchParams): ListAnswer<AnyRow> => {
  const { defaultOrdering, idField } = contract[resource]
  const q = params.get('q')?.toLowerCase() ?? ''
  const ordering = params.get('ordering') ?? defaultOrdering
  const column = ordering.replace(/^-/, '')
  const sign = ordering.startsWith('-') ? -1 : 1
  const matching = rowsOf(world, resource).filter((row) => searched(world, row).includes(q))
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
    results: page.map((row) => expanded(world, resource, row, params.get('expand'))),
  }
}
