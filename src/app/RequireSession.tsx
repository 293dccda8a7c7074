import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useAppSelector } from '../api/hooks'
import { loginPathFor } from '../features/session/public'
import { selectSignedIn } from '../store/session'

/** Sends anonymous visitors to the sign-in page, which leads back here (AUTH-1). */
export const RequireSession = ({ children }: { children: ReactNode }) => {
  const signedIn = useAppSelector(selectSignedIn)
  const location = useLocation()
  return signedIn ? children : <Navigate to={loginPathFor(location)} replace />
}
