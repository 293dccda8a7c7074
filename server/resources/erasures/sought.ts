/** What the traces of a contact are found by: its ids, the records about it, and values that only it has. */
import { sql, type Expression, type Selectable, type SqlBool } from 'kysely'
import type { ResourceName } from '../../../src/contract'
import { emailKey } from '../../../src/contract/emailKey'
import { nameMatchKey } from '../../../src/contract/matchKeys'
import { dialectOf } from '../../db/dialects'
import type { Tables } from '../../db/tables'
import { anyTable, type Write } from '../../kit/context'
import { resourceOf } from '../../kit/registry'

type Db = Write['db']

/** A first and a last name, in lower case. */
export type SoughtName = readonly [first: string, last: string]

export interface Sought {
  readonly contacts: readonly number[]
  /** The records about them alone, by their resources: links to organizations, notes and files. */
  readonly parts: Partial<Record<ResourceName, readonly number[]>>
  /** Emails, in lower case. */
  readonly emails: readonly string[]
  /** Emails that others have as well: they lead to what has its id or its name beside them. Absent until they are known. */
  readonly sharedEmails?: readonly string[]
  /** Emails, phone numbers and addresses of profiles, in lower case. */
  readonly values: readonly string[]
  readonly names: readonly SoughtName[]
  /** Texts that many may have, such as salutations and departments: they are sought only where bulk changes have given them. */
  readonly texts: readonly string[]
}

/** The fields of contacts and of their links with values that identify a person. */
const identifying = {
  emails: ['personal_email', 'work_email'],
  values: ['personal_mobile', 'work_mobile', 'work_office_phone', 'linkedin_url'],
  texts: ['personal_address', 'salutation', 'department', 'title', 'gender', 'ice_handle', 'teams_handle'],
} as const

/** Shorter values are found by chance, where they are sought in any text. */
const minLength = 6

/** Audit entries read before other work runs. */
const entriesAtOnce = 200

type Values = Readonly<Record<string, unknown>>

/** Gathers what some contacts are found by, from their records and from all that the audit tells of them. */
export async function gather({ db }: Pick<Write, 'db'>, contacts: readonly number[]): Promise<Sought> {
  const emails = new Set<string>()
  const values = new Set<string>()
  const names = new Map<string, SoughtName>()
  const texts = new Set<string>()
  const add = (record: Values) => {
    const textAt = (name: string): string => (typeof record[name] === 'string' ? record[name].trim() : '')
    for (const name of identifying.emails) if (textAt(name) !== '') emails.add(emailKey(textAt(name)))
    for (const name of identifying.values)
      if (textAt(name).length >= minLength) values.add(emailKey(textAt(name)))
    const [first, last] = [emailKey(textAt('first_name')), emailKey(textAt('last_name'))]
    if (first !== '' && last !== '') names.set(`${first}\n${last}`, [first, last])
    for (const name of identifying.texts) if (textAt(name) !== '') texts.add(textAt(name))
  }
  const rowsOf = (table: string, column: string) =>
    anyTable(db).selectFrom(table).selectAll().where(column, 'in', contacts).execute()
  for (const row of await rowsOf('contacts', 'contact_id')) add(row)
  const links = await rowsOf('organization_contacts', 'contact')
  for (const row of links) add(row)
  const parts = new Map<ResourceName, Set<number>>()
  const addPart = (resource: ResourceName, id: number) =>
    parts.set(resource, (parts.get(resource) ?? new Set()).add(id))
  for (const { organization_contact_id: id } of links) addPart('organizationContacts', id as number)
  const addEntry = ({ resource, record_id, before, after }: Entry) => {
    if (resource === 'contacts' && !isOneOf(contacts, record_id)) return
    for (const side of [before, after].map(valuesIn))
      if (resource === 'contacts' || isOneOf(contacts, side['contact'])) add(side)
  }
  for await (const entry of entriesOf(db, isAbout(contacts))) {
    const { resource, record_id } = entry
    if (resource === 'organizationContacts' || resource === 'contacts') addEntry(entry)
    if (record_id !== null && isPart(resource)) addPart(resource, record_id)
  }
  for (const [resource, ids] of parts)
    for (const id of await idsOfOthers(db, resource, [...ids], contacts)) ids.delete(id)
  const ownLinks = [...(parts.get('organizationContacts') ?? [])]
  if (ownLinks.length > 0) {
    const isOfLinks = sql<SqlBool>`audit.resource = 'organizationContacts' and audit.record_id in (${listOf(ownLinks)})`
    for await (const entry of entriesOf(db, isOfLinks)) addEntry(entry)
  }
  return {
    contacts,
    parts: Object.fromEntries(
      [...parts].filter(([, ids]) => ids.size > 0).map(([resource, ids]) => [resource, [...ids]]),
    ),
    emails: [...emails],
    values: [...new Set([...emails, ...values])],
    names: [...names.values()],
    texts: [...texts],
  }
}

/** The resources whose records are about one contact. */
const partResources = ['organizationContacts', 'notes', 'files'] as const
const isPart = (resource: string): resource is (typeof partResources)[number] =>
  partResources.some((part) => part === resource)

