import { workingHoursPath } from '../../records/workingHours/paths'
import { pageRoute } from '../../ui/page/pageRoute'

/** A page without the frame (SHELL-10). */
export const workingHoursRoutes = [pageRoute(workingHoursPath, () => import('./Page'))]
