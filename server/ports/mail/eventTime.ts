/** The time of an event as text, in its organizer's time zone. */
import { daysFrom } from '../../../src/contract/allDay'
import type { CalendarEvent } from './index'

const spoken = {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
} as const

/** A moment in a time zone. */
interface Reading {
  /** 'Thursday, December 3, 2026' */
  date: string
  /** '5:30' */
  clock: string
  /** 'PM' */
  half: string
  /** 'EST' */
  zone: string
}

function readingOf(seconds: number, timeZone: string): Reading {
  const moment = seconds * 1_000
  const parts = new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).formatToParts(moment)
  const part = (wanted: Intl.DateTimeFormatPartTypes) =>
    parts.find(({ type }) => type === wanted)?.value ?? ''
  return {
    date: new Intl.DateTimeFormat('en-US', { ...spoken, timeZone }).format(moment),
    clock: `${part('hour')}:${part('minute')}`,
    half: part('dayPeriod'),
    zone: part('timeZoneName'),
  }
}

const dayText = (day: string) =>
  new Intl.DateTimeFormat('en-US', { ...spoken, timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`))

/**
 * 'Thursday, December 3, 2026 at 5:30 – 6:30 PM EST'; of whole days 'Tuesday, November 3, 2026, all day'. The start of
 * a range shows only the parts that differ from its end.
 */
export function eventTime({
  start,
  end,
  all_day,
  time_zone,
}: Pick<CalendarEvent, 'start' | 'end' | 'all_day' | 'time_zone'>): string {
  if (all_day) {
    const { first, last } = daysFrom({ start, end })
    return `${first === last ? '' : `${dayText(first)} – `}${dayText(last)}, all day`
  }
  const [from, until] = [start, end].map((seconds) => readingOf(seconds, time_zone ?? 'UTC')) as [
    Reading,
    Reading,
  ]
  const whole = ({ clock, half, zone }: Reading) => `${clock} ${half} ${zone}`
  if (start === end) return `${from.date} at ${whole(from)}`
  const isSameDay = from.date === until.date
  const begin = [
    from.clock,
    isSameDay && from.half === until.half && from.zone === until.zone ? '' : from.half,
    from.zone === until.zone ? '' : from.zone,
  ].filter((part) => part !== '')
  return `${from.date} at ${begin.join(' ')} – ${isSameDay ? '' : `${until.date} at `}${whole(until)}`
}
