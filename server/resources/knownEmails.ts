import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { emailKey } from '../../src/contract/emailKey'
import { dialectOf } from '../db/dialect'
import type { Write } from '../kit/context'
import { fold } from '../kit/fold'

/** An email rarely stands within so many other texts; where it does, those that are found first are looked at. */
const mostFound = 200

/**
 * Whether an email is known here as anybody's, besides users: a contact, in the trash or not; whoever takes part in an
 * activity, wrote a message or was written to, or stands in an address book that is kept here. All of that is found by
 * indexes.
 */
export async function isEmailKnown({ db }: Write, email: string): Promise<boolean> {
  const { contains, lower, includes } = dialectOf(db)
  const key = emailKey(email)
  const folded = fold(email)
  const found = (table: string, id: string) =>
    sql<SqlBool>`${sql.ref(`${table}.${id}`)} in (select ${sql.ref(id)} from ${sql.table(table)} where ${contains(table, id, folded)} limit ${mostFound})`
  const is = (column: string) => sql<SqlBool>`${lower(sql.ref(column))} = ${key}`
  const names = (column: string) => includes(lower(sql.ref(column)), `"email":"${key}"`)

  const places: RawBuilder<unknown>[] = [
    sql`select 1 from activity_participants where email = ${key}`,
    sql`select 1 from contacts where mail_key = ${key} and deleted_at is null`,
    sql`select 1 from contacts where personal_email_key = ${folded} and deleted_at is null and ${is('personal_email')}`,
    sql`select 1 from contacts where ${found('contacts', 'contact_id')} and (${is('personal_email')} or exists (
      select 1 from organization_contacts as link
      where link.contact = contacts.contact_id and ${is('link.work_email')}))`,
    sql`select 1 from messages where ${found('messages', 'id')} and (${names('from')} or ${names('to')})`,
    sql`select 1 from mail_contacts where mail_key = ${key} and "user" in (select "user" from mail_accounts)`,
  ]
  for (const place of places) if ((await sql`${place} limit 1`.execute(db)).rows.length > 0) return true
  return false
}
