/** What has been made or changed elsewhere, as records here; the pages that show them learn of it as of any write. */
import type { Kysely } from 'kysely'
import type { Row } from '../../../../src/contract'
import { emailKey } from '../../../../src/contract/emailKey'
import type { Person } from '../../../../src/contract/kit'
import { messages } from '../../../../src/contract/messages'
import type { OpenDatabase } from '../../../db/dialect'
import type { Tables } from '../../../db/tables'
import { inTransaction, type Writer } from '../../../kit/context'
import { isOfCalendar } from '../../../kit/input'
import { escapeHtml } from '../../../kit/present/escapeHtml'
import { loadRecords } from '../../../kit/read/records'
import { resourceOf } from '../../../kit/registry'
import { plainText, sanitizeHtml, TooMuchMarkup } from '../../../kit/richText'
import { deleteRecord, storeChange } from '../../../kit/write/write'
import { putFromElsewhere } from '../mailboxes'
import { newMessageId } from '../outgoing'
import { completePeople } from '../participants'
import type { Usable } from './accounts'
import type { BriefThere, EventDetails, MessageThere, ParticipantThere } from './api'
import { idIn, idsIn } from './headers'
import { link, unlink } from './links'
import { isEmail, lineOf, storable } from './texts'

const dayLength = 86_400
/** Of a message: as many people, and messages that it refers to; the rest is left out. */
const mostPeople = 1_000
const mostReferences = 100
const nobody: Person = { id: null, email: '', first_name: null, last_name: null }

/** What the account's owner does elsewhere, they do here. */
async function writerOf(db: Kysely<Tables>, user: number): Promise<Writer> {
  const { user_type, email } = await db
    .selectFrom('users')
    .select(['user_type', 'email'])
    .where('id', '=', user)
    .executeTakeFirstOrThrow()
  return { actor: user, role: user_type, email, requestId: null }
}

/** What has become of an event elsewhere. */
interface Counterpart {
  remote: string
  /** Null: it is gone. */
  there: EventDetails | null
  /** Whether the event here keeps its participants, whoever takes part there. */
  keepsParticipants: boolean
}

/** Changes the event of a counterpart to what has become of it, or removes it. */
export async function storeEvent(
  database: OpenDatabase,
  { user, email }: Usable,
  { remote, there, keepsParticipants }: Counterpart,
): Promise<void> {
  const who = await writerOf(database.db, user)
  await inTransaction(database, who, async (write) => {
    const linked = await write.db
      .selectFrom('mail_links')
      .selectAll()
      .where('user', '=', user)
      .where('kind', '=', 'event')
      .where('remote_id', '=', remote)
      .executeTakeFirst()
    if (!linked) return
    const activities = resourceOf('activities')
    const id = linked.record_id
    if (there === null || there.status === 'cancelled') {
      await unlink(write, 'event', id)
      await deleteRecord(write, activities, id, null)
      return
    }
    const changed_at = Math.floor(there.updated_at ?? 0)
    // What is as old as the last change that is known here is that change.
    if (changed_at <= linked.changed_at) return
    const { participants, ...rest } = contentOf(there)
    // Whose calendar it is, is no participant there, and may be one here.
    const isOwner = (person: Person) =>
      [email, who.email ?? ''].map(emailKey).includes(emailKey(person.email))
    const [known] = await loadRecords(write.db, activities, [id])
    const owners = ((known?.['participants'] ?? []) as Person[]).filter(isOwner)
    const others = participants.filter((person) => !isOwner(person))
    const all = await completePeople(write.db, 'participants', [...others, ...owners])
    await storeChange(write, activities, id, keepsParticipants ? rest : { ...rest, participants: all })
    await link(write, { ...linked, changed_at })
  })
}

/** What an event here has of one there; a whole day lasts from midnight to midnight UTC. What is no moment changes none. */
function contentOf({ title, description, when, participants }: EventDetails) {
  const day = (text: string) => Math.floor(Date.parse(`${text}T00:00:00Z`) / 1_000)
  const [start, end] =
    'start_time' in when
      ? [when.start_time, when.end_time]
      : 'time' in when
        ? [when.time, when.time]
        : 'date' in when
          ? [day(when.date), day(when.date) + dayLength]
          : [day(when.start_date), day(when.end_date)]
  const html = readable(description, null)
  return {
    title: lineOf(title) || 'Without a title',
    description: html === '' ? '<p>Without a description</p>' : html,
    ...(isMoment(start) && isMoment(end)
      ? { start: Math.floor(start), end: Math.floor(Math.max(start, end)) }
      : {}),
    participants: peopleOf(participants),
  }
}

