import { sql, type Kysely } from 'kysely'

/** How files of bill periods are read, and the numbers in them that their utility does not know. */
export async function usageImports(db: Kysely<unknown>): Promise<void> {
  await sql`alter table imports add column options text not null default '{}'`.execute(db)
  await sql`alter table imports add column unknown text not null default '[]'`.execute(db)
  await sql`alter table imports add column unknown_count integer not null default 0`.execute(db)
}
