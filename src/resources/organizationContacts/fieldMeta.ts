import { defineFieldMeta, stampFieldMeta, excludedFields } from '../kit/fieldMeta'
import { statusName } from '../../ui/list/StatusFilter'

/** Metadata of the fields of the links between contacts and organizations. */
export const organizationContactFieldMeta = defineFieldMeta('organizationContacts', {
  organization_contact_id: excludedFields,
  organization: { label: 'Organization', wide: true },
  contact: { label: 'Contact', wide: true },
  employment_status: { label: 'Employment Status', nameOf: statusName },
  job_title: { label: 'Job Title' },
  department: { label: 'Department' },
  work_email: { label: 'Work Email' },
  work_mobile: { label: 'Work Mobile' },
  work_office_phone: { label: 'Work Office Phone' },
  ice_handle: { label: 'ICE Handle' },
  teams_handle: { label: 'Teams Handle' },
  salutation: { label: 'Salutation' },
  prefered_time_day_calls: { label: 'Preferred Time of Day for Calls' },
  prefered_time_day_emails: { label: 'Preferred Time of Day for Emails' },
  prefered_time_week_day_calls: { label: 'Preferred Weekday for Calls' },
  prefered_time_week_day_emails: { label: 'Preferred Weekday for Emails' },
  prefered_checkin_frequency: { label: 'Preferred Check-in Frequency' },
  ...stampFieldMeta,
})
