import type { EndpointBuilder } from '@reduxjs/toolkit/query/react'
import { contract, type ResourceName } from '../../contract'
import type { LinkFilter } from '../../contract/linkFilters'
import { api } from './api'
import type { baseQuery, NormalizedResult, ToastMessages } from './baseQuery'
import type { TagType } from './cacheTags'
import type { ExpandOf } from './expands'
import { changeMutation, createMutation, removeMutation, type Update, type Creation } from './mutations'
import { listQuery, rowQuery, type ListArgs, type ListResult } from './queries'

type Build = EndpointBuilder<typeof baseQuery, TagType, 'api'>

const messagesOf = (text: string, failure: ToastMessages['failure'] = null): ToastMessages => ({
  success: { title: 'Update', text },
  failure,
})

interface CrudOptions<N extends ResourceName> {
  /** Expands of the answers. */
  expand?: readonly ExpandOf<N>[]
  /** Filters the links that the list names. */
  linkFilter?: LinkFilter | undefined
  /** Toast of a failed creation; the form shows the reason. */
  createFailure?: ToastMessages['failure']
}

/** A record read by itself includes its author and its last editor, where its resource has them. */
const withAuthors = <N extends ResourceName>(resource: N, expand: readonly ExpandOf<N>[]) =>
  'modified_by' in contract[resource].fields
    ? [...new Set([...expand, ...(['created_by', 'modified_by'] as unknown as ExpandOf<N>[])])]
    : expand

const endpointsOf = <N extends ResourceName>(
  build: Build,
  resource: N,
  { expand = [], linkFilter, createFailure }: CrudOptions<N>,
) => ({
  list: build.query<ListResult, ListArgs<N>>(listQuery(resource, expand, linkFilter)),
  row: build.query<NormalizedResult, number>(rowQuery(resource, withAuthors(resource, expand))),
  create: build.mutation<NormalizedResult, Creation<N>>(
    createMutation(resource, {
      messages: messagesOf('Add successfully.', createFailure),
      expand,
    }),
  ),
  change: build.mutation<NormalizedResult, Update<N>>(
    changeMutation(resource, { messages: messagesOf('Update successfully.'), expand }),
  ),
  remove: build.mutation<null, number>(removeMutation(resource, null)),
})

/** Endpoint names, unique within the one api: 'tagsList', 'createTag'. */
const endpointNames = (resource: ResourceName) => {
  const one = contract[resource].title.replace(/\W/g, '')
  return {
    list: `${resource}List`,
    row: `read${one}`,
    create: `create${one}`,
    change: `change${one}`,
    remove: `remove${one}`,
  }
}

const injectCrudEndpoints = <N extends ResourceName>(resource: N, options: CrudOptions<N>) => {
  const names = endpointNames(resource)
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
export const crudApi = <N extends ResourceName>(resource: N, options: CrudOptions<N> = {}) => {
  const endpoints = injectCrudEndpoints(resource, options)
  const byName = endpoints as unknown as Readonly<Record<string, unknown>>
  return {
    resource,
    ...(Object.fromEntries(
      Object.entries(endpointNames(resource)).map(([key, name]) => [key, byName[name]]),
    ) as unknown as typeof endpoints),
  }
}

export type CrudApi<N extends ResourceName> = ReturnType<typeof crudApi<N>>
