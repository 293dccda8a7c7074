import { erasePath, type EraseInput, type Erasure } from '../contract/erasures'
import { api } from './kit/api'
import type { AnswerOptions } from './kit/baseQuery'
import { listOf, type CacheTag } from './kit/cacheTags'

interface EraseCall {
  id: number
  /** That of the contact as it was seen. */
  version: number
  order: EraseInput
  /** Idempotency key, the same for each attempt (TRUST-28). */
  key: string
}

/** Erasing the personal data of contacts, for the provider's team (PRIV-3). */
export const { useEraseContactMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    eraseContact: build.mutation<Erasure, EraseCall>({
      query: ({ id, version, order, key }) => ({
        url: erasePath(id),
        method: 'POST',
        body: { ...order, version },
        headers: { 'Idempotency-Key': key },
      }),
      // The dialog shows failures.
      extraOptions: {
        messages: { success: { title: 'Update', text: 'The personal data are erased.' }, failure: null },
      } satisfies AnswerOptions,
      // A refusal can tell that the contact has changed.
      invalidatesTags: (_answer, error, { id }): CacheTag[] =>
        error ? [{ type: 'contacts', id }] : [listOf('contacts'), listOf('organizationContacts')],
    }),
  }),
})
