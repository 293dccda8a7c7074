import { stopClock } from '../../testing/clock'
import { periodAfter, periodBounds, periodTitle } from './periods'

// Tests run in the time zone of Chicago.
const at = (moment: string) => Date.parse(moment) / 1000

describe('what a calendar shows', () => {
  it('[ACT-1] is a month with the whole of its first and last week, also where clocks change in it', () => {
    expect(periodBounds({ view: 'month', date: '2026-03-15' })).toEqual({
      start: at('2026-03-01T00:00:00-06:00'),
      end: at('2026-04-05T00:00:00-05:00'),
    })
    // February 2026 begins on a Sunday and ends on a Saturday.
    expect(periodBounds({ view: 'month', date: '2026-02-28' })).toEqual({
      start: at('2026-02-01T00:00:00-06:00'),
      end: at('2026-03-01T00:00:00-06:00'),
    })
  })

  it.each(['week', 'list'] as const)('[ACT-1] is a week from Sunday on in its %s', (view) => {
    expect(periodBounds({ view, date: '2026-11-22' })).toEqual({
      start: at('2026-11-22T00:00:00-06:00'),
      end: at('2026-11-29T00:00:00-06:00'),
    })
    expect(periodTitle({ view, date: '2026-11-22' })).toBe('Nov 22 – Nov 28, 2026')
  })

  it('[ACT-1] follows each other without leaving out a short month', () => {
    expect(periodAfter({ view: 'month', date: '2025-01-31' }, 1)).toEqual({
      view: 'month',
      date: '2025-02-01',
    })
    expect(periodAfter({ view: 'month', date: '2025-01-31' }, -1).date).toBe('2024-12-01')
    expect(periodAfter({ view: 'week', date: '2025-03-09' }, 1).date).toBe('2025-03-16')
    expect(periodTitle({ view: 'month', date: '2025-02-01' })).toBe('February 2025')
  })

  it('[ACT-1] is at today where it is the present month or week', () => {
    const clock = stopClock()
    jest.setSystemTime(new Date('2026-11-22T12:00:00-06:00'))
    expect(periodAfter({ view: 'month', date: '2026-10-05' }, 1).date).toBe('2026-11-22')
    expect(periodAfter({ view: 'week', date: '2026-11-15' }, 1).date).toBe('2026-11-22')
    clock.go()
  })
})
