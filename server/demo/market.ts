/** Made-up prices and heat contents: a curve of NYMEX and three indices, as samples. */
import {
  addMonths,
  businessDayFrom,
  holidaysOf,
  lastTradingDay,
  monthOf,
  type Holidays,
} from '../../src/contract/gas/calendar'
import { rounded } from '../../src/contract/gas/decimal'
import type { CurveAsOf } from '../resources/market'
import { staffIds } from './accounts'
import type { DemoRow } from './rows'
import { setUpStamps } from './stamps'
import { utilityCount } from './utilities'
import { dayLength, randomFor, memoized, toDay, toMoment, type World } from './world'

/** The first one is that of NYMEX. `offset` is added to its prices. */
const curveWords = [
  { name: 'NYMEX Henry Hub (sample, not market data)', kind: 'nymex', offset: 0 },
  { name: 'Larkmoor city gate index (sample, not market data)', kind: 'index', offset: -0.22 },
  { name: 'Northern pool index (sample, not market data)', kind: 'index', offset: 0.14 },
  { name: 'Gulf pool index (sample, not market data)', kind: 'index', offset: -0.08 },
] as const

export const curveCount = curveWords.length
/** Trade dates: those of the latest weeks, and before them the day of each month that settles the next one. */
const [dailyDates, monthlyDates] = [20, 23]
const dateCount = dailyDates + monthlyDates
/** Delivery months of a trade date. */
const monthCount = 48
export const curvePointCount = curveCount * dateCount * monthCount

/** The curve at an index; ids count from 1. */
export function curveAt(world: World, index: number): DemoRow<'curves'> {
  const words = curveWords[index]
  if (!words) throw new RangeError(`There is no demo curve ${index}.`)
  const { name, kind } = words
  const stamps = setUpStamps(randomFor(world, 'curves', index), world, staffIds)
  return { curve_id: index + 1, name, kind, status: 'active', ...stamps }
}

/** What a world's market days are, made once for each world. */
interface MarketDays {
  holidays: Holidays
  /** The latest first. */
  dates: readonly string[]
  /** Of each of the dates, the first delivery month that is traded, and whether its price is settled on that day. */
  fronts: readonly { month: string; settled: boolean }[]
}
const daysOfWorlds = new WeakMap<World, MarketDays>()

export function marketDaysOf(world: World): MarketDays {
  const known = daysOfWorlds.get(world)
  if (known) return known
  const today = toDay(world.today)
  const year = Number(today.slice(0, 4))
  const years = Array.from({ length: 10 }, (_, index) => year - 3 + index)
  const holidays = new Set(years.flatMap((one) => holidaysOf(one).map(({ day }) => day)))
  const daily = Array.from({ length: dailyDates }, (_, index) => businessDayFrom(today, -1 - index, holidays))
  const first = daily.at(-1) ?? today
  const monthly: string[] = []
  for (
    let month = addMonths(monthOf(first), 1);
    monthly.length < monthlyDates;
    month = addMonths(month, -1)
  ) {
    const day = lastTradingDay(month, holidays)
    if (day < first) monthly.push(day)
  }
  const dates = [...daily, ...monthly]
  const fronts = dates.map((day) => {
    const month = frontMonth(day, holidays)
    return { month, settled: lastTradingDay(month, holidays) === day }
  })
  const made = { holidays, dates, fronts }
  daysOfWorlds.set(world, made)
  return made
}

/** Months from January, by how much gas of that month costs more than that of an average one. */
const seasons = [0.62, 0.48, 0.1, -0.3, -0.38, -0.32, -0.24, -0.2, -0.22, -0.14, 0.18, 0.54]

/** The first delivery month that is traded on a day. */
function frontMonth(day: string, holidays: Holidays): string {
  const next = addMonths(monthOf(day), 1)
  return lastTradingDay(next, holidays) < day ? addMonths(next, 1) : next
}

