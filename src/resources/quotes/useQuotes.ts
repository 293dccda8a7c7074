import { useMemo } from 'react'
import { asApiError } from '../../api/kit/errors'
import { useRows } from '../../api/kit/hooks'
import { comparisonsApi, useCompareQuotesQuery, useQuotesOfQuery, type QuoteScope } from '../../api/quotesApi'
import { useIsUnread } from '../../ui/page/pageRoute'
import { useVolumeUnit } from '../../ui/value/volumeUnit'
import { useReadAtExpiry } from './useReadAtExpiry'

const noIds: readonly number[] = []

const { compareQuotes, quotesOf } = comparisonsApi.endpoints

/**
 * The comparison of the quotes of a bid or of an opportunity, read anew when one of them expires, and all of its quotes.
 * @param scope the same object as long as it means the same
 */
export const useQuotes = (scope: QuoteScope) => {
  const unit = useVolumeUnit()
  const args = useMemo(() => ({ ...scope, unit }), [scope, unit])
  const comparison = useCompareQuotesQuery(args, {
    refetchOnMountOrArgChange: useIsUnread(compareQuotes, args),
  })
  const all = useQuotesOfQuery(scope, { refetchOnMountOrArgChange: useIsUnread(quotesOf, scope) })
  const quotes = useRows('quotes', all.data?.ids ?? noIds)
  const { data, refetch } = comparison
  const ends = (data?.results ?? [])
    .filter(({ state }) => state === 'open')
    .map(({ quote }) => quote.valid_until)
    .sort()
  useReadAtExpiry(ends[0], refetch)
  return {
    /** Undefined before the first answer. */
    comparison: all.data && data,
    /** All quotes, also those that are not compared. */
    quotes,
    error: asApiError(comparison.error ?? all.error),
    retry: () => {
      void refetch()
      void all.refetch()
    },
  }
}

/** What is known of some quotes, and how they are read again. */
export type KnownQuotes = ReturnType<typeof useQuotes>
