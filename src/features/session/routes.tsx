import { pageRoute } from '../../ui/page/pageRoute'

const signOut = () => import('./SignOutPage')

/** Pages without the frame; nobody needs to be signed in to open them. */
export const sessionRoutes = [
  pageRoute('/login', () => import('./SignInPage')),
  pageRoute('/login/create-user', () => import('./CreateUserPage')),
  pageRoute('/logout', signOut),
  pageRoute('/account/logout', signOut),
]
