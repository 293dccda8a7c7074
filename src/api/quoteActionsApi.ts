import { quoteActions } from '../contract/comparisons'
import { api } from './kit/api'
import type { NormalizedResult } from './kit/baseQuery'
import { actionMutation, createMutation, type Creation, type RecordAction } from './kit/mutations'

interface Award {
  /** Why one that is not the best. */
  reason: string
}

/** What is done with quotes. Apart from quotesApi, which is loaded before sign-in for the reads of pages. */
export const {
  useEnterQuoteMutation,
  useAwardQuoteMutation,
  useRevokeAwardMutation,
  useWithdrawQuoteMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    /** One quote of several that are entered at once (QUO-9): the dialog tells how each one fared. */
    enterQuote: build.mutation<NormalizedResult, Creation<'quotes'>>(
      createMutation('quotes', { messages: { failure: null }, expand: ['supplier'] }),
    ),
    /** QUO-10 */
    awardQuote: build.mutation<NormalizedResult, RecordAction<Partial<Award>>>(
      actionMutation('quotes', quoteActions.award),
    ),
    /** QUO-11 */
    revokeAward: build.mutation<NormalizedResult, RecordAction>(
      actionMutation('quotes', quoteActions.revokeAward),
    ),
    /** QUO-13 */
    withdrawQuote: build.mutation<NormalizedResult, RecordAction>(
      actionMutation('quotes', quoteActions.withdraw),
    ),
  }),
})