/** The price of a delivery month on a trade date: a level that wanders, the season, and a rise with time. */
function priceOf(world: World, date: number, month: string, ahead: number, offset: number): number {
  const level = 3.75 + 0.35 * Math.sin(date / 9) + 0.2 * Math.sin(date / 31)
  const noise = randomFor(world, 'curve_points', date).next() * 0.04
  const season = seasons[Number(month.slice(5)) - 1] ?? 0
  return rounded(String(level + noise + season + offset + ahead * 0.004), 3)
}

/** The point at an index: by curve, trade date and delivery month; ids count from 1. */
export function curvePointAt(world: World, index: number): DemoRow<'curvePoints'> {
  const curve = Math.floor(index / (dateCount * monthCount))
  const date = Math.floor(index / monthCount) % dateCount
  const ahead = index % monthCount
  const { dates, fronts } = marketDaysOf(world)
  const trade_date = dates[date] ?? ''
  const front = fronts[date]
  const delivery_month = addMonths(front?.month ?? monthOf(trade_date), ahead)
  // Earlier trade dates came with the first import.
  const moment = toMoment(Math.max(Date.parse(`${trade_date}T23:00:00Z`), world.today - 380 * dayLength))
  return {
    curve_point_id: index + 1,
    curve: curve + 1,
    trade_date,
    delivery_month,
    price: priceOf(world, date, delivery_month, ahead, curveWords[curve]?.offset ?? 0),
    settled: ahead === 0 && front?.settled === true,
    version: 1,
    created_by: null,
    created_at: moment,
    modified_by: null,
    modified_at: moment,
  }
}

/** A curve as of a day, as the server would read it. */
export function curveOnDay(world: World, curve: number, day: string): CurveAsOf | null {
  const date = marketDaysOf(world).dates.findIndex((one) => one <= day)
  return date < 0 ? null : curveOnDate(world, (curve - 1) * dateCount + date)
}

/** A curve as of one of its trade dates; the index counts those of all curves. */
const curveOnDate = memoized((world: World, index: number): CurveAsOf | null => {
  const { dates } = marketDaysOf(world)
  const date = index % dateCount
  const curve = Math.floor(index / dateCount) + 1
  const curveDate = dates[date]
  if (curveDate === undefined) return null
  const firstOf = (of: number) => ((curve - 1) * dateCount + of) * monthCount
  const points = Array.from({ length: monthCount }, (_, ahead) => curvePointAt(world, firstOf(date) + ahead))
  const settlements = dates
    .map((_, of) => of)
    .filter((of) => of >= date)
    .toReversed()
    .map((of) => curvePointAt(world, firstOf(of)))
    .filter(({ settled }) => settled)
  return {
    curveDate,
    prices: new Map([...points, ...settlements].map(({ delivery_month, price }) => [delivery_month, price])),
    settled: new Set(settlements.map(({ delivery_month }) => delivery_month)),
  }
})

const yearsOfHeat = 3
export const heatContentCount = utilityCount * yearsOfHeat

/** The heat content at an index: of each utility from the first day of the last years on; ids count from 1. */
export function heatContentAt(world: World, index: number): DemoRow<'heatContents'> {
  const random = randomFor(world, 'heat_contents', index)
  const year = Number(toDay(world.today).slice(0, 4)) - (index % yearsOfHeat)
  return {
    heat_content_id: index + 1,
    utility: Math.floor(index / yearsOfHeat) + 1,
    valid_from: `${year}-01-01`,
    mmbtu_per_mcf: random.integer(10_180, 10_560) / 10_000,
    ...setUpStamps(random, world, staffIds, 370),
  }
}

/** The heat contents of a utility. */
export const heatContentsOf = (world: World, utility: number): DemoRow<'heatContents'>[] =>
  Array.from({ length: yearsOfHeat }, (_, offset) =>
    heatContentAt(world, (utility - 1) * yearsOfHeat + offset),
  )
