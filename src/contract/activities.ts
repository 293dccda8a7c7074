import { boolean, epoch, html, id, integer, one, people, resource, stamps, text, trashed } from './fields'
import { maxReminderMinutes } from './reminders'
import { maxTimeZone } from './weekHours'

/**
 * Activities, scheduled events and meetings in one store: what one view creates, the others show. All users may see
 * them; the creator, the participants and the provider's team may change them.
 */
export const activities = resource({
  name: 'activities',
  path: '/activities/api/activities/',
  title: 'Activity',
  idField: 'id',
  nameField: 'title',
  fields: {
    id: id(),
    title: text({ required: true, requiredMessage: 'This field is required.' }),
    description: html({
      required: true,
      requiredMessage: 'This field is required.',
      alias: 'description_text',
    }),
    start: epoch({ required: true, requiredMessage: 'This field is required.' }),
    end: epoch({ apiDescription: 'Equal to start where it is not sent; with whole days, a day after it.' }),
    all_day: boolean({
      default: false,
      apiDescription:
        'Takes whole days, the same in every time zone: start is midnight UTC of the first one, end midnight UTC after the last one.',
    }),
    time_zone: text({
      max: maxTimeZone,
      format: 'timeZone',
      apiDescription:
        'By whose clock mails tell its times, such as that of the browser in which it was made; where none is sent, that of the working hours of the organizer.',
    }),
    participants: people(),
    reminder_minutes: integer({
      min: 0,
      max: maxReminderMinutes,
      apiDescription:
        'So many minutes before the start, its creator and those of its participants who are users are reminded; null: never.',
    }),
    calendar_id: text({
      apiDescription: "One of the calendars of whoever creates it; without one, that user's default.",
    }),
    organization: one('organizations'),
    deal: one('opportunities', { apiDescription: 'The opportunity that it is about.' }),
    ...stamps,
    ...trashed,
  },
  orderings: ['title', 'start', 'end', 'created_at', 'modified_at'],
  defaultOrdering: 'start',
  filters: ['calendar_id', 'organization', 'deal', 'created_by'],
  trash: true,
})
