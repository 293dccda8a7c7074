import { contract, targetOf } from '../../../src/contract'
import { isRelation, type Resource } from '../../../src/contract/kit'
import { maxSearch } from '../../../src/contract/limits'
import { invalidParameter } from '../errors'
import { isStorable, parseParameter } from '../input'
import { narrowingValues, type Narrowing } from './narrow'
import type { ServerResource } from '../resource'

/** Which relations to nest, and which to nest below those. */
export interface ExpandTree {
  [relation: string]: ExpandTree
}

export interface ListQuery {
  q: string
  limit: number
  offset: number
  ordering: { name: string; descending: boolean }
  expand: ExpandTree
  /** Values of which fields of the contract's filters have to hold one. */
  filters: Record<string, readonly unknown[]>
  /** Values of the resource's own parameters. */
  own: Record<string, string>
  narrowing: Narrowing
}

type Parameters = Record<string, unknown>

/** The parts' own "no limit" is 999999999; anything above counts as that, and so does a list without a limit. */
export const maxCount = 999_999_999
const maxExpandDepth = 4
const maxExpandPaths = 50

/**
 * Reads the parameters of a list.
 * @throws ApiError 400 naming the parameter that cannot be used (TRUST-12, TRUST-13).
 */
export function parseListQuery(server: ServerResource, parameters: Parameters): ListQuery {
  const resource = server.contract
  return {
    q: parseSearch(single(parameters, 'q')),
    limit: parseCount(parameters, 'limit', maxCount),
    offset: parseCount(parameters, 'offset', 0),
    ordering: parseOrdering(resource, single(parameters, 'ordering')),
    expand: parseExpand(resource, parameters),
    filters: parseFilters(resource, parameters),
    own: Object.fromEntries(
      Object.keys(server.where).flatMap((name) => {
        const value = given(parameters, name)
        return value === undefined ? [] : [[name, value]]
      }),
    ),
    narrowing: parseNarrowing(parameters),
  }
}

/** A choice may be narrowed to several of its options, separated by commas. */
function parseFilters({ fields, filters = [] }: Resource, parameters: Parameters): ListQuery['filters'] {
  const values: Record<string, readonly unknown[]> = {}
  for (const name of filters) {
    const field = fields[name]
    const value = given(parameters, name)
    if (!field || value === undefined) continue
    const one = field.kind === 'many' ? ({ kind: 'one', to: field.to } as const) : field
    const wanted = field.kind === 'choice' ? value.split(',') : [value]
    values[name] = [...new Set(wanted.map((part) => parseParameter(name, one, part)))]
  }
  return values
}

/** Which links are shown of those that stand in the answer. */
export function parseNarrowing(parameters: Parameters): Narrowing {
  const narrowing: Narrowing = {}
  for (const [name, options] of Object.entries(narrowingValues)) {
    const value = given(parameters, name)
    if (value === undefined) continue
    if (!options.includes(value)) throw invalidParameter(name, `Choose one of: ${options.join(', ')}.`)
    narrowing[name as keyof Narrowing] = value
  }
  return narrowing
}

/** A parameter that has a value; an empty one asks for nothing. */
function given(parameters: Parameters, name: string): string | undefined {
  const value = single(parameters, name)
  if (value === undefined || value.trim() === '') return undefined
  if (!isStorable(value)) throw invalidParameter(name, 'Contains characters that cannot be searched.')
  return value
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
      // Closed lists of values have nothing to nest; asking for it is no fault.
      if (field?.kind === 'list' && step === steps.at(-1)) continue
      if (!field || !isRelation(field))
        throw invalidParameter('expand', `"${path}" is not a relation of ${resource.name}.`)
      branch = branch[step] ??= {}
      at = contract[targetOf(field)]
    }
  }
  return tree
}

/** A path whose first step may stand for several. */
function withoutShortcut({ shortcuts = {} }: Resource, path: string): string {
  const [first = '', ...rest] = path.split('.')
  const meant = Object.hasOwn(shortcuts, first) ? shortcuts[first] : undefined
  return meant === undefined ? path : [meant, ...rest].join('.')
}

/**
 * A parameter that may be given once.
 * @throws ApiError 400 when it is given twice.
 */
export function single(parameters: Parameters, name: string): string | undefined {
  const value = parameters[name]
  if (Array.isArray(value)) throw invalidParameter(name, 'Given more than once.')
  return typeof value === 'string' ? value : undefined
}

function parseSearch(value = ''): string {
  if (!isStorable(value)) throw invalidParameter('q', 'Contains characters that cannot be searched.')
  if (value.length > maxSearch) throw invalidParameter('q', `At most ${maxSearch} characters.`)
  return value.trim()
}

function parseCount(parameters: Parameters, name: string, fallback: number): number {
  const value = single(parameters, name)
  if (value === undefined || value === '') return fallback
  if (!/^\d+$/.test(value)) throw invalidParameter(name, 'Must be a whole number, 0 or more.')
  return Math.min(Number(value), maxCount)
}

function parseOrdering(resource: Resource, value?: string): ListQuery['ordering'] {
  const wanted = value === undefined || value === '' ? resource.defaultOrdering : value
  const descending = wanted.startsWith('-')
  const name = descending ? wanted.slice(1) : wanted
  if (!resource.orderings.includes(name))
    throw invalidParameter('ordering', `"${wanted}" is not one of ${resource.orderings.join(', ')}.`)
  return { name, descending }
}
