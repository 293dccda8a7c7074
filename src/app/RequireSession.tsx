import type { ReactNode } from 'react'
import { Navigate, Outlet, useLocation, useMatches } from 'react-router-dom'
import { useAppSelector } from '../api/kit/hooks'
import { loginPathFor } from '../features/session/returnUrl'
import { secondFactorSetupPath } from '../resources/secondFactor/paths'
import { setupPaths } from '../resources/mailAccount/setupPaths'
import { selectProfile } from '../store/currentUser'
import { selectSignedIn } from '../store/session'

/** Handle of a route inside the layout whose page shows without a session, too, and then alone. */
export const openToAll = { isOpenToAll: true } as const

/**
 * Redirects visitors without a session to the sign-in page with a returnUrl (AUTH-1), and users without a connected
 * mail account to the setup (SHELL-1), and those who must have a second factor first to its setup (MFA-7).
 */
export const RequireSession = ({ children }: { children: ReactNode }) => {
  const signedIn = useAppSelector(selectSignedIn)
  const location = useLocation()
  const isOpenToAll = useMatches().some(({ handle }) => handle === openToAll)
  const profile = useAppSelector(selectProfile)
  const needsFactor = useAppSelector((state) => state.needsSecondFactor)
  if (!signedIn) return isOpenToAll ? <Outlet /> : <Navigate to={loginPathFor(location)} replace />
  if (needsFactor) return <Navigate to={secondFactorSetupPath} replace />
  return profile && !profile.nylas_access_token ? <Navigate to={setupPaths.start} replace /> : children
}
