/**
 * All people that a message or an invitation can reach: users with a confirmed email, and contacts who are no users;
 * each email once.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Participant } from '../../../src/contract/session'
import type { ResourceName } from '../../../src/contract'
import type { Person } from '../../../src/contract/fields'
import { searchTerms } from '../../../src/contract/searchTerms'
import type { Dialect, OpenDatabase } from '../../db/dialects'
import { conditionOf } from '../../db/search/terms'
import type { Tables } from '../../db/tables'
import { invalidFields } from '../../kit/errors'
import { emailKey } from '../../../src/contract/emailKey'
import { fold } from '../../kit/fold'
import { resourceOf } from '../../kit/registry'
import { searchCondition, planSearch } from '../../kit/read/search'
import type { ContactPage } from './index'

/** Added to the ids of contacts among the participants: no user has an id as high. */
export const contactOffset = 1_000_000_000
/** Added to the ids of external address book entries: no contact has an id as high. */
const bookOffset = 2_000_000_000

/** People read at a time. */
const batchSize = 500

/**
 * Finds participants whose searched texts hold `q`, ordered by email: two statements, and up to three for each batch.
 * @param book the user whose external address book is included; null: none.
 */
export async function findParticipants(
  { db, scans, dialect }: OpenDatabase,
  { q, limit, offset }: { q: string; limit: number; offset: number },
  book: number | null = null,
): Promise<ContactPage> {
  const matching = (name: ResourceName) => {
    const searched = searchCondition(
      dialect.search,
      resourceOf(name),
      planSearch(dialect.search, resourceOf(name), q),
    )
    return searched === null ? sql`` : sql`and ${searched}`
  }
  const installation = union(dialect, matching('users'), matching('contacts'))
  const all = book === null ? installation : sql`${installation} union all ${inBook(dialect, book, q)}`
  const page = await sql<{ id: number }>`
    select id from (${all}) as participants order by mail, id limit ${limit} offset ${offset}`.execute(scans)
  const counted = await sql<{ count: number }>`
    select count(*) as count from (${all}) as participants`.execute(scans)
  const ids = page.rows.map(({ id }) => id)
  return {
    count: counted.rows[0]?.count ?? 0,
    isLong: ids.length > batchSize,
    people: readParticipants(db, ids, book),
  }
}

const userMail = ({ lower }: Dialect) => lower(sql.ref('users.email'))

const union = (dialect: Dialect, users: RawBuilder<unknown>, contacts: RawBuilder<unknown>) => sql`
  select ${userMail(dialect)} as mail, min(id) as id
  from users
  where is_active = ${true} and is_email_confirmed = ${true} ${users}
  group by 1
  union all
  select mail_key as mail, min(contact_id) + ${sql.lit(contactOffset)} as id
  from contacts
  where deleted_at is null and mail_key is not null ${contacts}
    and mail_key not in (select ${userMail(dialect)} from users where is_active = ${true} and is_email_confirmed = ${true})
  group by mail_key`

/** The entries of a user's address book that are unknown to the installation. */
const inBook = (dialect: Dialect, user: number, q: string) => {
  const terms = searchTerms(q)
  const holds = (text: string) => dialect.search.includes(sql.ref('mail_contacts.search'), text)
  return sql`
  select mail_key as mail, id + ${sql.lit(bookOffset)} as id
  from mail_contacts
  where "user" = ${user}
    ${terms === null ? sql`` : sql`and ${conditionOf(terms, holds)}`}
    and mail_key not in (select ${userMail(dialect)} from users where is_active = ${true} and is_email_confirmed = ${true})
    and mail_key not in (select mail_key from contacts where deleted_at is null and mail_key is not null)`
}

async function* readParticipants(
  db: Kysely<Tables>,
  ids: readonly number[],
  book: number | null,
): AsyncGenerator<Participant[]> {
  for (let start = 0; start < ids.length; start += batchSize)
    yield await participantsById(db, ids.slice(start, start + batchSize), book)
}

/**
 * The participants of ids, in their order; unknown ids are left out.
 * @param book the user whose address book is included.
 */
