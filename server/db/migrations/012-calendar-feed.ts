import { sql, type Kysely } from 'kysely'
import type { Dialect } from '../dialect'

/** How many activities are read at a time. */
const batchSize = 500

/** Secret addresses of calendar feeds, by their hashes; and who takes part in what, so that neither is looked for long. */
export async function calendarFeed(db: Kysely<unknown>, { types }: Dialect): Promise<void> {
  const { key, timestamp } = types
  for (const statement of [
    sql`create table calendar_feeds (
      "user" integer primary key references users (id),
      secret_hash ${key} not null,
      created_at ${timestamp} not null
    )`,
    sql`create unique index calendar_feeds_by_secret on calendar_feeds (secret_hash)`,
    sql`create table activity_participants (
      email ${key} not null,
      activity integer not null references activities (id) on delete cascade,
      primary key (email, activity)
    )`,
    sql`create index activity_participants_by_activity on activity_participants (activity)`,
    sql`create index activities_by_creator_and_end on activities (created_by, "end")`,
  ])
    await statement.execute(db)
  await takeOver(db)
  await sql`alter table activities drop column participant_emails`.execute(db)
}

/** Emails stood in one text, each on a line of its own. */
async function takeOver(db: Kysely<unknown>): Promise<void> {
  for (let last = 0; ;) {
    const { rows } = await sql<{ id: number; participant_emails: string }>`
      select id, participant_emails from activities where id > ${last} order by id limit ${batchSize}`.execute(
      db,
    )
    for (const { id, participant_emails } of rows) {
      last = id
      for (const email of new Set(participant_emails.split('\n').filter((line) => line !== '')))
        await sql`insert into activity_participants (email, activity) values (${email}, ${id})`.execute(db)
    }
    if (rows.length < batchSize) return
  }
}
