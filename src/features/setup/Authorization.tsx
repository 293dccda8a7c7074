import { AuthorizationNote } from '../../resources/mailAccount/AuthorizationNote'
import { useAuthorization } from '../../resources/mailAccount/useAuthorization'

/** Asks for the mail service's consent, and shows the progress (SETUP-1). */
export const Authorization = () => {
  const { step, authorize } = useAuthorization()
  const isBusy = step.is === 'asking' || step.is === 'connecting'
  return (
    <>
      <p>
        Citygate schedules meetings and sends messages through your own mail and calendar account. Nothing
        else opens until it is connected.
      </p>
      <AuthorizationNote step={step} />
      <div className="row">
        <button
          type="button"
          className="light-button light-button-main"
          disabled={isBusy}
          onClick={() => void authorize()}
        >
          {step.is === 'failed' ? 'Retry' : 'Authorize'}
        </button>
      </div>
    </>
  )
}
