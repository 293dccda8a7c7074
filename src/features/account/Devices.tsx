import { asApiError } from '../../api/kit/errors'
import {
  useActiveSessionsQuery,
  useEndOtherSessionsMutation,
  useEndSessionMutation,
} from '../../api/sessionApi'
import { deviceIn } from '../../contract/device'
import type { SignedInPlace } from '../../contract/session'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { FormSection } from '../../ui/form/FormSection'
import { Badge } from '../../ui/value/Badge'
import { DateText } from '../../ui/value/DateText'

interface DeviceProps {
  place: SignedInPlace
  /** Called after the session was ended. */
  gone: () => void
}

const Device = ({
  place: { id, user_agent, address, created_at, last_used_at, is_current },
  gone,
}: DeviceProps) => {
  const [signOut, { isLoading, error }] = useEndSessionMutation()
  const name = deviceIn(user_agent)
  return (
    <li className="device row-apart">
      <div>
        <p className="device-name" title={user_agent ?? undefined}>
          {name} {is_current && <Badge text="This device" asWritten />}
        </p>
        <p className="quiet">
          Signed in <DateText value={created_at} format="moment" />, last seen{' '}
          <DateText value={last_used_at} format="moment" />
          {address !== null && ` from ${address}`}
        </p>
        {error && (
          <p className="problem" role="alert">
            {asApiError(error)?.detail}
          </p>
        )}
      </div>
      {!is_current && (
        <BusyButton
          busy={isLoading}
          aria-label={`Sign out there: ${name}`}
          onClick={() =>
            void signOut(id).then(({ error: refused }) => {
              // A session that has ended meanwhile counts as ended, too.
              const status = asApiError(refused)?.status
              if (status === undefined || status === 404) gone()
            })
          }
        >
          Sign out there
        </BusyButton>
      )}
    </li>
  )
}

/** The user's active sessions, and ending them (TRUST-6). */
export const Devices = () => {
  const { data, error, isFetching, refetch } = useActiveSessionsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  const [signOutElsewhere, { isLoading, error: refused }] = useEndOtherSessionsMutation()
  const readAgain = () => void refetch()
  const problem = asApiError(error)
  // This session first; the others in the server's order, the last used first.
  const places = [...(data?.results ?? [])].sort((a, b) => Number(b.is_current) - Number(a.is_current))
  const others = (data?.count ?? 1) - 1
  return (
    <FormSection
      title="Signed-in devices"
      help="Whoever has one of them can use your account until you sign out there."
    >
      {problem && !data && (
        <ErrorState title="The devices could not be loaded." error={problem} retry={readAgain} inline />
      )}
      {!data && isFetching && (
        <div role="status" aria-label="Loading">
          <span className="bar" />
        </div>
      )}
      <ul className="devices">
        {places.map((place) => (
          <Device key={place.id} place={place} gone={readAgain} />
        ))}
      </ul>
      {data && data.count > places.length && (
        <p className="quiet">{data.count - places.length} more, used longer ago, are not listed.</p>
      )}
      {refused && (
        <p className="problem" role="alert">
          {asApiError(refused)?.detail}
        </p>
      )}
      {others > 0 && (
        <div>
          <BusyButton busy={isLoading} onClick={() => void signOutElsewhere(undefined).then(readAgain)}>
            Sign out everywhere else
          </BusyButton>
        </div>
      )}
    </FormSection>
  )
}
