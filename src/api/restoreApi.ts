import type { FetchArgs } from '@reduxjs/toolkit/query'
import { contract } from '../contract'
import type { RecordKey } from '../store/toasts'
import { api } from './kit/api'
import { listOf } from './kit/cacheTags'
import type { AnswerOptions } from './kit/baseQuery'

const messages = {
  success: { title: 'Update', text: 'Restored successfully.' },
  failure: { title: 'Error', text: 'Cannot restore this record.' },
}

/** Restores a record of any resource from the trash, with the records that were deleted with it. */
export const restoreApi = api.injectEndpoints({
  endpoints: (build) => ({
    restore: build.mutation<null, RecordKey>({
      query: ({ resource, id }): FetchArgs => ({
        url: `${contract[resource].path}${id}/restore/`,
        method: 'POST',
      }),
      extraOptions: { messages } satisfies AnswerOptions,
      // Queries of the record are refetched.
      transformResponse: () => null,
      invalidatesTags: (_data, error, { resource, id }) =>
        error ? [] : [listOf(resource), { type: resource, id }],
    }),
  }),
})

export const { useRestoreMutation } = restoreApi
