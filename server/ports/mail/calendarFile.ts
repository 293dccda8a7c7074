/** Events as calendar programs read them: iCalendar (RFC 5545); invitations with the methods of iTIP (RFC 5546). */
import type { Person } from '../../../src/contract/kit'
import { personName } from '../../../src/contract/personName'
import { textLines } from '../../kit/richText'
import type { CalendarEvent } from './index'

/** Asks the participants to come, or tells them that nothing comes of it. */
export type InvitationMethod = 'REQUEST' | 'CANCEL'

/** A line holds at most so many bytes; longer ones go on after a line end and a space. */
const lineBytes = 75

/** How often programs are to read a feed anew. */
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

/** What a feed begins with; events follow, and `feedEnd`. */
export const feedBeginning = (name: string): string =>
  written([
    ...beginning,
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refreshInterval}`,
    // Older programs know the same by this name.
    `X-PUBLISHED-TTL:${refreshInterval}`,
  ])

/**
 * An event of a feed: nobody is asked to answer, and it is as of its last change.
 * @param modifiedAt ISO 8601.
 */
export const feedEvent = (event: CalendarEvent, modifiedAt: string): string =>
  written(eventLines(event, { stamp: new Date(modifiedAt), status: 'CONFIRMED', asked: '' }))

const beginning = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Citygate//Activities//EN']

const ending = 'END:VCALENDAR'

/** What a feed ends with. */
export const feedEnd = written([ending])

interface Manner {
  /** When this was written, or, where nobody is asked for anything, last changed. */
  stamp: Date
  status: 'CONFIRMED' | 'CANCELLED'
  /** Parameters by which participants are asked to answer. */
  asked: string
}

function eventLines(event: CalendarEvent, { stamp, status, asked }: Manner): string[] {
  const { id, version, created_at, title, description, start, end, participants, organizer } = event
  return [
    'BEGIN:VEVENT',
    `UID:${id}-${Date.parse(created_at)}@citygate`,
    `SEQUENCE:${version}`,
    `DTSTAMP:${toUtc(stamp.getTime() / 1_000)}`,
    `DTSTART:${toUtc(start)}`,
    // An event without a duration has no end of its own.
    ...(end > start ? [`DTEND:${toUtc(end)}`] : []),
    `SUMMARY:${escapeText(title)}`,
    `DESCRIPTION:${escapeText(textLines(description))}`,
    `STATUS:${status}`,
    `ORGANIZER${named(organizer)}`,
    ...participants.map((person) => `ATTENDEE;ROLE=REQ-PARTICIPANT${asked}${named(person)}`),
    'END:VEVENT',
  ]
}

function written(lines: readonly string[]): string {
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

const toUtc = (seconds: number): string =>
  new Date(seconds * 1_000).toISOString().replaceAll(/[-:]|\.\d+/g, '')

const escapeText = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ')

/** A parameter value in quotes knows neither quotes nor control characters. */
const named = (person: Person): string =>
  `;CN="${personName(person).replaceAll(/["\p{Cc}]/gu, ' ')}":mailto:${person.email}`

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
