import { matchRoutes, Navigate, type RouteObject } from 'react-router-dom'
import type { Store } from '../api/kit/createStore'
import { features } from '../features'
import { sessionRoutes } from '../features/session/routes'
import { setupRoutes } from '../features/setup/routes'
import { workingHoursRoutes } from '../features/workingHours/routes'
import type { PageRoute } from '../ui/page/pageRoute'
import { persistent } from '../ui/page/persistent'
import { BrokenPage } from './ErrorBoundary'
import { frameReads } from './frame/frameReads'
import { createPageReads, type PageReads } from './pageReads'
import { openToAll } from './RequireSession'
import { Skeleton } from './Skeleton'

/** The pages outside the layout, which require no session. */
const publicPages: readonly PageRoute[] = [...sessionRoutes, ...setupRoutes]

/** The pages inside the layout, which require a session. */
export const framedPages: readonly PageRoute[] = features.flatMap(({ routes }) => routes)

/** Routes of pages: the chunk and the read of each are started together. */
export const routesOf = (pages: readonly PageRoute[], { routeOf }: PageReads): RouteObject[] =>
  pages.map(({ path, load, readAt }) => ({
    path,
    lazy: async () => ({ Component: (await load()).Page }),
    ...(readAt && routeOf(readAt)),
  }))

const loadFrame = persistent(() => import('./frame/Frame'))

/** Every route of the application; unknown paths redirect to the start (AUTH-2). */
export const createRoutes = (store: Store, reads = createPageReads(store)): RouteObject[] => [
  {
    ErrorBoundary: BrokenPage,
    HydrateFallback: Skeleton,
    children: [
      ...routesOf(publicPages, reads),
      {
        lazy: async () => ({ Component: (await loadFrame()).Page }),
        ...frameReads(store),
        children: [
          ...routesOf(framedPages, reads),
          ...routesOf(workingHoursRoutes, reads).map((route) => ({ ...route, handle: openToAll })),
        ],
      },
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
]

const matchPage = (pages: readonly PageRoute[], pathname: string) => {
  const match = matchRoutes(
    pages.map((page) => ({ path: page.path, handle: page })),
    pathname,
  )?.[0]
  return match && { page: match.route.handle, params: match.params }
}

/** Whether the page at a path requires no session. */
export const isPublic = (pathname: string): boolean =>
  matchPage([...publicPages, ...workingHoursRoutes], pathname) !== undefined

/** The page inside the layout at a path, with the parameters of its route. */
export const framedPageAt = (pathname: string) => matchPage(framedPages, pathname)
