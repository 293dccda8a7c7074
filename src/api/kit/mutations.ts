import type { Dispatch } from '@reduxjs/toolkit'
import type { FetchArgs } from '@reduxjs/toolkit/query'
import { contract, type Input, type Replacement, type ResourceName } from '../../contract'
import { rowRemoved } from '../../store/entities'
import { removalBegun, removalFailed } from '../../store/ownChanges'
import type { Found, Meta, Outcomes, Shape } from './baseQuery'
import { listOf, type CacheTag } from './cacheTags'
import type { ExpandOf } from './expands'
import { expandParam } from './readCalls'
import { staleWithRows } from './touches'

/** A request body that must take effect only once. */
export interface Sending<B extends object> {
  body: B
  /** Idempotency key, the same for each attempt (TRUST-28). */
  key: string
}

/** A record to create. */
export type Creation<N extends ResourceName> = Sending<Input<N>>

/** Changes of a record: the given fields (PATCH), or the whole record (PUT). */
export type Change<N extends ResourceName> = {
  id: number
  /** Where given, only this version is changed; a newer one is answered with 409 (OPE-5). */
  version?: number | undefined
} & ({ body: Partial<Input<N>>; isWhole?: false } | { body: Replacement<N>; isWhole: true })

interface MutationOptions<N extends ResourceName> {
  words: Outcomes
  /** Expands of the answer: the same as those of the record's query, which then needs no refetch. */
  expand?: readonly ExpandOf<N>[]
}

/** A refused change invalidates nothing. */
const stale = (tags: CacheTag[]) => (_data: unknown, error: unknown) => (error ? [] : tags)

/** The tags invalidated by creating or changing a record. */
const staleWith =
  (resource: ResourceName) =>
  (_data: unknown, error: unknown, _arg: unknown, meta: Meta | undefined): CacheTag[] =>
    error ? [] : staleWithRows(resource, Object.values(meta?.rows?.[resource] ?? {}))

/** Sends a body to a special path, which answers with the resulting record. */
export const sendMutation = <N extends ResourceName, B extends object>(
  resource: N,
  url: string,
  { words, expand }: MutationOptions<N>,
) => ({
  query: ({ body, key }: Sending<B>): FetchArgs => ({
    url,
    method: 'POST',
    body,
    ...(expand && { params: { expand: expandParam(expand) } }),
    headers: { 'Idempotency-Key': key },
  }),
  extraOptions: { resource, shape: 'one', words } satisfies Shape,
  invalidatesTags: staleWith(resource),
})

/** Creates a record: `build.mutation<Found, Creation<'tags'>>(createMutation('tags', { words }))`. */
export const createMutation = <N extends ResourceName>(resource: N, options: MutationOptions<N>) =>
  sendMutation<N, Input<N>>(resource, contract[resource].path, { expand: [], ...options })

/** Changes a record, also wherever it is shown. */
export const changeMutation = <N extends ResourceName>(
  resource: N,
  { words, expand = [] }: MutationOptions<N>,
) => ({
  query: ({ id, body, version, isWhole }: Change<N>): FetchArgs => ({
    url: `${contract[resource].path}${id}/`,
    method: isWhole ? 'PUT' : 'PATCH',
    body,
    params: { expand: expandParam(expand) },
    ...(version !== undefined && { headers: { 'If-Match': `"${version}"` } }),
  }),
  extraOptions: { resource, shape: 'one', words } satisfies Shape,
  invalidatesTags: staleWith(resource),
})

/** The used part of a pending call. */
interface Running {
  dispatch: Dispatch
  queryFulfilled: PromiseLike<unknown>
}

const deleted = { title: 'Update', text: 'Delete successfully.' }

/**
 * Deletes a record, which disappears wherever it is shown; the success toast offers to undo it where that is possible.
 */
export const removeMutation = (resource: ResourceName, failure: Outcomes['failure']) => ({
  query: (id: number): FetchArgs => ({ url: `${contract[resource].path}${id}/`, method: 'DELETE' }),
  extraOptions: {
    words: { success: deleted, failure },
    removes: resource,
  } satisfies Shape,
  invalidatesTags: stale([listOf(resource)]),
  onQueryStarted: async (id: number, { dispatch, queryFulfilled }: Running) => {
    const record = { resource, id }
    dispatch(removalBegun(record))
    const isGone = await queryFulfilled.then(
      () => true,
      () => false,
    )
    dispatch(isGone ? rowRemoved(record) : removalFailed(record))
  },
})

/** The only record of the answer to a change or a creation. */
export const idIn = ({ ids: [id] }: Found): number => {
  if (id === undefined) throw new Error('An answer about one record holds its id.')
  return id
}
