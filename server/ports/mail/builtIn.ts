import type { Person } from '../../../src/contract/kit'
import { consentPath } from '../../../src/contract/mail'
import type { OpenDatabase } from '../../db/dialect'
import { redeemCode } from './grants'
import type { CalendarEvent, MailProvider, Store } from './index'
import { invitation } from './invitations'
import { deliver, keepSent, type Copy } from './mailboxes'
import { newMessageId, type Mail, type Outbox } from './outgoing'
import { findParticipants } from './participants'
import { uniquePeople, without } from './people'

/**
 * The provider that every installation has: a consent page of its own, calendars and mailboxes in the database.
 * What it sends goes to the outbox, and
 * reaches the users of this installation in their mailboxes.
 */
export function builtInMail(database: OpenDatabase, outbox: Outbox): MailProvider {
  const { db } = database

  /** Sends messages that have no copy in anybody's sent mail. */
  const tell = async (...mails: Mail[]): Promise<Store> => {
    const wanted = mails.filter(({ to }) => to.length > 0)
    const stores = await Promise.all(wanted.map((mail) => outbox.post(mail)))
    return async (write) => {
      for (const store of stores) await store(write)
      for (const mail of wanted) await deliver(write, copyOf(mail))
    }
  }

  return {
    authorizationUrl: ({ state, origin }) => `${origin}${consentPath}?state=${encodeURIComponent(state)}`,

    exchange: ({ code, userId }) => Promise.resolve((write) => redeemCode(write, code, userId)),

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

    send: async ({ sender, ...letter }) => {
      const mail = { ...letter, message_id: newMessageId(letter.from) }
      const store = await outbox.post(mail)
      return async (write) => {
        await store(write)
        const id = await keepSent(write, sender, copyOf(mail))
        await deliver(write, copyOf(mail))
        return id
      }
    },

    createEvent: (event, author) =>
      tell(invitation('invitation', event, author, without(involved(event), [author]))),

    updateEvent: (event, before, author) => {
      const now = involved(event)
      const then = involved(before)
      const added = without(now, then)
      const stayed = isSameMeeting(event, before) ? [] : without(now, added)
      return tell(
        invitation('invitation', event, author, without(added, [author])),
        invitation('update', event, author, without(stayed, [author])),
        invitation('cancellation', event, author, without(without(then, now), [author])),
      )
    },

    removeEvent: (event, author) =>
      tell(invitation('cancellation', event, author, without(involved(event), [author]))),
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
