import { workingHoursPath } from '../../resources/workingHours/paths'
import { pageRoute } from '../../ui/page/pageRoute'

/** Inside the layout for signed-in users, alone without a session (SCREEN-1, SHELL-10). */
export const workingHoursRoutes = [pageRoute(workingHoursPath, () => import('./EditPage'))]
