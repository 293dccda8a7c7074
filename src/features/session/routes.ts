import { signInPath } from '../../contract/session'
import { emailConfirmationPage } from '../../contract/users'
import { pageRoute } from '../../ui/page/pageRoute'

/** The target of the layout's sign-out link. */
export const signOutPath = '/account/logout'

/** Signing in, registering, confirming an email, signing out (AUTH-11): pages outside the layout. */
export const sessionRoutes = [
  pageRoute(signInPath, () => import('./SignInPage')),
  pageRoute('/login/create-user', () => import('./CreateUserPage')),
  pageRoute(emailConfirmationPage, () => import('./ConfirmEmailPage')),
  ...['/logout', signOutPath].map((path) => pageRoute(path, () => import('./SignOutPage'))),
]
