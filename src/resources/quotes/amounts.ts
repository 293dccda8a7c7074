import { places } from '../../contract/gas/decimal'
import { quantityPlaces, type GasUnit } from '../../contract/gas/units'
import { formatMoney, formatPlaces } from '../../ui/value/numbers'

const signed = (value: number, digits: string) => `${value < 0 ? '−' : ''}$${digits}`

/** '$4.0500': a computed price, with its four decimals (UNIT-3). */
export const priceText = (value: number): string => signed(value, formatPlaces(Math.abs(value), places.price))

/** '$4.0500/dth': a computed price within a sentence. */
export const unitPriceText = (value: number, unit: GasUnit): string => `${priceText(value)}/${unit}`

/** '$40,500.00' */
export const moneyText = (value: number): string => signed(value, formatPlaces(Math.abs(value), places.money))

/** '10,000.000 dth' */
export const quantityText = (value: number, unit: GasUnit): string =>
  `${formatPlaces(value, quantityPlaces[unit])} ${unit}`

/** '$0.399/th', '$0.10/mcf': an amount digit for digit as it was typed, with two decimals at least (UNIT-1). */
export const typedPriceText = (value: number, unit: GasUnit): string =>
  `${signed(value, formatMoney(Math.abs(value)))}/${unit}`
