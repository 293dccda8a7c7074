import { act, render, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense, useEffect } from 'react'
import {
  createMemoryRouter,
  NavigationType,
  Outlet,
  RouterProvider,
  type RouteObject,
} from 'react-router-dom'
import { createStore, type StoreDependencies } from '../api/kit/createStore'
import { Application, loadToaster } from '../app/Application'
import { frameDialogs, FrameDialogs } from '../app/frame/FrameDialogs'
import { frameReads } from '../app/frame/frameReads'
import { createPageReads } from '../app/pageReads'
import { createRoutes, framedPages, routesOf } from '../app/routes'
import { useOpenDialog, type DialogBegins, type DialogName } from '../resources/frameDialogs'
import { browserStorages } from '../store/persistence'
import { sessionFrom, signedIn } from '../store/session'
import { Antd } from '../ui/antd/Antd'
import { NavigationGuard } from '../ui/navigationGuard/NavigationGuard'
import { RecordLinks } from '../ui/page/RecordLink'
import { handlersFor } from './handlers'
import { answerOtherwise } from './server'
import { connectedTabs } from './tabs'
import { createWorld, type World } from './world'

interface Options {
  world?: World
  /** The signed-in user; null for no session. */
  as?: string | null
  surroundings?: Partial<StoreDependencies>
}

/** Window events of one of several stores in a test: the store ends with its page. */
const pageOfItsOwn = () => {
  const page = new EventTarget()
  return {
    addEventListener: page.addEventListener.bind(page) as Window['addEventListener'],
    leaving: () => void page.dispatchEvent(new Event('pagehide')),
  }
}

/** A store with the mocked server, signed in as the named user. */
export const startStore = async ({ world = createWorld(), as = 'broker', surroundings }: Options = {}) => {
  answerOtherwise(handlersFor(world))
  const page = pageOfItsOwn()
  const { store, ready, flush } = createStore({
    storages: browserStorages(),
    channel: connectedTabs()(),
    locks: undefined,
    page,
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
    const { id, username } = user
    store.dispatch(signedIn(sessionFrom({ ...tokens, user: { id, username } }, true)))
  }
  return { store, world, flush, leaving: page.leaving }
}

type Started = Awaited<ReturnType<typeof startStore>>

/** A router whose history entries are numbered, as in a browser. */
const createNumberedRouter = (routes: RouteObject[], address: string) => {
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  const places = new Map<string, number>()
  let place = 0
  const number = ({ historyAction, location: { key } }: typeof router.state) => {
    place = places.get(key) ?? (historyAction === NavigationType.Push ? place + 1 : place)
    places.set(key, place)
    window.history.replaceState({ idx: place }, '')
  }
  number(router.state)
  router.subscribe(number)
  return router
}

/** Renders the routes at a URL once its page is loaded, and returns access to the current one. */
const mount = async ({ store, world, leaving }: Started, address: string, routes: RouteObject[]) => {
  const router = createNumberedRouter(routes, address)
  await loadToaster()
  await waitFor(() => expect(router.state.initialized).toBe(true))
  const { unmount } = render(
    <Application store={store}>
      <RouterProvider router={router} />
    </Application>,
  )
  return {
    store,
    world,
    unmount,
    leaving,
    user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }),
    /** The current URL, without its origin. */
    address: () => `${router.state.location.pathname}${router.state.location.search}`,
    navigate: (to: string | number) => act(() => void router.navigate(to as string)),
  }
}

/**
 * The whole application at a URL: the real store and routes with the mocked server. For tests of the layout and of
 * signing in and out; other tests use {@link renderPage}.
 */
export const renderApp = async (address: string, options: Options = {}) => {
  const started = await startStore(options)
  return mount(started, address, createRoutes(started.store))
}

/** The layout's contexts, without its content. */
const Frameless = () => (
  <Antd>
    <NavigationGuard>
      <RecordLinks>
        <FrameDialogs>
          <main>
            <Suspense>
              <Outlet />
            </Suspense>
          </main>
        </FrameDialogs>
      </RecordLinks>
    </NavigationGuard>
  </Antd>
)

/**
 * The page at a URL with the layout's contexts, but without the layout: the real store, the mocked server, toasts, and
 * the navigationGuard. Links to other pages work.
 */
export const renderPage = async (address: string, options: Options = {}) => {
  const started = await startStore(options)
  const { store } = started
  return mount(started, address, [
    {
      element: <Frameless />,
      ...frameReads(store),
      children: [
        ...routesOf(framedPages, createPageReads(store)),
        // Replaces the sign-in page.
        { path: '*', element: null },
      ],
    },
  ])
}

/**
 * A dialog of the layout, above an empty page.
 * @param begins its initial values
 */
export const renderDialog = async <N extends DialogName>(
  name: N,
  begins: DialogBegins[N],
  options: Options = {},
) => {
  const started = await startStore(options)
  const Opener = () => {
    const open = useOpenDialog()
    useEffect(() => open(name, begins), [open])
    return <h1>Below</h1>
  }
  const mounted = await mount(started, '/', [
    { element: <Frameless />, ...frameReads(started.store), children: [{ path: '*', element: <Opener /> }] },
  ])
  // It replaces the window shown while loading.
  await act(async () => {
    await frameDialogs.find((dialog) => dialog.name === name)?.load()
  })
  return mounted
}
