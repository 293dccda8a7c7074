import { demoPassword, fillSignIn } from '../actions'
import type { State } from '../captureState'

/** Pages without a session. */
export const anonymousStates: readonly State[] = [
  { name: 'login', path: '/login' },
  {
    name: 'login-refused',
    path: '/login',
    prepare: async (page) => {
      await fillSignIn(page, 'broker', `not-${demoPassword}`)
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'create-user', path: '/login/create-user' },
  {
    name: 'create-user-wrong',
    path: '/login/create-user',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Create User' }).click()
      await page.getByText('This field is required').first().waitFor()
    },
  },
]

export const signedInStates: readonly State[] = [
  { name: 'setup', path: '/setup/' },
  { name: 'trash', path: '/mpg/trash/organizations' },
  { name: 'not-found', path: '/no-such-page' },
  { name: 'logout', path: '/account/logout' },
]
