import type { GeneratedAlways } from 'kysely'
import { sql, type SqlBool } from 'kysely'
import { contactTitles } from '../../src/contract/contacts'
import { emailKey } from '../../src/contract/emailKey'
import { problems } from '../../src/contract/problems'
import type { DuplicateInput } from '../kit/declaration'
import { defineResource, digits, joined, nameMatch, phoneMatch } from '../kit/define'
import type { DuplicateCondition } from '../kit/resource'
import { duplicatesMarkedBy, leaveMerge } from './duplicateMarks'
import { assertNotErased } from './erasures/kept'
import { assertFree } from './merges/kept'
import { markForReadiness } from './readiness'

declare module '../db/tables' {
  interface ServerColumns {
    contacts: Searched & {
      /** At the first current organization. */
      work_email: string | null
      /** The preferred email of the contact: at work, else at home. */
      mail_key: GeneratedAlways<string | null>
      /** Key of the Crystal profile in the file store. */
      crystal_profile_key: string | null
      /** File name of the download. */
      crystal_profile_name: string | null
      /** Bytes, and the user they count for; null where there is none, or an old one. */
      crystal_profile_size: number | null
      crystal_profile_by: number | null
      name_key: string
      /** First and last name, normalized for finding duplicates. */
      name_match: string | null
      personal_mobile_match: string | null
      first_name_key: string
      last_name_key: string
      personal_email_key: string | null
      job_title_key: string | null
      department_key: string | null
      current_organizations_key: string | null
    }
  }
}

type Condition = DuplicateCondition<DuplicateInput<'contacts'>>

/** Whether a contact works, or has worked, at one of the given organizations; null without any. */
const worksThere: Condition = ({ organizations }) =>
  organizations && organizations.length > 0
    ? sql<SqlBool>`exists (select 1 from organization_contacts as link
        where link.contact = contacts.contact_id and link.organization in (${sql.join(organizations)})
          and link.deleted_at is null)`
    : null

/** Has the email that is given under a name, at home or wherever the contact works or has worked. */
const hasEmail =
  (name: 'personal_email' | 'work_email'): Condition =>
  ({ [name]: email }, { lower }) => {
    if (typeof email !== 'string') return null
    const is = (column: string) =>
      sql`${sql.ref(column)} is not null and ${lower(sql.ref(column))} = ${emailKey(email)}`
    return sql<SqlBool>`contacts.contact_id in (
      select contact_id from contacts where ${is('personal_email')}
      union all select contact from organization_contacts where ${is('work_email')} and deleted_at is null)`
  }

const work = (['work_mobile', 'work_office_phone'] as const).map(
  (name) => `organizations_contacts.${name}` as const,
)

const markChanged = duplicatesMarkedBy('contacts', [
  ...(['first_name', 'last_name', 'personal_email', 'personal_mobile'] as const),
])

export const contacts = defineResource('contacts', {
  description: 'People whom the brokerage deals with.',
  limitedBy: 'team_id',
  links: {
    organizations_contacts: {
      table: 'organization_contacts',
      own: 'contact',
      target: 'organization_contact_id',
    },
    current_organizations: {
      table: 'organization_contacts',
      own: 'contact',
      target: 'organization',
      where: { employment_status: 'active' },
    },
    current_jobs: {
      table: 'organization_contacts',
      own: 'contact',
      target: 'organization_contact_id',
      where: { employment_status: 'active' },
      to: 'organizationContacts',
    },
  },
  search: [
    'name',
    joined('first_name', 'last_name'),
    joined('first_name', 'middle_name', 'last_name'),
    'personal_email',
    'organizations_contacts.work_email',
    'personal_mobile',
    digits('personal_mobile'),
    ...work,
    ...work.map(digits),
    'organizations_contacts.organization.name',
  ],
  sortKeys: {
    name: 'name',
    first_name: 'first_name',
    last_name: 'last_name',
    personal_email: 'personal_email',
    job_title: 'current_jobs.job_title',
    current_organizations: 'current_organizations.name',
  },
  foldedTexts: ['department'],
  matchKeys: {
    name: nameMatch('first_name', 'last_name'),
    personal_mobile: phoneMatch('personal_mobile'),
  },
  duplicates: {
    name: worksThere,
    personal_email: hasEmail('personal_email'),
    work_email: hasEmail('work_email'),
  },
  contents: { crystal_profile: 'crystal_profile_key' },
  derived: { job_title: 'current_jobs.job_title', work_email: 'current_jobs.work_email' },
  heldOfLinks: {
    relation: 'organizations_contacts',
    named: 'current_organizations',
    columns: {
      ...{ contact_id: null, title: null, person_title: null, first_name: null, middle_name: null },
      ...{ last_name: null, name: null, gender: null, date_of_birth: null, personal_email: null },
      ...{ personal_mobile: null, personal_address: null, linkedin_url: null, salutation: null },
      ...{ department: null, merged_into: null, team_id: null, search: null },
      ...{ version: null, created_by: null, created_at: null, modified_by: null, modified_at: null },
      ...{ deleted_at: null, deleted_by: null },
      ...{ crystal_profile_key: null, crystal_profile_name: null },
      ...{ crystal_profile_size: null, crystal_profile_by: null },
      ...{ name_key: null, name_match: null, first_name_key: null, last_name_key: null },
      ...{ personal_email_key: null, personal_mobile_match: null, department_key: null },
      current_organizations_key: null,
      job_title: ({ first }) => first('job_title'),
      job_title_key: ({ first }) => `nullif(${first('job_title_key', 'job_title')}, '')`,
      work_email: ({ first }) => first('work_email'),
      mail_key: ({ first, own, lower }) =>
        lower(`coalesce(${first('work_email')}, ${own('personal_email')})`),
    },
  },
  check: ({ date_of_birth }) =>
    typeof date_of_birth === 'string' && date_of_birth > latestToday()
      ? { date_of_birth: problems.future }
      : {},
  compute: ({ title, first_name, middle_name, last_name }) => ({
    person_title: contactTitles[title],
    name: `${last_name}, ${[first_name, middle_name].join(' ').trim()}`,
  }),
  after: markChanged,
  // Its links to organizations go and come with it.
  moved: async (write, id) => {
    // One that comes back out of the trash.
    await assertNotErased(write, id)
    await markForReadiness(write, 'contact', [id])
    await leaveMerge(write, 'contacts', id)
  },
  assertRemovable: (write, id) => assertFree(write, 'contacts', [id]),
  cascades: [
    { resource: 'organizationContacts', by: 'contact' },
    { resource: 'notes', by: 'owner_id', where: { owner_type: 'contact' } },
    { resource: 'files', by: 'owner_id', where: { owner_type: 'contact' } },
  ],
})

/** The current day in the time zone that is furthest ahead. */
const latestToday = (): string => new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10)
