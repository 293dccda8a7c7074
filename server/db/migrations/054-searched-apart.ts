import { sql, type Kysely } from 'kysely'

/** Has the server fold the searched texts of contacts anew, with those of their links apart (TEAM-6). */
export async function searchedApart(db: Kysely<unknown>): Promise<void> {
  await sql`delete from refolds where resource = 'contacts'`.execute(db)
  await sql`insert into refolds (resource, done_to)
    select 'contacts', 0 where exists (select 1 from contacts)`.execute(db)
}
