import { phoneForms } from './formats'
import { choice, date, id, signedUrl, many, one, resource, stamps, text, trashed } from './fields'

/** The titles of a contact, and how they are written before a name. */
export const contactTitles = {
  doctor: 'Dr',
  mr: 'Mr',
  ms: 'Ms',
  mrs: 'Mrs',
  miss: 'Miss',
  professor: 'Professor',
  sir: 'Sir',
} as const

/** People with whom the brokerage deals. */
export const contacts = resource({
  name: 'contacts',
  path: '/api/mpg/contacts/',
  title: 'Contact',
  idField: 'contact_id',
  nameField: 'name',
  fields: {
    contact_id: id(),
    title: choice(['doctor', 'mr', 'ms', 'mrs', 'miss', 'professor', 'sir'], { required: true }),
    person_title: text({ readOnly: true, apiDescription: 'The title as it stands before a name.' }),
    first_name: text({ required: true }),
    middle_name: text(),
    last_name: text({ required: true }),
    name: text({
      readOnly: true,
      required: true,
      max: 800,
      apiDescription: 'Last name, first name and middle name.',
    }),
    gender: choice(['male', 'female'], { default: 'male' }),
    date_of_birth: date({ past: true, apiDescription: 'Not in the future.' }),
    personal_email: text({ format: 'email' }),
    personal_mobile: text({ format: 'phone', apiDescription: phoneForms }),
    personal_address: text(),
    linkedin_url: text({ format: 'url', formatMessage: 'You should provide a valid url.' }),
    salutation: text(),
    department: text(),
    job_title: text({ readOnly: true, apiDescription: 'At the first current organization.' }),
    organizations_contacts: many('organizationContacts', {
      readOnly: true,
      apiDescription: 'The links to organizations, active and expired.',
    }),
    current_organizations: many('organizations', {
      readOnly: true,
      apiDescription: 'The organizations where the contact works now.',
    }),
    crystal_profile: signedUrl({
      apiDescription: 'The profile file made from linkedin_url, readable for a while by a plain link.',
    }),
    merged_into: one('contacts', {
      readOnly: true,
      apiDescription: 'Of one in the trash: the contact that it was merged into.',
    }),
    team_id: one('teams', {
      apiDescription: 'The team to which it is limited, with what hangs on it; null: all users see it.',
    }),
    ...stamps,
    ...trashed,
  },
  orderings: [
    'name',
    'first_name',
    'last_name',
    'personal_email',
    'personal_mobile',
    'job_title',
    'current_organizations',
    'created_at',
    'modified_at',
  ],
  defaultOrdering: 'name',
  filters: ['current_organizations', 'team_id'],
  filterable: [
    'name',
    'title',
    'first_name',
    'last_name',
    'personal_email',
    'personal_mobile',
    'department',
    'job_title',
    'current_organizations',
    'date_of_birth',
    'team_id',
    'created_by',
    'created_at',
    'modified_by',
    'modified_at',
  ],
  shortcuts: { organization: 'organizations_contacts.organization' },
  bulk: ['title', 'gender', 'salutation', 'department', 'personal_address'],
  trash: true,
  namedWhenHidden: true,
  duplicates: {
    parameters: {
      first_name: text(),
      last_name: text(),
      personal_email: text({
        shape: 'identifier',
        apiDescription: 'Also found where it is an email at work.',
      }),
      work_email: text({ shape: 'identifier', apiDescription: 'Also found where it is a personal email.' }),
      personal_mobile: text({
        shape: 'identifier',
        apiDescription: 'By its digits, without an extension.',
      }),
      organizations: many('organizations', {
        apiDescription:
          'Where the contact works or has worked: who has the same name at none of them does not count.',
      }),
    },
    criteria: {
      name: ['first_name', 'last_name', 'organizations'],
      personal_email: ['personal_email'],
      work_email: ['work_email'],
      personal_mobile: ['personal_mobile'],
    },
  },
})

/** The last part of a LinkedIn address, after /in/. */
export const profileSlug = /^[\p{L}\p{N}%_-]{3,100}$/u

/**
 * The error for an address without one (part 2 §5).
 * @param host of the typed address; '' where it has none.
 */
export const noProfileSlug = (host: string): string =>
  `Cannot get slug from your url. Please enter valid linkedin url. Example: ${host || 'linkedin.com'}/in/your_username`

/** What stands before the paths of profile fetches. */
export const profileFetchesPath = '/fetch/'

/** GET creates a contact's Crystal profile from the slug of a LinkedIn address (CON-11); it answers {file}. */
export const profileFetchPath = (slug: string, contact: number | string) =>
  `${profileFetchesPath}${slug}/${contact}/`

/** Address of the profile's file. */
export interface ProfileAnswer {
  file: string
}
