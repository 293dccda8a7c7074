import { contactTitles } from '../../contract/contacts'
import { defineFieldMeta, stampFieldMeta, excludedFields } from '../kit/fieldMeta'
import { OrganizationLinks } from '../organizations/OrganizationLinks'
import { teamFieldMeta } from '../teams/teamFieldMeta'

/** Metadata of the fields of contacts. */
export const contactFieldMeta = defineFieldMeta('contacts', {
  contact_id: excludedFields,
  title: { label: 'Title', nameOf: (title: keyof typeof contactTitles) => contactTitles[title] },
  // Included in the title.
  person_title: excludedFields,
  first_name: { label: 'First Name' },
  middle_name: { label: 'Middle Name' },
  last_name: { label: 'Last Name' },
  name: { label: 'Name' },
  gender: { label: 'Gender', nameOf: (gender: string) => (gender === 'male' ? 'Male' : 'Female') },
  date_of_birth: { label: 'Date of Birth' },
  personal_email: { label: 'Personal Email', heading: 'Email' },
  personal_mobile: { label: 'Personal Mobile', heading: 'Mobile' },
  personal_address: { label: 'Personal Address', wide: true },
  linkedin_url: { label: 'LinkedIn URL', wide: true },
  salutation: { label: 'Salutation' },
  department: { label: 'Department' },
  job_title: { label: 'Job Title' },
  organizations_contacts: excludedFields,
  current_organizations: {
    label: 'Current Organizations',
    show: ({ current_organizations: ids }) => <OrganizationLinks ids={ids ?? []} />,
  },
  crystal_profile: { label: 'Crystal Profile' },
  merged_into: { label: 'Merged into' },
  team_id: teamFieldMeta('contacts'),
  ...stampFieldMeta,
})
