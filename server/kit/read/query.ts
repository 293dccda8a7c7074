import { contract, targetOf } from '../../../src/contract'
import { isRelation, trashOrder, type Field, type Resource } from '../../../src/contract/fields'
import {
  filterParametersOf,
  me,
  relativeDatesOf,
  type FilterOperator,
  type FilterParameter,
} from '../../../src/contract/filters'
import { maxSearch } from '../../../src/contract/limits'
import { maxInteger } from '../../../src/contract/numbers'
import { marketDay, momentAt } from '../../../src/contract/gas/calendar'
import { linkFilters, type LinkFilter } from '../../../src/contract/linkFilters'
import { invalidParameter } from '../errors'
import { parseParameter, parseTextParameter } from '../input'
import type { ServerResource } from '../resource'

/** Relations to nest, and those to nest below them. */
export interface ExpandTree {
  [relation: string]: ExpandTree
}

/** What a parameter asks of a field. */
export interface ListFilter {
  field: string
  operator: FilterOperator
  /** Those of the parameter; of one that depends on the day or the user, resolveFilters() has them. */
  values: readonly unknown[]
}

export interface ListQuery {
  q: string
  limit: number
  offset: number
  ordering: { name: string; descending: boolean }
  expand: ExpandTree
  /** What is asked of fields (VIEW-1); records that meet all of it are listed. */
  filters: readonly ListFilter[]
  /** Values of the resource's own parameters. */
  own: Record<string, string>
  /** Whether `own` has the present moment in `as_of`, which the request did not give; not where only its day counts. */
  isOfNow?: boolean
  linkFilter: LinkFilter
}

/** The parameters of a request, unread. */
export type Parameters = Record<string, unknown>
/** A request with them, as Fastify's routes name their types. */
export interface Query {
  Querystring: Parameters
}

/** 999999999 means "no limit", as does a larger or an absent one. */
export const maxCount = 999_999_999
/** Characters of a value that lists several options. */
const maxParameter = 4_096
const maxExpandDepth = 4
const maxExpandPaths = 50

/**
 * Reads the parameters of a list.
 * @param trash whether it is the one of the resource's trash, which is ordered by deletion
 * @throws ApiError 400 naming the parameter that cannot be used (TRUST-12, TRUST-13).
 */
export function parseListQuery(server: ServerResource, parameters: Parameters, trash = false): ListQuery {
  const resource = server.contract
  return {
    q: parseSearch(single(parameters, 'q')),
    limit: parseCount(parameters, 'limit', maxCount),
    offset: parseCount(parameters, 'offset', 0),
    ordering: parseOrdering(trash ? trashOrder(resource) : resource, single(parameters, 'ordering')),
    expand: parseExpand(resource, parameters),
    filters: parseFilters(resource, parameters),
    own: Object.fromEntries(
      [...Object.keys(server.listParameters), ...(server.atMoment ? ['as_of'] : [])].flatMap((name) => {
        const value = given(parameters, name)
        return value === undefined ? [] : [[name, value]]
      }),
    ),
    linkFilter: parseLinkFilter(parameters),
  }
}

/**
 * Reads `limit` and `offset` of a list of other things than records.
 * @param most the largest limit, which an absent one stands for.
 * @throws ApiError 400 naming the parameter that cannot be used.
 */
export const parsePage = (parameters: Parameters, most: number): Pick<ListQuery, 'limit' | 'offset'> => ({
  limit: Math.min(parseCount(parameters, 'limit', most), most),
  offset: parseCount(parameters, 'offset', 0),
})

/**
 * Reads `as_of`, a day or a moment, for answers that depend on the moment (GAS-5); a day begins in the market's zone.
 * @returns null where it is not given.
 */
export function parseAsOf(parameters: Parameters, timeZone: string): { moment: string; day: string } | null {
  const parsed = parseOptional(parameters, 'as_of', { kind: 'dayOrMoment' }) as string | undefined
  if (parsed === undefined) return null
  return parsed.length > 'YYYY-MM-DD'.length
    ? { moment: parsed, day: marketDay(parsed, timeZone) }
    : { moment: momentAt(parsed, 0, timeZone), day: parsed }
}

