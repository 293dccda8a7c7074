import { activityPaths } from '../../resources/activities/paths'
import { pageRoute } from '../../ui/page/pageRoute'
import { frameDialog, type Feature } from '../feature'

/** ACT-1, SCH-1, SHELL-9 */
export const activities: Feature = {
  routes: [pageRoute(activityPaths.list, () => import('./CalendarPage'))],
  dialogs: [
    frameDialog('calendar', 'Calendar', () => import('./CalendarDialog')),
    { ...frameDialog('meeting', 'Scheduler', () => import('./SchedulerDialog')), writes: true },
  ],
}
