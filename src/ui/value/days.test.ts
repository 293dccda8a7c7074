import { readDay, readPastDay } from './days'

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

  it('[K10] with two digits of a year is of this century, or of the last one where that is nearer', () => {
    jest.useFakeTimers({ now: new Date('2026-11-26T12:00:00'), doNotFake: ['nextTick'] })
    try {
      expect(['12/31/26', '1/1/00', '3/4/76', '3/4/77', '4 Mar 99'].map((text) => readDay(text))).toEqual([
        '2026-12-31',
        '2000-01-01',
        '2076-03-04',
        '1977-03-04',
        '1999-03-04',
      ])
      expect(['5/17/80', '11/26/26', '11/27/26', '1 Jan 44', '5/17/2080'].map(readPastDay)).toEqual([
        '1980-05-17',
        '2026-11-26',
        '1926-11-27',
        '1944-01-01',
        '2080-05-17',
      ])
      expect(readPastDay('tomorrow')).toBeNull()
    } finally {
      jest.useRealTimers()
    }
  })

  it.each([
    '03/04/0027',
    '3/1/0027',
    '0027-03-04',
    '4 Mar 0027',
    'March 4, 0127',
    '12/31/1899',
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

test('[K8] days are read without the marks that Windows copies with them', () => {
  for (const mark of [
    '\u200B',
    '\u200E',
    '\u200F',
    '\uFEFF',
    '\u00AD',
    '\u202A',
    '\u202E',
    '\u2060',
    '\u2066',
  ])
    expect(readDay(`${mark}12${mark}/4/${mark}2026${mark}`)).toBe('2026-12-04')
})