/** What is known of a record that is being written. */
export interface DuplicateQuery {
  /** Values of the contract's `duplicates.parameters`; what is empty is absent. */
  given: Readonly<Record<string, unknown>>
  /** The record itself, where it is there already. */
  exclude: number | null
}

/**
 * Reads what a record that is being written is compared by.
 * @throws ApiError 400 naming the parameter that cannot be used.
 */
export function parseDuplicateQuery(
  { idField, duplicates, fields }: Resource,
  parameters: Parameters,
): DuplicateQuery {
  return {
    given: Object.fromEntries(
      Object.entries(duplicates?.parameters ?? {}).flatMap(([name, field]) => {
        const value = given(parameters, name)
        if (value === undefined) return []
        const parsed = parseParameter(name, field, field.kind === 'many' ? value.split(',') : value)
        return parsed === null ? [] : [[name, parsed]]
      }),
    ),
    exclude: (parseOptional(parameters, 'exclude', fields[idField] as Field) ?? null) as number | null,
  }
}

/** The filters of a list, as src/contract/filters.ts names them. */
const parseFilters = (resource: Resource, parameters: Parameters): ListFilter[] =>
  [...filterParametersOf<Field>(resource).values()].flatMap((parameter) => {
    const { name, fieldName, operator } = parameter
    const value = given(parameters, name)
    return value === undefined
      ? []
      : [{ field: fieldName, operator, values: parseFilter(resource, parameter, value) }]
  })

/** A filter may list several options or ids, separated by commas. */
const listing: readonly Field['kind'][] = ['choice', 'list', 'one', 'many']
const dates: readonly Field['kind'][] = ['date', 'dayOrMoment', 'timestamp']

/** @throws ApiError 400 naming the parameter. */
function parseFilter(
  { filterable = [] }: Resource,
  { name, fieldName, field, operator }: FilterParameter<Field>,
  value: string,
): readonly unknown[] {
  switch (operator) {
    case 'any':
    case 'all': {
      const one = field.kind === 'many' ? ({ kind: 'one', to: field.to } as const) : field
      const parts = listing.includes(field.kind) ? value.split(',') : [value]
      if (parts.some((part) => part.trim() === '')) throw invalidParameter(name, 'Leave no part of it empty.')
      const mayBeMe = field.kind === 'one' && field.to === 'users' && filterable.includes(fieldName)
      const read = (part: string) =>
        mayBeMe && part.trim() === me ? me : [parseParameter(name, one, part)].flat()
      return [...new Set(parts.flatMap(read))]
    }
    case 'contains':
    case 'equals':
      return [value]
    case 'from':
    case 'to':
      return [parseBound(name, field, operator, value)]
    case 'is': {
      const relative = relativeDatesOf(field)
      if (!relative.some((known) => known === value))
        throw invalidParameter(name, `Choose one of: ${relative.join(', ')}.`)
      return [value]
    }
    case 'empty':
      return [parseParameter(name, { kind: 'boolean' }, value)]
  }
}

/** A bound may be any number, also one that no record can have. */
function parseBound(name: string, { kind }: Field, operator: 'from' | 'to', value: string): unknown {
  if (dates.includes(kind)) return parseParameter(name, { kind: 'date' }, value)
  const bound = parseParameter(name, { kind: 'number' }, value) as number
  if (kind !== 'integer') return bound
  const whole = operator === 'from' ? Math.ceil(bound) : Math.floor(bound)
  return Math.min(Math.max(whole, -maxInteger), maxInteger)
}

/** Filters of the links shown in the answer. */
export function parseLinkFilter(parameters: Parameters): LinkFilter {
  const linkFilter: LinkFilter = {}
  for (const name of Object.keys(linkFilters) as (keyof LinkFilter)[]) {
    const value = given(parameters, name)
    if (value === undefined) continue
    const { values } = linkFilters[name]
    const wanted = values.find((known) => known === value)
    if (wanted === undefined) throw invalidParameter(name, `Choose one of: ${values.join(', ')}.`)
    linkFilter[name] = wanted
  }
  return linkFilter
}

