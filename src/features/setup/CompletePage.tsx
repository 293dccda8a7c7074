import { useEffect } from 'react'
import { LightPage } from '../../ui/page/LightPage'
import { usePlace } from '../../ui/page/place'
import { outcomeIn, tellOutcome } from '../../records/mailAccount/consent'

/** /setup/nylas/complete: where the mail service's popup ends; it tells the window that asked, and closes (SETUP-2). */
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
