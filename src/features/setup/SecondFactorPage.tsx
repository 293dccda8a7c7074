import { Link, Navigate } from 'react-router-dom'
import { useAppSelector } from '../../api/kit/hooks'
import { SecondFactorSettings } from '../../resources/secondFactor/SecondFactorSettings'
import { secondFactorSetupPath } from '../../resources/secondFactor/paths'
import { selectSignedIn } from '../../store/session'
import { Antd } from '../../ui/antd/Antd'
import { LightPage } from '../../ui/page/LightPage'
import { restartApplication } from './restartApplication'

/** /setup/second-factor: where an account that must have a second factor gets one, before anything else works (MFA-7). */
export const Page = () => {
  const signedIn = useAppSelector(selectSignedIn)
  if (!signedIn)
    return <Navigate to={`/login?returnUrl=${encodeURIComponent(secondFactorSetupPath)}`} replace />
  return (
    <LightPage title="Set up a second factor">
      <p>
        Your account must have one: beside your password, signing in asks for something that you have. An app
        or a passkey is enough.
      </p>
      <Antd>
        <SecondFactorSettings done={restartApplication} />
      </Antd>
      <p>
        <Link to="/account/logout">Log out</Link>
      </p>
    </LightPage>
  )
}
