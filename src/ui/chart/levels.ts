/** Between two levels, by powers of ten. */
const steps = [1, 2, 2.5, 5, 10]
/** So many levels at most, beside the lowest one. */
const maxLevels = 4
/** Digits that a sum of steps keeps, without those that binary fractions add. */
const exactDigits = 15

/** Round values of an axis from the lowest to the highest, between which all values lie: 0, 50, 100 for 3 to 80 and 0. */
export function levelsOf(values: readonly number[]): number[] {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  if (!Number.isFinite(least) || !Number.isFinite(most)) return [0, 1]
  // Equal values lie in the middle, or at the bottom where there is nothing.
  const margin = least === most ? Math.abs(least) / 10 : 0
  const [from, to] = most === 0 && least === 0 ? [0, 1] : [least - margin, most + margin]
  const power = 10 ** Math.floor(Math.log10((to - from) / maxLevels))
  const step = power * (steps.find((each) => fits(from, to, each * power)) ?? 10)
  const first = Math.floor(from / step)
  return Array.from({ length: Math.ceil(to / step) - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(exactDigits)),
  )
}

const fits = (from: number, to: number, step: number): boolean =>
  Math.ceil(to / step) - Math.floor(from / step) <= maxLevels
