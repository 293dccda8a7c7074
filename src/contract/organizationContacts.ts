import { phoneForms } from './formats'
import { choice, id, one, resource, stamps, text, trashed } from './fields'
import { statuses } from './statuses'

const preference = <const S extends readonly string[]>(suggestions: S) =>
  text({ suggestions, apiDescription: 'The misspelling of its name is part of the contract (API-5).' })
const timeOfDay = preference(['Morning', 'Midday', 'Afternoon'])
const weekday = preference(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
const frequency = preference(['Weekly', 'Bi-weekly', 'Monthly', 'Quarterly', 'Yearly'])

/** Links of contacts and organizations, with role and contact preferences. A pair is unique; 'expired' ends it. */
export const organizationContacts = resource({
  name: 'organizationContacts',
  path: '/api/mpg/organization-contacts/',
  title: 'Organization contact',
  idField: 'organization_contact_id',
  fields: {
    organization_contact_id: id(),
    organization: one('organizations', { required: true, optionalOnUpdate: true }),
    contact: one('contacts', { required: true }),
    employment_status: choice(statuses, { default: 'active' }),
    job_title: text(),
    department: text(),
    work_email: text({ format: 'email', alias: 'email' }),
    work_mobile: text({ format: 'phone', alias: 'mobile_phone', apiDescription: phoneForms }),
    work_office_phone: text({ format: 'phone', alias: 'office_phone', apiDescription: phoneForms }),
    ice_handle: text(),
    teams_handle: text(),
    salutation: text(),
    prefered_time_day_calls: timeOfDay,
    prefered_time_day_emails: timeOfDay,
    prefered_time_week_day_calls: weekday,
    prefered_time_week_day_emails: weekday,
    prefered_checkin_frequency: frequency,
    ...stamps,
    ...trashed,
  },
  orderings: ['organization', 'contact', 'employment_status', 'job_title', 'created_at', 'modified_at'],
  defaultOrdering: 'organization',
  filters: ['organization', 'contact', 'employment_status'],
  trash: true,
})
