import type { ReactNode } from 'react'
import { Navigate, Outlet, useLocation, useMatches } from 'react-router-dom'
import { useAppSelector } from '../api/kit/hooks'
import { loginPathFor } from '../features/session/returnUrl'
import { setupPaths } from '../resources/mailAccount/setupPaths'
import { selectProfile } from '../store/currentUser'
import { selectSignedIn } from '../store/session'

/** Handle of a route inside the layout whose page shows without a session, too, and then alone. */
export const openToAll = { isOpenToAll: true } as const

/**
 * Redirects visitors without a session to the sign-in page with a returnUrl (AUTH-1), and users without a connected
 * mail account to the setup (SHELL-1).
 */
export const RequireSession = ({ children }: { children: ReactNode }) => {
  const signedIn = useAppSelector(selectSignedIn)
  const location = useLocation()
  const isOpenToAll = useMatches().some(({ handle }) => handle === openToAll)
  const profile = useAppSelector(selectProfile)
  if (!signedIn) return isOpenToAll ? <Outlet /> : <Navigate to={loginPathFor(location)} replace />
  return profile && !profile.nylas_access_token ? <Navigate to={setupPaths.start} replace /> : children
}
