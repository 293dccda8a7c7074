import { supportRequest, type SupportRequest } from '../contract/support'
import { api } from './kit/api'
import type { NormalizedResult } from './kit/baseQuery'
import { sendMutation, type IdempotentRequest } from './kit/mutations'

/** Support requests (SHELL-6). */
export const supportApi = api.injectEndpoints({
  endpoints: (build) => ({
    askSupport: build.mutation<NormalizedResult, IdempotentRequest<SupportRequest>>(
      sendMutation('messages', supportRequest.path, {
        messages: {
          success: { title: 'Help', text: 'Your question has been sent.' },
          failure: { title: 'Error', text: 'Cannot send your question.' },
        },
      }),
    ),
  }),
})

export const { useAskSupportMutation } = supportApi
