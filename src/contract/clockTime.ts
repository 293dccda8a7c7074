import { tidyText } from './textRules'

/** Hours and minutes with an optional separator, and an optional AM or PM. */
const written = /^(\d{1,2})(?:[:. h]?(\d{2}))?\s*(?:([ap])\.?\s?(?:m\.?)?)?$/i

/**
 * A typed time ('9:30 pm', '21:30', '0930', '9') as 'HH:mm'; null for anything else. Without AM or PM, hours are those
 * of 24.
 */
export function readClockTime(text: string): string | null {
  const [, hours = '', minutes = '00', half] = written.exec(tidyText(text, 'identifier')) ?? []
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59) return null
  const hour = Number(hours)
  const isMorning = half?.toLowerCase() === 'a'
  // '13:00 AM' is contradictory.
  if (isMorning && hour > 12) return null
  const counted = half && hour <= 12 ? (hour % 12) + (isMorning ? 0 : 12) : hour
  return `${String(counted).padStart(2, '0')}:${minutes}`
}
