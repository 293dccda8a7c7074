import { emailConfirmationPage } from '../../contract/users'
import { pageRoute } from '../../ui/page/pageRoute'

/** The PublicRoutes: they render without the store, and use it through an authService. */
export const entranceRoutes = [
  pageRoute('/login', () => import('./SignInPage')),
  pageRoute('/login/create-user', () => import('./CreateUserPage')),
  pageRoute(emailConfirmationPage, () => import('./ConfirmEmailPage')),
]
