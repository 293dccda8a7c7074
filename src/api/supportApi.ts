import { supportRequest, type SupportRequest } from '../contract/support'
import { api } from './kit/api'
import type { Found } from './kit/baseQuery'
import { sendMutation, type Sending } from './kit/mutations'

/** Support requests (SHELL-6). */
export const supportApi = api.injectEndpoints({
  endpoints: (build) => ({
    askSupport: build.mutation<Found, Sending<SupportRequest>>(
      sendMutation('messages', supportRequest.path, {
        words: {
          success: { title: 'Help', text: 'Your question has been sent.' },
          failure: { title: 'Error', text: 'Cannot send your question.' },
        },
      }),
    ),
  }),
})

export const { useAskSupportMutation } = supportApi
