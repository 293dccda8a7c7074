import { boundsOf, daysOf, weekAfter, weekOf, weekTitle } from './weeks'

// Tests run in the time zone of Chicago.
const at = (moment: string) => Date.parse(moment) / 1000

describe('weeks', () => {
  it.each([
    ['2026-11-21T23:59:00-06:00', '2026-11-15'],
    ['2026-11-22T00:00:00-06:00', '2026-11-22'],
    ['2026-01-01T12:00:00-06:00', '2025-12-28'],
  ])('[CON-10] of %s begins on Sunday, %s', (moment, week) => {
    expect(weekOf(moment)).toBe(week)
  })

  it('[CON-10] follow each other where clocks change', () => {
    expect(weekAfter('2026-03-01', 1)).toBe('2026-03-08')
    expect(boundsOf('2026-03-08')).toEqual({
      start: at('2026-03-08T00:00:00-06:00'),
      end: at('2026-03-15T00:00:00-05:00'),
    })
    expect(weekTitle('2025-12-28')).toBe('Dec 28 – Jan 03, 2026')
  })

  it('[CON-10] show each day on which something goes on, and when', () => {
    const days = daysOf(
      '2026-11-15',
      [
        {
          id: 1,
          title: 'Call',
          start: at('2026-11-17T09:00:00-06:00'),
          end: at('2026-11-17T09:30:00-06:00'),
        },
        {
          id: 2,
          title: 'Note',
          start: at('2026-11-17T10:00:00-06:00'),
          end: at('2026-11-17T10:00:00-06:00'),
        },
        {
          id: 3,
          title: 'Trip',
          start: at('2026-11-18T20:00:00-06:00'),
          end: at('2026-11-20T08:00:00-06:00'),
        },
      ],
      'HH:mm',
    )
    expect(
      days.map(({ title, lines }) => [title, lines.map(({ time, title: what }) => `${time} ${what}`)]),
    ).toEqual([
      ['Tuesday, November 17', ['09:00 – 09:30 Call', '10:00 Note']],
      ['Wednesday, November 18', ['from 20:00 Trip']],
      ['Thursday, November 19', ['All day Trip']],
      ['Friday, November 20', ['until 08:00 Trip']],
    ])
  })

  it('[K5] have what takes whole days on those days, wherever one looks at them, and before the rest', () => {
    const days = daysOf(
      '2026-11-01',
      [
        {
          id: 1,
          title: 'Call',
          start: at('2026-11-03T09:00:00-06:00'),
          end: at('2026-11-03T09:30:00-06:00'),
        },
        {
          id: 2,
          title: 'Fair',
          start: at('2026-11-03T00:00Z'),
          end: at('2026-11-04T00:00Z'),
          isAllDay: true,
        },
        {
          id: 3,
          title: 'Away',
          start: at('2026-11-07T00:00Z'),
          end: at('2026-11-09T00:00Z'),
          isAllDay: true,
        },
        {
          id: 4,
          title: 'Next',
          start: at('2026-11-08T00:00Z'),
          end: at('2026-11-09T00:00Z'),
          isAllDay: true,
        },
      ],
      'HH:mm',
    )
    expect(
      days.map(({ title, lines }) => [title, lines.map(({ time, title: what }) => `${time} ${what}`)]),
    ).toEqual([
      ['Tuesday, November 03', ['All day Fair', '09:00 – 09:30 Call']],
      ['Saturday, November 07', ['All day Away']],
    ])
  })
})
