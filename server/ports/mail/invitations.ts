/** What the participants of an event are told, each in a message with the event as a calendar file. */
import type { Person } from '../../../src/contract/kit'
import { personName } from '../../../src/contract/personName'
import { escapeHtml } from '../../kit/present/escapeHtml'
import { calendarFile, type InvitationMethod } from './calendarFile'
import type { CalendarEvent } from './index'
import { newMessageId, type Mail } from './outgoing'

/** What has become of an event: the first word of the subject, and the sentence that the message begins with. */
const news = {
  invitation: { subject: 'Invitation', method: 'REQUEST', text: 'invites you to' },
  update: { subject: 'Updated', method: 'REQUEST', text: 'has changed' },
  cancellation: { subject: 'Cancelled', method: 'CANCEL', text: 'has cancelled' },
} as const satisfies Record<string, { subject: string; method: InvitationMethod; text: string }>

/** The message that tells people of an event. */
export function invitation(
  kind: keyof typeof news,
  event: CalendarEvent,
  from: Person,
  to: readonly Person[],
): Mail {
  const { subject, method, text } = news[kind]
  const { title, start, end, description } = event
  return {
    from,
    to,
    message_id: newMessageId(from),
    answered: null,
    subject: `${subject}: ${title}`,
    text: `<p>${escapeHtml(personName(from))} ${text} <strong>${escapeHtml(title)}</strong>.</p><p>${period(start, end)}</p>${description}`,
    invitation: { method, content: calendarFile(event, method, new Date()) },
  }
}

// Where the reader lives is not known, so the zone is named; the calendar file shows their own.
const moments = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })

const period = (start: number, end: number): string => {
  const [from, until] = [start, end].map((seconds) => moments.format(seconds * 1_000))
  return start === end ? `${from} UTC` : `${from} – ${until} UTC`
}
