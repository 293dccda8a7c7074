import { Button } from '../../ui/antd/Button'
import { useEffect, useRef, useState } from 'react'
import { useRequestCreditSetupMutation } from '../../api/creditSetupsApi'
import { useRow } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { DateText } from '../../ui/value/DateText'
import { useSubmissionKey } from '../../ui/form/useSubmissionKey'
import type { CreditSetups } from './useCreditSetups'
import { IfAllowed } from '../../resources/kit/IfAllowed'

interface CreditSetupProps {
  opportunity: number
  organization: number
  setups: CreditSetups
}

const Requested = ({ setup: { created_at, created_by } }: { setup: Row<'creditSetups'> }) => {
  const user = useRow('users', created_by)
  return (
    <p>
      <DateText value={created_at} format="moment" />
      {user && ` by ${user.username}`}
    </p>
  )
}

/** Whether an organization's credit setup was requested, and the button that requests it (OPD-9). */
export const CreditSetup = ({ opportunity, organization, setups }: CreditSetupProps) => {
  const [request, { isLoading }] = useRequestCreditSetupMutation()
  const keyFor = useSubmissionKey()
  const box = useRef<HTMLElement>(null)
  const [hasAsked, setHasAsked] = useState(false)
  const { byOrganization, error, retry } = setups
  const setup = byOrganization?.get(organization)

  // The focused button is unmounted.
  useEffect(() => {
    if (hasAsked && setup) box.current?.focus()
  }, [hasAsked, setup])

  const ask = async () => {
    const body = { opportunity, organization }
    const { error: refusal } = await request({ body, key: keyFor(body) })
    setHasAsked(!refusal)
  }

  return (
    <section className="credit-setup" aria-label="Credit Setups" tabIndex={-1} ref={box}>
      <h3>{setup ? 'Credit Setups (Requested)' : 'Credit Setups (Not Requested)'}</h3>
      {setup && <Requested setup={setup} />}
      {!setup && error && (
        <p className="credit-setup-problem" role="alert">
          <span className="problem">{error.detail}</span>
          <Button size="small" onClick={retry}>
            Retry
          </Button>
        </p>
      )}
      {!setup && !error && (
        <IfAllowed to="create" of="creditSetups">
          <BusyButton disabled={!byOrganization} busy={isLoading} onClick={() => void ask()}>
            Request Credit Setup
          </BusyButton>
        </IfAllowed>
      )}
    </section>
  )
}
