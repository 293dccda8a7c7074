import { useAuthorization } from './useAuthorization'

/** Asks for the mail service's consent, and says how far that has come (SETUP-1). */
export const Authorization = () => {
  const { step, authorize } = useAuthorization()
  const isBusy = step.is === 'asking' || step.is === 'connecting'
  return (
    <>
      <p>
        Citygate schedules meetings and sends messages through your own mail and calendar account. Nothing
        else opens until it is connected.
      </p>
      <div role="status">
        {step.is === 'authorising' && (
          <p className="setup-note">Please authorize Citygate in the window that has just opened.</p>
        )}
        {step.is === 'connecting' && <p>Connecting…</p>}
        {step.is === 'idle' && step.note && <p className="setup-note">{step.note} Nothing was connected.</p>}
        {step.is === 'blocked' && (
          <p className="setup-note">
            Your browser has blocked the window.{' '}
            <a href={step.url} target="_blank" rel="noreferrer">
              Open the authorization page
            </a>{' '}
            and come back here.
          </p>
        )}
      </div>
      {step.is === 'failed' && (
        <p role="alert" className="problems">
          {step.error?.detail ?? 'The mail account could not be connected.'}
        </p>
      )}
      <div className="light-actions">
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
