/**
 * Usage of gas: what bill periods burned, month by month (USE). Volumes are whole thousandths of a dekatherm, so that
 * sums are exact (UNIT-4); a period reaches from its first day to the day of the closing read, which is not part of it.
 */
import { addDays, addMonths, addYears, daysBetween, daysInMonth, monthOf } from './calendar'
import { decimal, places, rounded, sumOf, type Decimal } from './decimal'
import { shareOut } from './shares'
import { convertQuantity, heatContentOn, quantityPlaces, type GasUnit } from './units'
import { monthlyVolumes } from './choices'

/** Days from `read_from` up to, without, `read_to`. */
export interface Span {
  readonly read_from: string
  readonly read_to: string
}

/** A current bill period of a meter. */
export interface UsedPeriod extends Span {
  /** Thousandths of a dekatherm. */
  readonly volume: number
  readonly isEstimated: boolean
}

/** Thousandths of a dekatherm in one. */
const thousandths = 1_000

/** Dekatherms of a stored volume; one division of whole numbers gives the number nearest to their quotient. */
export const dthOf = (volume: number): number => volume / thousandths

/** A stored volume in a unit, unrounded. */
const inUnit = (volume: Decimal, unit: GasUnit, heatContent: number): Decimal =>
  convertQuantity(volume.div(thousandths), 'dth', unit, heatContent)

/**
 * The heat content that a period counts with: the one printed on the bill, else the utility's on its last day (UNIT-6).
 */
export const periodHeatContent = (
  { heat_content, read_to }: Pick<Span, 'read_to'> & { heat_content: number | null },
  entries: readonly { valid_from: string; mmbtu_per_mcf: number }[],
): number => heat_content ?? heatContentOn(entries, addDays(read_to, -1))

/** A metered quantity in thousandths of a dekatherm, rounded once. */
export const periodVolume = (quantity: number, unit: GasUnit, heatContent: number): number =>
  rounded(convertQuantity(quantity, unit, 'dth', heatContent).times(thousandths), 0)

/** The days of a span. */
export const daysOf = ({ read_from, read_to }: Span): number => daysBetween(read_from, read_to)

/** The days of a span in each calendar month, in their order. */
function monthsOf({ read_from, read_to }: Span): { month: string; days: number }[] {
  const parts: { month: string; days: number }[] = []
  for (let from = read_from; from < read_to;) {
    const next = `${addMonths(monthOf(from), 1)}-01`
    const to = next < read_to ? next : read_to
    parts.push({ month: monthOf(from), days: daysBetween(from, to) })
    from = to
  }
  return parts
}

/** Shares a period among calendar months by their days; the parts sum to it (USE-6). */
export function prorate(period: Span & { readonly volume: number }) {
  const parts = monthsOf(period)
  const volumes = shareOut(
    period.volume,
    parts.map(({ days }) => days),
    0,
  )
  return parts.map((part, index) => ({ ...part, volume: volumes[index] ?? 0 }))
}

const byFirstDay = (a: Span, b: Span): number =>
  a.read_from < b.read_from ? -1 : a.read_from > b.read_from ? 1 : 0

/** The days that any of several spans covers, as spans apart from each other. */
function united(spans: readonly Span[]): Span[] {
  const all: { read_from: string; read_to: string }[] = []
  for (const { read_from, read_to } of [...spans].sort(byFirstDay)) {
    const last = all.at(-1)
    if (!last || last.read_to < read_from) all.push({ read_from, read_to })
    else if (last.read_to < read_to) last.read_to = read_to
  }
  return all
}

/** The days of a span that none of several others covers. */
function uncovered({ read_from, read_to }: Span, spans: readonly Span[]): Span[] {
  const rest: Span[] = []
  let from = read_from
  for (const span of united(spans)) {
    if (span.read_to <= from) continue
    if (span.read_from >= read_to) break
    if (span.read_from > from) rest.push({ read_from: from, read_to: span.read_from })
    from = span.read_to
  }
  if (from < read_to) rest.push({ read_from: from, read_to })
  return rest
}

