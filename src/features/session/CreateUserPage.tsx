import { useState } from 'react'
import { useInstallationQuery } from '../../api/installationApi'
import type { RegistrationAnswer } from '../../contract/users'
import { LightPage } from '../../ui/page/LightPage'
import { BackToSignIn } from './BackToSignIn'
import { RegistrationForm } from './RegistrationForm'
import { RegistrationReceived } from './RegistrationReceived'

/** /login/create-user: registration (AUTH-16). */
export const Page = () => {
  const { data: installation, isLoading } = useInstallationQuery(undefined)
  const [received, setReceived] = useState<RegistrationAnswer | null>(null)

  if (received) return <RegistrationReceived status={received.status} />
  return (
    <LightPage title="Create User">
      {isLoading && <p role="status">Loading...</p>}
      {!isLoading && installation?.sign_up === 'off' && (
        <>
          <p>Accounts are opened by the provider’s team. Ask your contact there for one.</p>
          <BackToSignIn />
        </>
      )}
      {!isLoading && installation?.sign_up !== 'off' && <RegistrationForm done={setReceived} />}
    </LightPage>
  )
}
