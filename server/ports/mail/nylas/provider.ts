/** Mail and calendar of accounts at the service: what the other adapter does by itself is done there. */
import type { Calendar } from '../../../../src/contract/mail'
import { emailKey } from '../../../../src/contract/emailKey'
import type { OpenDatabase } from '../../../db/dialect'
import { inTransaction } from '../../../kit/context'
import { OutsideError } from '../../outside'
import { mailUnavailable, type Answered, type CalendarEvent, type MailProvider, type Placed } from '../index'
import { keepSent } from '../mailboxes'
import { newMessageId } from '../outgoing'
import { findParticipants } from '../participants'
import { invalidCode } from '../states'
import type { AccountStore, AccountThere } from './accounts'
import { refusalOf, type CalendarThere, type EventContent, type Nylas, type SentThere } from './api'
import { idIn } from './headers'
import { link, linkOf, unlink } from './links'
import type { connectionRequests } from './requests'
import { lineOf } from './texts'
import type { Using } from './using'

interface Parts {
  api: Nylas
  database: OpenDatabase
  accounts: AccountStore
  requests: ReturnType<typeof connectionRequests>
  using: Using
}

/** What the service calls the main calendar of an account, where nobody has chosen one. */
const mainCalendar = 'primary'

/** A message whose earlier tries were refused is tried under so many keys. */
const mostKeys = 5

export function nylasMail({ api, database, accounts, requests, using }: Parts): MailProvider {
  const { db } = database

  /** The account in whose calendar an event stands; null where nothing is to be done there. */
  const ownerOf = async (user: number, author: number): Promise<AccountThere | null> => {
    const account = await accounts.find(user)
    const isUsable = account !== null && !account.isExpired && account.grant !== null
    // Its owner is offered to connect anew; nobody else can, and they go on without.
    return isUsable || user === author ? account : null
  }

  const place = async (account: AccountThere, calendar: string, event: CalendarEvent): Promise<Placed> => {
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
      const there = await using(await accounts.find(userId), ({ grant }) => api.calendars(grant))
      const calendars = calendarsOf(there)
      await inTransaction(database, { actor: userId, requestId: null }, async (write) => {
        await write.db.deleteFrom('calendars').where('owner', '=', userId).execute()
        const rows = calendars.map((calendar) => ({ ...calendar, owner: userId }))
        if (rows.length > 0) await write.db.insertInto('calendars').values(rows).execute()
      })
      return calendars
    },

    contacts: (userId, page) => findParticipants(database, page, userId),

    send: async ({ sender, from, to, subject, text, answered, key }) => {
      const account = await accounts.find(sender)
      const answers = answered && (await messageThere(answered, sender))
      const sent = await using(account, async ({ grant }) =>
        sendOnce((tryKey) => api.send(grant, { to, subject, body: text, answers }, tryKey), key),
      ).catch((error: unknown) => {
        throw error instanceof OutsideError ? mailUnavailable(error, error.status === 504 ? 504 : 502) : error
      })
      const writer = { ...from, email: account?.email || from.email }
      const message_id = idIn(sent.headers, 'message-id') ?? newMessageId(writer)
      return async (write) => {
        const id = await keepSent(write, sender, {
          from: writer,
          to,
          subject,
          text,
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

    invitations: null,

    elsewhere: {
      create: async (event, author) => {
        const account = await ownerOf(author, author)
        return account && place(account, event.calendar_id ?? mainCalendar, event)
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
          if (refusalOf(error)?.status === 404) return null
          throw error
        })
        // Removed there and changed here: it stands there again.
        if (!changed) return place(account, calendar, event)
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

  /** What the service calls a message of somebody's mailbox; null where it did not come from there. */
  async function messageThere({ message_id }: Answered, owner: number): Promise<string | null> {
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
 * Sends a message under a key. The service answers the same to the same key for an hour, to failures too: what it has
 * refused before is tried anew under a further key, since it has not gone out. Where the mailbox may have taken it in
 * spite of the failure (5xx), the failure stays, rather than that the message goes out twice.
 */
async function sendOnce(send: (key: string) => Promise<SentThere>, key: string): Promise<SentThere> {
  for (let tries = 1; ; tries++)
    try {
      return await send(tries === 1 ? key : `${key}-${tries}`)
    } catch (error) {
      const refusal = refusalOf(error)
      const wasRefusedBefore =
        refusal !== null && refusal.status < 500 && refusal.headers.get('idempotent-response') === 'true'
      if (!wasRefusedBefore || tries === mostKeys) throw error
    }
}

/** Whether it was the code that the service refused, rather than this installation. */
function isCodeRefused(error: unknown): boolean {
  const refusal = refusalOf(error)
  if (refusal?.status !== 400) return false
  const why = JSON.stringify(refusal.body ?? '')
  return !/invalid_client|unauthorized/.test(why)
}

/** Those that events can be put into; the one named 'Calendar' comes first, else the main one (SETUP-1). */
function calendarsOf(there: readonly CalendarThere[]): Calendar[] {
  const open = there.filter(({ read_only }) => read_only !== true)
  const first =
    open.find(({ name }) => name === 'Calendar') ?? open.find(({ is_primary }) => is_primary) ?? open[0]
  const calendars = open.map(({ id, name }) => ({
    id,
    name: lineOf(name) || 'Without a name',
    is_default: id === first?.id,
  }))
  return calendars.sort((a, b) => Number(b.is_default) - Number(a.is_default) || (a.name < b.name ? -1 : 1))
}

/** An event as the service takes it: whose calendar it stands in is no participant. */
const contentOf = (
  { title, description, start, end, participants, organizer }: CalendarEvent,
  { email }: AccountThere,
): EventContent => {
  const own = [emailKey(organizer.email), emailKey(email)]
  return {
    title,
    description,
    start,
    end,
    participants: participants.filter((person) => !own.includes(emailKey(person.email))),
  }
}
