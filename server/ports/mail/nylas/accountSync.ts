/** Finds the changes in an external account since the last synchronization. */
import { sql } from 'kysely'
import type { Row } from '../../../../src/contract'
import { nowOf } from '../../../db/clock'
import { isTransient, type OpenDatabase } from '../../../db/dialects'
import { ApiError } from '../../../kit/errors'
import type { GrantedAccount } from './accounts'
import {
  isUnreadable,
  type NylasMessageSummary,
  type NylasFolder,
  type NylasMessage,
  type Nylas,
} from './api'
import { storeContacts } from './contacts'
import { changeMessage, messageFromSummary, storeEvent, storeMessage } from './incoming'
import type { RunWithGrant } from './using'

/** Seconds. */
const day = 86_400
/** How far back a newly connected mailbox is read. */
const firstLook = 7 * day
/** Synchronizations overlap, since changes are not always listed at once. */
const overlap = 120
/** The requested events: so many days before and after now, a year in all at most. */
const before = 30
const after = 330
/** New messages are read in portions; the rest in the next run, which starts at once. */
const maxMessages = 25
/** Milliseconds between two readings of an address book. */
const betweenReadings = 86_400_000
/** Known events and messages checked individually, chosen at random: not every mailbox reports deletions. */
const samples = 5

interface Parts {
  api: Nylas
  database: OpenDatabase
  using: RunWithGrant
  /** Of changed events; see Counterpart. */
  keepsParticipants: boolean
  /** Called with the errors of ignored items. */
  log: (error: unknown) => void
}

/** The object of a webhook. */
export interface ChangedObject {
  kind: 'event' | 'message'
  remote: string
  /** Of an event: its calendar. */
  calendar: string | null
}

/** A message in a list. */
interface Listed {
  id: string
  date: number
  folders: [string]
}

type Direction = Row<'messages'>['direction']
const folderKinds: Record<'inbox' | 'sent' | 'trash', { attribute: string; id: string }> = {
  inbox: { attribute: '\\inbox', id: 'inbox' },
  sent: { attribute: '\\sent', id: 'sent' },
  trash: { attribute: '\\trash', id: 'trash' },
}
type Folders = Record<keyof typeof folderKinds, string | undefined>

/** The folders of every mailbox, in any language: by their attributes, or by the ids that Google gives them. */
const foldersOf = (folders: readonly NylasFolder[]): Folders => {
  const find = (kind: keyof typeof folderKinds) => {
    const { attribute, id } = folderKinds[kind]
    return folders.find(
      (folder) =>
        folder.id.toLowerCase() === id ||
        (folder.attributes ?? []).some((each) => each.toLowerCase() === attribute),
    )?.id
  }
  return { inbox: find('inbox'), sent: find('sent'), trash: find('trash') }
}

export type AccountSync = ReturnType<typeof createAccountSync>

