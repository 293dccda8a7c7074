/** Users whom notes name by `@username` (NOTI-3). */
import type { Write } from '../kit/context'
import { fold } from '../kit/fold'
import { plainText } from '../kit/richText'
import { notifyUsers } from '../kit/write/notifications'
import { ownerResources } from './owners'

/** Users that one note can name. */
const maxMentions = 50

/** An @ that begins a word, and the user name after it. */
const mention = /(?<![\p{L}\p{N}._@-])@([\p{L}\p{N}][\p{L}\p{N}._@+-]*)/gu

/** What follows an @, also without the punctuation at its end, which can belong to the sentence. */
const spellings = (name: string): string[] => [name, name.replace(/[._@+-]+$/, '')]

/** The user names that a text can mean, folded. */
export const mentionsIn = (html: string): string[] =>
  [
    ...new Set([...plainText(html).matchAll(mention)].flatMap(([, name = '']) => spellings(name)).map(fold)),
  ].slice(0, 2 * maxMentions)

/** Tells the users whom a note names, and did not name before; those of them who follow its record are told so alone. */
export async function notifyMentioned(write: Write, note: number, before: string | null): Promise<void> {
  const { db } = write
  const { description, owner_type, owner_id } = await db
    .selectFrom('notes')
    .select(['description', 'owner_type', 'owner_id'])
    .where('id', '=', note)
    .executeTakeFirstOrThrow()
  const known = new Set(before === null ? [] : mentionsIn(before))
  const names = mentionsIn(description).filter((name) => !known.has(name))
  if (names.length === 0) return
  const users = await db
    .selectFrom('users')
    .select('id')
    .where('username_key', 'in', names)
    .limit(maxMentions)
    .execute()
  const told = await notifyUsers(
    write,
    users.map(({ id }) => id),
    { kind: 'mention', resource: ownerResources[owner_type], recordId: owner_id, part: 'notes' },
  )
  write.told = [...(write.told ?? []), { resource: 'notes', id: note, users: told }]
}
