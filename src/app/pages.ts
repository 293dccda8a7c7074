import { features } from '../features'
import { entranceRoutes } from '../features/session/entranceRoutes'
import { signOutRoutes } from '../features/session/signOutRoutes'
import { setupRoutes } from '../features/setup/routes'
import { workingHoursRoutes } from '../features/workingHours/routes'
import { pageAt, type PageRoute } from '../ui/page/pageRoute'
import { arriving } from '../ui/page/arriving'

/** The public pages, outside the layout and without a required session. */
export const lightPages: readonly PageRoute[] = [
  ...entranceRoutes,
  ...signOutRoutes,
  ...setupRoutes,
  ...workingHoursRoutes,
]

/** The pages inside the layout, which require a session. */
export const framedPages: readonly PageRoute[] = features.flatMap(({ routes }) => routes)

/** The layout. */
export const frame = arriving(
  () => import('./frame/Frame'),
  ({ Frame }) => Frame,
)

/** Whether a public page is inside the layout for signed-in users (SCREEN-1). */
export const isFramedOnceSignedIn = (pathname: string): boolean =>
  pageAt(workingHoursRoutes, pathname) !== undefined

export const lightPageAt = (pathname: string) => pageAt(lightPages, pathname)
export const framedPageAt = (pathname: string) => pageAt(framedPages, pathname)
