import { sql, type SqlBool } from 'kysely'
import type { Person } from '../../src/contract/kit'
import { anyTable, type Write } from '../kit/context'
import { emailKey } from '../../src/contract/emailKey'
import { fold } from '../kit/fold'
import { invalidParameter } from '../kit/errors'
import { parseParameter } from '../kit/input'
import { defineResource } from '../kit/define'
import { checkOwnCalendar, defaultCalendar } from '../ports/mail/calendars'
import { completePeople } from '../ports/mail/participants'

type Values = Readonly<Record<string, unknown>>

const seconds = (name: string, value: string) => parseParameter(name, { kind: 'epoch' }, value)

/** By which keys of emails an activity knows its participants, each once. */
export const participantKeys = (participants: readonly Person[]): string[] => [
  ...new Set(participants.map(({ email }) => emailKey(email))),
]

/** Whether one of these people takes part, or has made it: they are the one who invites, named there or not. */
const isWith = (emails: readonly string[]) =>
  sql<SqlBool>`(${sql.ref('activities.id')} in (select activity from activity_participants where email in (${sql.join(emails.map(emailKey))}))
    or ${sql.ref('activities.created_by')} in (select id from users where email_key in (${sql.join(emails.map(fold))})))`

/** A list asks for at most so many people at once. */
const maxEmails = 50

/**
 * The calendar that a write puts an activity into: the one that is sent, the one where it is, or the default of
 * whoever creates it.
 * @throws ApiError 400 for a calendar that is not the writer's.
 */
async function calendarFor(write: Write, sent: unknown, current: unknown): Promise<unknown> {
  if (typeof sent !== 'string' || sent === current)
    return current === undefined ? defaultCalendar(write) : current
  await checkOwnCalendar(write, 'calendar_id', sent)
  return sent
}

/**
 * Whether an activity had no end of its own, and is sent none: it goes on ending where it starts (part 2 §5). One that is
 * sent counts, also where it is the one that was.
 */
const isOpenEnded = (sent: Values, before: Values | null): boolean =>
  before !== null && before['end'] === before['start'] && sent['end'] === undefined

/** Where the keys of the participants' emails stand. */
const participantLink = { table: 'activity_participants', own: 'activity', target: 'email' } as const

export const activities = defineResource('activities', {
  table: 'activities',
  links: { participant_emails: participantLink },
  search: ['title', 'description', 'participants'],
  keys: { title: 'title' },
  where: {
    start: {
      about: 'Epoch seconds: only what goes on at this moment or later.',
      condition: (value) => {
        const from = seconds('start', value)
        return sql<SqlBool>`(${sql.ref('activities.end')} > ${from} or ${sql.ref('activities.start')} >= ${from})`
      },
    },
    end: {
      about: 'Epoch seconds: only what begins before this moment.',
      condition: (value) => sql<SqlBool>`${sql.ref('activities.start')} < ${seconds('end', value)}`,
    },
    participant: {
      about:
        'Emails, separated by commas: only activities in which one of these people takes part, or that they have made.',
      condition: (value) => {
        const emails = value.split(',').map((email) => email.trim())
        const wanted = emails.filter((email) => email !== '')
        if (wanted.length > maxEmails) throw invalidParameter('participant', `At most ${maxEmails} emails.`)
        return wanted.length === 0 ? sql<SqlBool>`1 = 1` : isWith(wanted)
      },
    },
  },
  check: ({ start, end }, before, sent) =>
    typeof end === 'number' && Number(start) > end && !isOpenEnded(sent, before)
      ? { end: 'Start date must greater than end date.' }
      : {},
  compute: ({ start, end }) => ({ end: end ?? start }),
  prepare: async (write, values, { before, sent }) => {
    const participants =
      values['participants'] === before?.['participants']
        ? null
        : await completePeople(write.db, 'participants', values['participants'] as Person[])
    return {
      ...(participants === null ? {} : { participants }),
      ...(isOpenEnded(sent, before) && { end: values['start'] }),
      calendar_id: await calendarFor(write, values['calendar_id'], before?.['calendar_id']),
    }
  },
  after: async ({ db }, id, { values: { participants }, before }) => {
    if (participants === undefined || participants === before?.['participants']) return
    const { table, own, target } = participantLink
    await db.deleteFrom(table).where(own, '=', id).execute()
    const rows = participantKeys(participants as Person[]).map((key) => ({ [own]: id, [target]: key }))
    if (rows.length > 0) await anyTable(db).insertInto(table).values(rows).execute()
  },
})
