import { sql, type Kysely } from 'kysely'

/** Which mailbox a user has connected at a mail service, for the user to see (SETUP-1). */
export async function mailAddresses(db: Kysely<unknown>): Promise<void> {
  await sql`alter table profiles add column mail_address text`.execute(db)
}
