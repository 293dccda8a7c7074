import type { FetchArgs } from '@reduxjs/toolkit/query'
import { supportRequest, type SupportRequest } from '../contract/support'
import { api } from './kit/api'
import type { Found, Shape } from './kit/baseQuery'
import { listOf } from './kit/cacheTags'

/** What is asked, under a key that is the same for each attempt at it (TRUST-28). */
interface Question {
  body: SupportRequest
  key: string
}

/** Asking the support for help (SHELL-6). */
export const supportApi = api.injectEndpoints({
  endpoints: (build) => ({
    askSupport: build.mutation<Found, Question>({
      query: ({ body, key }): FetchArgs => ({
        url: supportRequest.path,
        method: 'POST',
        body,
        headers: { 'Idempotency-Key': key },
      }),
      extraOptions: {
        resource: 'messages',
        shape: 'one',
        words: {
          success: { title: 'Help', text: 'Your question has been sent.' },
          failure: { title: 'Error', text: 'Cannot send your question.' },
        },
      } satisfies Shape,
      invalidatesTags: (_found, error) => (error ? [] : [listOf('messages')]),
    }),
  }),
})

export const { useAskSupportMutation } = supportApi
