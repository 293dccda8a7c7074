import { choice, date, id, signedUrl, many, resource, stamps, text } from './kit'

/** The forms of address that a contact can have, and how they are written before a name. */
export const contactTitles = {
  doctor: 'Dr',
  mr: 'Mr',
  ms: 'Ms',
  mrs: 'Mrs',
  miss: 'Miss',
  professor: 'Professor',
  sir: 'Sir',
} as const

/** People whom the brokerage deals with. */
export const contacts = resource({
  name: 'contacts',
  path: '/api/mpg/contacts/',
  title: 'Contact',
  idField: 'contact_id',
  fields: {
    contact_id: id(),
    title: choice(['doctor', 'mr', 'ms', 'mrs', 'miss', 'professor', 'sir'], { required: true }),
    person_title: text({ readOnly: true, about: 'The title as it stands before a name.' }),
    first_name: text({ required: true }),
    middle_name: text(),
    last_name: text({ required: true }),
    name: text({ readOnly: true, required: true, max: 800, about: 'Last name, first name and middle name.' }),
    gender: choice(['male', 'female'], { default: 'male' }),
    date_of_birth: date({ about: 'Not in the future.' }),
    personal_email: text({ format: 'email' }),
    personal_mobile: text({ format: 'phone', about: '###-###-####' }),
    personal_address: text(),
    linkedin_url: text({ format: 'url', malformed: 'You should provide a valid url.' }),
    salutation: text(),
    department: text(),
    job_title: text({ readOnly: true, about: 'At the first current organization.' }),
    organizations_contacts: many('organizationContacts', {
      readOnly: true,
      about: 'The links to organizations, active and expired.',
    }),
    current_organizations: many('organizations', {
      readOnly: true,
      about: 'The organizations where the contact works now.',
    }),
    crystal_profile: signedUrl({
      about: 'The profile file made from linkedin_url, readable for a while by a plain link.',
    }),
    ...stamps,
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
  filters: ['current_organizations'],
  shortcuts: { organization: 'organizations_contacts.organization' },
  trash: true,
})

/** As it stands at the end of a LinkedIn address, behind /in/. */
export const profileSlug = /^[\p{L}\p{N}%_-]{3,100}$/u

/** What whoever gives an address without one is told (part 2 §5). */
export const noProfileSlug =
  'Cannot get slug from your url. Please enter valid linkedin url. Example: {host}/in/your_username'

/** GET makes a contact's Crystal profile from the slug of a LinkedIn address (CON-11); it answers {file}. */
export const profileFetchPath = (slug: string, contact: number | string) => `/fetch/${slug}/${contact}/`

/** Where the file of a profile that has just been made can be read. */
export interface ProfileAnswer {
  file: string
}