export function createAccountSync({ api, database, using, keepsParticipants, log }: Parts) {
  const { db } = database

  const logSkipped = (what: string, { id }: GrantedAccount, cause: unknown) =>
    log(new Error(`${what} is passed over, in the mail account ${id}`, { cause }))

  /**
   * Does work whose failure must not block the rest of the account: where a retry would fail again, the item is
   * skipped.
   */
  const skipPermanentErrors = async (
    what: string,
    account: GrantedAccount,
    work: () => Promise<void>,
  ): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (!isPermanent(error)) throw error
      logSkipped(what, account, error)
    }
  }

  const syncEvent = async (account: GrantedAccount, remote: string, calendar: string): Promise<void> => {
    const known = await db
      .selectFrom('mail_links')
      .select('record_id')
      .where('user', '=', account.user)
      .where('kind', '=', 'event')
      .where('remote_id', '=', remote)
      .executeTakeFirst()
    // Only events created here are synchronized: the user's other events are private.
    if (!known) return
    await skipPermanentErrors(`event ${remote}`, account, async () => {
      const remoteEvent = await api.event(account.grant, calendar, remote)
      await storeEvent(database, account, { remoteId: remote, remoteEvent, keepsParticipants })
    })
  }

  /** A message, or the summary of one that cannot be read; null for a deleted one. */
  const readMessage = async (
    account: GrantedAccount,
    remote: string,
    listed: Listed | null,
  ): Promise<NylasMessage | null> => {
    try {
      return await api.message(account.grant, remote)
    } catch (error) {
      if (!isPermanent(error)) throw error
      logSkipped(`the text of message ${remote}`, account, error)
    }
    try {
      const summary = await api.messageInBrief(account.grant, remote)
      return summary && messageFromSummary(summary)
    } catch (error) {
      if (!isPermanent(error) || !listed) throw error
      logSkipped(`all but the date of message ${remote}`, account, error)
      return messageFromSummary(listed)
    }
  }

  /** Stores a message; if the database refuses it, a reduced version. */
  const keepMessage = async (
    account: GrantedAccount,
    direction: Direction,
    remoteMessage: NylasMessage,
  ): Promise<boolean> => {
    try {
      return await storeMessage(database, account, direction, remoteMessage)
    } catch (error) {
      if (!isPermanent(error)) throw error
      logSkipped(`the text of message ${remoteMessage.id}`, account, error)
      const brief = messageFromSummary({
        ...remoteMessage,
        to: null,
        cc: null,
        bcc: null,
        attachments: null,
        headers: null,
        snippet: null,
      })
      return storeMessage(database, account, direction, brief)
    }
  }

  const followMessage = (
    account: GrantedAccount,
    remote: string,
    summary: NylasMessageSummary | null,
    folders: Folders,
  ) =>
    changeMessage(database, account, remote, {
      isGone: !summary || isIn(summary, folders.trash),
      isRead: summary?.unread === false,
    })

  const syncMessage = async (
    account: GrantedAccount,
    remote: string,
    folders: Folders,
    listed: Listed | null = null,
  ): Promise<void> => {
    const remoteMessage = await readMessage(account, remote, listed)
    const direction = remoteMessage && directionOf(remoteMessage, folders)
    if (remoteMessage && direction && (await keepMessage(account, direction, remoteMessage))) return
    await followMessage(account, remote, remoteMessage, folders)
  }

  const sampleOf = (account: GrantedAccount, kind: ChangedObject['kind']) =>
    db
      .selectFrom('mail_links')
      .select(['remote_id', 'calendar_id'])
      .where('user', '=', account.user)
      .where('kind', '=', kind)
      .where((where) =>
        kind === 'event'
          ? where.exists(
              where
                .selectFrom('activities')
                .select('id')
                .whereRef('activities.id', '=', 'record_id')
                .where('end', '>=', seconds() - day),
            )
          : where('changed_at', '>=', seconds() - before * day),
      )
      .orderBy(sql`random()`)
      .limit(samples)
      .execute()

  const syncEvents = async (account: GrantedAccount, until: number | null): Promise<number> => {
    const now = seconds()
    const { grant, user } = account
    const calendars = await db
      .selectFrom('mail_links')
      .select('calendar_id')
      .distinct()
      .where('user', '=', user)
      .where('kind', '=', 'event')
      .execute()
    for (const { calendar_id } of calendars) {
      const calendar = calendar_id ?? ''
      await skipPermanentErrors(`calendar ${calendar}`, account, async () => {
        const changed = await api.changedEvents(grant, calendar, {
          after: (until ?? now) - overlap,
          from: now - before * day,
          until: now + after * day,
        })
        for (const { id } of changed) await syncEvent(account, id, calendar)
      })
    }
    for (const { remote_id, calendar_id } of await sampleOf(account, 'event'))
      await syncEvent(account, remote_id, calendar_id ?? '')
    return now
  }

  /** Reads new messages, the oldest first. */
  const syncMessages = async (account: GrantedAccount, until: number | null) => {
    const now = seconds()
    const folders = foldersOf(await api.folders(account.grant))
    const begin = until ?? now - firstLook
    const listed: Listed[] = []
    for (const folder of [folders.inbox, folders.sent])
      if (folder !== undefined)
        for (const each of await api.messagesAfter(account.grant, folder, begin - overlap))
          listed.push({ ...each, folders: [folder] })
    const known = await knownAmong(
      account,
      listed.map(({ id }) => id),
    )
    const unknown = listed.filter(({ id }) => !known.has(id)).sort((a, b) => a.date - b.date)
    const read = unknown.slice(0, maxMessages)
    for (const each of read) await syncMessage(account, each.id, folders, each)
    if (read.length < unknown.length) {
      // A message may claim any date.
      const reached = Math.floor(read.at(-1)?.date ?? begin)
      return { until: Math.min(Math.max(begin, reached), now), isAll: false }
    }
    for (const { remote_id } of await sampleOf(account, 'message'))
      await skipPermanentErrors(`message ${remote_id}`, account, async () =>
        followMessage(account, remote_id, await api.messageInBrief(account.grant, remote_id), folders),
      )
    return { until: now, isAll: true }
  }

  const syncContacts = async (account: GrantedAccount): Promise<void> => {
    await skipPermanentErrors('the address book', account, async () =>
      storeContacts(database, account, await api.contacts(account.grant)),
    )
    await db
      .updateTable('mail_accounts')
      .set({ contacts_at: nowOf(db).toISOString() })
      .where('id', '=', account.id)
      .execute()
  }

  const knownAmong = async ({ user }: GrantedAccount, ids: readonly string[]): Promise<Set<string>> => {
    const known = new Set<string>()
    for (let start = 0; start < ids.length; start += 500) {
      const rows = await db
        .selectFrom('mail_links')
        .select('remote_id')
        .where('user', '=', user)
        .where('kind', '=', 'message')
        .where('remote_id', 'in', ids.slice(start, start + 500))
        .execute()
      for (const { remote_id } of rows) known.add(remote_id)
    }
    return known
  }

  return {
    /**
     * Synchronizes a whole account.
     * @returns whether there is more to read.
     * @throws OutsideError where the service fails, ApiError 409 where the grant has expired.
     */
    account: (
      account: GrantedAccount,
      row: { events_until: number | null; messages_until: number | null; contacts_at: string | null },
    ) =>
      using(account, async () => {
        const events_until = await syncEvents(account, row.events_until)
        const { until, isAll } = await syncMessages(account, row.messages_until)
        await db
          .updateTable('mail_accounts')
          .set({ events_until, messages_until: until })
          .where('id', '=', account.id)
          .execute()
        if (nowOf(db).getTime() - Date.parse(row.contacts_at ?? '1970-01-01T00:00:00Z') > betweenReadings)
          await syncContacts(account)
        return !isAll
      }),

    /** Checks whether a grant is still valid, and records it where it is not. */
    standing: (account: GrantedAccount) =>
      using(account, async ({ grant }) => {
        await api.folders(grant)
      }),

    /** Handles one webhook. */
    changedObject: (account: GrantedAccount, { kind, remote, calendar }: ChangedObject) =>
      using(account, async ({ grant }) => {
        if (kind === 'message') await syncMessage(account, remote, foldersOf(await api.folders(grant)))
        else if (calendar !== null) await syncEvent(account, remote, calendar)
      }),
  }
}

const seconds = () => Math.floor(Date.now() / 1_000)

/**
 * Whether a retry would fail again: the answer cannot be read, or not be stored. Where the service does not answer, or
 * the database is full or too slow, it may succeed later.
 */
const isPermanent = (error: unknown): boolean =>
  isUnreadable(error) ||
  (error instanceof ApiError ? error.status < 500 && error.status !== 429 : !isTransient(error))

/** Null: it is in the trash, or in a folder that is not read. */
const directionOf = (summary: NylasMessageSummary, { inbox, sent, trash }: Folders): Direction | null => {
  if (isIn(summary, trash)) return null
  return isIn(summary, inbox) ? 'received' : isIn(summary, sent) ? 'sent' : null
}

const isIn = ({ folders }: NylasMessageSummary, folder: string | undefined): boolean =>
  folder !== undefined && (folders ?? []).includes(folder)
