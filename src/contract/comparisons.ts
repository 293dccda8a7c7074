/** Paths and answers about the quotes of a bid, and about curves, beside the records themselves. */
import type { Row } from '.'
import type { QuoteDifference, QuoteState, Ranks, ShownNumbers } from './gas/quotes'
import type { VolumeSource } from './gas/volumes'

export const comparisonPath = (bid: number | string): string => `/api/mpg/bids/${bid}/comparison/`
/** The comparison of all bids of an opportunity; ranks are within each bid (QUO-12). */
export const opportunityComparisonPath = (opportunity: number | string): string =>
  `/api/mpg/opportunities/${opportunity}/comparison/`
export const stripPath = (curve: number | string): string => `/api/mpg/curves/${curve}/strip/`

/** The quotes of several opportunities in short, by `ids` with commas between them (QUO-12). */
export const quoteSummariesPath = '/api/mpg/opportunities/quote-summaries/'
/** Opportunities summed up in one call. */
export const maxSummaries = 200

/** The open quotes of an opportunity; one without any is left out. */
export interface QuoteSummary {
  opportunity: number
  /** The lowest all-in price, in $/dth; null where none is known. */
  best_price: number | null
  quotes_open: number
  /** When the first of them expires. */
  next_expiry: string
}

/** The actions of a quote; each is a segment below its path. */
export const quoteActions = { award: 'award', revokeAward: 'revoke-award', withdraw: 'withdraw' } as const

/** A quote beside the others of its bid: what it costs, on what that rests, and how it stands (QUO-7). */
export interface ComparedQuote extends ShownNumbers, Ranks {
  quote: Row<'quotes'>
  state: QuoteState
  heat_content: number
  /** The trade date of its curve. */
  curve_date: string | null
  /** Whether the curve is older than three business days (CRV-3). */
  curve_is_old: boolean
  /** In what it differs from what the bid asks for; empty: in nothing. */
  differs: QuoteDifference[]
}

/** Consecutive months of a curve (CRV-2). */
export interface Strip {
  curve_date: string
  curve_is_old: boolean
  months: { month: string; price: number; settled: boolean; last_trading_day: string }[]
  strip_average: number
  /** By the volumes of the bid that was asked for; null without one, or without its volumes. */
  load_weighted: number | null
  volume_source: VolumeSource | null
}

/** A strip has so many months at most. */
export const maxStripMonths = 120
