/** Applies external creations and changes to the records here; open pages are notified as of any write. */
import type { Kysely } from 'kysely'
import type { Row } from '../../../../src/contract'
import { dayStart, secondsOfDay } from '../../../../src/contract/allDay'
import { emailKey } from '../../../../src/contract/emailKey'
import type { Person } from '../../../../src/contract/fields'
import { anyMediaType, isMediaType } from '../../../../src/contract/files'
import { messages } from '../../../../src/contract/messages'
import { maxInteger } from '../../../../src/contract/numbers'
import type { OpenDatabase } from '../../../db/dialects'
import type { Tables } from '../../../db/tables'
import { inTransaction, type Writer } from '../../../kit/context'
import { permissionColumns, permissionsOf } from '../../../kit/permissions'
import { isOfCalendar } from '../../../kit/input'
import { escapeHtml } from '../../../kit/present/escapeHtml'
import { loadRecords } from '../../../kit/read/records'
import { resourceOf } from '../../../kit/registry'
import { plainText, sanitizeHtml, TooMuchMarkup } from '../../../kit/richText'
import { deleteRecord } from '../../../kit/write/remove'
import { updateFromValues } from '../../../kit/write/update'
import { storeSyncedMessage, type KeptFile } from '../mailboxes'
import { newMessageId } from '../outgoing'
import { completePeople } from '../participants'
import type { GrantedAccount } from './accounts'
import type { NylasMessageSummary, EventDetails, NylasMessage, NylasParticipant } from './api'
import { idIn, idsIn } from './headers'
import { link, unlink } from './links'
import { isEmail, lineOf, storable } from './texts'

/** People of a message, and referenced messages, at most; the rest is left out. */
const maxPeople = 1_000
const maxReferences = 100
const nobody: Person = { id: null, email: '', first_name: null, last_name: null }

/** The account's owner is the author of external changes. */
async function writerOf(db: Kysely<Tables>, user: number): Promise<Writer> {
  const { email, is_email_confirmed, ...columns } = await db
    .selectFrom('users')
    .select([...permissionColumns, 'email', 'is_email_confirmed'])
    .where('id', '=', user)
    .executeTakeFirstOrThrow()
  return {
    actor: user,
    ...permissionsOf(columns),
    email: is_email_confirmed ? email : null,
    requestId: null,
  }
}

/** An external event linked to one here. */
interface Counterpart {
  remoteId: string
  /** Null: it was deleted. */
  remoteEvent: EventDetails | null
  /** Whether the event here keeps its participants, regardless of those there. */
  keepsParticipants: boolean
}

/** Applies the current state of the external event to the one here, or deletes it. */
export async function storeEvent(
  database: OpenDatabase,
  { user, email }: GrantedAccount,
  { remoteId, remoteEvent, keepsParticipants }: Counterpart,
): Promise<void> {
  const who = await writerOf(database.db, user)
  await inTransaction(database, who, async (write) => {
    const linked = await write.db
      .selectFrom('mail_links')
      .selectAll()
      .where('user', '=', user)
      .where('kind', '=', 'event')
      .where('remote_id', '=', remoteId)
      .executeTakeFirst()
    if (!linked) return
    const activities = resourceOf('activities')
    const id = linked.record_id
    if (remoteEvent === null || remoteEvent.status === 'cancelled') {
      await unlink(write, 'event', id)
      await deleteRecord(write, activities, id, null)
      return
    }
    const changed_at = Math.floor(remoteEvent.updated_at ?? 0)
    // Not newer than the last known change: it is that change.
    if (changed_at <= linked.changed_at) return
    const { participants, ...rest } = await contentOf(remoteEvent)
    // The owner of the calendar is no participant there, and may be one here.
    const isOwner = (person: Person) =>
      [email, who.email ?? ''].map(emailKey).includes(emailKey(person.email))
    const [known] = await loadRecords(write.db, activities, [id])
    const owners = ((known?.['participants'] ?? []) as Person[]).filter(isOwner)
    const others = participants.filter((person) => !isOwner(person))
    const all = await completePeople(write.db, 'participants', [...others, ...owners])
    await updateFromValues(write, activities, id, keepsParticipants ? rest : { ...rest, participants: all })
    await link(write, { ...linked, changed_at })
  })
}

