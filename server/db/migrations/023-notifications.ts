import { sql, type Kysely } from 'kysely'
import { columnTypes, type DatabaseKind } from './ddl/columns'

/** What users are told, what they follow, and the reminders of tasks and meetings. */
export async function notifications(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { id, timestamp, key, epoch } = columnTypes[kind]
  const statements = [
    sql`create table notifications (
      notification_id ${id},
      user_id integer not null references users (id) on delete cascade,
      kind ${key} not null,
      resource ${key} not null,
      record_id integer not null,
      occasion ${key} not null,
      actor integer references users (id) on delete set null,
      action text,
      part text,
      count integer not null,
      at ${timestamp} not null,
      read_at ${timestamp},
      unique (user_id, kind, resource, record_id, occasion)
    )`,
    sql`create index notifications_of_user on notifications (user_id, at, notification_id)`,
    sql`create index notifications_unread on notifications (user_id, at, notification_id)
      where read_at is null`,
    sql`create index notifications_of_record on notifications (resource, record_id) where read_at is null`,
    sql`create index notifications_by_at on notifications (at)`,
    sql`create table follows (
      resource ${key} not null,
      record_id integer not null,
      user_id integer not null references users (id) on delete cascade,
      primary key (resource, record_id, user_id)
    )`,
    sql`create index follows_of_user on follows (user_id)`,
    sql`create table notification_mutes (
      user_id integer not null references users (id) on delete cascade,
      kind ${key} not null,
      primary key (user_id, kind)
    )`,
    sql`create table notification_digests (
      user_id integer primary key references users (id) on delete cascade,
      sent_on text
    )`,
    sql`alter table todos add column remind_at ${epoch}`,
    sql`create index todos_by_reminder on todos (remind_at, id)
      where remind_at is not null and deleted_at is null`,
    sql`create index todos_open_by_due on todos (due_date, id)
      where deleted_at is null and status <> 'done'`,
    sql`alter table activities add column reminder_minutes integer`,
    sql`alter table activities add column reminds_at ${epoch}`,
    sql`create index activities_by_reminder on activities (reminds_at, id)
      where reminds_at is not null and deleted_at is null`,
  ]
  for (const statement of statements) await statement.execute(db)
}
