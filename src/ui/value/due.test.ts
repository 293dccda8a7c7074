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
})
