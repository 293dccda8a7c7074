import fc from 'fast-check'
import { addDays, addYears, daysInMonth, monthsFrom } from './calendar'
import type { GasUnit } from './units'
import {
  coverageOf,
  dthOf,
  gapsOf,
  isComplete,
  lastYearsVolume,
  loadProfile,
  longPeriods,
  outliersOf,
  overlapping,
  periodHeatContent,
  periodVolume,
  prorate,
  replacementGaps,
  usageMonths,
  type MeterUsage,
  type UsageMonth,
  type UsedPeriod,
} from './usage'

const heat = 1.037
const period = (read_from: string, read_to: string, quantity: number, unit: GasUnit = 'dth'): UsedPeriod => ({
  read_from,
  read_to,
  volume: periodVolume(quantity, unit, heat),
  isEstimated: false,
})
const meter = (periods: readonly UsedPeriod[], installed_on: string | null = null): MeterUsage => ({
  installed_on,
  removed_on: null,
  periods,
})
const shares = (given: UsedPeriod) =>
  prorate(given).map(({ month, days, volume }) => [month, days, dthOf(volume)])
const profileH = [1800, 1550, 1200, 700, 400, 200, 150, 150, 250, 700, 1200, 1700]
const used = (month: string, volume: number, daysCovered = daysInMonth(month)): UsageMonth => ({
  month,
  volume: volume * 1_000,
  daysCovered,
  isEstimated: false,
})
const profileOf = (
  months: readonly UsageMonth[],
  asOf: string,
  mdq: number | null = null,
  unit: GasUnit = 'dth',
) => loadProfile(months, { asOf, mdq, unit, heatContent: heat })

test('[USE-3, USE-6, WE-9] a period is shared by days; with an inclusive last day it has one more', () => {
  expect(shares(period('2025-09-12', '2025-10-14', 3_200, 'th'))).toEqual([
    ['2025-09', 19, 190],
    ['2025-10', 13, 130],
  ])
  expect(shares(period('2025-09-12', addDays('2025-10-14', 1), 3_200, 'th'))).toEqual([
    ['2025-09', 19, 184.242],
    ['2025-10', 14, 135.758],
  ])
})

test('[USE-6, UNIT-5, WE-10] three months of a period sum to it', () => {
  expect(shares(period('2025-01-28', '2025-03-03', 1_000, 'th'))).toEqual([
    ['2025-01', 4, 11.765],
    ['2025-02', 28, 82.353],
    ['2025-03', 2, 5.882],
  ])
})

test('[USE-6, WE-11] a leap day counts where it lies', () => {
  expect(shares(period('2025-02-15', '2025-03-15', 580))).toEqual([
    ['2025-02', 14, 290],
    ['2025-03', 14, 290],
  ])
  expect(shares(period('2024-02-15', '2024-03-15', 580))).toEqual([
    ['2024-02', 15, 300],
    ['2024-03', 14, 280],
  ])
})

test('[USE-8, WE-11] a profile takes a leap February as one of 28 days, the load factor as metered', () => {
  const year = monthsFrom('2023-03', 12).map((month) => used(month, month === '2024-02' ? 2_900 : 310))
  const profile = profileOf(year, '2024-03-05')
  expect([profile.february_volume, profile.annual_volume]).toEqual([2_800, 2_800 + 11 * 310])
  expect(profile.load_factor_month).toBe(0.1724)
})

const beforeGap = period('2025-09-12', '2025-10-14', 320)
const afterGap = period('2025-10-20', '2025-11-18', 290)

test('[USE-4, USE-6, USE-7, WE-12] a gap leaves its month incomplete, and an overlap names what it meets', () => {
  const october = usageMonths([meter([afterGap, beforeGap])]).find(({ month }) => month === '2025-10')
  expect(october).toMatchObject({ volume: 250_000, daysCovered: 25 })
  expect(october && [coverageOf(october), isComplete(october)]).toEqual([0.8065, false])
  expect(gapsOf([afterGap, beforeGap])).toEqual([{ from: '2025-10-14', to: '2025-10-19', days: 6 }])
  const third = period('2025-10-10', '2025-11-09', 1)
  expect(overlapping(third, [afterGap, beforeGap])).toEqual([beforeGap, afterGap])
  expect(overlapping(period('2025-10-14', '2025-10-20', 1), [afterGap, beforeGap])).toEqual([])
})

