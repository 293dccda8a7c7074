import { sql, type SqlBool } from 'kysely'
import { isDayStart, secondsOfDay } from '../../src/contract/allDay'
import type { Row } from '../../src/contract'
import type { Person } from '../../src/contract/fields'
import type { Write } from '../kit/context'
import { emailKey } from '../../src/contract/emailKey'
import { fold } from '../kit/fold'
import { invalidParameter } from '../kit/errors'
import { asAuthor } from '../kit/limits'
import { parseParameter } from '../kit/input'
import type { FieldErrors, Values } from '../kit/declaration'
import { defineResource } from '../kit/define'
import { checkOwnCalendar, defaultCalendar } from '../ports/mail/calendars'
import { completePeople } from '../ports/mail/participants'

declare module '../db/tables' {
  interface ServerColumns {
    activities: Searched & { title_key: string; reminds_at: number | null }
  }
}

const seconds = (name: string, value: string) => parseParameter(name, { kind: 'epoch' }, value)

/** The keys of the participants' emails, each once. */
export const participantKeys = (participants: readonly Person[]): string[] => [
  ...new Set(participants.map(({ email }) => emailKey(email))),
]

/**
 * Whether one of these people participates in an activity or has created it: the creator is its organizer, listed as a
 * participant or not.
 */
const isWith = (emails: readonly string[]) =>
  sql<SqlBool>`(${sql.ref('activities.id')} in (select activity from activity_participants where email in (${sql.join(emails.map(emailKey))}))
    or ${sql.ref('activities.created_by')} in (select id from users where email_key in (${sql.join(emails.map(fold))})))`

/** People in the filter of a list, at most. */
const maxEmails = 50

/**
 * The calendar of a written activity: the one sent, its current one, or the author's default.
 * @throws ApiError 400 for another user's calendar.
 */
async function calendarFor(
  write: Write,
  sent: string | null | undefined,
  current: string | null | undefined,
): Promise<string | null> {
  if (typeof sent !== 'string' || sent === current)
    return current === undefined ? defaultCalendar(write) : current
  await checkOwnCalendar(write, 'calendar_id', sent)
  return sent
}

/** When an activity starts and ends. */
type Span = Pick<Row<'activities'>, 'start' | 'end'>

/**
 * Whether an activity had no end of its own, and none is sent: it still ends where it starts (part 2 §5). An end that
 * is sent counts, even if unchanged.
 */
const isOpenEnded = (sent: Partial<Span>, before: Span | null): boolean =>
  before !== null && before.end === before.start && sent.end === undefined

/** Whole days begin and end at midnight, in UTC. */
const dayFaults = (values: Partial<Span>): FieldErrors<'activities'> =>
  Object.fromEntries(
    (['start', 'end'] as const).flatMap((name) => {
      const moment = values[name]
      return typeof moment !== 'number' || isDayStart(moment)
        ? []
        : [[name, 'With all_day, send midnight UTC of a day.']]
    }),
  )

/** Without an end of its own an activity ends where it starts, or with the day. */
function endOf({ start, end, all_day }: Pick<Values<'activities'>, 'start' | 'end' | 'all_day'>): number {
  if (all_day !== true) return end ?? start
  return typeof end === 'number' && end > start ? end : start + secondsOfDay
}

/** The moment of the reminder, in seconds. */
const remindsAt = ({
  start,
  reminder_minutes = null,
}: Pick<Values<'activities'>, 'start' | 'reminder_minutes'>): number | null =>
  reminder_minutes === null ? null : start - reminder_minutes * 60

export const activities = defineResource('activities', {
  limitedThrough: [
    { resource: 'opportunities', by: 'deal' },
    { resource: 'organizations', by: 'organization' },
  ],
  description: 'Activities, scheduled events and meetings, in one store.',
  routes: 'own',
  links: { participant_emails: { table: 'activity_participants', own: 'activity', target: 'email' } },
  search: ['title', 'description', 'participants'],
  sortKeys: { title: 'title' },
  listParameters: {
    start: {
      description: 'Epoch seconds: only what goes on at this moment or later.',
      condition: (value) => {
        const from = seconds('start', value)
        return sql<SqlBool>`(${sql.ref('activities.end')} > ${from} or ${sql.ref('activities.start')} >= ${from})`
      },
    },
    end: {
      description: 'Epoch seconds: only what begins before this moment.',
      condition: (value) => sql<SqlBool>`${sql.ref('activities.start')} < ${seconds('end', value)}`,
    },
    participant: {
      description:
        'Emails, separated by commas: only activities in which one of these people takes part, or that they have made.',
      condition: (value) => {
        const emails = value.split(',').map((email) => email.trim())
        const wanted = emails.filter((email) => email !== '')
        if (wanted.length > maxEmails) throw invalidParameter('participant', `At most ${maxEmails} emails.`)
        return wanted.length === 0 ? sql<SqlBool>`1 = 1` : isWith(wanted)
      },
    },
  },
  check: (values, before, sent) => {
    const { start, end, all_day } = values
    if (typeof start === 'number' && typeof end === 'number' && start > end && !isOpenEnded(sent, before))
      return { end: 'Start date must greater than end date.' }
    if (all_day !== true) return {}
    return dayFaults(isOpenEnded(sent, before) ? { ...values, end: null } : values)
  },
  compute: (values) => ({ end: endOf(values), reminds_at: remindsAt(values) }),
  prepare: async (write, values, { before, sent }) => {
    const { participants: people } = values
    const participants =
      people === undefined || people === before?.participants
        ? null
        : await asAuthor(write, () => completePeople(write.db, 'participants', people))
    return {
      ...(participants === null ? {} : { participants }),
      ...(isOpenEnded(sent, before) && { end: endOf({ ...values, end: null }) }),
      calendar_id: await calendarFor(write, values.calendar_id, before?.calendar_id),
    }
  },
  after: async ({ db }, id, { values: { participants }, before }) => {
    if (participants === undefined || participants === before?.participants) return
    await db.deleteFrom('activity_participants').where('activity', '=', id).execute()
    const rows = participantKeys(participants).map((email) => ({ activity: id, email }))
    if (rows.length > 0) await db.insertInto('activity_participants').values(rows).execute()
  },
})