/** The periods of a meter that share days with a span, the earliest first; any refuses it (USE-4). */
export const overlapping = <P extends Span>(span: Span, periods: readonly P[]): P[] =>
  periods
    .filter(({ read_from, read_to }) => read_from < span.read_to && span.read_from < read_to)
    .sort(byFirstDay)

/** A meter with its current periods, and the days for which it is installed, as far as they are known. */
export interface MeterUsage {
  readonly installed_on: string | null
  /** The day of the last read, which is not part of its service. */
  readonly removed_on: string | null
  readonly periods: readonly UsedPeriod[]
}

/** What a calendar month used. */
export interface UsageMonth {
  readonly month: string
  /** Thousandths of a dekatherm. */
  readonly volume: number
  readonly daysCovered: number
  readonly isEstimated: boolean
}

/**
 * The days for which usage is known: those that a period covers, without those on which another meter is installed whose
 * usage is not known. A meter is installed from its day on, else from its first read.
 */
function knownDays(meters: readonly MeterUsage[]): Span[] {
  const periods = meters.flatMap((meter) => meter.periods)
  const known = united(periods)
  const end = known.at(-1)?.read_to ?? ''
  const lacking = meters.flatMap((meter) => {
    const first = united(meter.periods)[0]?.read_from ?? end
    const service = { read_from: meter.installed_on ?? first, read_to: meter.removed_on ?? end }
    return uncovered(service, meter.periods)
  })
  return known.flatMap((span) => uncovered(span, lacking))
}

/** The months of meters whose usage is a sum, such as those of an account, in their order (USE-6). */
export function usageMonths(meters: readonly MeterUsage[]): UsageMonth[] {
  const months = new Map<string, { volume: number; daysCovered: number; isEstimated: boolean }>()
  const monthAt = (month: string) => {
    const found = months.get(month) ?? { volume: 0, daysCovered: 0, isEstimated: false }
    months.set(month, found)
    return found
  }
  for (const period of meters.flatMap(({ periods }) => periods))
    for (const { month, volume } of prorate(period)) {
      const sum = monthAt(month)
      sum.volume += volume
      sum.isEstimated ||= period.isEstimated
    }
  for (const span of knownDays(meters))
    for (const { month, days } of monthsOf(span)) monthAt(month).daysCovered += days
  return [...months].map(([month, sum]) => ({ month, ...sum })).sort((a, b) => (a.month < b.month ? -1 : 1))
}

/** Days covered ÷ days of the month. */
export const coverageOf = ({ month, daysCovered }: Pick<UsageMonth, 'month' | 'daysCovered'>): number =>
  rounded(decimal(daysCovered).div(daysInMonth(month)), places.ratio)

export const isComplete = ({ month, daysCovered }: Pick<UsageMonth, 'month' | 'daysCovered'>): boolean =>
  daysCovered === daysInMonth(month)

/** Days without a reading, both of them included. */
export interface Gap {
  readonly from: string
  readonly to: string
  readonly days: number
}

/** The days of a span as those of a gap. */
export const gapOf = (span: Span): Gap => ({
  from: span.read_from,
  to: addDays(span.read_to, -1),
  days: daysOf(span),
})

/** The days between the first and the last reading of a meter that no period covers (USE-7). */
export function gapsOf(periods: readonly Span[]): Gap[] {
  const known = united(periods)
  return known
    .slice(1)
    .map(({ read_from }, index) =>
      gapOf({ read_from: known[index]?.read_to ?? read_from, read_to: read_from }),
    )
}

/** The days from the first to the last reading of a meter; null where there is none. */
function readDays({ periods }: MeterUsage): Span | null {
  const known = united(periods)
  const [first, last] = [known[0], known.at(-1)]
  return first && last ? { read_from: first.read_from, read_to: last.read_to } : null
}

/** A meter that was removed, and the one that came in its place. */
interface Replacement<M> {
  readonly removed: M
  readonly next: M
  /** From the last reading of the one to the first of the other. */
  readonly between: Span
}

