import { pageRoute } from '../../ui/page/pageRoute'

/** The pages to come in by: they show without the store, and ask for what it does by a Reception. */
export const entranceRoutes = [
  pageRoute('/login', () => import('./SignInPage')),
  pageRoute('/login/create-user', () => import('./CreateUserPage')),
]
