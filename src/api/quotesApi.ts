import { contract } from '../contract'
import type { ListAnswer } from '../contract/answers'
import {
  comparisonPath,
  opportunityComparisonPath,
  quoteSummariesPath,
  type ComparedQuote,
  type QuoteSummary,
} from '../contract/comparisons'
import type { GasUnit } from '../contract/gas/units'
import { api } from './kit/api'
import type { AnswerOptions, NormalizedResult } from './kit/baseQuery'
import { listOf, listTags } from './kit/cacheTags'
import { crudApi } from './kit/crudApi'
import { unlimited } from './kit/queries'
import { listRequest } from './kit/readRequests'

const related = ['supplier', 'awarded_by'] as const

/** Quotes of suppliers for bids (QUO-2). */
export const quotesApi = crudApi('quotes', { expand: related })

/** The quotes of a bid, or of all bids of an opportunity. */
export type QuoteScope = { bid: number } | { opportunity: number }

type ComparisonArgs = QuoteScope & {
  /** The unit that prices are per. */
  unit: GasUnit
}

interface Comparison {
  unit: GasUnit
  /** By bid, term and pricing type, the cheapest first. */
  results: readonly ComparedQuote[]
}

/** What the prices of quotes rest on. */
const inputs = ['quotes', 'curves', 'curvePoints', 'heatContents'] as const

const allNewestFirst = { q: '', limit: unlimited, offset: 0, ordering: '-quoted_at' } as const

export const comparisonsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Quotes with what they cost, the cheapest of each column of each bid first (QUO-7, QUO-12). */
    compareQuotes: build.query<Comparison, ComparisonArgs>({
      query: ({ unit, ...scope }) => ({
        url: 'bid' in scope ? comparisonPath(scope.bid) : opportunityComparisonPath(scope.opportunity),
        params: { unit },
      }),
      transformResponse: ({ results }: ListAnswer<ComparedQuote>, _meta, { unit }) => ({ unit, results }),
      providesTags: (_found, _error, scope) => [
        'bid' in scope ? { type: 'bids', id: scope.bid } : listOf('bids'),
        ...inputs.map(listOf),
      ],
    }),
    /** All quotes, also those that are not compared, the newest first. */
    quotesOf: build.query<NormalizedResult, QuoteScope>({
      query: (scope) => listRequest(contract.quotes.path, { ...allNewestFirst, ...scope }, related),
      extraOptions: { resource: 'quotes', shape: 'list' } satisfies AnswerOptions,
      providesTags: listTags('quotes', related),
    }),
    /** The open quotes of opportunities in short, by the ids of these (QUO-12). */
    quoteSummaries: build.query<Readonly<Record<number, QuoteSummary>>, readonly number[]>({
      query: (ids) => ({ url: quoteSummariesPath, params: { ids: ids.join(',') } }),
      transformResponse: ({ results }: ListAnswer<QuoteSummary>) =>
        Object.fromEntries(results.map((summary) => [summary.opportunity, summary])),
      providesTags: (['bids', ...inputs] as const).map(listOf),
    }),
  }),
})

export const { useCompareQuotesQuery, useQuotesOfQuery, useQuoteSummariesQuery } = comparisonsApi