/**
 * The meters of an account that were replaced, with days in between. The one in place of a removed meter is the first to
 * be installed on its last day or later; later than that, only days count on which no other meter runs: a meter that was
 * added beside others is no successor.
 */
function replacementsOf<M extends MeterUsage>(meters: readonly M[]): Replacement<M>[] {
  const installed = meters
    .filter(({ installed_on }) => installed_on !== null)
    .sort((a, b) => ((a.installed_on ?? '') < (b.installed_on ?? '') ? -1 : 1))
  const byNext = new Map<M, Replacement<M>>()
  for (const removed of meters) {
    const { removed_on } = removed
    const last = readDays(removed)
    const next = installed.find((one) => one !== removed && (one.installed_on ?? '') >= (removed_on ?? '~'))
    const first = next && readDays(next)
    if (!next || !last || !first || last.read_to >= first.read_from) continue
    const between = { read_from: last.read_to, read_to: first.read_from }
    // Of several that one meter came in the place of, the one read last.
    const known = byNext.get(next)
    if (!known || known.between.read_from < between.read_from) byNext.set(next, { removed, next, between })
  }
  return [...byNext.values()]
}

/**
 * The days between a replaced meter and its successor that neither has read (USE-7), each part with the meter whose it is,
 * and the one before or after it.
 */
export function replacementGaps<M extends MeterUsage>(
  meters: readonly M[],
): { readonly meter: M; readonly other: M; readonly gap: Gap }[] {
  return replacementsOf(meters).flatMap(({ removed, next, between }) => {
    const others = meters.flatMap((one) => (one === removed || one === next ? [] : (readDays(one) ?? [])))
    const isSameDay = next.installed_on === removed.removed_on
    const change = removed.removed_on ?? between.read_from
    return (isSameDay ? [between] : uncovered(between, others)).flatMap(({ read_from, read_to }) => {
      const before = { read_from, read_to: change < read_to ? change : read_to }
      const after = { read_from: read_from < change ? change : read_from, read_to }
      return [
        ...(daysOf(before) > 0 ? [{ meter: removed, other: next, gap: gapOf(before) }] : []),
        ...(daysOf(after) > 0 ? [{ meter: next, other: removed, gap: gapOf(after) }] : []),
      ]
    })
  })
}

/** Days of a period beyond which it is pointed out. */
export const longDays = 40

/** Periods that are pointed out (USE-7). */
export const longPeriods = <P extends Span>(periods: readonly P[]): P[] =>
  periods.filter((period) => daysOf(period) > longDays)

/** How far a month may be from the same month of other years, as a factor. */
const outlierFactor = 3

/**
 * Complete months over three times, or under a third, of the same month in every other year; at least two other years
 * have to be known (USE-7).
 */
export function outliersOf(months: readonly UsageMonth[]): UsageMonth[] {
  const complete = months.filter(isComplete)
  return complete.filter(({ month, volume }) => {
    const others = complete.filter(
      (other) => other.month !== month && other.month.slice(5) === month.slice(5),
    )
    return (
      others.length >= 2 &&
      (others.every((other) => volume > outlierFactor * other.volume) ||
        others.every((other) => outlierFactor * volume < other.volume))
    )
  })
}

/** The periods of the same days of the year before, day by day; undefined where none covers the day. */
export const lastYearsPeriods = <P extends Span>(
  { from, days }: Gap,
  periods: readonly P[],
): (P | undefined)[] =>
  Array.from({ length: days }, (_, day) => {
    const before = addYears(addDays(from, day), -1)
    return periods.find(({ read_from, read_to }) => read_from <= before && before < read_to)
  })

/**
 * What a gap would have used as the same days of the year before did, each with the average of its period, in
 * thousandths of a dekatherm; null where those days are not all known (USE-7).
 */
export function lastYearsVolume(gap: Gap, periods: readonly UsedPeriod[]): number | null {
  let sum = decimal(0)
  for (const period of lastYearsPeriods(gap, periods)) {
    if (!period) return null
    sum = sum.plus(decimal(period.volume).div(daysOf(period)))
  }
  return rounded(sum, 0)
}