describe('[USE-7] the days between meters of an account', () => {
  const between = (first: Partial<MeterUsage>, ...others: Partial<MeterUsage>[]) => {
    const meters = [first, ...others].map((one) => ({ ...meter([]), ...one }))
    return replacementGaps(meters).map(({ meter: of, gap }) => [meters.indexOf(of), gap.from, gap.to])
  }
  const removed = { removed_on: '2025-06-15', periods: [period('2025-05-15', '2025-06-15', 1)] }
  const late = [period('2025-06-20', '2025-07-20', 1)]

  test('are a gap where the one replaces the other', () => {
    expect(between(removed, { installed_on: '2025-06-15', periods: late })).toEqual([
      [1, '2025-06-15', '2025-06-19'],
    ])
    expect(between(removed, { installed_on: '2025-06-17', periods: late })).toEqual([
      [1, '2025-06-15', '2025-06-19'],
    ])
  })

  test('are of each meter as far as it was in place', () => {
    const unread = { removed_on: '2025-06-15', periods: [period('2025-05-15', '2025-06-10', 1)] }
    expect(between(unread, { installed_on: '2025-06-15', periods: late })).toEqual([
      [0, '2025-06-10', '2025-06-14'],
      [1, '2025-06-15', '2025-06-19'],
    ])
  })

  test('are none where the reads follow each other, or a meter runs beside others', () => {
    expect(
      between(removed, { installed_on: '2025-06-15', periods: [period('2025-06-15', '2025-07-20', 1)] }),
    ).toEqual([])
    expect(between({ ...removed, removed_on: null }, { installed_on: '2025-06-15', periods: late })).toEqual(
      [],
    )
    expect(between(removed, { installed_on: null, periods: late })).toEqual([])
    const beside = { periods: [period('2025-05-01', '2025-07-20', 1)] }
    expect(between(removed, { installed_on: '2025-06-18', periods: late }, beside)).toEqual([])
  })

  test('count once for a meter in the place of two', () => {
    const earlier = { removed_on: '2025-06-12', periods: [period('2025-05-15', '2025-06-12', 1)] }
    expect(between(earlier, removed, { installed_on: '2025-06-15', periods: late })).toEqual([
      [2, '2025-06-15', '2025-06-19'],
    ])
  })
})

test('[USE-5, WE-13] a rebilled period takes the place of the cancelled one', () => {
  const rebilled = shares(period('2025-09-12', '2025-10-14', 3_520, 'th'))
  expect(rebilled.map(([, , volume]) => volume)).toEqual([209, 143])
})

test('[USE-8, WE-14] the load factors of a year', () => {
  const year = monthsFrom('2025-01', 12).map((month, index) => used(month, profileH[index] ?? 0))
  expect(profileOf(year, '2026-01-01', 82)).toMatchObject({
    january_volume: 1_800,
    december_volume: 1_700,
    annual_volume: 10_000,
    missing: [],
    volume_source: 'consecutive',
    average_day: 27.397,
    highest_day: 58.065,
    load_factor_month: 0.4718,
    load_factor_mdq: 0.3341,
  })
  expect(profileOf(year, '2026-01-01', null, 'th')).toMatchObject({
    january_volume: 18_000,
    load_factor_mdq: null,
  })
})

test('[USE-8] the latest twelve complete months in a row count, of the 36 before', () => {
  const months = monthsFrom('2023-01', 30).map((month, index) => used(month, index))
  const gap = months.map((month) => (month.month === '2025-03' ? { ...month, daysCovered: 30 } : month))
  // From March 2024 to February 2025: the later months are no twelve in a row.
  expect(profileOf(gap, '2025-07-20')).toMatchObject({
    volume_source: 'consecutive',
    months: monthsFrom('2024-03', 12),
    march_volume: 14,
    february_volume: 25,
  })
  // The month of the day itself, and what lies before the 36, do not count.
  expect(profileOf(months, '2026-12-31')).toMatchObject({
    volume_source: 'consecutive',
    months: monthsFrom('2024-07', 12),
  })
  expect(profileOf(months, '2028-01-01').months).toEqual(monthsFrom('2025-01', 6))
})

