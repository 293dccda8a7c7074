import { pageRoute } from '../../ui/page/pageRoute'
import { secondFactorSetupPath } from '../../resources/secondFactor/paths'
import { setupPaths } from '../../resources/mailAccount/setupPaths'

/** Pages outside the layout (SHELL-10). */
export const setupRoutes = [
  pageRoute(setupPaths.start, () => import('./SetupPage')),
  pageRoute(secondFactorSetupPath, () => import('./SecondFactorPage')),
  pageRoute(setupPaths.complete, () => import('./CompletePage')),
]