/** Months before the day of a load profile that it may be made of, and those that make a year. */
export const profileMonths = 36
const yearMonths = monthlyVolumes.length

/** Volumes by calendar months, January first, in a unit; what is not known is null (USE-8). */
export interface LoadProfile extends Readonly<Record<(typeof monthlyVolumes)[number], number | null>> {
  readonly annual_volume: number | null
  /** The names of the fields that are not known. */
  readonly missing: readonly string[]
  /** Whether the months are twelve in a row, or the latest of each. */
  readonly volume_source: 'consecutive' | 'latest' | null
  /** The months that it is made of. */
  readonly months: readonly string[]
  readonly average_day: number | null
  /** The highest average day of a month. */
  readonly highest_day: number | null
  readonly load_factor_month: number | null
  readonly load_factor_mdq: number | null
}

/** The latest twelve complete months in a row; else the latest complete one of each calendar month. */
function chosenMonths(
  complete: ReadonlyMap<string, number>,
  asOf: string,
): { months: string[]; source: LoadProfile['volume_source'] } {
  const before = Array.from({ length: profileMonths }, (_, index) => addMonths(monthOf(asOf), -1 - index))
  for (let at = 0; at + yearMonths <= profileMonths; at++) {
    const year = before.slice(at, at + yearMonths)
    if (year.every((month) => complete.has(month))) return { months: year.reverse(), source: 'consecutive' }
  }
  const known = before.filter((month) => complete.has(month))
  const latest = known.filter((month) => known.find((other) => other.slice(5) === month.slice(5)) === month)
  return { months: latest.reverse(), source: latest.length === 0 ? null : 'latest' }
}

/** A leap February counts as one of 28 days. */
const normalVolume = (month: string, volume: number): Decimal =>
  month.endsWith('-02') && daysInMonth(month) === 29 ? decimal(volume).times(28).div(29) : decimal(volume)

/**
 * The load profile that months make before a day.
 * @param mdq the largest quantity of a day, in dekatherms; null where it is not known.
 */
export function loadProfile(
  months: readonly UsageMonth[],
  { asOf, mdq, unit, heatContent }: { asOf: string; mdq: number | null; unit: GasUnit; heatContent: number },
): LoadProfile {
  const complete = new Map(months.filter(isComplete).map(({ month, volume }) => [month, volume]))
  const chosen = chosenMonths(complete, asOf)
  const shown = (volume: Decimal) => rounded(inUnit(volume, unit, heatContent), quantityPlaces[unit])
  const normal = monthlyVolumes.map((field, index) => {
    const month = chosen.months.find((one) => Number(one.slice(5)) === index + 1)
    return { field, volume: month === undefined ? null : normalVolume(month, complete.get(month) ?? 0) }
  })
  const known = normal.flatMap(({ volume }) => volume ?? [])
  const isWhole = known.length === yearMonths
  const averages = chosen.months.map((month) => decimal(complete.get(month) ?? 0).div(daysInMonth(month)))
  const highest = averages.reduce((most, one) => (one.gt(most) ? one : most), decimal(0))
  const average = isWhole
    ? sumOf(chosen.months.map((month) => decimal(complete.get(month) ?? 0))).div(
        chosen.months.reduce((days, month) => days + daysInMonth(month), 0),
      )
    : null
  const factor = (largest: Decimal) =>
    average === null || largest.lte(0) ? null : rounded(average.div(largest), places.ratio)
  return {
    ...(Object.fromEntries(
      normal.map(({ field, volume }) => [field, volume === null ? null : shown(volume)]),
    ) as Record<(typeof monthlyVolumes)[number], number | null>),
    annual_volume: isWhole ? shown(sumOf(known)) : null,
    missing: normal.flatMap(({ field, volume }) => (volume === null ? field : [])),
    volume_source: chosen.source,
    months: chosen.months,
    average_day: average === null ? null : shown(average),
    highest_day: average === null ? null : shown(highest),
    load_factor_month: factor(highest),
    load_factor_mdq: factor(decimal(mdq ?? 0).times(thousandths)),
  }
}