/**
 * The time of an external event; whole days are from midnight to midnight UTC, the end being the day after the last
 * one.
 */
function timeOf(when: EventDetails['when']): { start: number; end: number; all_day: boolean } {
  if ('start_time' in when) return { start: when.start_time, end: when.end_time, all_day: false }
  if ('time' in when) return { start: when.time, end: when.time, all_day: false }
  const [first, end] = 'date' in when ? [when.date, when.date] : [when.start_date, when.end_date]
  const start = dayStart(first)
  return { start, end: Math.max(dayStart(end), start + secondsOfDay), all_day: true }
}

/** The values of an external event. A time that is no moment is ignored. */
async function contentOf({ title, description, when, participants }: EventDetails) {
  const { start, end, all_day } = timeOf(when)
  const html = await readable(description, null)
  return {
    title: lineOf(title) || 'Without a title',
    description: html === '' ? '<p>Without a description</p>' : html,
    ...(isMoment(start) && isMoment(end)
      ? { start: Math.floor(start), end: Math.floor(Math.max(start, end)), all_day }
      : {}),
    participants: peopleOf(participants),
  }
}

/**
 * Stores a message in its owner's mailbox, unless it is there already.
 * @returns whether it is new.
 */
export async function storeMessage(
  database: OpenDatabase,
  account: GrantedAccount,
  direction: Row<'messages'>['direction'],
  remoteMessage: NylasMessage,
): Promise<boolean> {
  const owner = account.user
  const who: Writer = { actor: null, requestId: null }
  const date = isMoment(remoteMessage.date) ? remoteMessage.date : Math.floor(Date.now() / 1_000)
  return inTransaction(database, who, async (write) => {
    const { db } = write
    const known = await db
      .selectFrom('mail_links')
      .select('record_id')
      .where('user', '=', owner)
      .where('kind', '=', 'message')
      .where('remote_id', '=', remoteMessage.id)
      .executeTakeFirst()
    if (known) return false
    const [sender = { ...nobody, email: account.email }] = await completePeople(
      db,
      'from',
      peopleOf(remoteMessage.from),
    )
    const message_id = idIn(remoteMessage.headers, 'message-id') ?? newMessageId(sender)
    const same = await db
      .selectFrom('messages')
      .select('id')
      .where('owner', '=', owner)
      .where('message_id', '=', message_id)
      .where('direction', '=', direction)
      .executeTakeFirst()
    const answered = idIn(remoteMessage.headers, 'in-reply-to')
    const to = await completePeople(db, 'to', peopleOf(remoteMessage.to))
    const cc = await completePeople(db, 'cc', peopleOf(remoteMessage.cc))
    // Only the sender's own mailbox has them.
    const bcc = direction === 'sent' ? await completePeople(db, 'bcc', peopleOf(remoteMessage.bcc)) : []
    const id =
      same?.id ??
      (await storeSyncedMessage(write, owner, {
        direction,
        is_read: direction === 'sent' || remoteMessage.unread === false,
        sent_at: new Date(date * 1_000).toISOString(),
        from: sender,
        to: to.length > 0 ? to : [{ ...nobody, email: account.email }],
        cc,
        bcc,
        subject: lineOf(remoteMessage.subject) || 'Without a subject',
        text: await readable(remoteMessage.body, remoteMessage.snippet),
        files: filesIn(remoteMessage),
        message_id,
        in_reply_to: answered,
        thread: await threadOf(db, owner, [
          ...idsIn(remoteMessage.headers, 'references').slice(0, maxReferences),
          answered ?? message_id,
        ]),
      }))
    await link(write, {
      user: owner,
      kind: 'message',
      remote_id: remoteMessage.id,
      record_id: id,
      calendar_id: null,
      changed_at: date,
    })
    return same === undefined
  })
}

