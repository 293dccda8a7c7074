import type { Row } from '../../contract'
import type { Time } from '../../ui/calendar/moving'

/** The time of an activity in the format of calendars. */
export const timeOf = ({ start, end, all_day }: Row<'activities'>): Time => ({
  start,
  end: end ?? start,
  isAllDay: all_day,
})
