import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect'

/** Up to when it is known what has changed in an account elsewhere, and what its service has told already. */
export async function mailChanges(db: Kysely<unknown>, { types }: Dialect): Promise<void> {
  const { key, epoch, timestamp } = types
  for (const statement of [
    sql`alter table mail_accounts add column events_until ${epoch}`,
    sql`alter table mail_accounts add column messages_until ${epoch}`,
    sql`create table mail_notices (
      id ${key} primary key,
      received_at ${timestamp} not null
    )`,
    sql`create index mail_notices_by_time on mail_notices (received_at)`,
  ])
    await statement.execute(db)
}
