import { signInPath } from '../../contract/session'
import { emailConfirmationPage } from '../../contract/users'
import { pageRoute } from '../../ui/page/pageRoute'
import { signOutPaths } from './signOutPaths'

/** Signing in, registering, confirming an email, signing out: pages outside the layout. */
export const sessionRoutes = [
  pageRoute(signInPath, () => import('./SignInPage')),
  pageRoute('/login/create-user', () => import('./CreateUserPage')),
  pageRoute(emailConfirmationPage, () => import('./ConfirmEmailPage')),
  ...signOutPaths.map((path) => pageRoute(path, () => import('./SignOutPage'))),
]
