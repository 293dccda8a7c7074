import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  MemoryRouter,
  useLocation,
  useNavigate,
  type Location,
  type NavigateFunction,
} from 'react-router-dom'
import { createStore, type Surroundings } from '../api/createStore'
import { App } from '../app/App'
import { browserPlaces } from '../store/persistence'
import { sessionFrom, signedIn } from '../store/session'
import { handlersFor } from './handlers'
import { server } from './server'
import { connectedTabs } from './tabs'
import { createWorld, type World } from './world'

interface Options {
  world?: World
  /** As whom the visit begins; null for nobody. */
  as?: string | null
  surroundings?: Partial<Surroundings>
}

/** A store with the pretended server behind it, which the named user has just signed in to. */
export const startStore = async ({ world = createWorld(), as = 'broker', surroundings }: Options = {}) => {
  server.use(...handlersFor(world))
  const { store, ready, writeDown } = createStore({
    places: browserPlaces(),
    channel: connectedTabs()(),
    locks: undefined,
    ...surroundings,
  })
  await ready
  const user = world.tables.users.find(({ username }) => username === as)
  if (user) {
    const tokens = {
      access: `first-access-${user.id}`,
      refresh: `first-refresh-${user.id}`,
      expires_in: world.expiresIn,
    }
    world.access.add(tokens.access)
    world.refresh.add(tokens.refresh)
    store.dispatch(signedIn(sessionFrom({ ...tokens, user }, true)))
  }
  return { store, world, writeDown }
}

/** The whole application at an address: the real store and routes, the pretended server behind them. */
export const renderApp = async (address: string, options: Options = {}) => {
  const { store, world } = await startStore(options)
  const here: { location?: Location; navigate?: NavigateFunction } = {}
  const Here = () => {
    here.location = useLocation()
    here.navigate = useNavigate()
    return null
  }
  const { unmount } = render(
    <MemoryRouter initialEntries={[address]}>
      <Here />
      <App store={store} />
    </MemoryRouter>,
  )
  return {
    store,
    world,
    unmount,
    user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }),
    /** The address shown right now, without its origin. */
    address: () => `${here.location?.pathname ?? ''}${here.location?.search ?? ''}`,
    navigate: (to: string | number) => void act(() => here.navigate?.(to as string)),
  }
}
