import dayjs from 'dayjs'
import english from 'dayjs/locale/en'
import dayjsLocalizer from 'react-big-calendar/lib/localizers/dayjs'

const monday = 1

dayjs.locale({ ...english, name: 'en-monday', weekStart: monday }, undefined, true)

/** Weeks begin on Monday here as everywhere in the product, without telling the rest of dayjs so. */
const mondays = new Proxy(dayjs, {
  apply: (_target, _this, given: Parameters<typeof dayjs>) => dayjs(...given).locale('en-monday'),
  get: (target, name) =>
    name === 'localeData' ? () => ({ firstDayOfWeek: () => monday }) : (Reflect.get(target, name) as unknown),
})

/** Reckons and writes dates for the calendar, by the browser's clock. */
export const localizer = dayjsLocalizer(mondays)

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