async function participantsById(
  db: Kysely<Tables>,
  ids: readonly number[],
  book: number | null = null,
): Promise<Participant[]> {
  const byId = new Map<number, Participant>()
  const userIds = ids.filter((id) => id <= contactOffset)
  if (userIds.length > 0)
    for (const { email, ...user } of await db
      .selectFrom('users')
      .select(['id', 'email', 'first_name', 'last_name'])
      .where('id', 'in', userIds)
      .where('is_active', '=', true)
      .where('is_email_confirmed', '=', true)
      .execute())
      if (email !== null) byId.set(user.id, { ...user, email })
  const contactIds = ids
    .filter((id) => id > contactOffset && id <= bookOffset)
    .map((id) => id - contactOffset)
  if (contactIds.length > 0)
    for (const contact of await selectContacts(db).where('contact_id', 'in', contactIds).execute()) {
      const participant = fromContact(contact)
      if (participant) byId.set(participant.id, participant)
    }
  const bookIds = ids.filter((id) => id > bookOffset).map((id) => id - bookOffset)
  if (book !== null && bookIds.length > 0)
    for (const { id, ...person } of await db
      .selectFrom('mail_contacts')
      .select(['id', 'email', 'first_name', 'last_name'])
      .where('user', '=', book)
      .where('id', 'in', bookIds)
      .execute())
      byId.set(id + bookOffset, { id: id + bookOffset, ...person })
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const selectContacts = (db: Kysely<Tables>) =>
  db
    .selectFrom('contacts')
    .select(['contact_id', 'work_email', 'personal_email', 'first_name', 'last_name'])
    .where('deleted_at', 'is', null)

type ContactRow = Awaited<ReturnType<ReturnType<typeof selectContacts>['execute']>>[number]

function fromContact(contact: ContactRow): Participant | null {
  const email = contact.work_email ?? contact.personal_email
  const { contact_id, first_name, last_name } = contact
  return email === null ? null : { id: contact_id + contactOffset, email, first_name, last_name }
}

/**
 * Completes people named by id or email in a request: known ones get id, email and names from the database; others stay
 * as given. Each email occurs once.
 * @throws ApiError 400 for an unknown id, naming the field.
 */
export async function completePeople(
  db: Kysely<Tables>,
  field: string,
  people: readonly Person[],
): Promise<Person[]> {
  const ids = people.flatMap(({ id, email }) => (email === '' && id !== null ? [id] : []))
  const named = new Map((await participantsById(db, ids)).map((person) => [person.id, person]))
  const known = await participantsByEmail(
    db,
    people.flatMap(({ email }) => (email === '' ? [] : [email])),
  )
  const complete = new Map<string, Person>()
  for (const person of people) {
    const found: Person | undefined =
      person.email === ''
        ? named.get(person.id ?? 0)
        : (known.get(emailKey(person.email)) ?? { ...person, id: null })
    if (!found) throw invalidFields({ [field]: 'Choose an entry of the list.' })
    if (!complete.has(emailKey(found.email))) complete.set(emailKey(found.email), found)
  }
  return [...complete.values()]
}

/**
 * The participants of emails, by their keys; of several contacts with one email the first, and users before contacts.
 */
async function participantsByEmail(
  db: Kysely<Tables>,
  emails: readonly string[],
): Promise<Map<string, Participant>> {
  const byEmail = new Map<string, Participant>()
  if (emails.length === 0) return byEmail
  const contacts = await selectContacts(db)
    .where('mail_key', 'in', emails.map(emailKey))
    .orderBy('contact_id', 'desc')
    .execute()
  for (const contact of contacts) {
    const participant = fromContact(contact)
    if (participant) byEmail.set(emailKey(participant.email), participant)
  }
  const users = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where('email_key', 'in', emails.map(fold))
    .where('is_active', '=', true)
    .where('is_email_confirmed', '=', true)
    .orderBy('id', 'desc')
    .execute()
  // Users whose folded email is equal but whose key differs are added, too, and never read.
  for (const { email, ...user } of users) if (email !== null) byEmail.set(emailKey(email), { ...user, email })
  return byEmail
}
