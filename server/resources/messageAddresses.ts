/** By which addresses timelines find messages (MAIL-1). */
import type { Kysely } from 'kysely'
import { emailKey } from '../../src/contract/emailKey'
import type { Person } from '../../src/contract/fields'
import type { Tables } from '../db/tables'
import { chunks } from '../kit/chunks'

const peopleColumns = ['from', 'to', 'cc', 'bcc'] as const

type Addressed = Readonly<
  Record<'from' | 'to' | 'cc' | 'bcc', readonly Person[]> &
    Pick<Tables['message_addresses'], 'owner' | 'message_id' | 'sent_at' | 'is_shared'> & { id: number }
>

const keysOf = (...lists: (readonly Person[])[]): string[] =>
  lists
    .flat()
    .map(({ email }) => emailKey(email))
    .filter((key) => key !== '')

/** The rows for a message. By the address of a hidden copy its owner alone finds it, shared or not. */
export function messageAddressRows({ id, from, to, cc, bcc, ...message }: Addressed) {
  const { owner, message_id, sent_at } = message
  const seen = new Set(keysOf(from, to, cc))
  return [...new Set([...seen, ...keysOf(bcc)])].map((email_key) => {
    const is_shared = message.is_shared && seen.has(email_key)
    return { message: id, email_key, owner, message_id, sent_at, is_shared }
  })
}

/** Addresses stored by one statement. */
const rowsPerStatement = 1_000

/** Stores who wrote and got a message, as it is now; nothing of one in the trash. */
export async function refreshAddresses(db: Kysely<Tables>, id: number): Promise<void> {
  await db.deleteFrom('message_addresses').where('message', '=', id).execute()
  const found = await db
    .selectFrom('messages')
    .select([...peopleColumns, 'id', 'owner', 'message_id', 'sent_at', 'is_shared'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!found) return
  const people = (list: string) => JSON.parse(list) as Person[]
  const { from, to, cc, bcc, ...rest } = found
  const lists = { from: people(from), to: people(to), cc: people(cc), bcc: people(bcc) }
  for (const some of chunks(messageAddressRows({ ...rest, ...lists }), rowsPerStatement))
    await db.insertInto('message_addresses').values(some).execute()
}
