import type { GasUnit } from '../../../../src/contract/gas/choices'

/** '3,200 th' */
export const formatQuantity = ({ quantity, unit }: { quantity: number; unit: GasUnit }): string =>
  `${quantity.toLocaleString('en-US', { maximumFractionDigits: 15 })} ${unit}`
