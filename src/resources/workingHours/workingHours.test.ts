import type { WeekHours } from '../../contract/weekHours'
import { isWithinWorkingHours, isWorkingTime } from './workingHours'

const day = { start: '09:00', end: '17:30' }
/** Monday to Thursday, in Berlin time, independent of the browser's time zone. */
const hours: WeekHours = { time_zone: 'Europe/Berlin', days: [day, day, day, day, null, null, null] }
const off: WeekHours = { time_zone: 'Europe/Berlin', days: Array<null>(7).fill(null) }

describe('working hours', () => {
  it.each([
    ['2026-11-23T09:00:00+01:00', true],
    ['2026-11-23T08:59:59+01:00', false],
    ['2026-11-23T17:29:00+01:00', true],
    ['2026-11-23T17:30:00+01:00', false],
    // A day off, and a Monday there that is a Sunday here.
    ['2026-11-27T12:00:00+01:00', false],
    ['2026-11-22T20:00:00-12:00', true],
    // During DST there.
    ['2026-07-06T09:00:00+02:00', true],
    ['2026-07-06T08:30:00+02:00', false],
  ])('[SCREEN-1] say of %s: %s', (moment, expected) => {
    expect(isWorkingTime(hours, new Date(moment))).toBe(expected)
  })

  it.each([
    ['2026-11-23T09:00:00+01:00', '2026-11-23T17:30:00+01:00', true],
    ['2026-11-23T17:00:00+01:00', '2026-11-23T18:00:00+01:00', false],
    ['2026-11-23T08:00:00+01:00', '2026-11-23T10:00:00+01:00', false],
    // Working hours at both ends, with a night between.
    ['2026-11-23T16:00:00+01:00', '2026-11-24T10:00:00+01:00', false],
  ])('[SCREEN-1] take what goes from %s to %s: %s', (start, end, expected) => {
    expect(isWithinWorkingHours(hours, new Date(start), new Date(end))).toBe(expected)
  })

  it('[SCREEN-1] of no participant cause no warning, and a week off has none', () => {
    const moment = new Date('2026-11-23T03:00:00Z')
    expect([isWorkingTime(null, moment), isWithinWorkingHours(null, moment)]).toEqual([true, true])
    expect([isWorkingTime(off, moment), isWithinWorkingHours(off, moment)]).toEqual([false, false])
  })

  it('[SCREEN-1] in a zone that this browser does not know go by its own clock', () => {
    const elsewhere = { ...hours, time_zone: 'Mars/Olympus' }
    expect(isWorkingTime(elsewhere, new Date('2026-11-23T09:00:00-06:00'))).toBe(true)
    expect(isWorkingTime(elsewhere, new Date('2026-11-23T18:00:00-06:00'))).toBe(false)
  })
})
