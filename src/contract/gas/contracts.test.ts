import fc from 'fast-check'
import { addDays, daysBetween, holidaysOf, isBusinessDay } from './calendar'
import { monthlyVolumes, type enrollmentRules, type noticeKinds } from './choices'
import {
  contractState,
  daysToEndOf,
  endDateOf,
  enrollByOf,
  flowDaysOf,
  noticeByOf,
  noticeOpensOf,
  renewalBucketOf,
  stakeOf,
  type ContractDays,
} from './contracts'
import { readinessOf, type ReadinessFacts, type ReadyAccount } from './readiness'

const holidays = new Set(
  Array.from({ length: 12 }, (_, index) => holidaysOf(2025 + index)).flatMap((days) =>
    days.map(({ day }) => day),
  ),
)
const anyDay = fc.integer({ min: 0, max: 3_650 }).map((days) => addDays('2026-01-01', days))

test.each([
  ['2026-11-01', 12, '2027-10-31'],
  ['2027-01-31', 1, '2027-02-27'],
  ['2028-02-29', 12, '2029-02-27'],
  ['2026-12-15', 18, '2028-06-14'],
  ['2027-02-28', 12, '2028-02-27'],
  ['2027-10-31', 4, '2028-02-28'],
])('[CTR-3, WE-16] from %s on, %d months last to %s', (start, term, end) => {
  expect(endDateOf(start, term)).toBe(end)
})

test('[CTR-3] no term leads beyond the last day that can be written', () => {
  for (const [start, term] of [
    ['9999-12-01', 120],
    ['9999-01-31', 12],
  ] as const)
    expect(endDateOf(start, term)).toMatch(/^9999-12-3[01]$/)
})

test('[CTR-3] longer terms end later, and terms from the first of a month on its last day', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 1, max: 119 }), (start, term) => {
      expect(endDateOf(start, term) < endDateOf(start, term + 1)).toBe(true)
      const end = endDateOf(`${start.slice(0, 7)}-01`, term)
      expect(addDays(end, 1).slice(8)).toBe('01')
    }),
  )
})

test.each<[string, number, (typeof noticeKinds)[number], string]>([
  ['2027-01-31', 90, 'calendar', '2026-11-02'],
  ['2027-03-31', 60, 'calendar', '2027-01-29'],
  ['2027-03-02', 60, 'calendar', '2026-12-31'],
  ['2027-02-28', 60, 'calendar', '2026-12-30'],
  ['2026-12-31', 10, 'business', '2026-12-16'],
  ['2027-10-31', 60, 'calendar', '2027-09-01'],
  ['2027-01-04', 1, 'business', '2026-12-31'],
  ['2027-01-04', 0, 'calendar', '2027-01-04'],
])('[CTR-6, WE-17] a contract to %s with notice of %d %s days: by %s', (end_date, notice_days, kind, by) => {
  expect(noticeByOf({ end_date, notice_days, notice_kind: kind }, holidays)).toBe(by)
})

test('[CTR-6] notice is due on a business day, and opens so many days before the end', () => {
  expect(noticeOpensOf('2027-10-31', 120)).toBe('2027-07-03')
  const calendarDays = fc.integer({ min: 0, max: 365 })
  fc.assert(
    fc.property(anyDay, calendarDays, (end_date, notice_days) => {
      const by = noticeByOf({ end_date, notice_days, notice_kind: 'calendar' }, holidays)
      expect(isBusinessDay(by, holidays)).toBe(true)
      const moved = daysBetween(by, addDays(end_date, -notice_days))
      expect(moved).toBeGreaterThanOrEqual(0)
      for (let day = addDays(by, 1); day <= addDays(by, moved); day = addDays(day, 1))
        expect(isBusinessDay(day, holidays)).toBe(false)
    }),
  )
})

test.each<[string, (typeof enrollmentRules)[number], number, string]>([
  ['2027-02-01', 'days_before', 15, '2027-01-17'],
  ['2027-02-01', 'prior_month_business_day', 1, '2027-01-04'],
  ['2027-02-15', 'prior_month_business_day', 10, '2027-01-15'],
  ['2027-02-01', 'prior_month_business_day', 11, '2027-01-19'],
  ['2027-01-01', 'prior_month_business_day', 3, '2026-12-03'],
  ['2027-02-01', 'prior_month_business_day', 19, '2027-01-29'],
  ['2027-02-01', 'prior_month_business_day', 20, '2027-01-29'],
])('[CTR-5] a start on %s with the rule %s and %d: enrolled by %s', (start, rule, days, by) => {
  expect(enrollByOf(start, rule, days, holidays)).toBe(by)
})

describe('flow days', () => {
  const days = { start_date: '2026-11-01', end_date: '2027-10-31' }
  const reads = ['2027-12-14', '2026-10-12', '2026-11-30', '2026-11-12', '2027-11-11', '2027-10-31']

  test("[CTR-4] from the first of the month they are the contract's", () => {
    expect(flowDaysOf({ ...days, start_rule: 'first_of_month' }, reads)).toEqual({
      flow_start: '2026-11-01',
      flow_end: '2027-10-31',
    })
  })

  test('[CTR-4] by reads, from the first one of the month to the day before the first one after the end', () => {
    const byReads = { ...days, start_rule: 'meter_read' } as const
    expect(flowDaysOf(byReads, reads)).toEqual({ flow_start: '2026-11-12', flow_end: '2027-11-10' })
    expect(flowDaysOf(byReads, [])).toEqual({ flow_start: null, flow_end: null })
    expect(flowDaysOf(byReads, ['2026-12-01'])).toEqual({ flow_start: null, flow_end: null })
  })

  test('[CTR-4] a contract by reads that follows another one leaves no day between, and none twice', () => {
    const next = { start_rule: 'meter_read', start_date: '2027-11-01', end_date: '2028-10-31' } as const
    const { flow_end } = flowDaysOf({ ...days, start_rule: 'meter_read' }, reads)
    expect(addDays(flow_end ?? '', 1)).toBe(flowDaysOf(next, reads).flow_start)
  })
})

