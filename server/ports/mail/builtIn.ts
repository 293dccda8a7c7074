import type { Person } from '../../../src/contract/kit'
import { consentPath } from '../../../src/contract/mail'
import type { OpenDatabase } from '../../db/dialect'
import { redeemCode } from './grants'
import type { CalendarEvent, MailProvider, Store } from './index'
import { invitation } from './invitations'
import { deliver, keepSent, type Copy } from './mailboxes'
import { newMessageId, type Mail, type Outbox } from './outgoing'
import { findParticipants } from './participants'
import { invalidFields } from '../../kit/errors'
import { uniquePeople, without } from './people'
import type { ConnectionStates } from './states'

/**
 * The provider that every installation has: a consent page of its own, calendars and mailboxes in the database.
 * What it sends goes to the outbox, and
 * reaches the users of this installation in their mailboxes.
 */
export function builtInMail(database: OpenDatabase, outbox: Outbox, states: ConnectionStates): MailProvider {
  const { db } = database

  /** Sends messages that have no copy in anybody's sent mail. */
  const tell = async (...mails: Mail[]): Promise<Store> => {
    const wanted = mails.filter(({ to }) => to.length > 0)
    const stores = await Promise.all(wanted.map((mail) => outbox.post(mail)))
    return async (write) => {
      for (const mail of wanted) await deliver(write, copyOf(mail))
      // A file that is kept stays, whatever else fails.
      for (const store of stores) await store(write)
    }
  }

  return {
    authorizationUrl: async ({ origin, ...request }) =>
      `${origin}${consentPath}?state=${encodeURIComponent(await states.sign(request))}`,

    exchange: async ({ code, state, userId, sessionId }) => {
      const asked = state === null ? null : await states.read(state)
      if (asked && (asked.userId !== userId || asked.sessionId !== sessionId))
        throw invalidFields({ state: 'This state belongs to another session.' })
      return async (write) => {
        await redeemCode(write, code, userId)
        return null
      }
    },

    calendars: (userId) =>
      db
        .selectFrom('calendars')
        .select(['id', 'name', 'is_default'])
        .where('owner', '=', userId)
        .orderBy('is_default', 'desc')
        .orderBy('name')
        .orderBy('id')
        .execute(),

    contacts: (_userId, page) => findParticipants(database, page),

    send: async ({ sender, from, to, subject, text, answered }) => {
      const mail = { from, to, subject, text, answered, message_id: newMessageId(from) }
      const store = await outbox.post(mail)
      return async (write) => {
        const id = await keepSent(write, sender, copyOf(mail))
        await deliver(write, copyOf(mail))
        await store(write)
        return id
      }
    },

    elsewhere: null,

    invitations: {
      created: (event, author) =>
        tell(invitation('invitation', event, author, without(involved(event), [author]))),

      changed: (event, before, author) => {
        const now = involved(event)
        const then = involved(before)
        const added = without(now, then)
        const gone = without(then, now)
        const stayed = isSameMeeting(event, before) ? [] : without(now, added)
        return tell(
          invitation('invitation', event, author, without(added, [author])),
          invitation('update', event, author, without(stayed, [author])),
          // A cancellation is for those whom its calendar file names (RFC 5546, 3.2.5).
          invitation('cancellation', { ...event, participants: gone }, author, without(gone, [author])),
        )
      },

      removed: (event, author) =>
        tell(invitation('cancellation', event, author, without(involved(event), [author]))),
    },
  }
}

/** A message as mailboxes keep it. */
const copyOf = ({ from, to, subject, text, message_id, answered }: Mail): Copy => ({
  from,
  to,
  subject,
  text,
  message_id,
  in_reply_to: answered?.message_id ?? null,
  thread: answered?.thread ?? message_id,
})

/** Everybody whom an event concerns. */
const involved = ({ participants, organizer }: CalendarEvent): Person[] =>
  uniquePeople(participants, [organizer])

/** Whether nothing has changed that its participants have to know. */
const isSameMeeting = (a: CalendarEvent, b: CalendarEvent): boolean =>
  a.title === b.title && a.start === b.start && a.end === b.end
