import fc from 'fast-check'
import { levelsOf } from './levels'

test.each([
  [
    [0, 80],
    [0, 20, 40, 60, 80],
  ],
  [
    [0, 81],
    [0, 25, 50, 75, 100],
  ],
  [
    [0, 12_345],
    [0, 5_000, 10_000, 15_000],
  ],
  [
    [3.91, 4.12],
    [3.9, 4, 4.1, 4.2],
  ],
  [
    [4.05, 4.05],
    [3.5, 3.75, 4, 4.25, 4.5],
  ],
  [
    [0, 0],
    [0, 0.25, 0.5, 0.75, 1],
  ],
  [
    [-30, 10],
    [-30, -20, -10, 0, 10],
  ],
  [[], [0, 1]],
])('levels of %j are %j', (values, levels) => {
  expect(levelsOf(values)).toEqual(levels)
})

test('all values lie between a few round levels', () => {
  const amount = fc.integer().map((tenThousandths) => tenThousandths / 10_000)
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1 }), (values) => {
      const levels = levelsOf(values)
      expect(levels.length).toBeLessThanOrEqual(6)
      expect(new Set(levels).size).toBe(levels.length)
      expect(levels[0]).toBeLessThanOrEqual(Math.min(...values))
      expect(levels.at(-1)).toBeGreaterThanOrEqual(Math.max(...values))
    }),
  )
})
