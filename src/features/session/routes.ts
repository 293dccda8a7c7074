import { signInPath } from '../../contract/session'
import { emailConfirmationPage, passwordResetPage } from '../../contract/users'
import { pageRoute } from '../../ui/page/pageRoute'

/** The target of the layout's sign-out link. */
export const signOutPath = '/account/logout'

/** Signing in, registering, confirming an email, resetting a password, signing out (AUTH-11): pages outside the layout. */
export const sessionRoutes = [
  pageRoute(signInPath, () => import('./SignInPage')),
  pageRoute('/login/create-user', () => import('./CreateUserPage')),
  pageRoute('/login/forgotten-password', () => import('./ForgottenPasswordPage')),
  pageRoute(passwordResetPage, () => import('./ResetPasswordPage')),
  pageRoute(emailConfirmationPage, () => import('./ConfirmEmailPage')),
  ...['/logout', signOutPath].map((path) => pageRoute(path, () => import('./SignOutPage'))),
]
