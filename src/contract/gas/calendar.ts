/** Days, months and business days of the market (GAS-6). Days are YYYY-MM-DD, months YYYY-MM. */

const dayLength = 86_400_000
/** Days after the year 9999 are met in between, as the end of a long term is: '10000-01-01'. */
const timeOf = (day: string): number => Date.parse(`${day.length > 10 ? '+0' : ''}${day}T00:00:00Z`)
/** No day can be written beyond these. */
const [firstTime, lastTime] = [timeOf('0000-01-01'), timeOf('9999-12-31')]
const dayAt = (time: number): string =>
  new Date(Math.min(Math.max(time, firstTime), lastTime)).toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string => dayAt(timeOf(day) + days * dayLength)

/** Days from one day to another, which is not counted. */
export const daysBetween = (from: string, to: string): number => (timeOf(to) - timeOf(from)) / dayLength

/** 0 for a Sunday. */
export const weekdayOf = (day: string): number => new Date(timeOf(day)).getUTCDay()

export const monthOf = (day: string): string => day.slice(0, 7)

export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const count = year * 12 + number - 1 + months
  const part = (value: number, digits: number) => String(value).padStart(digits, '0')
  return `${part(Math.floor(count / 12), 4)}-${part((((count % 12) + 12) % 12) + 1, 2)}`
}

/** So many months in a row. */
export const monthsFrom = (month: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addMonths(month, index))

export const daysInMonth = (month: string): number => daysBetween(`${month}-01`, `${addMonths(month, 1)}-01`)

/** The same day so many months later; of a month that lacks it, the last one (CTR-3). */
export function addMonthsToDay(day: string, months: number): string {
  const month = addMonths(monthOf(day), months)
  return `${month}-${String(Math.min(Number(day.slice(8)), daysInMonth(month))).padStart(2, '0')}`
}

/** The same day so many years later; of 29 February the 28th where the year has none. */
export const addYears = (day: string, years: number): string => addMonthsToDay(day, years * 12)

/** The day in a year's month with a number, from 1. */
const dayIn = (year: number, month: number, date: number): string => dayAt(Date.UTC(year, month - 1, date))

/** The nth weekday of a month; the last one for 0. */
function nthWeekday(year: number, month: number, weekday: number, nth: number): string {
  if (nth === 0) return addDays(nthWeekday(year, month + 1, weekday, 1), -7)
  const first = dayIn(year, month, 1)
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (nth - 1))
}

/** Easter Sunday of the Gregorian calendar. */
function easterOf(year: number): string {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const moonShift = Math.floor((8 * century + 13) / 25)
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30
  const correction = epact > 28 || (epact === 28 && golden > 10) ? 1 : 0
  const fullMoon = dayIn(year, 3, 21 + epact - correction)
  return addDays(fullMoon, 7 - weekdayOf(fullMoon))
}

export interface Holiday {
  day: string
  name: string
}

const [sunday, monday, thursday, saturday] = [0, 1, 4, 6]

/** A fixed date's holiday: a Sunday's is on Monday, a Saturday's on Friday. */
function observed(day: string): string {
  const weekday = weekdayOf(day)
  return weekday === sunday ? addDays(day, 1) : weekday === saturday ? addDays(day, -1) : day
}

/** The market's holidays of a year, in their order. */
export function holidaysOf(year: number): Holiday[] {
  const newYear = dayIn(year, 1, 1)
  return [
    { day: weekdayOf(newYear) === saturday ? newYear : observed(newYear), name: "New Year's Day" },
    { day: nthWeekday(year, 1, monday, 3), name: 'Martin Luther King Jr. Day' },
    { day: nthWeekday(year, 2, monday, 3), name: "Presidents' Day" },
    { day: addDays(easterOf(year), -2), name: 'Good Friday' },
    { day: nthWeekday(year, 5, monday, 0), name: 'Memorial Day' },
    { day: observed(dayIn(year, 6, 19)), name: 'Juneteenth' },
    { day: observed(dayIn(year, 7, 4)), name: 'Independence Day' },
    { day: nthWeekday(year, 9, monday, 1), name: 'Labor Day' },
    { day: nthWeekday(year, 11, thursday, 4), name: 'Thanksgiving' },
    { day: observed(dayIn(year, 12, 25)), name: 'Christmas' },
  ]
}

/** The days on which the market is closed although they are no weekend. */
export type Holidays = ReadonlySet<string>

export const isBusinessDay = (day: string, holidays: Holidays): boolean => {
  const weekday = weekdayOf(day)
  return weekday !== sunday && weekday !== saturday && !holidays.has(day)
}

/** The business day so many after a day, or before it for a negative number. */
export function businessDayFrom(day: string, count: number, holidays: Holidays): string {
  const step = Math.sign(count) * dayLength
  let time = timeOf(day)
  for (let left = Math.abs(count); left > 0; left -= isBusinessDay(dayAt(time), holidays) ? 1 : 0) {
    time += step
    // Behind the last day that can be written there is none.
    if (time < firstTime || time > lastTime) break
  }
  return dayAt(time)
}

/** The third last business day of the month before the delivery month (CRV-2). */
export const lastTradingDay = (deliveryMonth: string, holidays: Holidays): string =>
  businessDayFrom(`${deliveryMonth}-01`, -3, holidays)

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  clocks.set(timeZone, clock)
  return clock
}

/** What a clock on the wall in a time zone shows at a moment. */
export function wallClock(moment: string, timeZone: string): { day: string; time: string } {
  const shown = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(new Date(moment))
      .map(({ type, value }) => [type, value]),
  )
  const { year = '', month = '', day = '', hour = '', minute = '' } = shown
  return { day: `${year.padStart(4, '0')}-${month}-${day}`, time: `${hour}:${minute}` }
}

/** The day of a moment in the market's time zone. */
export const marketDay = (moment: string, timeZone: string): string => wallClock(moment, timeZone).day

/** The moment, in UTC, at which a clock in a time zone shows a time of a day; one of two where it shows it twice. */
export function momentAt(day: string, hour: number, timeZone: string, minute = 0): string {
  const wanted = timeOf(day) + (hour * 60 + minute) * 60_000
  let time = wanted
  // Twice, because the first guess may lie on the other side of a change of the clocks.
  for (let turn = 0; turn < 2; turn++) {
    const shown = wallClock(new Date(time).toISOString(), timeZone)
    time += wanted - Date.parse(`${shown.day}T${shown.time}:00Z`)
  }
  return new Date(time).toISOString()
}

/** The market's calendar: its time zone and its holidays. */
export interface MarketCalendar {
  timeZone: string
  holidays: Holidays
}

/** The hour at which a quote expires that names none (QUO-4). */
const expiryHour = 17

/** 17:00 of the business day of a quote, or of the next one if that hour has passed or the day is none. */
export function defaultValidUntil(quotedAt: string, { timeZone, holidays }: MarketCalendar): string {
  const day = marketDay(quotedAt, timeZone)
  const sameDay = momentAt(day, expiryHour, timeZone)
  const isOnTime = isBusinessDay(day, holidays) && Date.parse(quotedAt) < Date.parse(sameDay)
  return isOnTime ? sameDay : momentAt(businessDayFrom(day, 1, holidays), expiryHour, timeZone)
}

/** Business days after which prices that rest on a curve are marked old (CRV-3). */
const curveLife = 3

export const isOldCurve = (curveDate: string, today: string, holidays: Holidays): boolean =>
  // Counted from the curve on, so that a day long after it costs no more.
  businessDayFrom(curveDate, curveLife + 1, holidays) <= today