/**
 * Puts a message into its owner's mailbox, unless it lies there already.
 * @returns whether it is new.
 */
export async function storeMessage(
  database: OpenDatabase,
  account: Usable,
  direction: Row<'messages'>['direction'],
  there: MessageThere,
): Promise<boolean> {
  const owner = account.user
  const who: Writer = { actor: null, requestId: null }
  const date = isMoment(there.date) ? there.date : Math.floor(Date.now() / 1_000)
  return inTransaction(database, who, async (write) => {
    const { db } = write
    const known = await db
      .selectFrom('mail_links')
      .select('record_id')
      .where('user', '=', owner)
      .where('kind', '=', 'message')
      .where('remote_id', '=', there.id)
      .executeTakeFirst()
    if (known) return false
    const [sender = { ...nobody, email: account.email }] = await completePeople(
      db,
      'from',
      peopleOf(there.from),
    )
    const message_id = idIn(there.headers, 'message-id') ?? newMessageId(sender)
    const same = await db
      .selectFrom('messages')
      .select('id')
      .where('owner', '=', owner)
      .where('message_id', '=', message_id)
      .where('direction', '=', direction)
      .executeTakeFirst()
    const answered = idIn(there.headers, 'in-reply-to')
    const to = await completePeople(db, 'to', peopleOf(there.to))
    const id =
      same?.id ??
      (await putFromElsewhere(write, owner, {
        direction,
        is_read: direction === 'sent' || there.unread === false,
        sent_at: new Date(date * 1_000).toISOString(),
        from: sender,
        to: to.length > 0 ? to : [{ ...nobody, email: account.email }],
        subject: lineOf(there.subject) || 'Without a subject',
        text: readable(there.body, there.snippet),
        message_id,
        in_reply_to: answered,
        thread: await threadOf(db, owner, [
          ...idsIn(there.headers, 'references').slice(0, mostReferences),
          answered ?? message_id,
        ]),
      }))
    await link(write, {
      user: owner,
      kind: 'message',
      remote_id: there.id,
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
  { user }: Usable,
  remote: string,
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
      .where('mail_links.remote_id', '=', remote)
      .where('messages.owner', '=', user)
      .where('messages.deleted_at', 'is', null)
      .executeTakeFirst()
    if (!found) return
    if (isGone) await deleteRecord(write, resourceOf('messages'), found.id, null)
    else if (isRead && !found.is_read)
      await storeChange(write, resourceOf('messages'), found.id, { is_read: true })
  })
}

/** The conversation of a message: that of the first one of these that lies in the mailbox, else the first of all. */
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

/** A message that cannot be read or kept whole, with what is known of it in place of its text. */
export const inBrief = ({ snippet, ...known }: BriefThere): MessageThere => ({
  ...known,
  body: `<p>This message cannot be shown here, since it is too large or damaged. It can be read in the mailbox that it came to.</p>${paragraphOf(snippet)}`,
})

/** Markup of others, reduced to what is kept here; where it is too much, the words of it. */
function readable(html: string | null | undefined, words: string | null | undefined): string {
  try {
    const kept = sanitizeHtml(storable(html ?? ''))
    if (kept.length <= messages.fields.text.max && plainText(kept) !== '') return kept
  } catch (error) {
    if (!(error instanceof TooMuchMarkup)) throw error
  }
  return paragraphOf(words)
}

const paragraphOf = (words: string | null | undefined): string => {
  const text = storable(words ?? '').trim()
  return text === '' ? '' : `<p>${escapeHtml(text)}</p>`
}

/** Epoch seconds of the years 1 to 9999. */
const isMoment = (seconds: number): boolean => isOfCalendar(new Date(seconds * 1_000))

/** Those who can be written to; a name is the first one, since nobody says which part of it is which. */
const peopleOf = (there: readonly ParticipantThere[] | null | undefined): Person[] =>
  (there ?? [])
    .flatMap(({ email, name }) =>
      isEmail(email) ? [{ ...nobody, email, first_name: lineOf(name) || null }] : [],
    )
    .slice(0, mostPeople)
