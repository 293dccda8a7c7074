import { dateFormats, formatDate } from './dates'

describe('dates', () => {
  it('[OPL-3, ADR-3] have the formats of the parts, literally', () => {
    expect(dateFormats).toEqual({
      moment: 'MMMM DD, YYYY HH:mm A',
      momentWithComma: 'MMMM DD, YYYY, HH:mm A',
      day: 'MM/DD/YYYY',
      namedDay: 'MMM DD, YYYY',
      namedMoment: 'MMM DD, YYYY HH:mm A',
    })
  })

  it.each([
    ['2026-03-01T18:05:00.000Z', 'March 01, 2026 12:05 PM'],
    ['2026-03-02T05:59:00.000Z', 'March 01, 2026 23:59 PM'],
    ['2026-07-01T05:00:00.000Z', 'July 01, 2026 00:00 AM'],
  ])('[OPL-3] show the moment %s by the browser’s clock', (value, shown) => {
    expect(formatDate(value, 'moment')).toBe(shown)
  })

  it.each([
    ['2026-01-01', 'January 01, 2026'],
    ['2024-02-29', 'February 29, 2024'],
    // DST starts on this day.
    ['2026-03-08', 'March 08, 2026'],
  ])('[OPL-3] show the day %s as the day that it is', (value, shown) => {
    expect(formatDate(value, 'moment')).toBe(shown)
    expect(formatDate(value, 'momentWithComma')).toBe(shown)
  })

  it.each([
    ['2026-03-02T00:05:00.000Z', 'twelve', 'March 01, 2026 6:05 PM'],
    ['2026-03-02T00:05:00.000Z', 'twentyFour', 'March 01, 2026 18:05'],
    ['2026-07-01T05:00:00.000Z', 'twelve', 'July 01, 2026 12:00 AM'],
    ['2026-01-01', 'twelve', 'January 01, 2026'],
    ['2026-01-01', 'twentyFour', 'January 01, 2026'],
  ] as const)('[OPL-3] show %s in the preferred clock format %s', (value, clock, shown) => {
    expect(formatDate(value, 'moment', clock)).toBe(shown)
    expect(formatDate(value, 'day', clock)).toBe(formatDate(value, 'day'))
  })

  it('show days in the short formats', () => {
    expect(formatDate('2026-01-09', 'day')).toBe('01/09/2026')
    expect(formatDate('2026-01-09', 'namedDay')).toBe('Jan 09, 2026')
  })
})
