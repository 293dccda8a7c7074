import { calendarFile } from './calendarFile'
import type { CalendarEvent } from './index'

const organizer = { id: 3, email: 'robin@citygate.example', first_name: 'Robin', last_name: 'Tavares' }
const event: CalendarEvent = {
  id: 12,
  version: 2,
  created_at: '2027-01-05T08:00:00.000Z',
  title: 'Pricing, part 1; with \\ and\nBEGIN:VALARM',
  description: '<p>Bring the <strong>usage</strong> file</p>',
  start: Date.parse('2027-03-01T15:00:00Z') / 1_000,
  end: Date.parse('2027-03-01T15:30:00Z') / 1_000,
  participants: [
    { id: null, email: 'ann@mill.example', first_name: 'Ann "A":x', last_name: null },
    { id: null, email: 'bo@mill.example', first_name: null, last_name: null },
  ],
  organizer,
  calendar_id: null,
  all_day: false,
  time_zone: null,
}
const now = new Date('2027-01-06T09:10:11.123Z')
const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

test('[SCH-1] an invitation is an iCalendar request that names when, who and what', () => {
  expect(unfolded(calendarFile(event, 'REQUEST', now))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Citygate//Activities//EN',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    'UID:12-1799136000000@citygate',
    'SEQUENCE:2',
    'DTSTAMP:20270106T091011Z',
    'DTSTART:20270301T150000Z',
    'DTEND:20270301T153000Z',
    'SUMMARY:Pricing\\, part 1\\; with \\\\ and\\nBEGIN:VALARM',
    'DESCRIPTION:Bring the usage file',
    'STATUS:CONFIRMED',
    'ORGANIZER;CN="Robin Tavares":mailto:robin@citygate.example',
    'ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN="Ann  A :x":mailto:ann@mill.example',
    'ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN="bo@mill.example":mailto:bo@mill.example',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('[SCH-1] an event without a duration has no end, and a cancelled one says so', () => {
  const lines = unfolded(calendarFile({ ...event, end: event.start }, 'CANCEL', now))
  expect(lines.filter((line) => /^(DTEND|METHOD|STATUS)/.test(line))).toEqual([
    'METHOD:CANCEL',
    'STATUS:CANCELLED',
  ])
})

test('[SCH-1] long lines are folded at 75 bytes, between characters', () => {
  const title = 'Überprüfung der Gasmengen 🔥'.repeat(9)
  const text = calendarFile({ ...event, title }, 'REQUEST', now)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(unfolded(text)).toContain(`SUMMARY:${title}`)
})

test('[K5] whole days are days in no zone, up to the one after the last', () => {
  const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1_000
  const times = (start: string, end: string) =>
    unfolded(
      calendarFile({ ...event, all_day: true, start: day(start), end: day(end) }, 'REQUEST', now),
    ).filter((line) => /^DT(START|END)/.test(line))
  expect(times('2026-11-03', '2026-11-04')).toEqual([
    'DTSTART;VALUE=DATE:20261103',
    'DTEND;VALUE=DATE:20261104',
  ])
  expect(times('2026-12-31', '2027-01-03')).toEqual([
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270103',
  ])
})
