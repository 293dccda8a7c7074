/** Decimal arithmetic: nothing is rounded between steps, and a result is rounded once (UNIT-3). */
import Big from 'big.js'

const Decimals = Big()
// Only divisions that never end are cut, far behind every place that is shown or compared.
Decimals.DP = 40

export type Decimal = Big

export const decimal = (value: Big.BigSource): Decimal =>
  value instanceof Decimals ? value : new Decimals(value)

/** A number that a form or an answer may leave empty counts 0. */
export const orZero = (value: number | null): Decimal => decimal(value ?? 0)

export const sumOf = (values: readonly Decimal[]): Decimal =>
  values.reduce((sum, value) => sum.plus(value), decimal(0))

/** Digits after the decimal point of results. */
export const places = { price: 4, money: 2, ratio: 4, percent: 2 } as const

/** Places by which values are told apart: those behind them differ by cut divisions only. */
const exactPlaces = 20
/** A value without what a cut division has left: where that lacks the last digit of an exact half, it would be rounded down. */
const exact = (value: Big.BigSource): Decimal => decimal(value).round(exactPlaces, Big.roundHalfUp)

/** Rounds a result, half away from zero. */
export const rounded = (value: Big.BigSource, digits: number): number =>
  exact(value).round(digits, Big.roundHalfUp).toNumber() + 0

/** Orders two values by what they are, unrounded. */
export const compareDecimals = (a: Decimal, b: Decimal): number => exact(a.minus(b)).cmp(0)
