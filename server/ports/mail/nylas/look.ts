/** Finds out what has changed in an account elsewhere since it was last looked at. */
import { sql } from 'kysely'
import type { Row } from '../../../../src/contract'
import { isPassing, type OpenDatabase } from '../../../db/dialect'
import { ApiError } from '../../../kit/errors'
import type { Usable } from './accounts'
import { isUnreadable, type BriefThere, type FolderThere, type MessageThere, type Nylas } from './api'
import { storeContacts } from './contacts'
import { changeMessage, inBrief, storeEvent, storeMessage } from './incoming'
import type { Using } from './using'

/** Seconds. */
const day = 86_400
/** How far back a mailbox is read when it has just been connected. */
const firstLook = 7 * day
/** Looks overlap, since not everything is listed in the moment in which it happens. */
const overlap = 120
/** Events in so many days before and after now are asked about, a year in all at most. */
const before = 30
const after = 330
/** What is new is read so much at a time; the rest at the next look, which comes at once. */
const mostMessages = 25
/** Milliseconds between two readings of an address book. */
const betweenReadings = 86_400_000
/** So many known events and messages are looked at one by one, chosen by chance: not every mailbox tells what is gone. */
const samples = 5

interface Parts {
  api: Nylas
  database: OpenDatabase
  using: Using
  /** Of events that have changed there. */
  keepsParticipants: boolean
  /** Told of what is passed over. */
  log: (error: unknown) => void
}

/** Something that a service has told of. */
export interface Hint {
  kind: 'event' | 'message'
  remote: string
  /** Of an event: its calendar. */
  calendar: string | null
}

/** What a list tells of a message. */
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

/** Those that every mailbox has, whatever its language: by their attributes, or by the ids that Google gives them. */
const foldersOf = (there: readonly FolderThere[]): Folders => {
  const find = (kind: keyof typeof folderKinds) => {
    const { attribute, id } = folderKinds[kind]
    return there.find(
      (folder) =>
        folder.id.toLowerCase() === id ||
        (folder.attributes ?? []).some((each) => each.toLowerCase() === attribute),
    )?.id
  }
  return { inbox: find('inbox'), sent: find('sent'), trash: find('trash') }
}

export type Looking = ReturnType<typeof looking>

