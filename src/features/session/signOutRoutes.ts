import { pageRoute } from '../../ui/page/pageRoute'
import { signOutPaths } from './signOutPaths'

/** Pages without the frame. */
export const signOutRoutes = signOutPaths.map((path) => pageRoute(path, () => import('./SignOutPage')))
