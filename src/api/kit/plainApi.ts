import type { EndpointBuilder } from '@reduxjs/toolkit/query/react'
import { contract, type ResourceName } from '../../contract'
import type { LinkFilter } from '../../contract/linkFilters'
import { api } from './api'
import type { baseQuery, Found, Outcomes } from './baseQuery'
import type { ExpandOf } from './expands'
import { changeMutation, createMutation, removeMutation, type Change, type Creation } from './mutations'
import { listQuery, rowQuery, type ListArgs, type ListResult } from './queries'

type Build = EndpointBuilder<typeof baseQuery, ResourceName, 'api'>

const said = (text: string, failure: Outcomes['failure'] = null): Outcomes => ({
  success: { title: 'Update', text },
  failure,
})

interface PlainOptions<N extends ResourceName> {
  /** Expands of the answers. */
  expand?: readonly ExpandOf<N>[]
  /** Filters the links that the list names. */
  linkFilter?: LinkFilter | undefined
  /** Toast of a failed creation; the form shows the reason. */
  createFailure?: Outcomes['failure']
}

/** A record read by itself includes its last editor, where its resource has one. */
const withAuthor = <N extends ResourceName>(resource: N, expand: readonly ExpandOf<N>[]) =>
  'modified_by' in contract[resource].fields
    ? [...new Set([...expand, 'modified_by' as ExpandOf<N>])]
    : expand

const endpointsOf = <N extends ResourceName>(
  build: Build,
  resource: N,
  { expand = [], linkFilter, createFailure }: PlainOptions<N>,
) => ({
  list: build.query<ListResult, ListArgs<N>>(listQuery(resource, expand, linkFilter)),
  row: build.query<Found, number>(rowQuery(resource, withAuthor(resource, expand))),
  create: build.mutation<Found, Creation<N>>(
    createMutation(resource, {
      words: said('Add successfully.', createFailure),
      expand,
    }),
  ),
  change: build.mutation<Found, Change<N>>(
    changeMutation(resource, { words: said('Update successfully.'), expand }),
  ),
  remove: build.mutation<null, number>(removeMutation(resource, null)),
})

/** Endpoint names, unique within the one api: 'tagsList', 'createTag'. */
const namesIn = (resource: ResourceName) => {
  const one = contract[resource].title.replace(/\W/g, '')
  return {
    list: `${resource}List`,
    row: `read${one}`,
    create: `create${one}`,
    change: `change${one}`,
    remove: `remove${one}`,
  }
}

const inject = <N extends ResourceName>(resource: N, options: PlainOptions<N>) => {
  const names = namesIn(resource)
  const named = (endpoints: ReturnType<typeof endpointsOf<N>>) =>
    Object.fromEntries(
      Object.entries(endpoints).map(([key, endpoint]) => [names[key as keyof typeof names], endpoint]),
    ) as unknown as typeof endpoints
  return api.injectEndpoints({ endpoints: (build) => named(endpointsOf(build, resource, options)) }).endpoints
}

/**
 * The endpoints of a resource without special calls: list, one record, create, change and remove. Successes show a
 * toast.
 */
export const plainApi = <N extends ResourceName>(resource: N, options: PlainOptions<N> = {}) => {
  const endpoints = inject(resource, options)
  const byName = endpoints as unknown as Readonly<Record<string, unknown>>
  return {
    resource,
    ...(Object.fromEntries(
      Object.entries(namesIn(resource)).map(([key, name]) => [key, byName[name]]),
    ) as unknown as typeof endpoints),
  }
}

export type PlainApi<N extends ResourceName> = ReturnType<typeof plainApi<N>>
