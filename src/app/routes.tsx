import { Suspense, useMemo } from 'react'
import { Navigate, Outlet, useLocation, useNavigate, useRouteError, type RouteObject } from 'react-router-dom'
import type { PageRoute } from '../ui/page/pageRoute'
import { PlaceContext, type Place } from '../ui/page/place'
import { frame, framedPages, lightPages } from './pages'
import { RequireSession } from './RequireSession'
import { Skeleton } from './shell/Skeleton'

/** The light pages as they show inside the router. */
const Light = () => {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const place = useMemo<Place>(
    () => ({
      pathname,
      search,
      go: (to, how) => void navigate(to, how),
      back: () => void navigate(-1),
    }),
    [pathname, search, navigate],
  )
  return (
    <PlaceContext value={place}>
      <Suspense>
        <Outlet />
      </Suspense>
    </PlaceContext>
  )
}

const framed = (
  <RequireSession>
    <Suspense fallback={<Skeleton />}>
      <frame.Part />
    </Suspense>
  </RequireSession>
)

/** Whatever breaks is for the application's own boundary to show. */
const PassOn = (): never => {
  throw useRouteError()
}

const pagesOf = (pages: readonly PageRoute[]): RouteObject[] =>
  pages.map(({ path, Page }) => ({ path, element: <Page /> }))

/** Every address of the application; unknown ones lead to the start (AUTH-2). */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: PassOn,
    children: [
      { element: <Light />, children: pagesOf(lightPages) },
      { element: framed, children: pagesOf(framedPages) },
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
]
