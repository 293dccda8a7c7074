import fc from 'fast-check'
import { aBid } from '../../testing/builders'
import {
  asMonths,
  converted,
  excess,
  inUnit,
  monthlyOf,
  monthlySum,
  spreadEvenly,
  sumOf,
  winterShare,
  type Volume,
} from './volumes'

/** Typed numbers: up to 12 digits, up to 3 of them decimals. */
const typed = fc
  .tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 3 }))
  .map(([digits, places]) => Number(`${digits}e-${places}`))
const twelve = fc.array(fc.option(typed), { minLength: 12, maxLength: 12 })

/** Sums in thousandths, without binary rounding. */
const thousandths = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + BigInt(Math.round(value * 1000)), 0n)

describe('sums of volumes', () => {
  it('are exact', () => {
    expect(sumOf([0.1, 0.2])).toBe(0.3)
    expect(sumOf(Array.from({ length: 12 }, () => 0.1))).toBe(1.2)
    expect(sumOf([])).toBe(0)
    fc.assert(
      fc.property(fc.array(typed), (values) => {
        expect(sumOf(values)).toBe(Number(`${thousandths(values)}e-3`))
      }),
    )
  })

  it('do not depend on the order', () => {
    fc.assert(
      fc.property(fc.array(typed), (values) => {
        expect(sumOf(values.toReversed())).toBe(sumOf(values))
      }),
    )
  })

  it('carry 15 significant digits', () => {
    expect(sumOf([123_456_789_012_345, 0.4])).toBe(123_456_789_012_345)
    expect(sumOf([1e21, 1e21])).toBe(2e21)
    expect(sumOf([1e-7, 2e-7])).toBe(3e-7)
  })

  it('leave out months without a volume and what is no number', () => {
    expect(monthlySum([1, null, 'much', 2])).toBe(3)
    expect(monthlySum([null, null])).toBeNull()
  })
})

describe('the year against its months', () => {
  it('says by how much they differ, and nothing where one of them is not known', () => {
    expect(excess(100, [60.1, 39.9])).toBe(0)
    expect(excess(100, [60.1, 40.2])).toBe(0.3)
    expect(excess(100, [60.1])).toBe(-39.9)
    expect(excess(null, [1])).toBeNull()
    expect(excess('much', [1])).toBeNull()
    expect(excess(100, [null])).toBeNull()
  })
})

describe('the share of the winter', () => {
  it('is that of November to March', () => {
    const months = (volume: (month: number) => Volume) =>
      Array.from({ length: 12 }, (_, index) => volume(index))
    expect(winterShare(months(() => 10))).toBeCloseTo(41.6667, 3)
    expect(winterShare(months((month) => ([0, 1, 2, 10, 11].includes(month) ? 5 : 0)))).toBe(100)
    expect(winterShare(months((month) => (month >= 3 && month <= 9 ? 5 : null)))).toBe(0)
    expect(winterShare(months(() => 0))).toBeNull()
    expect(winterShare(months(() => null))).toBeNull()
  })
})

describe('spreading a year evenly', () => {
  it('gives twelve volumes that add up to it exactly', () => {
    fc.assert(
      fc.property(typed, (annual) => {
        const monthly = spreadEvenly(annual)
        expect(monthly).toHaveLength(12)
        expect(sumOf(monthly)).toBe(annual)
      }),
    )
  })

  it('holds them within a hundredth of each other, and never below nothing', () => {
    fc.assert(
      fc.property(typed, (annual) => {
        const monthly = spreadEvenly(annual)
        const [least, most] = [Math.min(...monthly), Math.max(...monthly)]
        expect(least).toBeGreaterThanOrEqual(0)
        expect(most - least).toBeLessThanOrEqual(most * 0.0101)
      }),
    )
  })

  it('keeps to whole units where the year is large enough', () => {
    expect(spreadEvenly(100_000)).toEqual([
      8333, 8333, 8334, 8333, 8333, 8334, 8333, 8333, 8334, 8333, 8333, 8334,
    ])
    expect(spreadEvenly(120_000)).toEqual(Array.from({ length: 12 }, () => 10_000))
    expect(spreadEvenly(1)).toEqual([
      0.0833, 0.0833, 0.0834, 0.0833, 0.0833, 0.0834, 0.0833, 0.0833, 0.0834, 0.0833, 0.0833, 0.0834,
    ])
    expect(spreadEvenly(0)).toEqual(Array.from({ length: 12 }, () => 0))
  })
})

describe('converting units', () => {
  it('counts ten therms to the dekatherm, without binary noise', () => {
    expect(converted(12.3, 'dth', 'th')).toBe(123)
    expect(converted(0.3, 'dth', 'th')).toBe(3)
    expect(converted(1.1, 'th', 'dth')).toBe(0.11)
    expect(converted(5, 'th', 'th')).toBe(5)
    expect(converted(null, 'th', 'dth')).toBeNull()
    expect(converted('much', 'th', 'dth')).toBe('much')
  })

  it('leads back to where it began', () => {
    fc.assert(
      fc.property(typed, (volume) => {
        expect(converted(converted(volume, 'dth', 'th'), 'th', 'dth')).toBe(volume)
        expect(converted(converted(volume, 'th', 'dth'), 'dth', 'th')).toBe(volume)
      }),
    )
  })

  it('takes the year and all months along, and with them their sum', () => {
    fc.assert(
      fc.property(twelve, fc.option(typed), (monthly, annual_volume) => {
        const before = { ...aBid(), ...asMonths(monthly), annual_volume }
        const after = inUnit(before, 'th')
        expect(after.volume_unit).toBe('th')
        expect(after.annual_volume).toBe(converted(annual_volume, 'dth', 'th'))
        expect(monthlySum(monthlyOf(after))).toBe(converted(monthlySum(monthly), 'dth', 'th'))
        expect(inUnit(after, 'dth')).toEqual({ ...asMonths(monthly), annual_volume, volume_unit: 'dth' })
      }),
    )
  })
})
