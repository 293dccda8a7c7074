import dayjs from 'dayjs'
import dayjsLocalizer from 'react-big-calendar/lib/localizers/dayjs'

/** Reckons and writes dates for the calendar, by the browser's clock. */
export const localizer = dayjsLocalizer(dayjs)

/**
 * What the calendar writes.
 * @param clock how dayjs writes a time of day
 */
export const formatsWith = (clock: string) => {
  const time = (moment: Date) => dayjs(moment).format(clock)
  const span = ({ start, end }: { start: Date; end: Date }) => `${time(start)} – ${time(end)}`
  return {
    dateFormat: 'D',
    dayFormat: 'ddd D',
    weekdayFormat: 'ddd',
    timeGutterFormat: clock,
    eventTimeRangeFormat: span,
    eventTimeRangeStartFormat: ({ start }: { start: Date }) => `${time(start)} –`,
    eventTimeRangeEndFormat: ({ end }: { end: Date }) => `– ${time(end)}`,
    selectRangeFormat: span,
  }
}
