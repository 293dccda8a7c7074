import dayjs from 'dayjs'

/** Hours and minutes with or without a sign between them, and the half of the day where it is named. */
const written = /^(\d{1,2})(?:[:. h]?(\d{2}))?\s*(?:([ap])\.?\s?(?:m\.?)?)?$/i

/**
 * A time of day as somebody types it ('9:30 pm', '21:30', '0930', '9') as 'HH:mm'; null for anything else. Without a
 * half of the day hours count to 24.
 */
export function readClockTime(text: string): string | null {
  const [, hours = '', minutes = '00', half] = written.exec(text.trim()) ?? []
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59) return null
  const hour = Number(hours)
  const isMorning = half?.toLowerCase() === 'a'
  // Who writes 13:00 AM means something else.
  if (isMorning && hour > 12) return null
  const counted = half && hour <= 12 ? (hour % 12) + (isMorning ? 0 : 12) : hour
  return `${String(counted).padStart(2, '0')}:${minutes}`
}

/** Whether nothing more is to be typed: the hours and the minutes stand there, with a sign between them. */
export const isWholeClockTime = (text: string): boolean =>
  /^\s*\d{1,2}[:.]\d{2}/.test(text) && readClockTime(text) !== null

/** Why a text was not taken as a time of day. */
export const whyNoTime = (text: string): string => `“${text}” is no time. Write it as 9:30 PM or 21:30.`

/** 'HH:mm' by a pattern of dayjs; '' for ''. */
export const clockTimeText = (time: string, pattern: string): string =>
  time === '' ? '' : dayjs(`2000-01-01T${time}`).format(pattern)
