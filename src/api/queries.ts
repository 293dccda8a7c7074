import type { FetchArgs } from '@reduxjs/toolkit/query'
import { contract, type Contract, type ResourceName } from '../contract'
import type { OrderingOf, RelationsOf } from '../contract/kit'
import type { Found, Shape } from './baseQuery'
import { listTags, rowTags } from './cacheTags'

/** What every list can be asked for. */
export interface ListArgs<N extends ResourceName = ResourceName> {
  /** Case-insensitive, anywhere in the record's searched fields; '' for all. */
  q: string
  limit: number
  offset: number
  ordering: OrderingOf<Contract[N]>
}

/** One page of a list. */
export interface Page extends Found {
  /** How many records stand before this page. */
  offset: number
}

/** A limit that no list reaches: lookups are read whole (part 1 §9). */
export const wholeList = 9_999_999

const expandParam = (relations: readonly string[]) => (relations.length ? relations.join() : undefined)

/** A list of a resource: `build.query<Page, ListArgs<'tags'>>(listQuery('tags'))`. */
export const listQuery = <N extends ResourceName>(
  resource: N,
  expand: readonly RelationsOf<Contract[N]>[] = [],
) => ({
  query: ({ q, ...args }: ListArgs<N>): FetchArgs => ({
    url: contract[resource].path,
    params: { q: q || undefined, ...args, expand: expandParam(expand) },
  }),
  transformResponse: (found: Found, _meta: unknown, { offset }: ListArgs<N>): Page => ({ ...found, offset }),
  extraOptions: { resource, shape: 'list' } satisfies Shape,
  providesTags: listTags(resource),
})

/** One record of a resource by its id. */
export const rowQuery = <N extends ResourceName>(
  resource: N,
  expand: readonly RelationsOf<Contract[N]>[] = [],
) => ({
  query: (id: number): FetchArgs => ({
    url: `${contract[resource].path}${id}/`,
    params: { expand: expandParam(expand) },
  }),
  extraOptions: { resource, shape: 'one' } satisfies Shape,
  providesTags: rowTags(resource),
})