test('[USE-8] else the latest complete month of each counts, and the others are missing', () => {
  const months = [used('2024-05', 1), used('2024-06', 2), used('2025-06', 3), used('2025-07', 4, 30)]
  const profile = profileOf(months, '2025-09-01')
  expect(profile).toMatchObject({
    may_volume: 1,
    june_volume: 3,
    july_volume: null,
    annual_volume: null,
    volume_source: 'latest',
    load_factor_month: null,
  })
  expect(profile.missing).toHaveLength(10)
  expect(profile.missing).toContain('july_volume')
})

test('[USE-2] a replaced meter ends and the next one starts; a second one has to be known, too', () => {
  const old = {
    ...meter([period('2025-01-01', '2025-01-11', 10)]),
    removed_on: '2025-01-11',
  }
  const next = meter([period('2025-01-11', '2025-02-01', 21)], '2025-01-11')
  expect(usageMonths([old, next])).toEqual([used('2025-01', 31)])
  const beside = meter([period('2025-01-01', '2025-01-21', 5)])
  expect(usageMonths([old, next, beside])).toEqual([used('2025-01', 36, 20)])
})

test('[USE-7] periods of over forty days, and months far from the same month of two other years', () => {
  const long = period('2025-01-01', '2025-02-11', 1)
  expect(longPeriods([period('2025-02-11', '2025-03-23', 1), long])).toEqual([long])
  const months = [used('2023-01', 100), used('2024-01', 110), used('2025-01', 331), used('2025-02', 1)]
  expect(outliersOf(months)).toEqual([months[2]])
  expect(outliersOf([used('2023-01', 100), used('2024-01', 110), used('2025-01', 330)])).toEqual([])
  expect(outliersOf([used('2023-01', 100), used('2024-01', 110), used('2025-01', 33)])).toHaveLength(1)
  expect(outliersOf([used('2024-01', 110), used('2025-01', 999)])).toEqual([])
})

test('[USE-7] a gap is estimated by the same days of the year before', () => {
  const gap = { from: '2025-10-14', to: '2025-10-19', days: 6 }
  const lastYear = [period('2024-09-17', '2024-10-17', 300), period('2024-10-17', '2024-11-16', 600)]
  expect(lastYearsVolume(gap, lastYear)).toBe((3 * 10 + 3 * 20) * 1_000)
  expect(lastYearsVolume(gap, lastYear.slice(0, 1))).toBeNull()
  expect(addYears('2024-02-29', -1)).toBe('2023-02-28')
})

test('[UNIT-6, USE-3] a period counts with the heat content of its bill, else with that of its last day', () => {
  const entries = [
    { valid_from: '2025-01-01', mmbtu_per_mcf: 1.02 },
    { valid_from: '2025-10-14', mmbtu_per_mcf: 1.05 },
  ]
  const read_to = '2025-10-14'
  expect(periodHeatContent({ read_to, heat_content: null }, entries)).toBe(1.02)
  expect(periodHeatContent({ read_to: '2025-10-15', heat_content: null }, entries)).toBe(1.05)
  expect(periodHeatContent({ read_to, heat_content: 1.04 }, entries)).toBe(1.04)
  expect(dthOf(periodVolume(4_160, 'ccf', heat))).toBe(431.392)
})

/** Periods of a meter that follow each other, with gaps between some. */
const chains = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 0, max: 20 }),
      days: fc.integer({ min: 1, max: 100 }),
      volume: fc.integer({ min: 0, max: 1e15 }),
    }),
    { minLength: 1, maxLength: 24 },
  )
  .map((links) => {
    let day = '2023-11-05'
    return links.map(({ gap, days, volume }): UsedPeriod => {
      const read_from = addDays(day, gap)
      day = addDays(read_from, days)
      return { read_from, read_to: day, volume, isEstimated: false }
    })
  })

test('[USE-6] the months of periods sum to them, whatever their order', () => {
  fc.assert(
    fc.property(
      chains.chain((periods) =>
        fc.tuple(fc.constant(periods), fc.shuffledSubarray(periods, { minLength: periods.length })),
      ),
      ([periods, shuffled]) => {
        const months = usageMonths([meter(periods)])
        const total = (volumes: readonly { volume: number }[]) =>
          volumes.reduce((sum, { volume }) => sum + BigInt(volume), 0n)
        expect(total(months)).toBe(total(periods))
        expect(usageMonths([meter(shuffled)])).toEqual(months)
        for (const { month, daysCovered } of months)
          expect(daysCovered).toBeLessThanOrEqual(daysInMonth(month))
      },
    ),
    { numRuns: 50 },
  )
})