const holdover: ContractDays = {
  signed_on: '2026-10-01',
  terminated_on: null,
  start_date: '2026-11-01',
  end_date: '2027-10-31',
  after_end: 'holdover',
  renewed_on: null,
}

test.each([
  ['2026-10-31', 'signed', 365, null],
  ['2026-11-01', 'active', 364, null],
  ['2027-05-03', 'active', 181, null],
  ['2027-05-04', 'active', 180, 180],
  ['2027-08-02', 'active', 90, 90],
  ['2027-10-31', 'active', 0, 30],
  ['2027-11-01', 'holdover', -1, null],
])('[CTR-7, WE-18] on %s it is %s, %d days to the end, in the bucket %s', (day, state, left, bucket) => {
  expect(contractState(holdover, day)).toBe(state)
  expect(daysToEndOf('2027-10-31', day)).toBe(left)
  expect(renewalBucketOf(left)).toBe(bucket)
})

test('[CTR-7] the first state that holds counts', () => {
  const after = '2027-11-01'
  expect(contractState({ ...holdover, signed_on: null }, after)).toBe('draft')
  const late = { ...holdover, signed_on: '2027-01-15', terminated_on: '2027-01-10' }
  expect(contractState(late, '2027-01-14')).toBe('draft')
  expect(contractState(late, '2027-01-15')).toBe('terminated')
  const terminated = { ...holdover, terminated_on: '2027-01-31', renewed_on: '2027-10-01' }
  expect(contractState(terminated, '2027-01-31')).toBe('active')
  expect(contractState(terminated, '2027-02-01')).toBe('terminated')
  expect(contractState({ ...holdover, renewed_on: '2027-10-01' }, '2027-10-31')).toBe('active')
  expect(contractState({ ...holdover, renewed_on: '2027-10-01' }, after)).toBe('renewed')
  const later = { ...holdover, renewed_on: '2027-11-20' }
  expect(contractState(later, '2027-11-19')).toBe('holdover')
  expect(contractState(later, '2027-11-20')).toBe('renewed')
  const byRule = (after_end: ContractDays['after_end']) => contractState({ ...holdover, after_end }, after)
  expect([byRule('ends'), byRule('evergreen'), byRule('auto_renew')]).toEqual([
    'ended',
    'evergreen',
    'auto_renewed',
  ])
})

const complete: ReadyAccount = { completeMonths: 12, hasMeter: true, hasAddress: true }
const everything: ReadinessFacts = {
  loa: true,
  legal_entity: true,
  credit: true,
  contact: true,
  accounts: [complete],
}

test('[RDY-1, WE-19] the score of an opportunity', () => {
  const accounts = [complete, { completeMonths: 9, hasMeter: true, hasAddress: false }]
  expect(readinessOf({ ...everything, credit: false, accounts })).toEqual({
    score: 79,
    missing: ['usage', 'meters', 'credit'],
  })
  expect(readinessOf({ ...everything, accounts: [{ ...complete, completeMonths: 11 }] })).toEqual({
    score: 98,
    missing: ['usage'],
  })
  expect(readinessOf({ ...everything, accounts: [] })).toEqual({ score: 55, missing: ['usage', 'meters'] })
})

test('[RDY-1] nothing is missing exactly at 100, and more never lowers the score', () => {
  expect(readinessOf({ ...everything, accounts: [{ ...complete, completeMonths: 24 }] }).score).toBe(100)
  const account = fc.record({
    completeMonths: fc.integer({ min: 0, max: 24 }),
    hasMeter: fc.boolean(),
    hasAddress: fc.boolean(),
  })
  const facts = fc.record({
    loa: fc.boolean(),
    legal_entity: fc.boolean(),
    credit: fc.boolean(),
    contact: fc.boolean(),
    accounts: fc.array(account, { maxLength: 5 }),
  })
  fc.assert(
    fc.property(facts, (given) => {
      const { score, missing } = readinessOf(given)
      if (missing.length === 0) expect(score).toBe(100)
      expect(readinessOf({ ...given, loa: true }).score).toBeGreaterThanOrEqual(score)
      const ready = given.accounts.map(() => complete)
      expect(readinessOf({ ...given, accounts: ready }).score).toBeGreaterThanOrEqual(score)
    }),
  )
})

test.each([
  ['dth', 0.12, 'dth', 12_000, 1_440],
  ['th', 0.12, null, 1_200, 144],
  ['ccf', 0.012, 'th', 1_244.4, 149.33],
  ['dth', 0.1, 'mcf', 12_000, 1_157.18],
  ['dth', null, 'dth', 12_000, null],
] as const)(
  '[CTR-8] 1,000 %s a month at %s per %s are at stake as %d dth, $%s',
  (volume_unit, fee, fee_unit, annual_dth, yearly_fee) => {
    const volumes = Object.fromEntries(monthlyVolumes.map((name) => [name, 1_000]))
    const contract = { ...volumes, volume_unit, fee, fee_unit }
    expect(stakeOf(contract, 1.037)).toEqual({ annual_dth, yearly_fee })
    expect(stakeOf({ ...contract, may_volume: null }, 1.037)).toEqual({ annual_dth: null, yearly_fee: null })
  },
)
