import { useEffect } from 'react'
import { LightPage } from '../../ui/page/LightPage'
import { usePlace } from '../../ui/page/place'
import { outcomeIn, tellOutcome } from '../../resources/mailAccount/consent'

/** /setup/nylas/complete: the return page of the mail service's popup; notifies the opener, and closes (SETUP-2). */
export const Page = () => {
  const { search } = usePlace()
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