/** Puts a message into the trash whose counterpart has been deleted, and marks one as read that was read there. */
export async function changeMessage(
  database: OpenDatabase,
  { user }: GrantedAccount,
  remoteId: string,
  { isGone, isRead }: { isGone: boolean; isRead: boolean },
): Promise<void> {
  const who = await writerOf(database.db, user)
  await inTransaction(database, who, async (write) => {
    const found = await write.db
      .selectFrom('mail_links')
      .innerJoin('messages', 'messages.id', 'mail_links.record_id')
      .select(['messages.id', 'messages.is_read'])
      .where('mail_links.user', '=', user)
      .where('mail_links.kind', '=', 'message')
      .where('mail_links.remote_id', '=', remoteId)
      .where('messages.owner', '=', user)
      .where('messages.deleted_at', 'is', null)
      .executeTakeFirst()
    if (!found) return
    if (isGone) await deleteRecord(write, resourceOf('messages'), found.id, null)
    else if (isRead && !found.is_read)
      await updateFromValues(write, resourceOf('messages'), found.id, { is_read: true })
  })
}

/** The conversation of a message: that of the first of these ids found in the mailbox, else the first id. */
async function threadOf(db: Kysely<Tables>, owner: number, ids: readonly string[]): Promise<string> {
  const known = await db
    .selectFrom('messages')
    .select('thread')
    .where('owner', '=', owner)
    .where('message_id', 'in', [...new Set(ids)])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return known?.thread ?? ids[0] ?? ''
}

/** A message that cannot be read or stored whole, with its summary instead of its text. */
export const messageFromSummary = ({ snippet, ...known }: NylasMessageSummary): NylasMessage => ({
  ...known,
  body: `<p>This message cannot be shown here, since it is too large or damaged. It can be read in the mailbox that it came to.</p>${paragraphOf(snippet)}`,
})

/** Foreign markup, sanitized; its plain words where it is too much. */
async function readable(html: string | null | undefined, words: string | null | undefined): Promise<string> {
  try {
    const kept = await sanitizeHtml(storable(html ?? ''))
    if (kept.length <= messages.fields.text.max && plainText(kept) !== '') return kept
  } catch (error) {
    if (!(error instanceof TooMuchMarkup)) throw error
  }
  return paragraphOf(words)
}

/** Files of a message at most. */
const maxFiles = 100
/** Characters of the service's id of a file. */
const longestId = 2_048

/** The files attached to a message; their contents stay in the external mailbox. */
const filesIn = ({ attachments }: NylasMessage): KeptFile[] =>
  (attachments ?? [])
    .slice(0, maxFiles)
    .map(({ id, filename, content_type, size, is_inline, content_id }) => ({
      filename: lineOf(filename) || 'Without a name',
      media_type: typeOf(content_type),
      size: isSize(size) ? size : null,
      is_inline: is_inline === true,
      content_id: lineOf(content_id) || null,
      storage_key: null,
      stored_by: null,
      // A file without an id is listed but cannot be downloaded.
      remote_id: id && id.length <= longestId && storable(id) === id ? id : null,
    }))

/** A media type without its parameters. */
function typeOf(said: string | null | undefined): string {
  const [type = ''] = (said ?? '').toLowerCase().split(';')
  return isMediaType(type.trim()) ? type.trim() : anyMediaType
}

/** Bytes as both databases keep them. */
const isSize = (size: number | null | undefined): size is number =>
  Number.isInteger(size) && Number(size) >= 0 && Number(size) <= maxInteger

const paragraphOf = (words: string | null | undefined): string => {
  const text = storable(words ?? '').trim()
  return text === '' ? '' : `<p>${escapeHtml(text)}</p>`
}

/** Epoch seconds of the years 1 to 9999. */
const isMoment = (seconds: number): boolean => isOfCalendar(new Date(seconds * 1_000))

/** People with a valid email; the whole name becomes the first name, since its parts are unknown. */
const peopleOf = (participants: readonly NylasParticipant[] | null | undefined): Person[] =>
  (participants ?? [])
    .flatMap(({ email, name }) =>
      isEmail(email) ? [{ ...nobody, email, first_name: lineOf(name) || null }] : [],
    )
    .slice(0, maxPeople)
