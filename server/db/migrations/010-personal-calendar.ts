import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect'

/** When a user works, as JSON (SCREEN-1), and the secret address at which calendar programs read what they take part in. */
export async function personalCalendar(db: Kysely<unknown>, { types }: Dialect): Promise<void> {
  const { timestamp, key } = types
  await sql`alter table profiles add column working_hours text`.execute(db)
  await sql`create table calendar_feeds (
    owner integer primary key references users (id),
    token_hash ${key} not null unique,
    created_at ${timestamp} not null
  )`.execute(db)
}
