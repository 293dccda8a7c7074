import type { EndpointBuilder } from '@reduxjs/toolkit/query/react'
import { contract, type ResourceName } from '../../contract'
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
  /** What answers nest. */
  expand?: readonly ExpandOf<N>[]
  /** Told in a toast where a record could not be made; the form that tried says why. */
  createFailure?: Outcomes['failure']
}

/** A record that is read by itself says who has changed it last, where its resource keeps that. */
const withAuthor = <N extends ResourceName>(resource: N, expand: readonly ExpandOf<N>[]) =>
  'modified_by' in contract[resource].fields
    ? [...new Set([...expand, 'modified_by' as ExpandOf<N>])]
    : expand

const endpointsOf = <N extends ResourceName>(
  build: Build,
  resource: N,
  { expand = [], createFailure }: PlainOptions<N>,
) => ({
  list: build.query<ListResult, ListArgs<N>>(listQuery(resource, expand)),
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

/** Every endpoint of the one api has a name of its own: 'tagsList', 'createTag'. */
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
 * The calls of a resource that needs none of its own: a list, one record, and making, changing and removing one. Its successes are
 * told in a toast.
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
