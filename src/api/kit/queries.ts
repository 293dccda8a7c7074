import type { FetchArgs } from '@reduxjs/toolkit/query'
import { contract, type Contract, type ResourceName } from '../../contract'
import type { DuplicateMatch } from '../../contract/answers'
import type { OrderingOf } from '../../contract/fields'
import type { LinkFilter } from '../../contract/linkFilters'
import type { NormalizedResult, AnswerOptions } from './baseQuery'
import { listOf, listTags, rowTags, type CacheTag } from './cacheTags'
import type { ExpandOf } from './expands'
import { listRequest, recordRequest } from './readRequests'

/** The fields by which a list can be filtered. */
type FilterOf<N extends ResourceName> = Contract[N] extends { filters: readonly (infer F extends string)[] }
  ? F
  : never

/** The arguments of every list, with any of its filters. */
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
export interface ListResult extends NormalizedResult {
  /** Number of records before this page. */
  offset: number
}

/** A limit above the size of any lookup, which are read whole (part 1 §9). */
export const unlimited = 9_999_999

/** Number of options prefetched for pickers; the others are found by search (SHELL-8). */
export const pickerPageSize = 50

/** A list of a resource: `build.query<ListResult, ListArgs<'tags'>>(listQuery('tags'))`. */
export const listQuery = <N extends ResourceName>(
  resource: N,
  expand: readonly ExpandOf<N>[] = [],
  linkFilter?: LinkFilter,
) => ({
  query: (args: ListArgs<N>): FetchArgs => listRequest(contract[resource].path, args, expand, linkFilter),
  transformResponse: (found: NormalizedResult, _meta: unknown, { offset }: ListArgs<N>): ListResult => ({
    ...found,
    offset,
  }),
  extraOptions: { resource, shape: 'list', linkFilter } satisfies AnswerOptions,
  providesTags: listTags(resource, expand),
})

/** The resources with a search for duplicates of a record in a form (K15). */
export type DuplicateCheckedResource = {
  [N in ResourceName]: Contract[N] extends { duplicates: object } ? N : never
}[ResourceName]

/** The criteria of a resource's duplicates. */
export type DuplicateCriterion<N extends DuplicateCheckedResource> =
  keyof Contract[N]['duplicates']['criteria'] & string

/** The form's values that duplicates are compared with. */
export type DuplicatesValues<N extends DuplicateCheckedResource, V> = {
  readonly [P in keyof Contract[N]['duplicates']['parameters']]?: V
}

/** The same as query arguments; `exclude` is the id of the record being edited. */
export type DuplicatesArgs<N extends DuplicateCheckedResource> = DuplicatesValues<N, string> & {
  readonly exclude?: number | undefined
}

/** The duplicates of a record in a form. */
export interface DuplicatesFound<N extends DuplicateCheckedResource> extends NormalizedResult {
  matches: readonly DuplicateMatch<DuplicateCriterion<N>>[]
  /** The arguments of the answer. */
  args: DuplicatesArgs<N>
}

/**
 * The duplicates of a record in a form.
 * @param others further resources whose changes make an answer stale.
 */
export const duplicatesQuery = <N extends DuplicateCheckedResource>(
  resource: N,
  others: readonly ResourceName[] = [],
) => ({
  query: (args: DuplicatesArgs<N>): FetchArgs => ({
    url: `${contract[resource].path}duplicates/`,
    params: { ...args },
  }),
  transformResponse: (
    found: Omit<DuplicatesFound<N>, 'args'>,
    _meta: unknown,
    args: DuplicatesArgs<N>,
  ): DuplicatesFound<N> => ({ ...found, args }),
  extraOptions: { resource, shape: 'list' } satisfies AnswerOptions,
  providesTags: (found: NormalizedResult | undefined): CacheTag[] =>
    found ? [...listTags(resource)(found), ...others.map(listOf)] : [],
})

/** One record of a resource by its id. */
export const rowQuery = <N extends ResourceName>(resource: N, expand: readonly ExpandOf<N>[] = []) => ({
  query: (id: number): FetchArgs => recordRequest(contract[resource].path, id, expand),
  extraOptions: { resource, shape: 'one' } satisfies AnswerOptions,
  // The absence of a record goes stale, too: it may be restored.
  providesTags: (found: NormalizedResult | undefined, _error: unknown, id: number): CacheTag[] =>
    found ? rowTags(resource, expand)(found) : [{ type: resource, id }],
})
