/** Limits of numbers, for forms and the API (K18). */
import type { Field } from './fields'
import { maxDigits } from './limits'
import { problems } from './problems'

/** Maximum of an integer column, ids included. */
export const maxInteger = 2_147_483_647

/** Digits after the decimal point, zeros included. */
const maxDecimals = 30

/** Default maximum of quantities and amounts of money. */
const maxNumber = 1_000_000_000_000

type NumberField = Pick<Extract<Field, { kind: 'number' | 'integer' }>, 'kind' | 'min' | 'max'>

/** The minimum and maximum of a field. */
export function rangeOf({ kind, min, max }: NumberField): { min: number; max: number } {
  const most = kind === 'integer' ? maxInteger : maxNumber
  return { min: min ?? -most, max: max ?? most }
}

/** Whether digits as written exceed the stored precision: in total, or on one side of the point. */
export function hasTooManyDigits(digits: string): boolean {
  const [whole = '', fraction = ''] = digits.replace(/^[-+]/, '').split('.')
  const significant = (whole + fraction).replace(/^0+|0+$/g, '')
  return (
    significant.length > maxDigits ||
    whole.replace(/^0+/, '').length > maxDigits ||
    fraction.replace(/0+$/, '').length > maxDecimals
  )
}

/** A number in digits, without an exponent. */
function inDigits(value: number): string {
  const [digits = '', exponent] = String(Math.abs(value)).split('e')
  if (exponent === undefined) return digits
  const bare = digits.replace('.', '')
  const places = Number(exponent)
  return places < 0 ? `0.${'0'.repeat(-places - 1)}${bare}` : bare.padEnd(places + 1, '0')
}

/** The error for a number in a field; null for a valid one. */
export function numberProblem(value: number, field: NumberField): string | null {
  if (!Number.isFinite(value)) return problems.number
  if (hasTooManyDigits(inDigits(value))) return problems.digits(maxDigits)
  if (field.kind === 'integer' && !Number.isInteger(value)) return problems.integer
  const { min, max } = rangeOf(field)
  if (value < min) return problems.tooLow(min)
  return value > max ? problems.tooHigh(max) : null
}
