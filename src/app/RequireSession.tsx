import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useAppSelector } from '../api/kit/hooks'
import { loginPathFor } from '../features/session/returnUrl'
import { setupPaths } from '../records/mailAccount/setupPaths'
import { selectProfile } from '../store/currentUser'
import { selectSignedIn } from '../store/session'

/**
 * Sends anonymous visitors to the sign-in page, which leads back here (AUTH-1), and whoever has no mail account
 * connected to where that is done (SHELL-1).
 */
export const RequireSession = ({ children }: { children: ReactNode }) => {
  const signedIn = useAppSelector(selectSignedIn)
  const location = useLocation()
  const profile = useAppSelector(selectProfile)
  if (!signedIn) return <Navigate to={loginPathFor(location)} replace />
  return profile && !profile.nylas_access_token ? <Navigate to={setupPaths.start} replace /> : children
}
