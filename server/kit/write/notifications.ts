/** Tells users what concerns them, in the transaction of what it is about (NOTI-1). */
import { sql, type RawBuilder } from 'kysely'
import type { ResourceName } from '../../../src/contract'
import { isFollowable, type NotificationKind, type NotifiedAction } from '../../../src/contract/notifications'
import { nowOf } from '../../db/clock'
import { dialectOf } from '../../db/dialects'
import type { AnyDatabase, Write } from '../context'
import { holdersOf, type Holder } from '../read/holders'
import type { ServerResource } from '../resource'

/** What users are told. */
interface Told {
  kind: NotificationKind
  resource: ResourceName
  /** 0: none of them in particular. */
  recordId: number
  action?: NotifiedAction
  part?: ResourceName
}

/**
 * Stores a notification for each recipient; one of the same is renewed and counted, or kept as it is where it has an
 * occasion, such as a day, which comes once.
 * @param recipients a statement that selects `user_id`, each once.
 * @returns whom it is told.
 */
async function store(
  write: Write,
  recipients: RawBuilder<unknown>,
  { kind, resource, recordId, action, part }: Told,
  occasion = '',
): Promise<number[]> {
  const { db, actor, notices } = write
  const at = nowOf(db).toISOString()
  const again =
    occasion === ''
      ? sql`do update set actor = excluded.actor, action = excluded.action, part = excluded.part, at = excluded.at,
          count = case when notifications.read_at is null then notifications.count + 1 else 1 end, read_at = null`
      : sql`do nothing`
  // Even a conflict would use up an id of PostgreSQL, each time that a job looks again.
  const isUntold =
    occasion === ''
      ? sql`1 = 1`
      : sql`not exists (select 1 from notifications as told
          where told.user_id = recipients.user_id and told.kind = ${kind} and told.resource = ${resource}
            and told.record_id = ${recordId} and told.occasion = ${occasion})`
  const { rows } = await sql<{ user_id: number }>`
    insert into notifications (user_id, kind, resource, record_id, occasion, actor, action, part, count, at)
    select user_id, ${textOf(kind)}, ${textOf(resource)}, ${integerOf(recordId)}, ${textOf(occasion)}, ${integerOf(actor)},
      ${textOf(action)}, ${textOf(part)}, 1, ${momentOf(db, at)}
    from (${recipients}) as recipients
    where not exists (select 1 from notification_mutes as muted
      where muted.user_id = recipients.user_id and muted.kind = ${kind})
      and ${isUntold}
    on conflict (user_id, kind, resource, record_id, occasion) ${again}
    returning user_id`.execute(db)
  for (const { user_id } of rows) notices.push({ kind: 'notification', owner: user_id })
  return rows.map(({ user_id }) => user_id)
}

// PostgreSQL does not take the types of a selected value from the column that it is inserted into. With values in place of
// parameters, each write would have statements of its own to be parsed.
const integerOf = (value: number | null) => sql`cast(${value} as integer)`
const textOf = (text: string | null = null) => sql`cast(${text} as text)`
const momentOf = (db: Write['db'], at: string) =>
  dialectOf(db).kind === 'postgres' ? sql`cast(${at} as timestamptz)` : sql`${at}`

/**
 * Tells active users something, but not the author of the write.
 * @param occasion what comes once, such as a day: it is not told again.
 * @returns whom it is told.
 */
export async function notifyUsers(
  write: Write,
  users: readonly number[],
  told: Told,
  occasion?: string,
): Promise<number[]> {
  const others = users.filter((user) => user !== write.actor)
  if (others.length === 0) return []
  const recipients = sql`select id as user_id from users where id in (${sql.join(others)}) and is_active`
  return store(write, recipients, told, occasion)
}

const followersOf = ({ actor }: Write, { resource, id }: Holder, without: readonly number[]) =>
  sql`select user_id from follows
    where resource = ${resource} and record_id = ${id} and user_id not in (${sql.join([actor ?? 0, ...without])})`

/** Those of some records of a resource that others than the author follow. */
async function followedAmong(
  { db, actor }: Write,
  resource: ResourceName,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ record_id: number }>`
    select distinct record_id from follows
    where resource = ${resource} and record_id in (${sql.join(ids)}) and user_id <> ${actor ?? 0}`.execute(db)
  return new Set(rows.map(({ record_id: id }) => id))
}

/**
 * Tells the followers of some records, and of those that hold them, that they have changed (NOTI-4). What the server
 * computes by itself is not told.
 */
export async function notifyFollowers(
  write: Write,
  resource: ServerResource,
  ids: readonly number[],
  action: NotifiedAction,
): Promise<void> {
  if (write.actor === null) return
  const { name } = resource
  const without = (write.told ?? []).flatMap(({ resource: told, id, users }) =>
    told === name && ids.includes(id) ? users : [],
  )
  const own = isFollowable(name) && action !== 'created' ? ids.map((id) => ({ resource: name, id })) : []
  const holders = await holdersOf(write.db, resource, ids, isFollowable)
  const told = [
    ...own.map((record) => ({ record, part: undefined })),
    ...holders.map((record) => ({ record, part: name })),
  ]
  for (const kind of new Set(told.map(({ record }) => record.resource))) {
    const some = told.filter(({ record }) => record.resource === kind)
    const followed = await followedAmong(write, kind, [...new Set(some.map(({ record }) => record.id))])
    for (const { record, part } of some)
      if (followed.has(record.id))
        await store(write, followersOf(write, record, without), {
          kind: 'followed',
          resource: kind,
          recordId: record.id,
          action,
          ...(part && { part }),
        })
  }
}

/** Marks what is told of a record as read, once it needs no look any more. */
export async function settleNotifications(
  write: Write,
  resource: ResourceName,
  recordId: number,
  kinds: readonly NotificationKind[],
): Promise<void> {
  const { db, notices } = write
  const settled = await db
    .updateTable('notifications')
    .set({ read_at: nowOf(db).toISOString() })
    .where('resource', '=', resource)
    .where('record_id', '=', recordId)
    .where('kind', 'in', kinds)
    .where('read_at', 'is', null)
    .returning('user_id')
    .execute()
  for (const { user_id } of settled) notices.push({ kind: 'notification', owner: user_id })
}

/** Forgets records that are deleted for good. */
export async function forgetNotified(
  db: AnyDatabase,
  { name }: ServerResource,
  ids: readonly number[],
): Promise<void> {
  const tables = isFollowable(name) ? ['notifications', 'follows'] : ['notifications']
  for (const table of tables)
    await db.deleteFrom(table).where('resource', '=', name).where('record_id', 'in', ids).execute()
}
