import { contactTitles } from '../../src/contract/contacts'
import { defineResource, digits, joined } from '../kit/define'

const work = ['work_mobile', 'work_office_phone'].map((name) => `organizations_contacts.${name}`)

export const contacts = defineResource('contacts', {
  table: 'contacts',
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
  keys: {
    name: 'name',
    first_name: 'first_name',
    last_name: 'last_name',
    personal_email: 'personal_email',
    job_title: 'current_jobs.job_title',
    current_organizations: 'current_organizations.name',
  },
  contents: { crystal_profile: 'crystal_profile_key' },
  derived: { job_title: 'current_jobs.job_title', work_email: 'current_jobs.work_email' },
  check: ({ date_of_birth }) =>
    typeof date_of_birth === 'string' && date_of_birth > latestToday()
      ? { date_of_birth: 'Must not be in the future.' }
      : {},
  compute: ({ title, first_name, middle_name, last_name }) => ({
    person_title: contactTitles[title as keyof typeof contactTitles],
    name: `${text(last_name)}, ${[text(first_name), text(middle_name)].join(' ').trim()}`,
  }),
  holds: [
    { resource: 'organizationContacts', by: 'contact' },
    { resource: 'notes', by: 'owner_id', where: { owner_type: 'contact' } },
    { resource: 'files', by: 'owner_id', where: { owner_type: 'contact' } },
  ],
})

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The day that it is now in the zones where it is latest. */
const latestToday = (): string => new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10)
