import { readDay } from './days'

describe('a day as people write it', () => {
  it.each([
    '12/5/2026',
    '12/05/2026',
    '12/5/26',
    '2026-12-05',
    '2026/12/5',
    '5 Dec 2026',
    '5th December 2026',
    'Dec 5, 2026',
    'December 5th, 2026',
    ' dec  5 2026 ',
    '5-Dec-26',
    '05DEC2026',
  ])('is read: %s', (text) => {
    expect(readDay(text)).toBe('2026-12-05')
  })

  it('is read with points where it can be one day only', () => {
    expect(readDay('25.12.2026')).toBe('2026-12-25')
    expect(readDay('12-25-2026')).toBe('2026-12-25')
    expect(readDay('5.5.26')).toBe('2026-05-05')
    expect(readDay('Sept 9, 2026')).toBe('2026-09-09')
  })

  it.each([
    '12.5.26',
    '25/12/2026',
    '2/30/2026',
    '2026-13-01',
    'tomorrow',
    '5 Dex 2026',
    '5 Ma 2026',
    '12/2026',
    '',
  ])('is none: %s', (text) => {
    expect(readDay(text)).toBeNull()
  })
})
