/** Mail and calendar of accounts at the service, which does the work of the built-in provider. */
import type { Calendar } from '../../../../src/contract/mail'
import { emailKey } from '../../../../src/contract/emailKey'
import type { OpenDatabase } from '../../../db/dialects'
import { inTransaction } from '../../../kit/context'
import { contentMissing, type FileStore } from '../../files'
import { OutsideError } from '../../outside'
import {
  mailUnavailable,
  type RepliedMessage,
  type CalendarEvent,
  type MailProvider,
  type CompletedCalendarCall,
} from '../index'
import { keepSent, keptFiles } from '../mailboxes'
import { newMessageId } from '../outgoing'
import { findParticipants } from '../participants'
import { invalidCode } from '../states'
import type { AccountStore, MailAccount } from './accounts'
import {
  errorResponseOf,
  type NylasCalendar,
  type EventContent,
  type Nylas,
  type NylasSentMessage,
} from './api'
import { idIn } from './headers'
import { link, linkOf, unlink } from './links'
import type { connectionRequests } from './requests'
import { lineOf } from './texts'
import type { RunWithGrant } from './using'

interface Parts {
  api: Nylas
  database: OpenDatabase
  /** Where the files of messages lie that are sent. */
  files: FileStore
  accounts: AccountStore
  requests: ReturnType<typeof connectionRequests>
  using: RunWithGrant
}

/** The service's name of an account's main calendar, the default. */
const mainCalendar = 'primary'

/** Idempotency keys tried for a message whose earlier attempts were refused. */
const maxKeys = 5

export function nylasMail({ api, database, files, accounts, requests, using }: Parts): MailProvider {
  const { db } = database

  /** The account whose calendar has an event; null where nothing is to be done there. */
  const ownerOf = async (user: number, author: number): Promise<MailAccount | null> => {
    const account = await accounts.find(user)
    const isUsable = account !== null && !account.isExpired && account.grant !== null
    // The owner is offered to reconnect; other users cannot, and go on without.
    return isUsable || user === author ? account : null
  }

  const createRemoteEvent = async (
    account: MailAccount,
    calendar: string,
    event: CalendarEvent,
  ): Promise<CompletedCalendarCall> => {
    const made = await using(account, ({ grant }) =>
      api.createEvent(grant, calendar, contentOf(event, account)),
    )
    const { user } = account
    return {
      store: (write, id) =>
        link(write, {
          user,
          kind: 'event',
          remote_id: made.id,
          record_id: id,
          calendar_id: calendar,
          changed_at: made.updated_at,
        }),
      undo: () => using(account, ({ grant }) => api.removeEvent(grant, calendar, made.id)),
    }
  }

  return {
    authorizationUrl: async ({ email, redirectUrl, ...request }) =>
      api.authorizationUrl({ email, redirectUrl, ...(await requests.begin({ ...request, redirectUrl })) }),

    exchange: async ({ code, state, userId, sessionId }) => {
      if (state === null) throw invalidCode()
      const request = await requests.take(state, { userId, sessionId })
      const granted = await api.exchange({ code, ...request }).catch((error: unknown) => {
        throw isCodeRefused(error) ? invalidCode() : error
      })
      return async (write) => {
        await accounts.connect(write, userId, {
          grant: granted.grant_id,
          email: granted.email ?? '',
          provider: granted.provider ?? '',
        })
        return granted.email || null
      }
    },

    calendars: async (userId) => {
      const remoteCalendars = await using(await accounts.find(userId), ({ grant }) => api.calendars(grant))
      const calendars = calendarsOf(remoteCalendars)
      await inTransaction(database, { actor: userId, requestId: null }, async (write) => {
        await write.db.deleteFrom('calendars').where('owner', '=', userId).execute()
        const rows = calendars.map((calendar) => ({ ...calendar, owner: userId }))
        if (rows.length > 0) await write.db.insertInto('calendars').values(rows).execute()
      })
      return calendars
    },

    contacts: (userId, page) => findParticipants(database, page, userId),

    send: async ({ sender, from, to, cc, bcc, subject, text, attachments, answered, key }) => {
      const account = await accounts.find(sender)
      const answers = answered && (await remoteMessageId(answered, sender))
      const content = {
        ...{ to, cc, bcc, subject, body: text, answers },
        files: attachments.map((file) => ({ ...file, read: () => files.read(file.key) })),
      }
      const sent = await using(account, async ({ grant }) =>
        sendOnce((tryKey) => api.send(grant, content, tryKey), key),
      ).catch((error: unknown) => {
        throw error instanceof OutsideError ? mailUnavailable(error, error.status === 504 ? 504 : 502) : error
      })
      const writer = { ...from, email: account?.email || from.email }
      const message_id = idIn(sent.headers, 'message-id') ?? newMessageId(writer)
      return async (write) => {
        const id = await keepSent(write, sender, {
          from: writer,
          to,
          cc,
          bcc,
          subject,
          text,
          files: keptFiles(sender, attachments),
          message_id,
          in_reply_to: answered?.message_id ?? null,
          thread: answered?.thread ?? message_id,
        })
        await link(write, {
          user: sender,
          kind: 'message',
          remote_id: sent.id,
          record_id: id,
          calendar_id: null,
          changed_at: sent.date,
        })
        return id
      }
    },

    attachment: async ({ owner, message, remote }) => {
      const linked = await db
        .selectFrom('mail_links')
        .select('remote_id')
        .where('user', '=', owner)
        .where('kind', '=', 'message')
        .where('record_id', '=', message)
        .executeTakeFirst()
      if (!linked) throw contentMissing()
      const content = await using(await accounts.find(owner), ({ grant }) =>
        api.attachment(grant, linked.remote_id, remote),
      )
      if (!content) throw contentMissing()
      return content
    },

    invitations: null,

    externalCalendar: {
      create: async (event, author) => {
        const account = await ownerOf(author, author)
        return account && createRemoteEvent(account, event.calendar_id ?? mainCalendar, event)
      },

      update: async (event, before, author) => {
        const linked = await linkOf(db, 'event', event.id)
        const account = linked && (await ownerOf(linked.user, author))
        if (!account) return null
        const { user, remote_id } = linked
        const calendar = linked.calendar_id ?? mainCalendar
        const change = (to: CalendarEvent) =>
          using(account, ({ grant }) => api.updateEvent(grant, calendar, remote_id, contentOf(to, account)))
        const changed = await change(event).catch((error: unknown) => {
          if (errorResponseOf(error)?.status === 404) return null
          throw error
        })
        // Removed there and changed here: it is created there again.
        if (!changed) return createRemoteEvent(account, calendar, event)
        return {
          store: (write, id) =>
            link(write, {
              user,
              kind: 'event',
              remote_id,
              record_id: id,
              calendar_id: calendar,
              changed_at: changed.updated_at,
            }),
          undo: async () => {
            await change(before)
          },
        }
      },

      remove: async ({ id }, author) => {
        const linked = await linkOf(db, 'event', id)
        const account = linked && (await ownerOf(linked.user, author))
        if (!account) return null
        const { remote_id, calendar_id } = linked
        await using(account, ({ grant }) => api.removeEvent(grant, calendar_id ?? mainCalendar, remote_id))
        return {
          store: (write) => unlink(write, 'event', id),
          undo: () => Promise.resolve(),
        }
      },
    },
  }

  /** The service's id of a message in a user's mailbox; null where it did not come from there. */
  async function remoteMessageId({ message_id }: RepliedMessage, owner: number): Promise<string | null> {
    const found = await db
      .selectFrom('mail_links')
      .innerJoin('messages', 'messages.id', 'mail_links.record_id')
      .select('remote_id')
      .where('mail_links.kind', '=', 'message')
      .where('mail_links.user', '=', owner)
      .where('messages.owner', '=', owner)
      .where('messages.message_id', '=', message_id)
      .limit(1)
      .executeTakeFirst()
    return found?.remote_id ?? null
  }
}

