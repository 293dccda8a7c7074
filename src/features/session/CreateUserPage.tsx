import { useState } from 'react'
import type { RegistrationAnswer } from '../../contract/users'
import { LightPage } from '../../ui/page/LightPage'
import { PlaceLink } from '../../ui/page/place'
import { RegistrationForm } from './RegistrationForm'
import { RegistrationReceived } from './RegistrationReceived'
import { useInstallation } from './useInstallation'

const WayBack = () => (
  <div className="light-actions">
    <PlaceLink to="/login" className="light-button">
      Back to sign-in
    </PlaceLink>
  </div>
)

/** /login/create-user: registration (AUTH-16). */
export const Page = () => {
  const { installation, isLoading } = useInstallation()
  const [received, setReceived] = useState<RegistrationAnswer | null>(null)

  if (received) return <RegistrationReceived status={received.status} />
  return (
    <LightPage title="Create User">
      {isLoading && <p role="status">Loading...</p>}
      {!isLoading && installation?.sign_up === 'off' && (
        <>
          <p>Accounts are opened by the provider’s team. Ask your contact there for one.</p>
          <WayBack />
        </>
      )}
      {!isLoading && installation?.sign_up !== 'off' && <RegistrationForm done={setReceived} />}
    </LightPage>
  )
}
