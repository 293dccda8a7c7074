import { useId } from 'react'
import { useTestConnectionMutation } from '../../api/connectionsApi'
import { asApiError } from '../../api/kit/errors'
import { connectionKinds, type ConnectionStatus, type ConnectionView } from '../../contract/connections'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { DateText } from '../../ui/value/DateText'

const statusNames: Readonly<Record<ConnectionStatus, string>> = {
  'built in': 'Not connected',
  'not tried yet': 'Not tried yet',
  working: 'Working',
  failing: 'Failing',
  'left alone': 'Failing, left alone for a while',
}

/** One connection: purpose, state, and a test button. */
export const Connection = ({ connection }: { connection: ConnectionView }) => {
  const { key, status, address, can_try, waiting, last_success, last_error } = connection
  const [tryNow, { isLoading, error }] = useTestConnectionMutation()
  const id = useId()
  const { title, description, builtIn } = connectionKinds[key]
  const refused = asApiError(error)
  return (
    <li className="connection" aria-labelledby={id}>
      <div className="connection-head row-apart">
        <h2 id={id}>{title}</h2>
        <span className={`connection-status connection-${status.replaceAll(' ', '-')}`} role="status">
          {statusNames[status]}
        </span>
      </div>
      <p>{description}</p>
      {status === 'built in' ? (
        <p className="quiet">{builtIn}</p>
      ) : (
        <dl>
          <div>
            <dt>Address</dt>
            <dd>{address}</dd>
          </div>
          {waiting !== null && (
            <div>
              <dt>Waiting</dt>
              <dd>{waiting === 1 ? '1 message' : `${waiting} messages`}</dd>
            </div>
          )}
          <div>
            <dt>Last success</dt>
            <dd>{last_success ? <DateText value={last_success} format="moment" /> : '–'}</dd>
          </div>
          <div>
            <dt>Last error</dt>
            <dd>
              {last_error ? (
                <>
                  <DateText value={last_error.at} format="moment" />: {last_error.why}
                </>
              ) : (
                '–'
              )}
            </dd>
          </div>
        </dl>
      )}
      {refused && (
        <p className="problem" role="alert">
          {refused.detail}
        </p>
      )}
      {can_try && (
        <BusyButton busy={isLoading} aria-label={`Try now: ${title}`} onClick={() => void tryNow(key)}>
          Try now
        </BusyButton>
      )}
    </li>
  )
}
