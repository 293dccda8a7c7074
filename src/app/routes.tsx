import { Suspense, useMemo } from 'react'
import { Navigate, Outlet, useLocation, useNavigate, useRouteError, type RouteObject } from 'react-router-dom'
import { useAppSelector } from '../api/kit/hooks'
import { selectSignedIn } from '../store/session'
import type { PageRoute } from '../ui/page/pageRoute'
import { PlaceContext, type Place } from '../ui/page/place'
import { frame, framedPages, isFramedOnceSignedIn, lightPages } from './pages'
import { RequireSession } from './RequireSession'
import { Skeleton } from './shell/Skeleton'

/** The public pages inside the router. */
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

const Framed = () => {
  const signedIn = useAppSelector(selectSignedIn)
  const { pathname } = useLocation()
  if (!signedIn && isFramedOnceSignedIn(pathname)) return <Light />
  return (
    <RequireSession>
      <Suspense fallback={<Skeleton />}>
        <frame.Part />
      </Suspense>
    </RequireSession>
  )
}

/** Rethrows errors to the application's own boundary. */
const PassOn = (): never => {
  throw useRouteError()
}

const pagesOf = (pages: readonly PageRoute[]): RouteObject[] =>
  pages.map(({ path, Page }) => ({ path, element: <Page /> }))

/** Every route of the application; unknown paths redirect to the start (AUTH-2). */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: PassOn,
    children: [
      { element: <Light />, children: pagesOf(lightPages.filter(({ path }) => !isFramedOnceSignedIn(path))) },
      {
        element: <Framed />,
        children: pagesOf([...framedPages, ...lightPages.filter(({ path }) => isFramedOnceSignedIn(path))]),
      },
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
]
