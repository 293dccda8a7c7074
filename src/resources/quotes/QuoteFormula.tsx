import type { ComparedQuote } from '../../contract/comparisons'
import { isVolumeUnit, type GasUnit } from '../../contract/gas/units'
import { DateText } from '../../ui/value/DateText'
import { formatNumber } from '../../ui/value/numbers'
import { moneyText, priceText, quantityText } from './amounts'
import { missingText } from './comparison'
import { formulaLines } from './formula'

interface QuoteFormulaProps {
  compared: ComparedQuote
  unit: GasUnit
}

/** What a price consists of, line by line, and on what it rests (QUO-7, GAS-5). */
export const QuoteFormula = ({ compared, unit }: QuoteFormulaProps) => {
  const { quote, all_in_price, net_price, term_cost, term_volume, volume_source, heat_content } = compared
  const usesHeat = isVolumeUnit(quote.price_unit) || isVolumeUnit(quote.fee_unit)
  return (
    <div className="quote-formula">
      <p className="quiet">
        {quote.pricing_point}, $ per {unit}
      </p>
      <dl>
        {formulaLines(compared, unit).map(({ label, value, note, isIncluded }) => (
          <div key={label} className={isIncluded ? 'quiet' : undefined}>
            <dt>
              {label}
              {note !== undefined && <span className="quiet">{note}</span>}
            </dt>
            <dd>{value === null ? '–' : isIncluded ? `(${priceText(value)})` : priceText(value)}</dd>
          </div>
        ))}
        <div className="quote-formula-sum">
          <dt>All-in price</dt>
          <dd>{all_in_price === null ? '–' : priceText(all_in_price)}</dd>
        </div>
        {net_price !== null && (
          <div>
            <dt>Net of fees</dt>
            <dd>{priceText(net_price)}</dd>
          </div>
        )}
        {term_cost !== null && (
          <div>
            <dt>Cost of the term</dt>
            <dd>{moneyText(term_cost)}</dd>
          </div>
        )}
        {term_volume !== null && (
          <div>
            <dt>
              Volume of the term
              <span className="quiet">
                {volume_source === 'profile'
                  ? 'by the months of the bid'
                  : 'a twelfth of the year each month'}
              </span>
            </dt>
            <dd>{quantityText(term_volume, 'dth')}</dd>
          </div>
        )}
      </dl>
      {usesHeat && <p className="quiet">Heat content {formatNumber(heat_content)} MMBtu per mcf</p>}
      {compared.curve_date !== null && (
        <p className="quiet">
          Curve of <DateText value={compared.curve_date} format="day" />
          {compared.curve_is_old && ' (old)'}
        </p>
      )}
      {all_in_price === null && <p>{missingText(compared)}</p>}
    </div>
  )
}
