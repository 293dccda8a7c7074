import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect'

const alive = sql`where deleted_at is null`

/**
 * Which message answers which, what they form together, and a trash for them. Messages of before stand alone. The
 * indexes keep the folders, the number of unread ones and a conversation quick, however much a mailbox holds.
 */
export async function conversations(db: Kysely<unknown>, { types }: Dialect): Promise<void> {
  const { key, timestamp } = types
  for (const statement of [
    sql`alter table messages add column message_id ${key} not null default ''`,
    sql`alter table messages add column in_reply_to ${key}`,
    sql`alter table messages add column thread ${key} not null default ''`,
    sql`alter table messages add column deleted_at ${timestamp}`,
    sql`update messages set message_id = 'message-' || id || '@citygate.invalid'`,
    sql`update messages set thread = message_id`,
    sql`drop index messages_by_owner`,
    sql`create index messages_by_owner on messages (owner, sent_at, id) ${alive}`,
    sql`create index messages_by_direction on messages (owner, direction, sent_at, id) ${alive}`,
    sql`create index messages_by_reading on messages (owner, direction, is_read, sent_at, id) ${alive}`,
    sql`create index messages_by_thread on messages (owner, thread, sent_at, id)`,
    sql`create index messages_by_message_id on messages (owner, message_id)`,
  ])
    await statement.execute(db)
}
