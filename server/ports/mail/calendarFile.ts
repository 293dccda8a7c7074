/** Events for calendar programs: iCalendar (RFC 5545); invitations with the methods of iTIP (RFC 5546). */
import { dayAt } from '../../../src/contract/allDay'
import type { Person } from '../../../src/contract/fields'
import { textLines } from '../../kit/richText'
import type { CalendarEvent } from './index'
import { headerName } from './people'

/** Invites the participants, or cancels the event. */
export type InvitationMethod = 'REQUEST' | 'CANCEL'

/** Bytes of a line at most; longer ones continue after a line end and a space. */
const lineBytes = 75

/** The interval at which programs should read a feed again. */
const refreshInterval = 'PT15M'

/** The iCalendar text of an invitation, or of its cancellation. */
export const calendarFile = (event: CalendarEvent, method: InvitationMethod, now: Date): string =>
  written([
    ...beginning,
    `METHOD:${method}`,
    ...eventLines(event, {
      stamp: now,
      status: method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED',
      asked: ';PARTSTAT=NEEDS-ACTION;RSVP=TRUE',
    }),
    ending,
  ])

/** The beginning of a feed; events follow, and `feedEnd`. */
export const feedBeginning = (name: string): string =>
  written([
    ...beginning,
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refreshInterval}`,
    // The name of the same property in older programs.
    `X-PUBLISHED-TTL:${refreshInterval}`,
  ])

/**
 * An event of a feed: without requests for replies, dated by its last change.
 * @param modifiedAt ISO 8601.
 */
export const feedEvent = (event: CalendarEvent, modifiedAt: string): string =>
  written(eventLines(event, { stamp: new Date(modifiedAt), status: 'CONFIRMED', asked: '' }))

const beginning = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Citygate//Activities//EN']

const ending = 'END:VCALENDAR'

/** The end of a feed. */
export const feedEnd = written([ending])

interface EventOptions {
  /** When this was written, or, in a feed, last changed. */
  stamp: Date
  status: 'CONFIRMED' | 'CANCELLED'
  /** Parameters that ask participants for a reply. */
  asked: string
}

function eventLines(
  event: CalendarEvent,
  { stamp, status, asked: attendeeParameters }: EventOptions,
): string[] {
  const { id, version, created_at, title, description, participants, organizer } = event
  return [
    'BEGIN:VEVENT',
    `UID:${event.uid ?? `${id}-${Date.parse(created_at)}@citygate`}`,
    `SEQUENCE:${version}`,
    `DTSTAMP:${toUtc(stamp.getTime() / 1_000)}`,
    ...timeLines(event),
    `SUMMARY:${escapeText(title)}`,
    `DESCRIPTION:${escapeText(textLines(description))}`,
    `STATUS:${status}`,
    `ORGANIZER${named(organizer)}`,
    ...participants.map((person) => `ATTENDEE;ROLE=REQ-PARTICIPANT${attendeeParameters}${named(person)}`),
    'END:VEVENT',
  ]
}

function timeLines({ start, end, all_day }: CalendarEvent): string[] {
  // Here and in the file, the end is the day after the last one (RFC 5545, 3.6.1).
  if (all_day) return [`DTSTART;VALUE=DATE:${toDay(start)}`, `DTEND;VALUE=DATE:${toDay(end)}`]
  // An event without a duration has no end of its own.
  return [`DTSTART:${toUtc(start)}`, ...(end > start ? [`DTEND:${toUtc(end)}`] : [])]
}

function written(lines: readonly string[]): string {
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

const toUtc = (seconds: number): string =>
  new Date(seconds * 1_000).toISOString().replaceAll(/[-:]|\.\d+/g, '')

const toDay = (seconds: number): string => dayAt(seconds).replaceAll('-', '')

const escapeText = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ')

/** Quoted parameter values cannot contain quotes. */
const named = (person: Person): string =>
  `;CN="${(headerName(person) || person.email).replaceAll('"', ' ')}":mailto:${person.email}`

function foldLine(line: string): string {
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > lineBytes) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return folded
}
