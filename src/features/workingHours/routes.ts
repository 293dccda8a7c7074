import { workingHoursPath } from '../../resources/workingHours/paths'
import { pageRoute } from '../../ui/page/pageRoute'

/** A page outside the layout (SHELL-10). */
export const workingHoursRoutes = [pageRoute(workingHoursPath, () => import('./EditPage'))]
