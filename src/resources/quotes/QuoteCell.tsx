import type { Row } from '../../contract'
import type { ComparedQuote } from '../../contract/comparisons'
import type { GasUnit } from '../../contract/gas/units'
import { CountdownText } from '../../ui/value/CountdownText'
import { Tip } from '../../ui/value/Tip'
import { moneyText, priceText, typedPriceText } from './amounts'
import { columnTitle, differsText, missingText } from './comparison'
import { QuoteFormula } from './QuoteFormula'
import type { ReactNode } from 'react'

interface QuoteCellProps {
  compared: ComparedQuote
  /** The name of its supplier. */
  supplier: string
  bid: Row<'bids'>
  unit: GasUnit
  /** Without fees. */
  isNet: boolean
  /** What can be done with it. */
  menu: ReactNode
}

const Marks = ({ compared, bid }: Pick<QuoteCellProps, 'compared' | 'bid'>) => {
  const { state, best, quote, curve_is_old } = compared
  const differs = differsText(compared, bid)
  return (
    <>
      <span className="quote-marks">
        {best && <span className="quote-mark quote-mark-best">Best</span>}
        {state === 'awarded' && <span className="quote-mark quote-mark-awarded">Awarded</span>}
        {state === 'expired' && <span className="quote-mark">Expired</span>}
        {quote.quote_kind === 'firm' && state !== 'awarded' && <span className="quote-mark">Firm</span>}
        {curve_is_old && <span className="quote-mark quote-mark-warning">Old curve</span>}
      </span>
      {differs !== null && <span className="quote-differs">{differs}</span>}
    </>
  )
}

/** A quote in the comparison: what it costs, and how it stands (QUO-7, QUO-8). */
export const QuoteCell = ({ compared, supplier, bid, unit, isNet, menu }: QuoteCellProps) => {
  const { quote, state, all_in_price, net_price, annual_cost, net_annual_cost, commission } = compared
  const price = isNet ? net_price : all_in_price
  const yearly = isNet ? net_annual_cost : annual_cost
  const shown = price === null ? typedPriceText(quote.price, quote.price_unit) : priceText(price)
  const per = price === null ? '' : ` /${unit}`
  return (
    <div className={`quote quote-${state}`}>
      <div className="quote-head">
        <Tip
          className="quote-price"
          label={`${supplier}, ${columnTitle({ term: quote.term, pricingType: quote.pricing_type })}: ${shown}${per}, how it is made up`}
          tip={<QuoteFormula compared={compared} unit={unit} />}
        >
          {shown}
          <span className="quiet">{per}</span>
        </Tip>
        {menu}
      </div>
      <Marks compared={compared} bid={bid} />
      {price === null && <span className="quote-missing">{missingText(compared)}</span>}
      {yearly !== null && <span>{moneyText(yearly)} a year</span>}
      {!isNet && commission !== null && <span className="quiet">Commission {moneyText(commission)}</span>}
      {state === 'open' && (
        <span>
          <span className="quiet">Expires in </span>
          <CountdownText until={quote.valid_until} over="Expired" />
        </span>
      )}
    </div>
  )
}
