import { eventTime } from './eventTime'

const at = (moment: string) => Date.parse(moment) / 1_000
const day = (start: string, end: string) => ({
  start: at(start),
  end: at(end),
  all_day: true,
  time_zone: 'Asia/Tokyo',
})

test.each([
  [
    'America/New_York',
    '2026-12-03T22:30Z',
    '2026-12-03T23:30Z',
    'Thursday, December 3, 2026 at 5:30 – 6:30 PM EST',
  ],
  [
    'America/Chicago',
    '2026-07-01T16:30Z',
    '2026-07-01T17:15Z',
    'Wednesday, July 1, 2026 at 11:30 AM – 12:15 PM CDT',
  ],
  ['Europe/Berlin', '2026-07-01T16:30Z', '2026-07-01T16:30Z', 'Wednesday, July 1, 2026 at 6:30 PM GMT+2'],
  [
    'America/New_York',
    '2026-11-01T05:30Z',
    '2026-11-01T06:00Z',
    'Sunday, November 1, 2026 at 1:30 AM EDT – 1:00 AM EST',
  ],
  [
    'America/Los_Angeles',
    '2026-12-04T04:00Z',
    '2026-12-04T17:00Z',
    'Thursday, December 3, 2026 at 8:00 PM – Friday, December 4, 2026 at 9:00 AM PST',
  ],
  [null, '2026-12-03T22:30Z', '2026-12-03T23:30Z', 'Thursday, December 3, 2026 at 10:30 – 11:30 PM UTC'],
])('[K5] a time by the clock of %s from %s to %s reads %s', (time_zone, start, end, text) => {
  expect(eventTime({ start: at(start), end: at(end), all_day: false, time_zone })).toBe(text)
})

test('[K5] whole days are the same days, by whatever clock', () => {
  expect(eventTime(day('2026-11-03T00:00Z', '2026-11-04T00:00Z'))).toBe('Tuesday, November 3, 2026, all day')
  expect(eventTime(day('2026-12-31T00:00Z', '2027-01-02T00:00Z'))).toBe(
    'Thursday, December 31, 2026 – Friday, January 1, 2027, all day',
  )
})
