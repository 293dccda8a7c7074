/** Invitations as calendar programs read them: iCalendar (RFC 5545) with the methods of iTIP (RFC 5546). */
import type { Person } from '../../../src/contract/kit'
import { personName } from '../../../src/contract/personName'
import { plainText } from '../../kit/richText'
import type { CalendarEvent } from './index'

/** Asks the participants to come, or tells them that nothing comes of it. */
export type InvitationMethod = 'REQUEST' | 'CANCEL'

/** A line holds at most so many bytes; longer ones go on after a line end and a space. */
const lineBytes = 75

/** The iCalendar text of an event. */
export function calendarFile(event: CalendarEvent, method: InvitationMethod, now: Date): string {
  const { id, version, created_at, title, description, start, end, participants, organizer } = event
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Citygate//Activities//EN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${id}-${Date.parse(created_at)}@citygate`,
    `SEQUENCE:${version}`,
    `DTSTAMP:${toUtc(now.getTime() / 1_000)}`,
    `DTSTART:${toUtc(start)}`,
    // An event without a duration has no end of its own.
    ...(end > start ? [`DTEND:${toUtc(end)}`] : []),
    `SUMMARY:${escapeText(title)}`,
    `DESCRIPTION:${escapeText(plainText(description))}`,
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    `ORGANIZER${named(organizer)}`,
    ...participants.map(
      (person) => `ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE${named(person)}`,
    ),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
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
