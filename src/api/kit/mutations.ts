import type { Dispatch } from '@reduxjs/toolkit'
import type { FetchArgs } from '@reduxjs/toolkit/query'
import { contract, idOf, type Input, type Replacement, type ResourceName } from '../../contract'
import { rowRemoved } from '../../store/entities'
import { removalStarted, removalFailed } from '../../store/localMutations'
import type { NormalizedResult, Meta, ToastMessages, AnswerOptions } from './baseQuery'
import { listOf, timelineOf, type CacheTag } from './cacheTags'
import type { ExpandOf } from './expands'
import { expandParam } from './readRequests'
import { tagsInvalidatedBy } from './invalidation'

/** A request body that must take effect only once. */
export interface IdempotentRequest<B extends object> {
  body: B
  /** Idempotency key, the same for each attempt (TRUST-28). */
  key: string
}

/** A record to create. */
export type Creation<N extends ResourceName> = IdempotentRequest<Input<N>>

/** Changes of a record: the given fields (PATCH), or the whole record (PUT). */
export type Update<N extends ResourceName> = {
  id: number
  /** Where given, only this version is changed; a newer one is answered with 409 (OPE-5). */
  version?: number | undefined
} & ({ body: Partial<Input<N>>; isWhole?: false } | { body: Replacement<N>; isWhole: true })

interface MutationOptions<N extends ResourceName> {
  messages: ToastMessages
  /** Expands of the answer: the same as those of the record's query, which then needs no refetch. */
  expand?: readonly ExpandOf<N>[]
}

/** The tags invalidated by the records of an answer. */
const tagsOfAnswer = (resource: ResourceName, meta: Meta | undefined): CacheTag[] => {
  const rows = Object.values(meta?.rows?.[resource] ?? {})
  return [
    ...tagsInvalidatedBy(resource, rows),
    ...rows.map((row) => timelineOf(resource, idOf(resource, row))),
  ]
}

/** The tags invalidated by creating or changing a record; a refused change invalidates nothing. */
const invalidateRows =
  (resource: ResourceName) =>
  (_data: unknown, error: unknown, _arg: unknown, meta: Meta | undefined): CacheTag[] =>
    error ? [] : tagsOfAnswer(resource, meta)

/** Sends a body to a special path, which answers with the resulting record. */
export const sendMutation = <N extends ResourceName, B extends object>(
  resource: N,
  url: string,
  { messages, expand }: MutationOptions<N>,
) => ({
  query: ({ body, key }: IdempotentRequest<B>): FetchArgs => ({
    url,
    method: 'POST',
    body,
    ...(expand && { params: { expand: expandParam(expand) } }),
    headers: { 'Idempotency-Key': key },
  }),
  extraOptions: { resource, shape: 'one', messages } satisfies AnswerOptions,
  invalidatesTags: invalidateRows(resource),
})

/** Creates a record: `build.mutation<NormalizedResult, Creation<'tags'>>(createMutation('tags', { messages }))`. */
export const createMutation = <N extends ResourceName>(resource: N, options: MutationOptions<N>) =>
  sendMutation<N, Input<N>>(resource, contract[resource].path, { expand: [], ...options })

/** Changes a record, also wherever it is shown. */
export const changeMutation = <N extends ResourceName>(
  resource: N,
  { messages, expand = [] }: MutationOptions<N>,
) => ({
  query: ({ id, body, version, isWhole }: Update<N>): FetchArgs => ({
    url: `${contract[resource].path}${id}/`,
    method: isWhole ? 'PUT' : 'PATCH',
    body,
    params: { expand: expandParam(expand) },
    ...(version !== undefined && { headers: { 'If-Match': `"${version}"` } }),
  }),
  extraOptions: { resource, shape: 'one', messages } satisfies AnswerOptions,
  invalidatesTags: invalidateRows(resource),
})

/** An action of a record: POST to a segment below it, at the version that was looked at. */
export interface RecordAction<B extends object = object> extends IdempotentRequest<B> {
  id: number
  version: number
}

/** Runs an action of a record, which answers with the record; the dialog that sent it shows a refusal. */
export const actionMutation = <B extends object = object>(resource: ResourceName, name: string) => ({
  query: ({ id, version, key, body }: RecordAction<B>): FetchArgs => ({
    url: `${contract[resource].path}${id}/${name}/`,
    method: 'POST',
    body: { ...body, version },
    headers: { 'Idempotency-Key': key },
  }),
  extraOptions: {
    resource,
    shape: 'one',
    messages: { success: { title: 'Update', text: 'Update successfully.' }, failure: null },
  } satisfies AnswerOptions,
  // After a refusal, too: it tells that the records have changed.
  invalidatesTags: (_data: unknown, _error: unknown, _arg: unknown, meta: Meta | undefined) =>
    tagsOfAnswer(resource, meta),
})

/** The used part of a pending call. */
interface PendingMutation {
  dispatch: Dispatch
  queryFulfilled: PromiseLike<unknown>
}

const deletedToast = { title: 'Update', text: 'Delete successfully.' }

/**
 * Deletes a record, which disappears wherever it is shown; the success toast offers to undo it where that is possible.
 */
export const removeMutation = (resource: ResourceName, failure: ToastMessages['failure']) => ({
  query: (id: number): FetchArgs => ({ url: `${contract[resource].path}${id}/`, method: 'DELETE' }),
  extraOptions: {
    messages: { success: deletedToast, failure },
    removes: resource,
  } satisfies AnswerOptions,
  invalidatesTags: (_data: unknown, error: unknown, id: number): CacheTag[] =>
    error ? [] : [listOf(resource), timelineOf(resource, id)],
  onQueryStarted: async (id: number, { dispatch, queryFulfilled }: PendingMutation) => {
    const record = { resource, id }
    dispatch(removalStarted(record))
    const isDeleted = await queryFulfilled.then(
      () => true,
      () => false,
    )
    dispatch(isDeleted ? rowRemoved(record) : removalFailed(record))
  },
})

/** The only record of the answer to a change or a creation. */
export const idIn = ({ ids: [id] }: NormalizedResult): number => {
  if (id === undefined) throw new Error('An answer about one record holds its id.')
  return id
}
