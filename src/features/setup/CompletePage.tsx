import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { LightPage } from '../../ui/page/LightPage'
import { outcomeIn, tellOutcome } from '../../resources/mailAccount/consent'

/** /setup/nylas/complete: the return page of the mail service's popup; notifies the opener, and closes (SETUP-2). */
export const Page = () => {
  const { search } = useLocation()
  useEffect(() => {
    tellOutcome(outcomeIn(search))
    window.close()
  }, [search])
  return (
    <LightPage title="You may close this window">
      <p>Citygate goes on in the window where you began.</p>
    </LightPage>
  )
}
