/** The secret addresses of calendar feeds, and the content of the feeds (FEED-1, FEED-2). */
import { createHash, randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { emailKey } from '../../src/contract/emailKey'
import type { Person } from '../../src/contract/fields'
import { personName } from '../../src/contract/personName'
import type { OpenDatabase } from '../db/dialects'
import type { Tables } from '../db/tables'
import type { Write } from '../kit/context'
import { chunks } from '../kit/chunks'
import { loadRecords } from '../kit/read/records'
import { audit } from '../kit/write/audit'
import type { CalendarEvent } from '../ports/mail'
import { feedBeginning, feedEnd, feedEvent } from '../ports/mail/calendarFile'
import { activities } from './activities'
import { noticesVersion, type NoticeEvent } from './noticeEvents'

const secretBytes = 32
/** A secret as it appears in an address. */
const secretPattern = /^[\w-]{43}$/

/** Seconds for which past activities stay in a feed: a year. */
const lookBack = 31_536_000
/** Past activities in a feed, and as many others, the nearest ones. */
const most = 1_000
/** Activities read at a time, and characters of them written before other requests run. */
const batchSize = 50
const pieceSize = 50_000

/** A secret is found by its hash alone: the time of the look-up says nothing about how much of a guess is right. */
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/** When a user's feed was created; null where there is none. */
export async function feedMadeAt(db: Kysely<Tables>, user: number): Promise<string | null> {
  const feed = await db
    .selectFrom('calendar_feeds')
    .select('created_at')
    .where('user', '=', user)
    .executeTakeFirst()
  return feed?.created_at ?? null
}

/** Creates a feed, or replaces its secret, which makes the old address invalid. */
export async function makeFeed(write: Write, user: number): Promise<{ secret: string; created_at: string }> {
  const secret = randomBytes(secretBytes).toString('base64url')
  const made = { secret_hash: hashOf(secret), created_at: new Date().toISOString() }
  await write.db
    .insertInto('calendar_feeds')
    .values({ user, ...made })
    .onConflict((conflict) => conflict.column('user').doUpdateSet(made))
    .execute()
  await audit(write, { action: 'calendar feed made', resource: 'users', recordId: user })
  return { secret, created_at: made.created_at }
}

/** Deletes the feed of a user, if there is one. */
export async function revokeFeed(write: Write, user: number): Promise<void> {
  const { numDeletedRows } = await write.db
    .deleteFrom('calendar_feeds')
    .where('user', '=', user)
    .executeTakeFirstOrThrow()
  if (numDeletedRows > 0n)
    await audit(write, { action: 'calendar feed revoked', resource: 'users', recordId: user })
}

/** The owner of a feed. */
export interface FeedOwner {
  id: number
  username: string
  /** Null until it is confirmed. */
  email: string | null
  /** The address of the mailbox connected at a mail service. */
  mail_address: string | null
  first_name: string | null
  last_name: string | null
}

/** The owner of the feed with a secret; null for a wrong one, and for a user who may not sign in. */
export async function feedOwner(db: Kysely<Tables>, secret: string): Promise<FeedOwner | null> {
  if (!secretPattern.test(secret)) return null
  const owner = await db
    .selectFrom('calendar_feeds')
    .innerJoin('users', 'users.id', 'calendar_feeds.user')
    .leftJoin('profiles', 'profiles.id', 'users.profile')
    .select(['users.id', 'users.username', 'users.first_name', 'users.last_name'])
    .select(({ eb }) =>
      eb.case().when('users.is_email_confirmed', '=', true).then(eb.ref('users.email')).end().as('email'),
    )
    .select('profiles.mail_address')
    .where('calendar_feeds.secret_hash', '=', hashOf(secret))
    .where('users.is_active', '=', true)
    .executeTakeFirst()
  return owner ?? null
}

/** The parts of an activity that show whether a feed has changed. */
interface Entry {
  id: number
  version: number
  created_by: number | null
  /** Changes with its creator, whose name it shows. */
  creator_version: number | null
}

/**
 * The entries of a feed: activities that its owner has created or takes part in, of the last year and to come, at most
 * a thousand of each, by time.
 */
export async function feedEntries(
  { db }: OpenDatabase,
  { id, email, mail_address }: FeedOwner,
  now: Date,
): Promise<Entry[]> {
  const moment = Math.floor(now.getTime() / 1_000)
  const own = db.selectFrom('activities').select('id').where('created_by', '=', id)
  const keys = [email, mail_address].filter((address) => address !== null).map(emailKey)
  const theirs =
    keys.length === 0
      ? own
      : own.union(db.selectFrom('activity_participants').select('activity as id').where('email', 'in', keys))
  const entries = db
    .selectFrom('activities')
    .leftJoin('users', 'users.id', 'activities.created_by')
    .select([
      'activities.id',
      'activities.version',
      'activities.created_by',
      'users.version as creator_version',
    ])
    .where('activities.id', 'in', theirs)
    .where('activities.deleted_at', 'is', null)
    .limit(most)
  const over = await entries
    .where('activities.end', '<', moment)
    .where('activities.end', '>=', moment - lookBack)
    .orderBy('activities.end', 'desc')
    .orderBy('activities.id', 'desc')
    .execute()
  const toCome = await entries
    .where('activities.end', '>=', moment)
    .orderBy('activities.end')
    .orderBy('activities.id')
    .execute()
  return [...over.toReversed(), ...toCome]
}

/** Identifies one state of a feed, as an ETag. */
export const feedVersion = (
  owner: FeedOwner,
  entries: readonly Entry[],
  notices: readonly NoticeEvent[],
): string =>
  `"${createHash('sha256')
    .update(
      JSON.stringify([
        calendarName(owner),
        noticesVersion(notices),
        entries.map(({ id, version, created_by, creator_version }) => [
          id,
          version,
          created_by,
          creator_version,
        ]),
      ]),
    )
    .digest('base64url')}"`

/** The text of a feed, some events at a time. */
export async function* feedText(
  { db }: OpenDatabase,
  owner: FeedOwner,
  entries: readonly Entry[],
  notices: readonly NoticeEvent[],
): AsyncGenerator<string> {
  const organizers = await organizersOf(db, entries)
  let piece = feedBeginning(calendarName(owner))
  for (let start = 0; start < entries.length; start += batchSize) {
    await nextTurn()
    const records = await loadRecords(
      db,
      activities,
      entries.slice(start, start + batchSize).map(({ id }) => id),
    )
    for (const record of records) {
      const { created_by, modified_at, ...event } = record as unknown as ActivityRecord
      piece += feedEvent(
        { ...event, organizer: organizers.get(created_by) ?? placeholderOrganizer },
        modified_at,
      )
      if (piece.length < pieceSize) continue
      yield piece
      piece = ''
      await nextTurn()
    }
  }
  for (const batch of chunks(notices, batchSize)) {
    await nextTurn()
    for (const { modified_at, ...event } of batch)
      piece += feedEvent({ ...event, organizer: placeholderOrganizer }, modified_at)
    if (piece.length < pieceSize) continue
    yield piece
    piece = ''
  }
  yield piece + feedEnd
}

type ActivityRecord = Omit<CalendarEvent, 'organizer'> & { created_by: number | null; modified_at: string }

const calendarName = (owner: FeedOwner) =>
  `Citygate: ${personName({ ...owner, email: owner.email ?? owner.username })}`

/** The organizer of an event whose creator has no confirmed email. */
const placeholderOrganizer: Person = {
  id: null,
  email: 'nobody@citygate.invalid',
  first_name: 'Citygate',
  last_name: null,
}

/** The creators of the activities of a feed, by their ids, without those who have no confirmed email. */
async function organizersOf(
  db: Kysely<Tables>,
  entries: readonly Entry[],
): Promise<Map<number | null, Person>> {
  const ids = [...new Set(entries.map(({ created_by }) => created_by).filter((id) => id !== null))]
  const organizers = new Map<number | null, Person>()
  for (let start = 0; start < ids.length; start += most)
    for (const { email, ...user } of await db
      .selectFrom('users')
      .select(['id', 'email', 'first_name', 'last_name'])
      .where('id', 'in', ids.slice(start, start + most))
      .where('is_email_confirmed', '=', true)
      .execute())
      if (email !== null) organizers.set(user.id, { ...user, email })
  return organizers
}