/**
 * A parameter by the rules of a field.
 * @returns undefined where it is absent, or holds only white space.
 * @throws ApiError 400 naming the parameter that cannot be used.
 */
export function parseOptional(parameters: Parameters, name: string, field: Field): unknown {
  const value = given(parameters, name)
  return value === undefined ? undefined : parseParameter(name, field, value)
}

/** A parameter that has a value; an empty one counts as absent. */
function given(parameters: Parameters, name: string): string | undefined {
  const value = single(parameters, name)
  if (value === undefined) return undefined
  return parseTextParameter(name, value, maxParameter) || undefined
}

/** Reads the `expand` parameter: relations of the contract, dotted where they nest. */
export function parseExpand(resource: Resource, parameters: Parameters): ExpandTree {
  const tree: ExpandTree = {}
  const paths = (single(parameters, 'expand') ?? '').split(',').filter((path) => path.trim() !== '')
  if (paths.length > maxExpandPaths) throw invalidParameter('expand', `At most ${maxExpandPaths} relations.`)
  for (const path of paths) {
    const steps = withoutShortcut(resource, path.trim()).split('.')
    if (steps.length > maxExpandDepth)
      throw invalidParameter('expand', `"${path}" nests deeper than ${maxExpandDepth}.`)
    let branch = tree
    let at = resource
    for (const step of steps) {
      const field = Object.hasOwn(at.fields, step) ? at.fields[step] : undefined
      // Closed lists of values have nothing to nest; requesting it is no error.
      if (field?.kind === 'list' && step === steps.at(-1)) continue
      if (!field || !isRelation(field))
        throw invalidParameter('expand', `"${path}" is not a relation of ${resource.name}.`)
      branch = branch[step] ??= {}
      at = contract[targetOf(field)]
    }
  }
  return tree
}

/** A path whose first step may be a shortcut for several. */
function withoutShortcut({ shortcuts = {} }: Resource, path: string): string {
  const [first = '', ...rest] = path.split('.')
  const meant = Object.hasOwn(shortcuts, first) ? shortcuts[first] : undefined
  return meant === undefined ? path : [meant, ...rest].join('.')
}

/**
 * A parameter that may be given once.
 * @throws ApiError 400 when it is given twice.
 */
export function single<Name extends string>(
  parameters: { readonly [N in Name]?: unknown },
  name: NoInfer<Name>,
): string | undefined {
  const value = parameters[name]
  if (Array.isArray(value)) throw invalidParameter(name, 'Given more than once.')
  return typeof value === 'string' ? value : undefined
}

const parseSearch = (value = ''): string => parseTextParameter('q', value, maxSearch)

/** @throws ApiError 400 naming the parameter that is no count. */
export function parseCount(parameters: Parameters, name: string, fallback: number): number {
  const value = single(parameters, name)
  if (value === undefined || value === '') return fallback
  if (!/^\d+$/.test(value)) throw invalidParameter(name, 'Must be a whole number, 0 or more.')
  return Math.min(Number(value), maxCount)
}

/**
 * Reads `ordering`, the name of a field with `-` before it for the other direction.
 * @param parameter the name of the parameter, where it has another one.
 * @throws ApiError 400 for one that the list does not have.
 */
export function parseOrdering(
  { orderings, defaultOrdering }: Pick<Resource, 'orderings' | 'defaultOrdering'>,
  value?: string,
  parameter = 'ordering',
): ListQuery['ordering'] {
  const wanted = value === undefined || value === '' ? defaultOrdering : value
  const descending = wanted.startsWith('-')
  const name = descending ? wanted.slice(1) : wanted
  if (!orderings.includes(name))
    throw invalidParameter(parameter, `"${wanted}" is not one of ${orderings.join(', ')}.`)
  return { name, descending }
}
