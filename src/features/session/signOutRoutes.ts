import { pageRoute } from '../../ui/page/pageRoute'
import { signOutPaths } from './signOutPaths'

/** Pages outside the layout. */
export const signOutRoutes = signOutPaths.map((path) => pageRoute(path, () => import('./SignOutPage')))
