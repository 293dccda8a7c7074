import { decimal, sumOf, type Decimal } from './decimal'

/**
 * Shares a total by weights (UNIT-5): each share is rounded down, and the rest goes to the largest remainders, one unit
 * of the last place each, of equal ones to the earlier. Without any weight the shares are even.
 * @param digits places of the total and of the shares.
 */
export function shareOut(total: number, weights: readonly number[], digits: number): number[] {
  if (total < 0) return shareOut(-total, weights, digits).map((share) => 0 - share)
  const given = weights.some((weight) => weight > 0) ? weights : weights.map(() => 1)
  if (digits === 0 && isExact(total, given)) return shareWhole(total, given)
  const scale = decimal(10).pow(digits)
  const units = decimal(total).times(scale)
  const sum = sumOf(given.map((weight) => decimal(weight)))
  const parts = given.map((weight, index) => {
    const product = units.times(weight)
    const remainder = product.mod(sum)
    return { index, whole: product.minus(remainder).div(sum), remainder }
  })
  const rest = units.minus(sumOf(parts.map(({ whole }) => whole))).toNumber()
  const raised = new Set(
    [...parts]
      .sort((a, b) => byRemainder(a.remainder, b.remainder) || a.index - b.index)
      .slice(0, Math.round(rest))
      .map(({ index }) => index),
  )
  return parts.map(({ index, whole }) =>
    whole
      .plus(raised.has(index) ? 1 : 0)
      .div(scale)
      .toNumber(),
  )
}

/** Whether plain numbers hold every product of a total and a weight, and the sum of the weights. */
const isExact = (total: number, weights: readonly number[]): boolean =>
  Number.isInteger(total) &&
  weights.every((weight) => Number.isInteger(weight) && Number.isSafeInteger(total * weight)) &&
  Number.isSafeInteger(weights.reduce((sum, weight) => sum + weight, 0))

/** The same of a whole total by whole weights: usage is shared some hundred thousand times at once. */
function shareWhole(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const parts = weights.map((weight, index) => {
    const remainder = (total * weight) % sum
    return { index, share: (total * weight - remainder) / sum, remainder }
  })
  const rest = total - parts.reduce((all, { share }) => all + share, 0)
  const byRest = [...parts].sort((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const part of byRest.slice(0, rest)) part.share++
  return parts.map(({ share }) => share)
}

const byRemainder = (a: Decimal, b: Decimal): number => b.cmp(a)
