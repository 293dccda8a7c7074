import { contract } from '../contract'
import type { ListAnswer } from '../contract/answers'
import {
  comparisonPath,
  quoteActions,
  quoteSummariesPath,
  type ComparedQuote,
  type QuoteSummary,
} from '../contract/comparisons'
import type { GasUnit } from '../contract/gas/units'
import { api } from './kit/api'
import type { AnswerOptions, Meta, NormalizedResult } from './kit/baseQuery'
import { listOf } from './kit/cacheTags'
import { crudApi } from './kit/crudApi'
import { createMutation, type Creation } from './kit/mutations'
import { tagsInvalidatedBy } from './kit/invalidation'

/** Quotes of suppliers for bids (QUO-2). */
export const quotesApi = crudApi('quotes', { expand: ['supplier', 'awarded_by'] })

interface ComparisonArgs {
  bid: number
  /** The unit that prices are per. */
  unit: GasUnit
}

interface Comparison {
  unit: GasUnit
  /** By term and pricing type, the cheapest first. */
  results: readonly ComparedQuote[]
}

/** An action of a quote, at the version that was looked at. */
export interface QuoteAction {
  id: number
  version: number
  /** Idempotency key, the same for each attempt (TRUST-28). */
  key: string
  /** Of an award. */
  reason?: string
}

/** What the prices of quotes rest on. */
const inputs = ['quotes', 'curves', 'curvePoints', 'heatContents'] as const

const actionOf = (name: (typeof quoteActions)[keyof typeof quoteActions]) => ({
  query: ({ id, version, key, reason }: QuoteAction) => ({
    url: `${contract.quotes.path}${id}/${name}/`,
    method: 'POST',
    body: { version, ...(reason !== undefined && { reason }) },
    headers: { 'Idempotency-Key': key },
  }),
  extraOptions: {
    resource: 'quotes',
    shape: 'one',
    // The dialog that sent it shows a refusal.
    messages: { success: { title: 'Update', text: 'Update successfully.' }, failure: null },
  } satisfies AnswerOptions,
  // After a refusal, too: it tells that the quotes have changed.
  invalidatesTags: (_data: unknown, _error: unknown, _arg: unknown, meta: Meta | undefined) =>
    tagsInvalidatedBy('quotes', Object.values(meta?.rows?.quotes ?? {})),
})

const comparisonsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The quotes of a bid with what they cost, the cheapest of each column first (QUO-7). */
    compareQuotes: build.query<Comparison, ComparisonArgs>({
      query: ({ bid, unit }) => ({ url: comparisonPath(bid), params: { unit } }),
      transformResponse: ({ results }: ListAnswer<ComparedQuote>, _meta, { unit }) => ({ unit, results }),
      providesTags: (_found, _error, { bid }) => [{ type: 'bids', id: bid }, ...inputs.map(listOf)],
    }),
    /** The open quotes of opportunities in short, by the ids of these (QUO-12). */
    quoteSummaries: build.query<Readonly<Record<number, QuoteSummary>>, readonly number[]>({
      query: (ids) => ({ url: quoteSummariesPath, params: { ids: ids.join(',') } }),
      transformResponse: ({ results }: ListAnswer<QuoteSummary>) =>
        Object.fromEntries(results.map((summary) => [summary.opportunity, summary])),
      providesTags: (['bids', ...inputs] as const).map(listOf),
    }),
    /** One quote of several that are entered at once (QUO-9): the dialog tells how each one fared. */
    enterQuote: build.mutation<NormalizedResult, Creation<'quotes'>>(
      createMutation('quotes', { messages: { failure: null }, expand: ['supplier'] }),
    ),
    /** QUO-10 */
    awardQuote: build.mutation<NormalizedResult, QuoteAction>(actionOf(quoteActions.award)),
    /** QUO-11 */
    revokeAward: build.mutation<NormalizedResult, QuoteAction>(actionOf(quoteActions.revokeAward)),
    /** QUO-13 */
    withdrawQuote: build.mutation<NormalizedResult, QuoteAction>(actionOf(quoteActions.withdraw)),
  }),
})

export const {
  useCompareQuotesQuery,
  useQuoteSummariesQuery,
  useEnterQuoteMutation,
  useAwardQuoteMutation,
  useRevokeAwardMutation,
  useWithdrawQuoteMutation,
} = comparisonsApi
