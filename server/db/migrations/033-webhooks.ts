import { sql, type Kysely } from 'kysely'
import { columnTypes, type DatabaseKind } from './ddl/columns'

/** Receivers of changes outside, and what each of them is sent: pending deliveries, and the log of past ones. */
export async function webhooks(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { id, timestamp, boolean, key } = columnTypes[kind]
  const statements = [
    sql`create table webhooks (
      id ${id},
      description text not null,
      address text not null,
      events text not null,
      is_active ${boolean} not null,
      secret text not null,
      created_by integer references users (id),
      created_at ${timestamp} not null,
      modified_at ${timestamp} not null,
      failing_since ${timestamp},
      stopped_at ${timestamp},
      claimed_until ${timestamp}
    )`,
    sql`create table webhook_deliveries (
      id ${id},
      webhook_id integer not null references webhooks (id) on delete cascade,
      event_id ${key} not null,
      event text not null,
      resource text,
      record_id integer,
      version integer,
      occurred_at ${timestamp} not null,
      state ${key} not null,
      attempts integer not null default 0,
      next_at ${timestamp},
      give_up_at ${timestamp} not null,
      tried_at ${timestamp},
      status integer,
      duration integer,
      answer text,
      failure text
    )`,
    // Few at any time, beside the log of what has been delivered.
    sql`create index webhook_deliveries_due on webhook_deliveries (webhook_id, id, next_at) where next_at is not null`,
    sql`create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, id)`,
    sql`create index webhook_deliveries_by_age on webhook_deliveries (occurred_at)`,
  ]
  for (const statement of statements) await statement.execute(db)
}
