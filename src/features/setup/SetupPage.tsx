import { skipToken } from '@reduxjs/toolkit/query'
import { Link, Navigate } from 'react-router-dom'
import { useAppSelector } from '../../api/kit/hooks'
import { usersApi } from '../../api/usersApi'
import { secondFactorSetupPath } from '../../resources/secondFactor/paths'
import { selectProfile } from '../../store/currentUser'
import { selectSignedIn } from '../../store/session'
import { LightPage } from '../../ui/page/LightPage'
import { Authorization } from './Authorization'
import { CalendarChoice } from './CalendarChoice'
import './setup.css'

/** Literal text of the parts (SETUP-1). */
const heading = 'To properly use the system, please specify your default calendar'

const Anonymous = () => (
  <LightPage title="Connect your mail account">
    <p>Sign in first; the mail account and its calendar belong to your user.</p>
    <div className="row">
      <Link to="/login?returnUrl=%2Fsetup%2F" className="light-button light-button-main">
        Sign in
      </Link>
    </div>
  </LightPage>
)

/** /setup/: connects the signed-in user's mail account, and asks for its default calendar (SETUP-1, SHELL-10). */
export const Page = () => {
  const signedIn = useAppSelector(selectSignedIn)
  const profile = useAppSelector(selectProfile)
  const needsFactor = useAppSelector((state) => state.needsSecondFactor)
  usersApi.endpoints.currentUser.useQuery(signedIn ? undefined : skipToken, {
    refetchOnMountOrArgChange: true,
  })
  if (!signedIn) return <Anonymous />
  if (needsFactor) return <Navigate to={secondFactorSetupPath} replace />
  const isConnected = Boolean(profile?.nylas_access_token)
  return (
    <LightPage title={isConnected ? heading : 'Connect your mail account'}>
      {profile === null && <p role="status">Loading...</p>}
      {profile && !isConnected && <Authorization />}
      {profile && isConnected && <CalendarChoice profile={profile} />}
      <Link to="/account/logout">Log out</Link>
    </LightPage>
  )
}
