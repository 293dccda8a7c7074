import { reminderText } from './ReminderField'
import { TimeText } from './TimeText'
import { defineFieldMeta, stampFieldMeta, excludedFields } from '../kit/fieldMeta'
import { OpportunityLink } from '../opportunities/OpportunityLink'

/** Metadata of the fields of activities. */
export const activityFieldMeta = defineFieldMeta('activities', {
  id: excludedFields,
  title: { label: 'Title', wide: true },
  description: { label: 'Description', wide: true },
  start: { label: 'Start', show: ({ start, all_day }) => <TimeText seconds={start} isWhole={all_day} /> },
  end: {
    label: 'End',
    show: ({ end, all_day }) => <TimeText seconds={end} isWhole={all_day} isLast />,
  },
  all_day: { label: 'All day' },
  time_zone: excludedFields,
  participants: { label: 'Participants', wide: true },
  reminder_minutes: {
    label: 'Reminder',
    show: ({ reminder_minutes }) =>
      typeof reminder_minutes === 'number' ? reminderText(reminder_minutes) : null,
  },
  calendar_id: excludedFields,
  organization: { label: 'Legal Entity' },
  deal: {
    label: 'Opportunity',
    show: ({ deal }) => typeof deal === 'number' && <OpportunityLink id={deal} />,
  },
  ...stampFieldMeta,
})
