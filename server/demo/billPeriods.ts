/** Three years of bill periods that follow the customer kind's profile and a made-up weather. */
import { addDays, addMonths, daysBetween, daysInMonth, monthOf } from '../../src/contract/gas/calendar'
import { convertQuantity } from '../../src/contract/gas/units'
import {
  daysOf,
  dthOf,
  periodHeatContent,
  periodVolume,
  usageMonths,
  type MeterUsage,
} from '../../src/contract/gas/usage'
import type { TableRows } from '../db/tables'
import { staffIds } from './accounts'
import { customerAt, ownerOf } from './customers'
import { heatContentsOf } from './market'
import { accountIndexOf, meterAt, meterCount } from './meters'
import type { DemoRow } from './rows'
import { stampsOf } from './stamps'
import { utilityAccountAt } from './utilityAccounts'
import { utilityStateAt } from './utilityStates'
import { loadProfiles } from './wordLists/customers'
import { dayLength, memoized, randomFor, toDay, type World } from './world'

type Period = DemoRow<'billPeriods'>

/** Periods of a meter. */
const perMeter = 36
export const billPeriodCount = (opportunities: number): number => meterCount(opportunities) * perMeter

/** Of a meter's periods: the day of its reads, and which period is billed twice. */
const readingAt = memoized((world: World, meter: number) => {
  const random = randomFor(world, 'meter_readings', meter)
  const account = utilityAccountAt(world, accountIndexOf(meter))
  const customer = customerAt(world, ownerOf(account.organization - 1).customer)
  const { utility } = utilityStateAt(world, account.utility_state - 1)
  const day = random.integer(1, 28)
  const today = toDay(world.today)
  const last = monthOf(today).concat(`-${String(day).padStart(2, '0')}`)
  return {
    day,
    lastMonth: last <= today ? monthOf(today) : addMonths(monthOf(today), -1),
    /** About one period of a hundred. */
    rebilled: random.chance(0.36) ? random.integer(3, perMeter - 3) : null,
    annual: customer.annualVolume * random.magnitude(0.05, 0.4),
    shares: loadProfiles[customer.kind.load],
    heatContents: heatContentsOf(world, utility),
    state: account.utility_state,
  }
})

/** How much colder than usual a month was, the same for all meters of a service. */
const weatherOf = memoized((world: World, key: number): number => {
  const random = randomFor(world, 'weather', key)
  return 0.85 + random.next() * 0.3
})

/** The period at an index: of each meter 36, the earliest first; ids count from 1. */
export const billPeriodAt = memoized((world: World, index: number): Period & { volume: number } => {
  const meterIndex = Math.floor(index / perMeter)
  const place = index % perMeter
  const meter = meterAt(world, meterIndex)
  const { day, lastMonth, rebilled, annual, shares, heatContents, state } = readingAt(world, meterIndex)
  const random = randomFor(world, 'bill_periods', index)
  // A period that is billed twice takes the place of two.
  const isRebill = rebilled !== null && place === rebilled + 1
  const step = rebilled !== null && place > rebilled ? place - 1 : place
  const steps = rebilled === null ? perMeter : perMeter - 1
  const readIn = (month: string) => `${month}-${String(day).padStart(2, '0')}`
  const from = readIn(addMonths(lastMonth, step - steps))
  const read_to = readIn(addMonths(lastMonth, step - steps + 1))
  const isBilledTwice = rebilled !== null && (place === rebilled || isRebill)
  // Some reads are late, so that days before them are missing.
  const read_from =
    !isBilledTwice && place > 0 && random.chance(0.03) ? addDays(from, random.integer(3, 9)) : from
  const days = daysBetween(read_from, read_to)
  const month = monthOf(addDays(read_from, Math.floor(days / 2)))
  const number = Number(month.slice(5))
  const share = (shares[number - 1] ?? 0) / daysInMonth(month)
  const weather = weatherOf(world, state * 10_000 + Number(month.slice(2, 4)) * 12 + number)
  const used = annual * share * days * weather * (rebilled === place ? 1.1 : 1)
  const quantity = Math.round(convertQuantity(String(Math.round(used)), 'dth', meter.unit, 1.037).toNumber())
  const heat_content_used = periodHeatContent({ read_to, heat_content: null }, heatContents)
  const volume = periodVolume(quantity, meter.unit, heat_content_used)
  const billed = isRebill
    ? Date.parse(billPeriodAt(world, index - 1).created_at)
    : Math.max(Date.parse(`${read_to}T12:00:00Z`), world.today - 69 * dayLength)
  return {
    bill_period_id: index + 1,
    meter: meter.meter_id,
    read_from,
    read_to,
    quantity,
    unit: meter.unit,
    heat_content: null,
    read_type: random.chance(0.02) ? 'estimated' : 'actual',
    status: place === rebilled ? 'cancelled' : 'current',
    cancels: isRebill ? index : null,
    commodity_cost: random.maybe(0.5, Math.round(dthOf(volume) * 430) / 100),
    source: 'import',
    volume_dth: dthOf(volume),
    heat_content_used,
    days: daysOf({ read_from, read_to }),
    ...stampsOf(random, world, staffIds, Math.min(billed, world.today - 2)),
    volume,
  }
})

/** The kept months of meters and of their accounts; all meters of an account are among them. */
export function usageMonthRows(world: World, from: number, to: number): TableRows[] {
  const meters: (MeterUsage & { id: number; account: number })[] = []
  for (let index = from; index < to; index++) {
    const periods = Array.from({ length: perMeter }, (_, place) =>
      billPeriodAt(world, index * perMeter + place),
    )
    meters.push({
      id: index + 1,
      account: accountIndexOf(index) + 1,
      installed_on: null,
      removed_on: null,
      periods: periods
        .filter(({ status }) => status === 'current')
        .map((period) => ({
          read_from: period.read_from,
          read_to: period.read_to,
          volume: period.volume,
          isEstimated: period.read_type === 'estimated',
        })),
    })
  }
  const monthsOf = (of: readonly MeterUsage[]) =>
    usageMonths(of).map(({ month, volume, daysCovered, isEstimated }) => [
      month,
      volume,
      daysCovered,
      isEstimated,
    ])
  const owned = meters.map((meter) => ({ ...meter, months: monthsOf([meter]) }))
  const accounts = new Map<number, (typeof owned)[number][]>()
  for (const meter of owned) accounts.set(meter.account, [...(accounts.get(meter.account) ?? []), meter])
  const columns = ['month', 'volume', 'days_covered', 'estimated']
  return [
    {
      table: 'meter_months',
      columns: ['meter', ...columns],
      rows: owned.flatMap(({ id, months }) => months.map((month) => [id, ...month])),
    },
    {
      table: 'account_months',
      columns: ['utility_account', ...columns],
      // Of one meter they are the same.
      rows: [...accounts].flatMap(([account, of]) =>
        (of.length === 1 ? of.flatMap(({ months }) => months) : monthsOf(of)).map((month) => [
          account,
          ...month,
        ]),
      ),
    },
  ]
}
