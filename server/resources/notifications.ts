/** The notifications of a user, as answers and mails show them, and what the user wants to be told (NOTI-1, NOTI-6). */
import type { Kysely } from 'kysely'
import {
  maxKeptNotifications,
  maxNotifications,
  notificationDays,
  type MarkNotifications,
  type Notification,
  type NotificationSettings,
  type NotificationsAnswer,
} from '../../src/contract/notifications'
import type { ResourceName } from '../../src/contract'
import { nowOf } from '../db/clock'
import type { Tables } from '../db/tables'
import type { Write } from '../kit/context'
import { invalidFields } from '../kit/errors'
import { namesOf } from '../kit/read/names'
import { resourceOf } from '../kit/registry'

type Db = Kysely<Tables>

/** Notifications deleted before other work runs. */
const deletedAtOnce = 500

/** Unread ones, up to as many as are counted. */
async function countUnread(db: Db, user: number): Promise<number> {
  const unread = db
    .selectFrom('notifications')
    .select('notification_id')
    .where('user_id', '=', user)
    .where('read_at', 'is', null)
    .limit(maxNotifications)
    .as('unread')
  const { count } = await db
    .selectFrom(unread)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

interface Page {
  limit: number
  offset: number
  /** Only those that are not read. */
  unread: boolean
}

/** The notifications of a user, the newest first. */
export async function notificationsOf(
  db: Db,
  user: number,
  { limit, offset, unread }: Page,
): Promise<NotificationsAnswer> {
  let query = db
    .selectFrom('notifications')
    .leftJoin('users', 'users.id', 'notifications.actor')
    .select([
      ...(['notification_id', 'kind', 'resource', 'record_id', 'occasion', 'action', 'part'] as const),
      ...(['count', 'at', 'read_at', 'users.username', 'users.first_name', 'users.last_name'] as const),
    ])
    .where('user_id', '=', user)
  if (unread) query = query.where('read_at', 'is', null)
  const rows = await query
    .orderBy('at', 'desc')
    .orderBy('notification_id', 'desc')
    .limit(limit + 1)
    .offset(offset)
    .execute()
  const shown = rows.slice(0, limit)
  const names = await recordNames(db, shown)
  const results = shown.map((row): Notification => {
    const { username, occasion } = row
    return {
      id: row.notification_id,
      kind: row.kind,
      record:
        row.record_id === 0
          ? null
          : {
              resource: row.resource,
              id: row.record_id,
              name: names.get(row.resource)?.get(row.record_id) ?? `#${row.record_id}`,
            },
      actor_name:
        username === null ? null : [row.first_name, row.last_name].filter(Boolean).join(' ') || username,
      action: row.action,
      part: row.part,
      count: row.count,
      due: occasion === '' ? null : occasion,
      at: row.at,
      is_read: row.read_at !== null,
    }
  })
  return { unread: await countUnread(db, user), is_more: rows.length > limit, results }
}

/** The names of the records of notifications, one read for each resource. */
async function recordNames(
  db: Db,
  rows: readonly { resource: ResourceName; record_id: number }[],
): Promise<ReadonlyMap<ResourceName, ReadonlyMap<number, string>>> {
  const ids = new Map<ResourceName, Set<number>>()
  for (const { resource, record_id } of rows)
    if (record_id !== 0) ids.set(resource, (ids.get(resource) ?? new Set()).add(record_id))
  const names = new Map<ResourceName, ReadonlyMap<number, string>>()
  for (const [resource, some] of ids) names.set(resource, await namesOf(db, resourceOf(resource), [...some]))
  return names
}

/** Marks notifications of a user; those of others are left alone. */
export async function markNotifications(
  { db, notices }: Write,
  user: number,
  { ids = [], all = false, is_read }: MarkNotifications,
): Promise<void> {
  if (!all && ids.length === 0) return
  let query = db
    .updateTable('notifications')
    .set({ read_at: is_read ? nowOf(db).toISOString() : null })
    .where('user_id', '=', user)
    .where('read_at', is_read ? 'is' : 'is not', null)
  if (!all) query = query.where('notification_id', 'in', ids)
  await query.execute()
  notices.push({ kind: 'notification', owner: user })
}

/** @param sendsMail whether the installation sends mail. */
export async function settingsOf(db: Db, user: number, sendsMail: boolean): Promise<NotificationSettings> {
  const mutes = await db
    .selectFrom('notification_mutes')
    .select('kind')
    .where('user_id', '=', user)
    .orderBy('kind')
    .execute()
  const { user_id, sign_in_muted, is_email_confirmed } = await db
    .selectFrom('users')
    .leftJoin('notification_digests', 'notification_digests.user_id', 'users.id')
    .leftJoin('sign_in_mail_mutes', 'sign_in_mail_mutes.user_id', 'users.id')
    .select([
      'users.is_email_confirmed',
      'notification_digests.user_id',
      'sign_in_mail_mutes.user_id as sign_in_muted',
    ])
    .where('users.id', '=', user)
    .executeTakeFirstOrThrow()
  return {
    muted: mutes.map(({ kind }) => kind),
    digest: user_id !== null,
    sign_in_mail: sign_in_muted === null,
    can_mail: sendsMail && is_email_confirmed,
  }
}

/**
 * Stores what a user is told.
 * @param sendsMail whether the installation sends mail.
 * @throws 400 for a digest that is new, where no mail is possible; one that was chosen before stays until it is cleared.
 */
export async function changeSettings(
  { db }: Write,
  user_id: number,
  { muted, digest, sign_in_mail }: Omit<NotificationSettings, 'can_mail'>,
  sendsMail: boolean,
): Promise<void> {
  const before = await settingsOf(db, user_id, sendsMail)
  if (digest && !before.digest && !before.can_mail)
    throw invalidFields({
      digest: sendsMail ? 'Confirm your email first.' : 'This installation sends no mail.',
    })
  await db.deleteFrom('notification_mutes').where('user_id', '=', user_id).execute()
  if (muted.length > 0)
    await db
      .insertInto('notification_mutes')
      .values(muted.map((kind) => ({ user_id, kind })))
      .execute()
  if (digest)
    await db
      .insertInto('notification_digests')
      .values({ user_id, sent_on: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else await db.deleteFrom('notification_digests').where('user_id', '=', user_id).execute()
  await db.deleteFrom('sign_in_mail_mutes').where('user_id', '=', user_id).execute()
  if (!sign_in_mail) await db.insertInto('sign_in_mail_mutes').values({ user_id }).execute()
}

/** Deletes a portion of the notifications that are too old, or too many of one user. @returns whether there may be more. */
export async function deleteOldNotifications(db: Db): Promise<boolean> {
  const before = new Date(nowOf(db).getTime() - notificationDays * 86_400_000).toISOString()
  const old = await db
    .selectFrom('notifications')
    .select('notification_id')
    .where('at', '<', before)
    .orderBy('at')
    .limit(deletedAtOnce)
    .execute()
  const crowded = await db
    .selectFrom('notifications')
    .select('user_id')
    .groupBy('user_id')
    .having(({ fn }) => fn.countAll(), '>', maxKeptNotifications)
    .limit(1)
    .executeTakeFirst()
  const surplus = crowded
    ? await db
        .selectFrom('notifications')
        .select('notification_id')
        .where('user_id', '=', crowded.user_id)
        .orderBy('at', 'desc')
        .orderBy('notification_id', 'desc')
        .limit(deletedAtOnce)
        .offset(maxKeptNotifications)
        .execute()
    : []
  const ids = [...old, ...surplus].map((row) => row.notification_id)
  if (ids.length === 0) return false
  await db.deleteFrom('notifications').where('notification_id', 'in', ids).execute()
  return true
}
