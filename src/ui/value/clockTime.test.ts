import { readClockTime } from '../../contract/clockTime'
import { clockTimeText } from './clockTime'

describe('a time of day', () => {
  it.each([
    ['9:30 pm', '21:30'],
    ['9:30PM', '21:30'],
    ['9:30 p.m.', '21:30'],
    ['9.30 p', '21:30'],
    ['21:30', '21:30'],
    ['21:30 PM', '21:30'],
    [' 2130 ', '21:30'],
    ['930', '09:30'],
    ['0930', '09:30'],
    ['9', '09:00'],
    ['9 am', '09:00'],
    ['12:00 am', '00:00'],
    ['12:15 PM', '12:15'],
    ['00:15 AM', '00:15'],
    ['0:00', '00:00'],
  ])('[SHELL-2] typed as %j is %s', (text, time) => {
    expect(readClockTime(text)).toBe(time)
  })

  it.each(['', '25', '24:00', '9:60', '13:00 am', 'noon', '9:3', '9:300', '1:2:3', 'pm'])(
    '[SHELL-2] typed as %j is none',
    (text) => {
      expect(readClockTime(text)).toBeNull()
    },
  )

  it('[SHELL-2] is formatted by the preferred clock', () => {
    expect(clockTimeText('21:30', 'h:mm A')).toBe('9:30 PM')
    expect(clockTimeText('21:30', 'HH:mm')).toBe('21:30')
    expect(clockTimeText('', 'HH:mm')).toBe('')
  })
})
