import type { Dispatch } from '@reduxjs/toolkit'
import type { FetchArgs } from '@reduxjs/toolkit/query'
import { contract, type Input, type ResourceName } from '../../contract'
import { rowRemoved } from '../../store/entities'
import { removalBegun, removalFailed } from '../../store/ownChanges'
import type { Found, Meta, Outcomes, Shape } from './baseQuery'
import { listOf, type CacheTag } from './cacheTags'
import type { ExpandOf } from './expands'
import { expandParam } from './readCalls'
import { staleWithRows } from './touches'

/** What is to be sent once. */
export interface Sending<B extends object> {
  body: B
  /** The same for each attempt at it, so that it happens once however often it is sent (TRUST-28). */
  key: string
}

/** A record that is to be made. */
export type Creation<N extends ResourceName> = Sending<Input<N>>

/** A record that is to be changed: the fields that are given, the others stay. */
export interface Change<N extends ResourceName> {
  id: number
  body: Partial<Input<N>>
  /** Where given, only this version is changed; a newer one is answered with 409 (OPE-5). */
  version?: number | undefined
}

interface MutationOptions<N extends ResourceName> {
  words: Outcomes
  /** What the answer nests: the same as where the record is read, so that nothing has to be read again. */
  expand?: readonly ExpandOf<N>[]
}

/** A refused change has changed nothing. */
const stale = (tags: CacheTag[]) => (_data: unknown, error: unknown) => (error ? [] : tags)

/** What goes stale with a record that was made or changed. */
const staleWith =
  (resource: ResourceName) =>
  (_data: unknown, error: unknown, _arg: unknown, meta: Meta | undefined): CacheTag[] =>
    error ? [] : staleWithRows(resource, Object.values(meta?.rows?.[resource] ?? {}))

/** Sends a body to a path of its own, which answers with the record that has come of it. */
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

/** Makes a record: `build.mutation<Found, Creation<'tags'>>(createMutation('tags', { words }))`. */
export const createMutation = <N extends ResourceName>(resource: N, options: MutationOptions<N>) =>
  sendMutation<N, Input<N>>(resource, contract[resource].path, { expand: [], ...options })

/** Changes a record, which every place that shows it then shows. */
export const changeMutation = <N extends ResourceName>(
  resource: N,
  { words, expand = [] }: MutationOptions<N>,
) => ({
  query: ({ id, body, version }: Change<N>): FetchArgs => ({
    url: `${contract[resource].path}${id}/`,
    method: 'PATCH',
    body,
    params: { expand: expandParam(expand) },
    ...(version !== undefined && { headers: { 'If-Match': `"${version}"` } }),
  }),
  extraOptions: { resource, shape: 'one', words } satisfies Shape,
  invalidatesTags: staleWith(resource),
})

/** The part of a running call that is used. */
interface Running {
  dispatch: Dispatch
  queryFulfilled: PromiseLike<unknown>
}

const deleted = { title: 'Update', text: 'Delete successfully.' }

/** Deletes a record, which no place shows any more; the toast that says so offers to undo it where that can be done. */
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

/** The only record that a change or a creation answers with. */
export const idIn = ({ ids: [id] }: Found): number => {
  if (id === undefined) throw new Error('An answer about one record holds its id.')
  return id
}
