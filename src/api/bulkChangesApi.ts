import type { FetchArgs } from '@reduxjs/toolkit/query'
import type { ListAnswer } from '../contract/answers'
import {
  bulkChangesPath,
  type BulkChange,
  type BulkOrder,
  type BulkRecord,
  type BulkSelection,
} from '../contract/bulkChanges'
import { bulkChangeBegun } from '../store/bulkChanges'
import { api } from './kit/api'
import type { AnswerOptions } from './kit/baseQuery'

/** What is to be done with which records. */
export interface BulkCall {
  order: BulkOrder
  selection: BulkSelection
  /** Idempotency key, the same for each attempt (TRUST-28). */
  key: string
}

interface BulkAction {
  id: number
  key: string
}

/** The caller shows failures. */
const options: AnswerOptions = { messages: { failure: null } }

const tagOf = (id: number) => ({ type: 'bulkChanges', id }) as const

const actionOf = (action: 'stop' | 'undo') => ({
  query: ({ id, key }: BulkAction): FetchArgs => ({
    url: `${bulkChangesPath}${id}/${action}/`,
    method: 'POST',
    headers: { 'Idempotency-Key': key },
  }),
  extraOptions: options,
  invalidatesTags: (_answer: unknown, _error: unknown, { id }: BulkAction) => [tagOf(id)],
})

/** Changes of many records at once (BULK-1); their records are read anew as their changes are told. */
const bulkChangesApi = api.injectEndpoints({
  endpoints: (build) => ({
    beginBulkChange: build.mutation<BulkChange, BulkCall>({
      query: ({ order: { list, action, field, value, along }, selection, key }): FetchArgs => ({
        url: bulkChangesPath,
        method: 'POST',
        body: {
          ...{ list, action, ...(field !== null && { field, value }) },
          ...(Object.keys(along).length > 0 && { along }),
          ...selection,
        },
        headers: { 'Idempotency-Key': key },
      }),
      extraOptions: options,
      // More may match than are shown.
      invalidatesTags: (_answer, error, { order }) => (error ? [{ type: order.list, id: 'LIST' }] : []),
      onQueryStarted: async (_call, { dispatch, queryFulfilled }) => {
        const begun = await queryFulfilled.catch(() => null)
        if (begun) dispatch(bulkChangeBegun(begun.data.bulk_change_id))
      },
    }),
    stopBulkChange: build.mutation<BulkChange, BulkAction>(actionOf('stop')),
    undoBulkChange: build.mutation<BulkChange, BulkAction>(actionOf('undo')),
    bulkChange: build.query<BulkChange, number>({
      query: (id) => ({ url: `${bulkChangesPath}${id}/` }),
      extraOptions: options,
      providesTags: (_answer, _error, id) => [tagOf(id)],
    }),
    /** The first records that were left as they are, with the reasons. */
    bulkRecords: build.query<ListAnswer<BulkRecord>, { id: number; limit: number }>({
      query: ({ id, limit }) => ({ url: `${bulkChangesPath}${id}/records/`, params: { limit } }),
      extraOptions: options,
      providesTags: (_answer, _error, { id }) => [tagOf(id)],
    }),
    /** All of them, as CSV. */
    bulkRecordsFile: build.query<string, number>({
      query: (id) => ({
        url: `${bulkChangesPath}${id}/refused/`,
        responseHandler: (response) => (response.ok ? response.text() : response.json()),
      }),
      extraOptions: options,
      // Only the download uses the text.
      keepUnusedDataFor: 0,
    }),
  }),
})

export const {
  useBeginBulkChangeMutation,
  useStopBulkChangeMutation,
  useUndoBulkChangeMutation,
  useBulkChangeQuery,
  useBulkRecordsQuery,
  useLazyBulkRecordsFileQuery,
} = bulkChangesApi
