import { pageRoute } from '../../ui/page/pageRoute'
import { setupPaths } from '../../resources/mailAccount/setupPaths'

/** Pages outside the layout (SHELL-10). */
export const setupRoutes = [
  pageRoute(setupPaths.start, () => import('./SetupPage')),
  pageRoute(setupPaths.complete, () => import('./CompletePage')),
]