/**
 * Sends a message with a key. The service repeats its answer to a key for an hour, failures too: a refused message is
 * tried again with another key, since it was not sent. After a 5xx the mailbox may have sent it in spite of the
 * failure, so that the failure stays, rather than the message being sent twice.
 */
async function sendOnce(
  send: (key: string) => Promise<NylasSentMessage>,
  key: string,
): Promise<NylasSentMessage> {
  for (let tries = 1; ; tries++)
    try {
      return await send(tries === 1 ? key : `${key}-${tries}`)
    } catch (error) {
      const refusal = errorResponseOf(error)
      const wasRefusedBefore =
        refusal !== null && refusal.status < 500 && refusal.headers.get('idempotent-response') === 'true'
      if (!wasRefusedBefore || tries === maxKeys) throw error
    }
}

/** Whether the service refused the code, rather than this installation. */
function isCodeRefused(error: unknown): boolean {
  const refusal = errorResponseOf(error)
  if (refusal?.status !== 400) return false
  const why = JSON.stringify(refusal.body ?? '')
  return !/invalid_client|unauthorized/.test(why)
}

/** The writable calendars; the one named 'Calendar' comes first, else the main one (SETUP-1). */
function calendarsOf(remoteCalendars: readonly NylasCalendar[]): Calendar[] {
  const open = remoteCalendars.filter(({ read_only }) => read_only !== true)
  const first =
    open.find(({ name }) => name === 'Calendar') ?? open.find(({ is_primary }) => is_primary) ?? open[0]
  const calendars = open.map(({ id, name }) => ({
    id,
    name: lineOf(name) || 'Without a name',
    is_default: id === first?.id,
  }))
  return calendars.sort((a, b) => Number(b.is_default) - Number(a.is_default) || (a.name < b.name ? -1 : 1))
}

/** An event in the service's format: the owner of the calendar is no participant. */
const contentOf = (
  { title, description, start, end, all_day, participants, organizer }: CalendarEvent,
  { email }: MailAccount,
): EventContent => {
  const own = [emailKey(organizer.email), emailKey(email)]
  return {
    title,
    description,
    start,
    end,
    all_day,
    participants: participants.filter((person) => !own.includes(emailKey(person.email))),
  }
}
