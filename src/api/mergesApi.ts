import type { FetchArgs } from '@reduxjs/toolkit/query'
import type { ListAnswer } from '../contract/answers'
import {
  dismissalPath,
  duplicatePairsPath,
  type DuplicatePair,
  type MergedResource,
} from '../contract/duplicatePairs'
import { mergePath, mergesPath, type Merge, type MergeOrder, type MergePreview } from '../contract/merges'
import { api } from './kit/api'
import type { AnswerOptions, NormalizedResult } from './kit/baseQuery'
import { listOf, listTags, type CacheTag } from './kit/cacheTags'

/** A page of pairs; their records are among the rows. */
export interface PairsFound extends NormalizedResult {
  pairs: readonly DuplicatePair[]
}

interface PairsPage {
  resource: MergedResource
  dismissed: boolean
  limit: number
  offset: number
}

interface Dismissal {
  resource: MergedResource
  pair: number
  isDismissed: boolean
}

interface MergeCall {
  resource: MergedResource
  id: number
  order: MergeOrder
  /** Idempotency key, the same for each attempt (TRUST-28). */
  key: string
}

/** The caller shows failures. */
const options: AnswerOptions = { messages: { failure: null } }

const nested: Readonly<Record<MergedResource, string>> = {
  organizations: 'addresses',
  contacts: 'current_organizations',
}

/** Probable duplicates, and merges (DUP-1, DUP-3). */
export const mergesApi = api.injectEndpoints({
  endpoints: (build) => ({
    organizationPairs: build.query<PairsFound, Omit<PairsPage, 'resource'>>(pairsQuery('organizations')),
    contactPairs: build.query<PairsFound, Omit<PairsPage, 'resource'>>(pairsQuery('contacts')),
    dismissPair: build.mutation<null, Dismissal>({
      query: ({ resource, pair, isDismissed }): FetchArgs => ({
        url: dismissalPath(resource, pair),
        method: isDismissed ? 'PUT' : 'DELETE',
      }),
      extraOptions: { messages: { failure: { title: 'Error' } } },
      invalidatesTags: (_answer, _error, { resource }) => [listOf(resource)],
    }),
    mergePreview: build.query<MergePreview, { resource: MergedResource; id: number; other: number }>({
      query: ({ resource, id, other }) => ({ url: mergePath(resource, id), params: { other } }),
      extraOptions: options,
      providesTags: (_answer, _error, { resource, other }) => [{ type: resource, id: other }],
    }),
    merge: build.mutation<Merge, MergeCall>({
      query: ({ resource, id, order, key }): FetchArgs => ({
        url: mergePath(resource, id),
        method: 'POST',
        body: order,
        headers: { 'Idempotency-Key': key },
      }),
      extraOptions: options,
      // A refusal tells that one of the two has changed. The rest is read anew once the merge has ended.
      invalidatesTags: (_answer, error, { resource, id, order }): CacheTag[] =>
        error ? [id, order.other].map((one) => ({ type: resource, id: one })) : [],
    }),
    mergeState: build.query<Merge, number>({
      query: (id) => ({ url: `${mergesPath}${id}/` }),
      extraOptions: options,
    }),
    merges: build.query<ListAnswer<Merge>, { resource: MergedResource; limit: number; offset: number }>({
      query: (params) => ({ url: mergesPath, params }),
      extraOptions: options,
      providesTags: (_answer, _error, { resource }) => [listOf(resource)],
    }),
  }),
})

function pairsQuery(resource: MergedResource) {
  return {
    query: ({ dismissed, limit, offset }: Omit<PairsPage, 'resource'>): FetchArgs => ({
      url: duplicatePairsPath(resource),
      params: { limit, offset, expand: nested[resource], ...(dismissed && { dismissed }) },
    }),
    extraOptions: { resource, shape: 'list' } satisfies AnswerOptions,
    providesTags: listTags(resource),
  }
}

export const {
  useDismissPairMutation,
  useMergePreviewQuery,
  useMergeMutation,
  useMergeStateQuery,
  useMergesQuery,
} = mergesApi
