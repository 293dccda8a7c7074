/** Notifications to the participants of an event, each with the event as a calendar file. */
import type { Person } from '../../../src/contract/fields'
import { personName } from '../../../src/contract/personName'
import { escapeHtml } from '../../kit/present/escapeHtml'
import { calendarFile, type InvitationMethod } from './calendarFile'
import { eventTime } from './eventTime'
import type { CalendarEvent } from './index'
import { newMessageId, type Mail } from './outgoing'
import { uniquePeople, without } from './people'

/** By kind of change: the first word of the subject, and the first sentence of the message. */
const news = {
  invitation: { subject: 'Invitation', method: 'REQUEST', text: 'invites you to' },
  update: { subject: 'Updated', method: 'REQUEST', text: 'has changed' },
  cancellation: { subject: 'Cancelled', method: 'CANCEL', text: 'has cancelled' },
} as const satisfies Record<string, { subject: string; method: InvitationMethod; text: string }>

/** An event before and after a change, and the change's author. */
export interface EventChange {
  previous: CalendarEvent | null
  current: CalendarEvent | null
  author: Person
}

/** The recipients of a change: all people of the event except the author. */
export function recipientsOfChange({
  previous,
  current,
  author,
}: EventChange): Record<'added' | 'stayed' | 'gone', Person[]> {
  const [before, after] = [previous ? involved(previous) : [], current ? involved(current) : []]
  const added = without(after, before)
  const isSame = previous === null || current === null || isSameMeeting(previous, current)
  return {
    added: without(added, [author]),
    stayed: isSame ? [] : without(without(after, added), [author]),
    gone: without(without(before, after), [author]),
  }
}

/** The organizer and the participants of an event. */
const involved = ({ participants, organizer }: CalendarEvent): Person[] =>
  uniquePeople(participants, [organizer])

/** Whether nothing has changed that concerns the participants. */
const isSameMeeting = (a: CalendarEvent, b: CalendarEvent): boolean =>
  a.title === b.title && a.start === b.start && a.end === b.end && a.all_day === b.all_day

/** The message about an event. */
export function invitation(
  kind: keyof typeof news,
  event: CalendarEvent,
  from: Person,
  to: readonly Person[],
): Mail {
  const { subject, method, text } = news[kind]
  const { title, description } = event
  return {
    from,
    to,
    message_id: newMessageId(from),
    answered: null,
    subject: `${subject}: ${title}`,
    text: `<p>${escapeHtml(personName(from))} ${text} <strong>${escapeHtml(title)}</strong>.</p><p>${eventTime(event)}</p>${description}`,
    invitation: { method, content: calendarFile(event, method, new Date()) },
  }
}
