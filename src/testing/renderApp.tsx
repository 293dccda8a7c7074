import { act, render } from '@testing-library/react'
import ConfigProvider from 'antd/es/config-provider'
import userEvent from '@testing-library/user-event'
import { Suspense, useEffect } from 'react'
import {
  createMemoryRouter,
  NavigationType,
  Outlet,
  RouterProvider,
  type RouteObject,
} from 'react-router-dom'
import { createStore, type Surroundings } from '../api/kit/createStore'
import { App } from '../app/App'
import { applicationOf } from '../app/application'
import { Around } from '../app/Around'
import { frameDialogs, FrameDialogs } from '../app/frame/FrameDialogs'
import { useRouteRefresh } from '../app/frame/useRouteRefresh'
import { framedPageAt, framedPages } from '../app/pages'
import { routes } from '../app/routes'
import { useOpenDialog, type DialogBegins, type DialogName } from '../records/frameDialogs'
import { browserPlaces } from '../store/persistence'
import { sessionFrom, signedIn } from '../store/session'
import { LeaveGuard } from '../ui/leaving/LeaveGuard'
import { RecordLinks } from '../ui/page/RecordLink'
import { handlersFor } from './handlers'
import { answerOtherwise } from './server'
import { connectedTabs } from './tabs'
import { createWorld, type World } from './world'

interface Options {
  world?: World
  /** As whom the visit begins; null for nobody. */
  as?: string | null
  surroundings?: Partial<Surroundings>
}

/** What happens to the window, for one store of several in a test: with its page, the store is gone. */
const pageOfItsOwn = () => {
  const page = new EventTarget()
  return {
    addEventListener: page.addEventListener.bind(page) as Window['addEventListener'],
    leaving: () => void page.dispatchEvent(new Event('pagehide')),
  }
}

/** A store with the pretended server behind it, which the named user has just signed in to. */
export const startStore = async ({ world = createWorld(), as = 'broker', surroundings }: Options = {}) => {
  answerOtherwise(handlersFor(world))
  const page = pageOfItsOwn()
  const { store, ready, writeDown } = createStore({
    places: browserPlaces(),
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
  return { store, world, writeDown, leaving: page.leaving }
}

type Started = Awaited<ReturnType<typeof startStore>>

/** antd reckons out no style sheets, which jsdom does not need. */
const unstyled = { zeroRuntime: true }

/** A router whose places the window's history numbers, as a browser's does. */
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

/** Shows what the routes have at an address, and tells where it leads. */
const mount = ({ store, world, leaving }: Started, address: string, routes: RouteObject[]) => {
  const router = createNumberedRouter(routes, address)
  const { Toasts } = applicationOf(store)
  const { unmount } = render(
    <Around>
      <App store={store}>
        <ConfigProvider theme={unstyled} wave={{ disabled: true }}>
          <RouterProvider router={router} />
        </ConfigProvider>
      </App>
      <Toasts />
    </Around>,
  )
  return {
    store,
    world,
    unmount,
    leaving,
    user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }),
    /** The address shown right now, without its origin. */
    address: () => `${router.state.location.pathname}${router.state.location.search}`,
    navigate: (to: string | number) => act(() => void router.navigate(to as string)),
  }
}

/**
 * The whole application at an address: the real store and routes, the pretended server behind them. For tests of the
 * frame and of signing in and out; everything else shows its page by {@link renderPage}.
 */
export const renderApp = async (address: string, options: Options = {}) =>
  mount(await startStore(options), address, routes)

/** What the frame knows for its pages, without showing anything. */
const Frameless = () => {
  useRouteRefresh()
  return (
    <LeaveGuard>
      <RecordLinks>
        <FrameDialogs>
          <main>
            <Suspense>
              <Outlet />
            </Suspense>
          </main>
        </FrameDialogs>
      </RecordLinks>
    </LeaveGuard>
  )
}

const frameless: RouteObject[] = [
  {
    element: <Frameless />,
    children: [
      ...framedPages.map(({ path, Page }) => ({ path, element: <Page /> })),
      // Where the sign-in would come, nothing does.
      { path: '*', element: null },
    ],
  },
]

/**
 * The page at an address, with all that a page may ask of what surrounds it, but without the frame: the real store, the
 * pretended server behind it, toasts, and the question before something typed is lost. Its links lead to other pages.
 */
export const renderPage = async (address: string, options: Options = {}) => {
  const started = await startStore(options)
  // Fetched beforehand: how long it takes to read a module says nothing of the page.
  await framedPageAt(new URL(address, location.origin).pathname)?.load()
  return mount(started, address, frameless)
}

/**
 * A dialog of the frame as it opens above a page that has nothing else.
 * @param begins what it is told by where it was opened from
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
  const mounted = mount(started, '/', [
    { element: <Frameless />, children: [{ path: '*', element: <Opener /> }] },
  ])
  // It takes the place of the window that announces it.
  await act(async () => {
    await frameDialogs.find((dialog) => dialog.name === name)?.load()
  })
  return mounted
}
