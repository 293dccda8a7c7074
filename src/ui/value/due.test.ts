import { dueFrom } from './due'

const now = new Date(2026, 2, 10, 15, 30)
const at = (day: number, hour: number, month = 2) => new Date(2026, month, day, hour).toISOString()

describe('how long it is until something is due', () => {
  it.each([
    ['2026-03-10', 'Due today', false],
    ['2026-03-11', '1 day left', false],
    ['2026-03-31', '21 days left', false],
    ['2026-04-10', '31 days left', false],
    ['2026-03-09', 'Overdue by 1 day', true],
    ['2026-02-10', 'Overdue by 28 days', true],
    [at(10, 16), 'Due today', false],
    [at(10, 15), 'Overdue since today', true],
    [at(11, 1), '1 day left', false],
    [at(9, 23), 'Overdue by 1 day', true],
    // DST ends between the two.
    [at(1, 0, 11), '266 days left', false],
  ])('of %s says %s', (value, text, isOverdue) => {
    expect(dueFrom(now, value)).toEqual({ text, isOverdue })
  })
  it.each([
    ['2026-11-30', 'Due today', false],
    ['2026-12-01', '1 day left', false],
    ['2026-11-29', 'Overdue by 1 day', true],
    // At one o'clock in the morning of the market's day, which is over.
    ['2026-11-30T06:00:00.000Z', 'Overdue since today', true],
    // At eleven in the evening.
    ['2026-12-01T04:00:00.000Z', 'Due today', false],
  ])("[HOME-1] of %s says %s by the market's day, whatever the browser's", (value, text, isOverdue) => {
    const market = { day: '2026-11-30', time_zone: 'America/New_York' }
    expect(dueFrom(new Date('2026-11-30T21:00:00Z'), value, market)).toEqual({ text, isOverdue })
  })
})
