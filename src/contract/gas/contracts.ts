/** The days of contracts: their end, notice, enrollment and flow, and how they stand on a day (CTR-3 to CTR-7). */
import {
  addDays,
  addMonths,
  addMonthsToDay,
  businessDayFrom,
  daysBetween,
  isBusinessDay,
  monthOf,
  type Holidays,
} from './calendar'
import {
  monthlyVolumes,
  renewalBuckets,
  type afterEnds,
  type ContractState,
  type enrollmentRules,
  type GasUnit,
  type noticeKinds,
  type RenewalBucket,
  type startRules,
} from './choices'
import { places, rounded, sumOf } from './decimal'
import { convertPrice, convertQuantity, quantityPlaces } from './units'

/** The last day of a contract, inclusive (CTR-3). */
export const endDateOf = (startDate: string, term: number): string =>
  addDays(addMonthsToDay(startDate, term), -1)

/** The rules of notice of a contract (CTR-6). */
export interface NoticeRules {
  end_date: string
  notice_days: number
  notice_kind: (typeof noticeKinds)[number]
}

/** The last business day not after a day. */
const businessDayUpTo = (day: string, holidays: Holidays): string =>
  isBusinessDay(day, holidays) ? day : businessDayFrom(day, -1, holidays)

/** The last day on which notice can be given (CTR-6). */
export const noticeByOf = ({ end_date, notice_days, notice_kind }: NoticeRules, holidays: Holidays): string =>
  notice_kind === 'business'
    ? businessDayFrom(end_date, -notice_days, holidays)
    : businessDayUpTo(addDays(end_date, -notice_days), holidays)

/** The first day on which notice can be given (CTR-6). */
export const noticeOpensOf = (endDate: string, noticeOpenDays: number): string =>
  addDays(endDate, -noticeOpenDays)

/**
 * The day by which a utility wants accounts to be enrolled (CTR-5).
 * @param days calendar days before the start, or which business day of the month before, from 1; a month that has
 * fewer gives its last one.
 */
export function enrollByOf(
  startDate: string,
  rule: (typeof enrollmentRules)[number],
  days: number,
  holidays: Holidays,
): string {
  if (rule === 'days_before') return addDays(startDate, -days)
  const first = `${monthOf(startDate)}-01`
  const dayBefore = addDays(`${addMonths(monthOf(startDate), -1)}-01`, -1)
  const found = businessDayFrom(dayBefore, days, holidays)
  return found < first ? found : businessDayFrom(first, -1, holidays)
}

/** The days on which an account flows; null where a reading of its meter has yet to tell. */
export interface FlowDays {
  flow_start: string | null
  flow_end: string | null
}

/**
 * The days on which an account flows under a contract (CTR-4).
 * @param readDays the days of its closing reads (read_to), in any order.
 */
export function flowDaysOf(
  contract: { start_rule: (typeof startRules)[number]; start_date: string; end_date: string },
  readDays: readonly string[],
): FlowDays {
  const { start_rule, start_date, end_date } = contract
  if (start_rule === 'first_of_month') return { flow_start: start_date, flow_end: end_date }
  const month = monthOf(start_date)
  const first = (days: readonly string[]) => [...days].sort()[0] ?? null
  const closing = first(readDays.filter((day) => day > end_date))
  return {
    flow_start: first(readDays.filter((day) => monthOf(day) === month)),
    flow_end: closing === null ? null : addDays(closing, -1),
  }
}

/** The same under a contract that has ended early: none where an account would have begun to flow after that. */
export function flowDaysUntil({ flow_start, flow_end }: FlowDays, terminatedOn: string | null): FlowDays {
  if (terminatedOn === null) return { flow_start, flow_end }
  return flow_start !== null && flow_start > terminatedOn
    ? { flow_start: null, flow_end: null }
    : { flow_start, flow_end: terminatedOn }
}

/** What the state of a contract follows from. */
export interface ContractDays {
  signed_on: string | null
  terminated_on: string | null
  start_date: string | null
  end_date: string | null
  after_end: (typeof afterEnds)[number]
  /** When a contract that renews it was signed. */
  renewed_on: string | null
}

const statesAfterEnd = {
  ends: 'ended',
  evergreen: 'evergreen',
  holdover: 'holdover',
  auto_renew: 'auto_renewed',
} as const satisfies Record<ContractDays['after_end'], ContractState>

/** How a contract stands on a day: the first state that holds (CTR-7). */
export function contractState(contract: ContractDays, day: string): ContractState {
  const { signed_on, terminated_on, start_date, end_date, after_end, renewed_on } = contract
  if (signed_on === null || day < signed_on || start_date === null || end_date === null) return 'draft'
  if (terminated_on !== null && day > terminated_on) return 'terminated'
  if (day < start_date) return 'signed'
  if (day <= end_date) return 'active'
  return renewed_on !== null && day >= renewed_on ? 'renewed' : statesAfterEnd[after_end]
}

/** Days from a day to the last one of a contract; negative after it. */
export const daysToEndOf = (endDate: string, day: string): number => daysBetween(day, endDate)

/** The bucket of renewals that a contract is in; null before them and after its end (CTR-7). */
export const renewalBucketOf = (daysToEnd: number): RenewalBucket | null =>
  daysToEnd < 0 ? null : (renewalBuckets.find((bucket) => daysToEnd <= bucket) ?? null)

/** What is at stake where a contract is not renewed (CTR-8). */
export interface Stake {
  /** Null where the volume of a month is not known. */
  annual_dth: number | null
  /** USD; null where the fee is not known either. */
  yearly_fee: number | null
}

/** What the stake of a contract follows from; without a unit it is in dekatherms. */
export type StakeValues = Partial<Readonly<Record<(typeof monthlyVolumes)[number], number | null>>> & {
  volume_unit?: GasUnit
  fee?: number | null
  fee_unit?: GasUnit | null
}

/** What a year of a contract burns and earns (CTR-8). */
export function stakeOf(contract: StakeValues, heatContent: number): Stake {
  const { volume_unit = 'dth', fee = null, fee_unit } = contract
  const volumes = monthlyVolumes.flatMap((name) => contract[name] ?? [])
  if (volumes.length < monthlyVolumes.length) return { annual_dth: null, yearly_fee: null }
  const dth = sumOf(volumes.map((volume) => convertQuantity(volume, volume_unit, 'dth', heatContent)))
  return {
    annual_dth: rounded(dth, quantityPlaces.dth),
    yearly_fee:
      fee === null
        ? null
        : rounded(convertPrice(fee, fee_unit ?? 'dth', 'dth', heatContent).times(dth), places.money),
  }
}
