import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect'

/** Mail that waits to be taken by the mail server, written in the transaction of what it tells of. */
export async function outbox(db: Kysely<unknown>, { types }: Dialect): Promise<void> {
  const { id, timestamp } = types
  for (const statement of [
    sql`create table outbox (
      id ${id},
      message_id text not null,
      author integer references users (id),
      subject text not null,
      sender text not null,
      recipients text not null,
      content text not null,
      attempts integer not null default 0,
      created_at ${timestamp} not null,
      next_at ${timestamp} not null,
      claimed_by text
    )`,
    sql`create index outbox_by_next on outbox (next_at)`,
  ])
    await statement.execute(db)
}
