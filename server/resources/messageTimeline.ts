/** Messages in the timelines of contacts and organizations (MAIL-1, MAIL-2). */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Row } from '../../src/contract'
import { emailKey } from '../../src/contract/emailKey'
import type { TimelineEntry } from '../../src/contract/history'
import { maxInteger } from '../../src/contract/numbers'
import { keptPrepared } from '../db/statements'
import type { Tables } from '../db/tables'
import { chunks } from '../kit/chunks'
import { actorName } from '../kit/read/fieldChanges'
import { loadRecords } from '../kit/read/records'
import type { MessagePlace, MessageSource, Subject } from '../kit/read/timeline'
import { plainText } from '../kit/richText'
import { inTurns } from '../kit/turns'
import { messages } from './messages'

/** Addresses of a record whose messages are looked for: those of an organization with more contacts stand in theirs alone. */
const maxKeys = 500
/** Those of them that one statement looks for, in two parts each. */
const keysPerStatement = 100
const excerptLength = 200
const beforeAll: MessagePlace = { at: '9999-12-31T23:59:59.999Z', id: maxInteger }

/** The emails of contacts, present and former ones. */
const emailsOfContacts = (ids: RawBuilder<unknown>) => sql`
  select personal_email as email from contacts where contact_id in (${ids}) and deleted_at is null
  union all select work_email from organization_contacts where contact in (${ids}) and deleted_at is null`

/**
 * The emails of a contact; or of an organization: its own, all of those who work there, and of those who have worked there the one
 * that they had there.
 */
const emailsOf = ({ resource, id }: Subject): RawBuilder<unknown> =>
  resource === 'contacts'
    ? emailsOfContacts(sql`${id}`)
    : sql`select email from organizations where organization_id = ${id}
        union all select work_email from organization_contacts where organization = ${id} and deleted_at is null
        union all select * from (${emailsOfContacts(sql`select contact from organization_contacts
          where organization = ${id} and employment_status = 'active' and deleted_at is null`)}) as present`

async function emailKeysOf(db: Kysely<Tables>, subject: Subject): Promise<string[]> {
  const { rows } = await sql<{
    email: string
  }>`select ${keptPrepared} email from (${emailsOf(subject)}) as known where email <> '' limit ${maxKeys}`.execute(
    db,
  )
  return [...new Set(rows.map(({ email }) => emailKey(email)))]
}

/** The keys, the first one again so often that there are few lengths, for each of which a statement is prepared. */
const filledUp = (keys: readonly string[]): string[] => {
  const length = Math.min(2 ** Math.ceil(Math.log2(keys.length)), keysPerStatement)
  return Array.from({ length }, (_, index) => keys[index] ?? keys[0] ?? '')
}

/**
 * The places of the last messages with some addresses that a user sees: of each address the first ones in the user's own mailbox
 * and of those that are shared, each from an index. Of the copies of a message one is given: the user's own one, else the oldest.
 */
export function messagePlaces(
  keys: readonly string[],
  reader: number,
  { before, limit }: { before: MessagePlace | null; limit: number },
) {
  const { at, id } = before ?? beforeAll
  const branches = filledUp(keys).flatMap((key) =>
    [sql`one.owner = ${reader}`, sql`one.is_shared`].map(
      (isSeen) => sql`select * from (
        select one.message as id, one.sent_at as at from message_addresses as one
        where one.email_key = ${key} and ${isSeen} and (one.sent_at, one.message) < (${at}, ${id})
          and not exists (
            select 1 from message_addresses as copy
            where copy.email_key = one.email_key and copy.message_id = one.message_id
              and (copy.owner = ${reader} or (copy.is_shared and one.owner <> ${reader}))
              and (copy.message < one.message or (copy.owner = ${reader} and one.owner <> ${reader}))
          )
        order by one.sent_at desc, one.message desc limit ${limit}
      ) as branch`,
    ),
  )
  return sql<MessagePlace>`select ${keptPrepared} id, at from (${sql.join(branches, sql` union `)}) as places
    order by at desc, id desc limit ${limit}`
}

const laterFirst = (one: MessagePlace, other: MessagePlace): number =>
  one.at < other.at ? 1 : one.at > other.at ? -1 : other.id - one.id

/** A message as it is loaded, with its owner. */
type Told = Omit<Row<'messages'>, 'owner'> & { owner: Row<'users'> }

/** The text is cut between characters. */
const excerptOf = (html: string): string => {
  const letters = [...plainText(html).slice(0, 2 * excerptLength)]
  return letters.length > excerptLength
    ? `${letters.slice(0, excerptLength).join('').trimEnd()}…`
    : letters.join('')
}

const entryOf = ({ id, subject, from, to, text, sent_at, is_shared, owner }: Told): TimelineEntry => ({
  id,
  at: sent_at,
  actor: owner.id,
  actor_name: actorName(owner),
  action: 'create',
  changes: [],
  moved: null,
  facts: null,
  kind: 'messages',
  record: { resource: 'messages', id, name: subject, state: 'present' },
  resource: 'messages',
  message: { from, to, excerpt: excerptOf(text), is_shared },
})

export const messageSource: MessageSource = {
  places: async (db, subject, reader, page) => {
    const places = new Map<number, MessagePlace>()
    for (const keys of chunks(await emailKeysOf(db, subject), keysPerStatement)) {
      const { rows } = await messagePlaces(keys, reader, page).execute(db)
      for (const place of rows) places.set(place.id, place)
    }
    return [...places.values()].sort(laterFirst).slice(0, page.limit)
  },
  // Whether the user may read them is checked once more as they are loaded.
  entries: async (db, ids, reader) => {
    const found = await loadRecords(db, messages, ids, { owner: {} }, {}, { to: reader })
    return inTurns(found as unknown as Told[], entryOf)
  },
}
