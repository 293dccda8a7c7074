import type { QuoteSummary } from '../../contract/comparisons'
import { places, rounded } from '../../contract/gas/decimal'
import { convertPrice, defaultHeatContent } from '../../contract/gas/units'
import { priceText } from '../../resources/quotes/amounts'
import { useQuoteSummary } from '../../resources/quotes/useQuoteSummary'
import { usePageIds } from '../../ui/list/pageIds'
import { DateText } from '../../ui/value/DateText'
import { formatNumber } from '../../ui/value/numbers'
import { useVolumeUnit } from '../../ui/value/volumeUnit'

export interface QuoteFactProps {
  opportunity: number
  fact: Exclude<keyof QuoteSummary, 'opportunity'>
}

const none = <span className="quiet">–</span>

const BestPrice = ({ price }: { price: number }) => {
  const unit = useVolumeUnit()
  // Between units of energy no heat content counts.
  const shown = rounded(convertPrice(price, 'dth', unit, defaultHeatContent), places.price)
  return (
    <>
      {priceText(shown)}
      <span className="quiet"> /{unit}</span>
    </>
  )
}

/** A fact about the open quotes of an opportunity (QUO-12). */
export const QuoteFact = ({ opportunity, fact }: QuoteFactProps) => {
  const { isKnown, isError, summary } = useQuoteSummary(usePageIds(), opportunity)
  if (!isKnown) return isError ? none : <span className="bar" />
  if (fact === 'quotes_open') return formatNumber(summary?.quotes_open ?? 0)
  if (fact === 'next_expiry') return summary ? <DateText value={summary.next_expiry} format="moment" /> : none
  return summary?.best_price == null ? none : <BestPrice price={summary.best_price} />
}
