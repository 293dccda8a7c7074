/** What the traces of a contact are found by: its ids, the records about it, and values that only it has. */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { ResourceName } from '../../../src/contract'
import { emailKey } from '../../../src/contract/emailKey'
import type { OpenDatabase } from '../../db/dialects'
import { dialectOf } from '../../db/dialects'
import { anyTable, type Write } from '../../kit/context'

type Db = Write['db']

/** A first and a last name, in lower case. */
export type SoughtName = readonly [first: string, last: string]

export interface Sought {
  readonly contacts: readonly number[]
  /** The records about them alone, by their resources: links to organizations, notes and files. */
  readonly parts: Partial<Record<ResourceName, readonly number[]>>
  /** Emails, in lower case. */
  readonly emails: readonly string[]
  /** Emails, phone numbers and addresses of profiles, in lower case. */
  readonly values: readonly string[]
  readonly names: readonly SoughtName[]
  /** Texts that are compared as a whole. */
  readonly texts: readonly string[]
}

/** The fields of contacts and of their links with values that identify a person. */
const identifying = {
  emails: ['personal_email', 'work_email'],
  values: [
    ...['personal_mobile', 'work_mobile', 'work_office_phone'],
    ...['linkedin_url', 'ice_handle', 'teams_handle'],
  ],
} as const

/** Shorter values are found by chance. */
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
    for (const name of ['personal_address', 'salutation'])
      if (textAt(name).length >= minLength) texts.add(textAt(name))
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
  for await (const { resource, record_id, before, after } of entriesOf(db, contacts)) {
    if (resource === 'organizationContacts' || resource === 'contacts')
      for (const text of [before, after]) if (text !== null) add(JSON.parse(text) as Values)
    if (record_id !== null && isPart(resource)) addPart(resource, record_id)
  }
  return {
    contacts,
    parts: Object.fromEntries([...parts].map(([resource, ids]) => [resource, [...ids]])),
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

/** The audit entries of contacts, and of what hung on them. */
async function* entriesOf(db: Db, contacts: readonly number[]) {
  for (let last = 0; ;) {
    const entries = await db
      .selectFrom('audit')
      .select(['id', 'resource', 'record_id', 'before', 'after'])
      .where('id', '>', last)
      .where(isAbout(contacts))
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
  const ids = sql.join(contacts.map((id) => sql.lit(id)))
  return sql<SqlBool>`audit.id in (
    select id from audit where resource = 'contacts' and record_id in (${ids})
    union select audit_id from audit_subjects where resource = 'contacts' and record_id in (${ids}))`
}

/** Where others may have a value that a contact had, too. */
const elsewhere: readonly (readonly [table: string, columns: readonly string[]])[] = [
  ['contacts', ['personal_email', 'personal_mobile', 'linkedin_url']],
  ['organization_contacts', ['work_email', 'work_mobile', 'work_office_phone', 'ice_handle', 'teams_handle']],
  ['organizations', ['email', 'phone']],
  ['users', ['email']],
]

/** Leaves out what others have as well, such as the number of an office: it would lead to traces of these. */
export async function withoutShared({ scans, dialect }: OpenDatabase, sought: Sought): Promise<Sought> {
  if (sought.values.length === 0) return sought
  const shared = new Set<string>()
  for (const [table, columns] of elsewhere)
    for (const column of columns) {
      const value = dialect.lower(sql.ref(column))
      const { rows } = await sql<{ value: string }>`
        select distinct ${value} as value from ${sql.table(table)} where ${value} in (${sql.join(sought.values)})`.execute(
        scans,
      )
      for (const row of rows) shared.add(row.value)
    }
  const own = (values: readonly string[]) => values.filter((value) => !shared.has(value))
  return { ...sought, emails: own(sought.emails), values: own(sought.values) }
}

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)

/** Whether one of some columns holds one of some texts, as it is or within JSON; never without texts. */
export function holdsAny(db: Db, columns: readonly string[], texts: readonly string[]): RawBuilder<SqlBool> {
  const { lower } = dialectOf(db)
  const spelled = new Set(texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]))
  const conditions = columns.flatMap((column) =>
    [...spelled].map((text) => sql`${lower(sql.ref(column))} like ${`%${escaped(text)}%`} escape '\\'`),
  )
  return conditions.length === 0 ? sql<SqlBool>`(1 = 0)` : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}