type Entry = Pick<Selectable<Tables['audit']>, 'resource' | 'record_id' | 'before' | 'after'>

export const listOf = (ids: readonly number[]) => sql.join(ids.map((id) => sql.lit(id)))
const isOneOf = (contacts: readonly number[], value: unknown): boolean =>
  typeof value === 'number' && contacts.includes(value)
const valuesIn = (text: string | null): Values => (text === null ? {} : (JSON.parse(text) as Values))

/** The parts that are there and hang on others: an undone merge, for one, has given them back. */
async function idsOfOthers(
  db: Db,
  name: ResourceName,
  ids: readonly number[],
  contacts: readonly number[],
): Promise<number[]> {
  const { table, contract } = resourceOf(name)
  const { idField } = contract
  const isOwn =
    name === 'organizationContacts'
      ? sql<SqlBool>`contact in (${listOf(contacts)})`
      : sql<SqlBool>`(owner_type = 'contact' and owner_id in (${listOf(contacts)}))`
  const rows = await anyTable(db)
    .selectFrom(table)
    .select(idField)
    .where(sql<SqlBool>`${sql.ref(idField)} in (${listOf(ids)})`)
    .where(sql<SqlBool>`not ${isOwn}`)
    .execute()
  return rows.map((row) => row[idField] as number)
}

/**
 * Whether an entry about a contact, or with it as a subject, is about it alone: one about a part of another contact is not, unless
 * it tells of a link that was its own before and after.
 */
export const isOwnEntry = (
  { contacts, parts }: Sought,
  { resource, record_id, before, after }: Entry,
): boolean =>
  !isPart(resource) ||
  (record_id !== null && parts[resource]?.includes(record_id) === true) ||
  (resource === 'organizationContacts' &&
    [before, after].every((side) => side === null || isOneOf(contacts, valuesIn(side)['contact'])))

/** The audit entries that meet a condition. */
async function* entriesOf(db: Db, condition: Expression<SqlBool>) {
  for (let last = 0; ;) {
    const entries = await db
      .selectFrom('audit')
      .select(['id', 'resource', 'record_id', 'before', 'after'])
      .where('id', '>', last)
      .where(condition)
      .orderBy('id')
      .limit(entriesAtOnce)
      .execute()
    yield* entries
    const end = entries.at(-1)
    if (!end || entries.length < entriesAtOnce) return
    last = end.id
  }
}

/** Whether an audit entry is about one of some contacts, or about what hung on it. */
export const isAbout = (contacts: readonly number[]): Expression<SqlBool> => {
  const ids = listOf(contacts)
  return sql<SqlBool>`audit.id in (
    select id from audit where resource = 'contacts' and record_id in (${ids})
    union select audit_id from audit_subjects where resource = 'contacts' and record_id in (${ids}))`
}

/** Where others may have a value that a contact had, too, and the contact that a row is about. */
const elsewhere: readonly (readonly [table: string, contact: string | null, columns: readonly string[]])[] = [
  [
    'contacts',
    'contact_id',
    [
      ...['personal_email', 'personal_mobile', 'linkedin_url', 'personal_address', 'salutation'],
      ...['department', 'title', 'gender'],
    ],
  ],
  [
    'organization_contacts',
    'contact',
    [
      ...['work_email', 'work_mobile', 'work_office_phone'],
      ...['ice_handle', 'teams_handle', 'salutation', 'department'],
    ],
  ],
  ['organizations', null, ['email', 'phone']],
  ['users', null, ['email']],
]

/**
 * Leaves out what other contacts, organizations and users have as well, such as the number of an office or a name: it would lead to
 * traces of these.
 */
export async function withoutShared(db: Db, sought: Sought): Promise<Sought> {
  const { lower } = dialectOf(db)
  const { contacts } = sought
  const isOther = (contact: string) => sql<SqlBool>`${sql.ref(contact)} not in (${listOf(contacts)})`
  const values = [...new Set([...sought.values, ...sought.texts.map(emailKey)])]
  const shared = new Set<string>()
  for (const [table, contact, columns] of values.length === 0 ? [] : elsewhere)
    for (const column of columns) {
      const value = lower(sql.ref(column))
      const { rows } = await sql<{ value: string }>`
        select distinct ${value} as value from ${sql.table(table)} where ${value} in (${sql.join(values)})
          and ${contact === null ? sql`1 = 1` : isOther(contact)}`.execute(db)
      for (const row of rows) shared.add(row.value)
    }
  const keys = sought.names.map((name) => nameMatchKey(name)).filter((key) => key !== null)
  const namesakes =
    keys.length === 0
      ? []
      : await db
          .selectFrom('contacts')
          .select('name_match')
          .distinct()
          .where('name_match', 'in', keys)
          .where(isOther('contact_id'))
          .execute()
  const sharedNames = new Set(namesakes.map(({ name_match }) => name_match))
  const own = (some: readonly string[]) => some.filter((value) => !shared.has(emailKey(value)))
  return {
    ...sought,
    emails: own(sought.emails),
    sharedEmails: sought.emails.filter((email) => shared.has(email)),
    values: own(sought.values),
    names: sought.names.filter((name) => !sharedNames.has(nameMatchKey(name))),
    texts: own(sought.texts),
  }
}
