import { defineLayout } from '../kit/layout'

/** What a contact is at an organization, and how they want to be reached there (CON-2, CON-12). */
export const linkLayout = defineLayout(
  'organizationContacts',
  {
    work: {
      title: 'ORGANIZATION',
      fields: [
        'organization',
        'employment_status',
        'job_title',
        'department',
        'work_email',
        'work_mobile',
        'work_office_phone',
        'ice_handle',
        'teams_handle',
      ],
    },
    preferences: {
      title: 'CONTACT PREFERENCES',
      fields: [
        'salutation',
        'prefered_checkin_frequency',
        'prefered_time_day_calls',
        'prefered_time_week_day_calls',
        'prefered_time_day_emails',
        'prefered_time_week_day_emails',
      ],
    },
  },
  ['contact'],
)
