/** Reads iCalendar texts with a parser that the product does not use. */
import ICAL from 'ical.js'

/** An event as read by a calendar program. */
export interface ReadEvent {
  uid: string
  sequence: number
  summary: string
  description: string
  /** Moments, independent of the zone in which they are written. */
  start: Date
  end: Date
  status: string
  stamp: string
  organizer: string
  attendees: string[]
}

/** A calendar as read by a calendar program. */
export interface ReadCalendar {
  method: string | null
  name: string | null
  refresh: string | null
  events: ReadEvent[]
}

/** @throws Error for a text that is not iCalendar, or whose line lengths or line ends violate RFC 5545. */
export function readCalendar(text: string): ReadCalendar {
  for (const line of text.split('\r\n'))
    if (Buffer.byteLength(line) > 75 || /[\r\n]/.test(line)) throw new Error(`Not a line: ${line}`)
  if (!text.endsWith('\r\n')) throw new Error('The last line has no end.')
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  const textOf = (component: InstanceType<typeof ICAL.Component>, name: string): string | null => {
    const value = component.getFirstPropertyValue(name)
    return value === null ? null : String(value)
  }
  return {
    method: textOf(calendar, 'method'),
    name: textOf(calendar, 'x-wr-calname'),
    refresh: textOf(calendar, 'refresh-interval'),
    events: calendar.getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component)
      return {
        uid: event.uid,
        sequence: event.sequence,
        summary: event.summary,
        description: event.description,
        start: event.startDate.toJSDate(),
        end: event.endDate.toJSDate(),
        status: textOf(component, 'status') ?? '',
        stamp: textOf(component, 'dtstamp') ?? '',
        organizer: textOf(component, 'organizer') ?? '',
        attendees: component.getAllProperties('attendee').map((property) => String(property.getFirstValue())),
      }
    }),
  }
}
