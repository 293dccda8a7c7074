import { consentPath } from '../../../src/contract/mail'
import type { OpenDatabase } from '../../db/dialects'
import { redeemCode } from './grants'
import type { MailProvider, Store } from './index'
import { invitation, recipientsOfChange } from './invitations'
import { deliver, keepSent, keptFiles, type Copy } from './mailboxes'
import { newMessageId, type Mail, type Outbox } from './outgoing'
import { findParticipants } from './participants'
import { invalidFields } from '../../kit/errors'
import { contentMissing } from '../files'
import type { ConnectionStates } from './states'

/**
 * The built-in provider: a consent page of its own, calendars and mailboxes in the database. Messages go to the
 * outbox, and to the mailboxes of this installation's users.
 */
export function builtInMail(database: OpenDatabase, outbox: Outbox, states: ConnectionStates): MailProvider {
  const { db } = database

  /** Sends messages without a copy in a sent folder. */
  const sendInvitations = async (...mails: Mail[]): Promise<Store> => {
    const wanted = mails.filter(({ to }) => to.length > 0)
    const stores = await Promise.all(wanted.map((mail) => outbox.post(mail)))
    return async (write) => {
      for (const mail of wanted) await deliver(write, copyOf(mail))
      // A stored file is kept even if a later step fails.
      for (const store of stores) await store(write)
    }
  }

  return {
    authorizationUrl: async ({ origin, ...request }) =>
      `${origin}${consentPath}?state=${encodeURIComponent(await states.sign(request))}`,

    exchange: async ({ code, state, userId, sessionId }) => {
      const request = state === null ? null : await states.read(state)
      if (request && (request.userId !== userId || request.sessionId !== sessionId))
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

    send: async ({ sender, from, to, cc, bcc, subject, text, attachments, answered }) => {
      const message_id = newMessageId(from)
      const mail = { from, to, cc, bcc, subject, text, attachments, answered, message_id }
      const store = await outbox.post(mail)
      return async (write) => {
        const id = await keepSent(write, sender, copyOf(mail))
        await deliver(write, copyOf(mail))
        await store(write)
        return id
      }
    },

    // Its received files are all in the file store.
    attachment: () => Promise.reject(contentMissing()),

    externalCalendar: null,

    invitations: {
      created: (event, author) =>
        sendInvitations(
          invitation(
            'invitation',
            event,
            author,
            recipientsOfChange({ previous: null, current: event, author }).added,
          ),
        ),

      changed: (event, before, author) => {
        const { added, stayed, gone } = recipientsOfChange({ previous: before, current: event, author })
        return sendInvitations(
          invitation('invitation', event, author, added),
          invitation('update', event, author, stayed),
          // A cancellation goes to the attendees in its calendar file (RFC 5546, 3.2.5).
          invitation('cancellation', { ...event, participants: gone }, author, gone),
        )
      },

      removed: (event, author) =>
        sendInvitations(
          invitation(
            'cancellation',
            event,
            author,
            recipientsOfChange({ previous: event, current: null, author }).gone,
          ),
        ),
    },
  }
}

/** A message as stored in mailboxes. */
const copyOf = ({
  from,
  to,
  cc = [],
  bcc = [],
  subject,
  text,
  attachments = [],
  message_id,
  answered,
}: Mail): Copy => ({
  from,
  to,
  cc,
  bcc,
  subject,
  text,
  files: keptFiles(from.id, attachments),
  message_id,
  in_reply_to: answered?.message_id ?? null,
  thread: answered?.thread ?? message_id,
})
