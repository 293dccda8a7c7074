import { contract, targetOf } from '../../src/contract'
import { isRelation, type Resource } from '../../src/contract/kit'
import { invalidParameter } from './errors'
import { isStorable } from './input'

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
}

type Parameters = Record<string, unknown>

/** How many rows a list answers when nobody says. */
const defaultLimit = 100
/** The parts' own "no limit" is 999999999; anything above counts as that. */
const maxCount = 999_999_999
const maxSearchLength = 255
const maxExpandDepth = 4
const maxExpandPaths = 50

/**
 * Reads the parameters of a list.
 * @throws ApiError 400 naming the parameter that cannot be used (TRUST-12, TRUST-13).
 */
export function parseListQuery(resource: Resource, parameters: Parameters): ListQuery {
  return {
    q: parseSearch(single(parameters, 'q')),
    limit: parseCount(parameters, 'limit', defaultLimit),
    offset: parseCount(parameters, 'offset', 0),
    ordering: parseOrdering(resource, single(parameters, 'ordering')),
    expand: parseExpand(resource, parameters),
  }
}

/** Reads the `expand` parameter: relations of the contract, dotted where they nest. */
export function parseExpand(resource: Resource, parameters: Parameters): ExpandTree {
  const tree: ExpandTree = {}
  const paths = (single(parameters, 'expand') ?? '').split(',').filter((path) => path.trim() !== '')
  if (paths.length > maxExpandPaths) throw invalidParameter('expand', `At most ${maxExpandPaths} relations.`)
  for (const path of paths) {
    const steps = path.trim().split('.')
    if (steps.length > maxExpandDepth)
      throw invalidParameter('expand', `"${path}" nests deeper than ${maxExpandDepth}.`)
    let branch = tree
    let at = resource
    for (const step of steps) {
      const field = Object.hasOwn(at.fields, step) ? at.fields[step] : undefined
      if (!field || !isRelation(field))
        throw invalidParameter('expand', `"${path}" is not a relation of ${resource.name}.`)
      branch = branch[step] ??= {}
      at = contract[targetOf(field)]
    }
  }
  return tree
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
  if (value.length > maxSearchLength) throw invalidParameter('q', `At most ${maxSearchLength} characters.`)
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
