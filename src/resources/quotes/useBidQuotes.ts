import { useEffect, useState } from 'react'
import { asApiError } from '../../api/kit/errors'
import { useRows } from '../../api/kit/hooks'
import { unlimited } from '../../api/kit/queries'
import { quotesApi, useCompareQuotesQuery } from '../../api/quotesApi'
import { useVolumeUnit } from '../../ui/value/volumeUnit'

const page = { q: '', limit: unlimited, offset: 0, ordering: '-quoted_at' } as const
const noIds: readonly number[] = []
/** Milliseconds after an expiry at which the comparison is read anew: clocks differ a little. */
const margin = 1_000
/** The longest time that a timer of the browser can wait. */
const longestTimer = 2 ** 31 - 1

/** The comparison of a bid's quotes, read anew when one of them expires, and all of its quotes. */
export const useBidQuotes = (bid: number) => {
  const unit = useVolumeUnit()
  const comparison = useCompareQuotesQuery({ bid, unit }, { refetchOnMountOrArgChange: true })
  const all = quotesApi.list.useQuery({ ...page, bid }, { refetchOnMountOrArgChange: true })
  const quotes = useRows('quotes', all.data?.ids ?? noIds)
  const { data, refetch } = comparison
  const [readAt, setReadAt] = useState(0)
  useEffect(() => {
    const ends = (data?.results ?? [])
      .filter(({ state }) => state === 'open')
      .map(({ quote }) => Date.parse(quote.valid_until))
      .filter((end) => end > Date.now())
    if (ends.length === 0) return undefined
    const wait = Math.min(Math.min(...ends) - Date.now() + margin, longestTimer)
    const timer = setTimeout(() => {
      setReadAt(Date.now())
      void refetch()
    }, wait)
    return () => clearTimeout(timer)
  }, [data, refetch, readAt])
  return {
    /** Undefined before the first answer. */
    comparison: all.data && data,
    /** All quotes of the bid, also those that are not compared. */
    quotes,
    error: asApiError(comparison.error ?? all.error),
    retry: () => {
      void refetch()
      void all.refetch()
    },
  }
}
