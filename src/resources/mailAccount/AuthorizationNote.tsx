import type { Step } from './useAuthorization'
import './authorization-note.css'

/** The state of the connecting, and the next step where one is required of the user (SETUP-1). */
export const AuthorizationNote = ({ step }: { step: Step }) => (
  <>
    <div role="status">
      {step.is === 'authorising' && (
        <p className="authorization-note">
          Please authorize Citygate in the window that has just opened.
          {step.elsewhere && ' If you have closed it, begin again.'}
        </p>
      )}
      {step.is === 'connecting' && <p>Connecting…</p>}
      {step.is === 'idle' && step.note && (
        <p className="authorization-note">{step.note} Nothing was connected.</p>
      )}
      {step.is === 'blocked' && (
        <p className="authorization-note">
          Your browser has blocked the window.{' '}
          <a href={step.url} target="_blank" rel="noreferrer">
            Open the authorization page
          </a>{' '}
          and come back here.
        </p>
      )}
    </div>
    {step.is === 'failed' && (
      <p role="alert" className="authorization-note authorization-failed">
        {step.error?.detail ?? 'The mail account could not be connected.'}
      </p>
    )}
  </>
)
