import { entranceRoutes } from '../features/session/entranceRoutes'
import { loadEntrance } from './loadEntrance'

const fetched = () => entranceRoutes.filter(({ isThere }) => isThere()).map(({ path }) => path)

it('[AUTH-1] fetches the page that is asked for, and elsewhere the one to sign in at', async () => {
  expect(fetched()).toEqual([])
  await loadEntrance('/login/create-user')
  expect(fetched()).toEqual(['/login/create-user'])
  await loadEntrance('/mpg/opportunities')
  expect(fetched()).toEqual(['/login', '/login/create-user'])
})
