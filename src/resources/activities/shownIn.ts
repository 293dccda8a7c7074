import { calendarViews, dayOf, today, type Period } from '../../ui/calendar/periods'
import { isDay } from '../../ui/value/dates'
import { activityPaths } from './paths'

/** What a calendar of activities shows. */
export interface Shown extends Period {
  /** Only events with the signed-in user. */
  isOwn: boolean
}

const names = { view: 'view', date: 'date', who: 'events' } as const
const own = 'mine'

/** A valid day. */
const isDate = (text: string | null): text is string =>
  text !== null && isDay(text) && dayOf(`${text}T12:00`) === text

/**
 * The state in a URL; by default the current month of all users (ACT-1).
 * @param day today
 */
export const shownIn = (params: URLSearchParams, day: string): Shown => {
  const date = params.get(names.date)
  return {
    view: calendarViews.find((view) => view === params.get(names.view)) ?? 'month',
    date: isDate(date) ? date : day,
    isOwn: params.get(names.who) === own,
  }
}

/** The parameters of a state, without defaults. */
export const paramsOf = ({ view, date, isOwn }: Shown): URLSearchParams =>
  new URLSearchParams({
    ...(view !== 'month' && { [names.view]: view }),
    ...(date !== today() && { [names.date]: date }),
    ...(isOwn && { [names.who]: own }),
  })

/** The week of a day as a list, of the user's own events. */
export const ownWeek = (date: string): string =>
  `${activityPaths.list}?${paramsOf({ view: 'list', date, isOwn: true }).toString()}`
