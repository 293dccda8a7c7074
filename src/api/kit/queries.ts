import type { FetchArgs } from '@reduxjs/toolkit/query'
import { contract, type Contract, type ResourceName } from '../../contract'
import type { OrderingOf } from '../../contract/kit'
import type { Found, Shape } from './baseQuery'
import { listTags, rowTags, type CacheTag } from './cacheTags'
import type { ExpandOf } from './expands'
import { listCall, recordCall } from './readCalls'

/** The fields by whose value a list can be narrowed. */
type FilterOf<N extends ResourceName> = Contract[N] extends { filters: readonly (infer F extends string)[] }
  ? F
  : never

/** What every list can be asked for: narrowed by whichever of its filters are given. */
export type ListArgs<N extends ResourceName = ResourceName> = PageArgs<N> & {
  [F in FilterOf<N>]?: string | number | undefined
}

interface PageArgs<N extends ResourceName> {
  /** Case-insensitive, anywhere in the record's searched fields; '' for all. */
  q: string
  limit: number
  offset: number
  ordering: OrderingOf<Contract[N]>
}

/** One page of a list. */
export interface ListResult extends Found {
  /** How many records stand before this page. */
  offset: number
}

/** A limit that no list reaches: lookups are read whole (part 1 §9). */
export const wholeList = 9_999_999

/** So many are fetched ahead for pick lists, whatever the installation holds; the others are searched for (SHELL-8). */
export const firstPicks = 50

/** A list of a resource: `build.query<ListResult, ListArgs<'tags'>>(listQuery('tags'))`. */
export const listQuery = <N extends ResourceName>(resource: N, expand: readonly ExpandOf<N>[] = []) => ({
  query: (args: ListArgs<N>): FetchArgs => listCall(contract[resource].path, args, expand),
  transformResponse: (found: Found, _meta: unknown, { offset }: ListArgs<N>): ListResult => ({
    ...found,
    offset,
  }),
  extraOptions: { resource, shape: 'list' } satisfies Shape,
  providesTags: listTags(resource, expand),
})

/** One record of a resource by its id. */
export const rowQuery = <N extends ResourceName>(resource: N, expand: readonly ExpandOf<N>[] = []) => ({
  query: (id: number): FetchArgs => recordCall(contract[resource].path, id, expand),
  extraOptions: { resource, shape: 'one' } satisfies Shape,
  // That a record is not there goes stale too: it may be brought back.
  providesTags: (found: Found | undefined, _error: unknown, id: number): CacheTag[] =>
    found ? rowTags(resource, expand)(found) : [{ type: resource, id }],
})