export function looking({ api, database, using, keepsParticipants, log }: Parts) {
  const { db } = database

  const tell = (what: string, { id }: Usable, cause: unknown) =>
    log(new Error(`${what} is passed over, in the mail account ${id}`, { cause }))

  /** Does what is not to keep the rest of the account waiting: where it would fail again it is left. */
  const orPassOver = async (what: string, account: Usable, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (!isLasting(error)) throw error
      tell(what, account, error)
    }
  }

  const lookAtEvent = async (account: Usable, remote: string, calendar: string): Promise<void> => {
    const known = await db
      .selectFrom('mail_links')
      .select('record_id')
      .where('user', '=', account.user)
      .where('kind', '=', 'event')
      .where('remote_id', '=', remote)
      .executeTakeFirst()
    // Only events that were made here: what else somebody has in their calendar is nobody's business here.
    if (!known) return
    await orPassOver(`event ${remote}`, account, async () => {
      const there = await api.event(account.grant, calendar, remote)
      await storeEvent(database, account, { remote, there, keepsParticipants })
    })
  }

  /** A message, or what is known of one that cannot be read; null where it is gone. */
  const readMessage = async (
    account: Usable,
    remote: string,
    listed: Listed | null,
  ): Promise<MessageThere | null> => {
    try {
      return await api.message(account.grant, remote)
    } catch (error) {
      if (!isLasting(error)) throw error
      tell(`the text of message ${remote}`, account, error)
    }
    try {
      const there = await api.messageInBrief(account.grant, remote)
      return there && inBrief(there)
    } catch (error) {
      if (!isLasting(error) || !listed) throw error
      tell(`all but the date of message ${remote}`, account, error)
      return inBrief(listed)
    }
  }

  /** Keeps a message; of one that no database takes, what any takes. */
  const keepMessage = async (
    account: Usable,
    direction: Direction,
    there: MessageThere,
  ): Promise<boolean> => {
    try {
      return await storeMessage(database, account, direction, there)
    } catch (error) {
      if (!isLasting(error)) throw error
      tell(`the text of message ${there.id}`, account, error)
      const brief = inBrief({ ...there, to: null, headers: null, snippet: null })
      return storeMessage(database, account, direction, brief)
    }
  }

  const followMessage = (account: Usable, remote: string, there: BriefThere | null, folders: Folders) =>
    changeMessage(database, account, remote, {
      isGone: !there || isIn(there, folders.trash),
      isRead: there?.unread === false,
    })

  const lookAtMessage = async (
    account: Usable,
    remote: string,
    folders: Folders,
    listed: Listed | null = null,
  ): Promise<void> => {
    const there = await readMessage(account, remote, listed)
    const direction = there && directionOf(there, folders)
    if (there && direction && (await keepMessage(account, direction, there))) return
    await followMessage(account, remote, there, folders)
  }

  const sampleOf = (account: Usable, kind: Hint['kind']) =>
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

  const lookAtEvents = async (account: Usable, until: number | null): Promise<number> => {
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
      await orPassOver(`calendar ${calendar}`, account, async () => {
        const changed = await api.changedEvents(grant, calendar, {
          after: (until ?? now) - overlap,
          from: now - before * day,
          until: now + after * day,
        })
        for (const { id } of changed) await lookAtEvent(account, id, calendar)
      })
    }
    for (const { remote_id, calendar_id } of await sampleOf(account, 'event'))
      await lookAtEvent(account, remote_id, calendar_id ?? '')
    return now
  }

  /** Reads what is new, the oldest first. */
  const lookAtMessages = async (account: Usable, until: number | null) => {
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
    const read = unknown.slice(0, mostMessages)
    for (const each of read) await lookAtMessage(account, each.id, folders, each)
    if (read.length < unknown.length) {
      // A message may claim any date.
      const reached = Math.floor(read.at(-1)?.date ?? begin)
      return { until: Math.min(Math.max(begin, reached), now), isAll: false }
    }
    for (const { remote_id } of await sampleOf(account, 'message'))
      await orPassOver(`message ${remote_id}`, account, async () =>
        followMessage(account, remote_id, await api.messageInBrief(account.grant, remote_id), folders),
      )
    return { until: now, isAll: true }
  }

  const lookAtBook = async (account: Usable): Promise<void> => {
    await orPassOver('the address book', account, async () =>
      storeContacts(database, account, await api.contacts(account.grant)),
    )
    await db
      .updateTable('mail_accounts')
      .set({ contacts_at: new Date().toISOString() })
      .where('id', '=', account.id)
      .execute()
  }

  const knownAmong = async ({ user }: Usable, ids: readonly string[]): Promise<Set<string>> => {
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
     * Looks at a whole account.
     * @returns whether there is more to read.
     * @throws OutsideError where the service fails, ApiError 409 where the grant has expired.
     */
    account: (
      account: Usable,
      row: { events_until: number | null; messages_until: number | null; contacts_at: string | null },
    ) =>
      using(account, async () => {
        const events_until = await lookAtEvents(account, row.events_until)
        const { until, isAll } = await lookAtMessages(account, row.messages_until)
        await db
          .updateTable('mail_accounts')
          .set({ events_until, messages_until: until })
          .where('id', '=', account.id)
          .execute()
        if (Date.now() - Date.parse(row.contacts_at ?? '1970-01-01T00:00:00Z') > betweenReadings)
          await lookAtBook(account)
        return !isAll
      }),

    /** Finds out whether a grant still stands, and notes it where it does not. */
    standing: (account: Usable) =>
      using(account, async ({ grant }) => {
        await api.folders(grant)
      }),

    /** Looks at one thing. */
    hint: (account: Usable, { kind, remote, calendar }: Hint) =>
      using(account, async ({ grant }) => {
        if (kind === 'message') await lookAtMessage(account, remote, foldersOf(await api.folders(grant)))
        else if (calendar !== null) await lookAtEvent(account, remote, calendar)
      }),
  }
}

const seconds = () => Math.floor(Date.now() / 1_000)

/**
 * Whether to do the same again would fail again: what was answered cannot be read, or not be stored. Where nobody answers,
 * or the database has no room or no time, it may go well later.
 */
const isLasting = (error: unknown): boolean =>
  isUnreadable(error) ||
  (error instanceof ApiError ? error.status < 500 && error.status !== 429 : !isPassing(error))

/** Null: it lies in the trash, or in a folder that is not looked into. */
const directionOf = (there: BriefThere, { inbox, sent, trash }: Folders): Direction | null => {
  if (isIn(there, trash)) return null
  return isIn(there, inbox) ? 'received' : isIn(there, sent) ? 'sent' : null
}

const isIn = ({ folders }: BriefThere, folder: string | undefined): boolean =>
  folder !== undefined && (folders ?? []).includes(folder)
