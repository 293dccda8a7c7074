import { defineLayout } from '../kit/layout'

/** A contact's role at an organization. */
export const workFields = [
  'job_title',
  'department',
  'work_email',
  'work_mobile',
  'work_office_phone',
  'ice_handle',
  'teams_handle',
] as const

/** A contact's preferred channels there. */
export const preferenceFields = [
  'salutation',
  'prefered_checkin_frequency',
  'prefered_time_day_calls',
  'prefered_time_week_day_calls',
  'prefered_time_day_emails',
  'prefered_time_week_day_emails',
] as const

/** The link's fields in the contact's form (CON-2). */
export const linkLayout = defineLayout(
  'organizationContacts',
  {
    work: { title: 'ORGANIZATION', fields: ['organization', 'employment_status', ...workFields] },
    preferences: { title: 'CONTACT PREFERENCES', fields: preferenceFields },
  },
  ['contact'],
)
