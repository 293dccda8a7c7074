import {
  bureauCannotCreate,
  bureauCreate,
  bureauSearch,
  type BureauAnswer,
  type BureauCreate,
  type BureauCreateAnswer,
  type BureauSearch,
} from '../contract/bureau'
import { api } from './kit/api'
import { listOf } from './kit/cacheTags'

/** A business from which an organization is to be created. */
export interface BureauCreation {
  business: BureauCreate
  /** Idempotency key, the same for each attempt at one business (TRUST-28). */
  key: string
}

export const bureauApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** BUR-2. The results show which businesses already exist, so they go stale with the organizations. */
    searchBureau: build.query<BureauAnswer, BureauSearch>({
      query: (body) => ({ url: bureauSearch.path, method: 'POST', body }),
      providesTags: (answer) => (answer ? [listOf('organizations')] : []),
    }),
    /** BUR-3 */
    createFromBureau: build.mutation<BureauCreateAnswer, BureauCreation>({
      query: ({ business, key }) => ({
        url: bureauCreate.path,
        method: 'POST',
        body: business,
        headers: { 'Idempotency-Key': key },
      }),
      extraOptions: { messages: { failure: { title: 'Error', text: bureauCannotCreate } } },
      invalidatesTags: (_answer, error) => (error ? [] : [listOf('organizations'), listOf('addresses')]),
    }),
  }),
})

export const { useSearchBureauQuery, useCreateFromBureauMutation } = bureauApi
