import { pricingTypes } from '../../contract/bids'
import type { ComparedQuote } from '../../contract/comparisons'
import { decimal, orZero, places, rounded, type Decimal } from '../../contract/gas/decimal'
import { convertPrice, type GasUnit } from '../../contract/gas/units'
import { formatNumber } from '../../ui/value/numbers'
import { moneyText, typedPriceText } from './amounts'

/** A line of the formula of a price. */
export interface FormulaLine {
  label: string
  /** In the unit shown; null where an input is missing. */
  value: number | null
  /** How the amount was given. */
  note?: string
  /** Part of another line: it is not added. */
  isIncluded?: true
}

const price = (value: Decimal) => rounded(value, places.price)

/** The parts of an all-in price line by line, in the unit shown (QUO-6): they add up to it, but for rounding. */
export const formulaLines = (
  { quote, heat_content, load_weighted, term_volume, meters }: ComparedQuote,
  unit: GasUnit,
): FormulaLine[] => {
  const { price_unit, fee, fee_unit, fee_included, loss_percent, term } = quote
  const inUnit = (amount: number | null, from: GasUnit) =>
    convertPrice(orZero(amount), from, unit, heat_content)
  const given = (amount: number, from: GasUnit) =>
    from === unit ? {} : { note: `as quoted ${typedPriceText(amount, from)}` }
  const line = (label: string, amount: number | null, from: GasUnit): FormulaLine[] =>
    amount === null || amount === 0
      ? []
      : [{ label, value: price(inUnit(amount, from)), ...given(amount, from) }]

  const isFixed = quote.pricing_type === pricingTypes.fixed
  const curve = isFixed ? decimal(0) : load_weighted
  const own: FormulaLine[] = [
    ...(isFixed ? [] : [{ label: 'Curve, weighted by load', value: load_weighted }]),
    {
      label: isFixed ? 'Price' : 'Adder',
      value: price(inUnit(quote.price, price_unit)),
      ...given(quote.price, price_unit),
    },
    ...line('Basis', quote.basis, price_unit),
  ]

  const loss = quote.pricing_point === 'City Gate' ? orZero(loss_percent) : decimal(0)
  const atCityGate =
    curve === null ? null : inUnit(quote.price, price_unit).plus(inUnit(quote.basis, price_unit)).plus(curve)
  const lost = atCityGate && price(atCityGate.div(decimal(1).minus(loss.div(100))).minus(atCityGate))
  const charge = (label: string, total: Decimal, note: string): FormulaLine[] =>
    total.eq(0)
      ? []
      : [
          {
            label,
            value: term_volume
              ? price(convertPrice(total.div(term_volume), 'dth', unit, heat_content))
              : null,
            note,
          },
        ]
  const monthly = quote.monthly_charge ?? 0
  return [
    ...own,
    ...(loss.eq(0)
      ? []
      : [{ label: 'Losses', value: lost, note: `${formatNumber(loss_percent ?? 0)}% up to the meter` }]),
    ...line('Transport', quote.transport, price_unit),
    ...line(fee_included ? 'Fee, included' : 'Fee, on top', fee, fee_unit).map((fees) =>
      fee_included ? { ...fees, isIncluded: true as const } : fees,
    ),
    ...charge(
      'Monthly charges',
      decimal(monthly).times(meters).times(term),
      `${moneyText(monthly)} × ${meters} ${meters === 1 ? 'meter' : 'meters'} × ${term} months`,
    ),
    ...charge('Other charge', orZero(quote.other_charge), moneyText(quote.other_charge ?? 0)),
  ]
}
