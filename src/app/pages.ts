import { features } from '../features'
import { entranceRoutes } from '../features/session/entranceRoutes'
import { signOutRoutes } from '../features/session/signOutRoutes'
import { setupRoutes } from '../features/setup/routes'
import { workingHoursRoutes } from '../features/workingHours/routes'
import { pageAt, type PageRoute } from '../ui/page/pageRoute'
import { arriving } from '../ui/page/arriving'

/** The pages without the frame, for which nobody need be signed in. */
export const lightPages: readonly PageRoute[] = [
  ...entranceRoutes,
  ...signOutRoutes,
  ...setupRoutes,
  ...workingHoursRoutes,
]

/** The pages inside the frame, for which one must be signed in. */
export const framedPages: readonly PageRoute[] = features.flatMap(({ routes }) => routes)

/** What stands around them. */
export const frame = arriving(
  () => import('./frame/Frame'),
  ({ Frame }) => Frame,
)

export const lightPageAt = (pathname: string) => pageAt(lightPages, pathname)
export const framedPageAt = (pathname: string) => pageAt(framedPages, pathname)
