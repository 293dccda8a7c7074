import type { ComparedQuote } from '../../contract/comparisons'
import type { GasUnit } from '../../contract/gas/units'
import { formatOrdinal } from '../../ui/value/numbers'
import { typedPriceText, unitPriceText } from './amounts'
import { columnTitle, deceptivePrice } from './comparison'
import { useSupplierName } from './useSupplierName'

interface LowestNumberProps {
  compared: readonly ComparedQuote[]
  unit: GasUnit
  /** Says the prices without fees, too. */
  isNet: boolean
}

/** Says so where the lowest price as quoted is not the best offer, and which one is (QUO-7). */
export const LowestNumber = ({ compared, unit, isNet }: LowestNumberProps) => {
  const nameOf = useSupplierName()
  const found = deceptivePrice(compared)
  if (!found) return null
  const { lowest, best, count } = found
  const { supplier, price, price_unit, term, pricing_type } = lowest.quote
  const allIn = ({ all_in_price, net_price }: ComparedQuote) => {
    const net = isNet && net_price !== null ? ` (${unitPriceText(net_price, unit)} net of fees)` : ''
    return `${unitPriceText(all_in_price ?? 0, unit)}${net}`
  }
  return (
    <p className="quotes-lowest">
      Lowest quoted price, {columnTitle({ term, pricingType: pricing_type })}:{' '}
      <strong translate="no">{nameOf(supplier)}</strong> at {typedPriceText(price, price_unit)}. With units,
      losses, charges and fees it comes to {allIn(lowest)} and ranks {formatOrdinal(lowest.rank ?? 0)} of{' '}
      {count}. The best offer is <strong translate="no">{nameOf(best.quote.supplier)}</strong> at{' '}
      {allIn(best)}.
    </p>
  )
}
