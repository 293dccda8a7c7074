import { lazy, Suspense, useEffect } from 'react'
import { matchPath, Navigate, Outlet, useRoutes, type RouteObject } from 'react-router-dom'
import { bidRoutes } from '../features/bids/public'
import { opportunityRoutes } from '../features/opportunities/public'
import { sessionRoutes } from '../features/session/public'
import { tagRoutes } from '../features/tags/public'
import type { PageRoute } from '../ui/pageRoute'
import { RequireSession } from './RequireSession'

const loadFrame = () => import('./frame/Frame')
const Frame = lazy(async () => ({ default: (await loadFrame()).Frame }))

/** The pages inside the frame, for which one must be signed in. */
const framedRoutes = [...bidRoutes, ...opportunityRoutes, ...tagRoutes]

/** Fetches the frame and the page at an address side by side, instead of one after the other. */
export const loadAhead = (pathname: string) => {
  void loadFrame()
  void framedRoutes.find(({ path }) => matchPath(path, pathname))?.load()
}

/** Around the pages without the frame, which is fetched as soon as somebody starts to type. */
const LightPages = () => {
  useEffect(() => {
    const typing = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && /^(text|password)$/.test(target.type)) loadAhead('/')
    }
    document.addEventListener('input', typing)
    return () => document.removeEventListener('input', typing)
  }, [])
  return (
    <Suspense>
      <Outlet />
    </Suspense>
  )
}

const pages = (routes: readonly PageRoute[]): RouteObject[] =>
  routes.map(({ path, Page }) => ({ path, element: <Page /> }))

const framed = (
  <RequireSession>
    <Suspense>
      <Frame />
    </Suspense>
  </RequireSession>
)

const routes: RouteObject[] = [
  { element: <LightPages />, children: pages(sessionRoutes) },
  { element: framed, children: pages(framedRoutes) },
  { path: '*', element: <Navigate to="/" replace /> },
]

/** Every address of the application; unknown ones lead to the start (AUTH-2). */
export const AppRoutes = () => useRoutes(routes)
