import { listShapes, type ViewedList } from '../../src/contract/views'
import { defineResource } from '../kit/define'
import type { Write } from '../kit/context'
import { invalidFields, invalidParameter, isRefusal } from '../kit/errors'
import { filterParameters } from '../kit/http/documentation'
import { ownConditions } from '../kit/read/conditions'
import { parseListQuery, parseOrdering, single, type Parameters } from '../kit/read/query'
import { resourceOf } from '../kit/registry'

declare module '../db/tables' {
  interface ServerColumns {
    views: Searched & { name_key: string }
  }
}

const shapesOf: Readonly<Partial<Record<ViewedList, readonly string[]>>> = listShapes

/** The parameters of an address; those that are given more than once as lists, as Fastify has them. */
const parametersIn = (query: string): Parameters => {
  const given = new URLSearchParams(query)
  return Object.fromEntries(
    [...new Set(given.keys())].map((name) => {
      const values = given.getAll(name)
      return [name, values.length > 1 ? values : values[0]]
    }),
  )
}

/**
 * Reads a query of a list page's address as the list reads its parameters.
 * @throws ApiError 400 naming what the list does not know or take.
 */
function assertReadable({ db }: Write, list: ViewedList, query: string): void {
  const listed = resourceOf(list)
  const parameters = parametersIn(query)
  // The pages show the present.
  const filters = Object.keys(filterParameters(listed)).filter((name) => name !== 'as_of')
  const known = ['sort', 'shape', ...filters]
  for (const name of Object.keys(parameters))
    if (!known.includes(name)) throw invalidParameter(name, 'There is no such filter of this list.')
  parseOrdering(listed.contract, single(parameters, 'sort'), 'sort')
  const shape = single(parameters, 'shape') ?? ''
  const shapes = shapesOf[list] ?? []
  if (shape !== '' && !shapes.includes(shape))
    throw invalidParameter(
      'shape',
      shapes.length > 0 ? `Choose one of: ${shapes.join(', ')}.` : 'It has none.',
    )
  ownConditions({ db }, listed, parseListQuery(listed, parameters).own)
}

export const views = defineResource('views', {
  description: 'Saved views of lists. A user sees their own and those that are shared.',
  search: ['name'],
  sortKeys: { name: 'name' },
  owner: 'created_by',
  sharedBy: 'is_shared',
  prepare: (write, { list, query }, { before }) => {
    // What has become invalid since it was stored stays as it is.
    if (query && (query !== before?.query || list !== before.list))
      try {
        assertReadable(write, list, query)
      } catch (error) {
        throw isRefusal(error) ? invalidFields({ query: error.message }) : error
      }
    return Promise.resolve({})
  },
})
