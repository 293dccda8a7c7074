/** By which addresses timelines find messages (MAIL-1). */
import type { Kysely } from 'kysely'
import { emailKey } from '../../src/contract/emailKey'
import type { Person } from '../../src/contract/fields'
import type { Tables } from '../db/tables'
import { chunks } from '../kit/chunks'

const peopleColumns = ['from', 'to', 'cc', 'bcc'] as const

/** Addresses stored by one statement. */
const rowsPerStatement = 1_000

/** Stores who wrote and got a message, as it is now; nothing of one in the trash. */
export async function refreshAddresses(db: Kysely<Tables>, id: number): Promise<void> {
  await db.deleteFrom('message_addresses').where('message', '=', id).execute()
  const found = await db
    .selectFrom('messages')
    .select([...peopleColumns, 'owner', 'message_id', 'sent_at', 'is_shared'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!found) return
  const { from, to, cc, bcc, ...rest } = found
  const people = [from, to, cc, bcc].flatMap((list) => JSON.parse(list) as Person[])
  const keys = new Set(people.map(({ email }) => emailKey(email)).filter((key) => key !== ''))
  for (const some of chunks([...keys], rowsPerStatement))
    await db
      .insertInto('message_addresses')
      .values(some.map((email_key) => ({ ...rest, message: id, email_key })))
      .execute()
}
