import { useId } from 'react'
import { Select } from '../../ui/antd/Select'
import { asApiError } from '../../api/kit/errors'
import { useAppDispatch } from '../../api/kit/hooks'
import { useCalendarsQuery, useChangeProfileMutation } from '../../api/mailApi'
import { usersApi } from '../../api/usersApi'
import type { Row } from '../../contract'
import { mailMarkers } from '../../contract/mail'
import { AuthorizationNote } from '../../resources/mailAccount/AuthorizationNote'
import { useAuthorization } from '../../resources/mailAccount/useAuthorization'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { FormSection } from '../../ui/form/FormSection'

const DefaultCalendar = ({ profile }: { profile: Row<'profiles'> }) => {
  const id = useId()
  const dispatch = useAppDispatch()
  const { data: calendars, error, isFetching } = useCalendarsQuery(undefined)
  const [change, { isLoading, error: refused }] = useChangeProfileMutation()
  const problem = asApiError(error ?? refused)
  const choose = async (calendar: string) => {
    const { error: failed } = await change({ id: profile.id, body: { nylas_default_calendar: calendar } })
    if (!failed)
      await dispatch(
        usersApi.endpoints.currentUser.initiate(undefined, { forceRefetch: true, subscribe: false }),
      )
  }
  return (
    <div className="account-choice">
      <label htmlFor={id}>Default calendar</label>
      <Select
        id={id}
        className="account-calendar"
        value={profile.nylas_default_calendar}
        loading={isFetching || isLoading}
        disabled={!calendars || isLoading}
        options={(calendars ?? []).map(({ id: value, name }) => ({ value, label: name }))}
        onChange={(calendar: string) => void choose(calendar)}
      />
      {problem && (
        <p className="problem" role="alert">
          {problem.detail}
        </p>
      )}
    </div>
  )
}

interface MailConnectionProps {
  user: Row<'users'>
  profile: Row<'profiles'>
}

/** The connected mail account for meetings and messages, and its calendar (SETUP-1). */
export const MailConnection = ({ user, profile }: MailConnectionProps) => {
  const { step, authorize } = useAuthorization()
  const isConnected = Boolean(profile.nylas_access_token)
  const isExpired = profile.nylas_access_token === mailMarkers.expired
  return (
    <FormSection
      title="Mail and calendar"
      help="Meetings are scheduled and messages sent through this account."
    >
      <p className="account-text">
        {isExpired ? (
          'The connection has expired.'
        ) : isConnected ? (
          <>
            Connected as <strong>{profile.mail_address ?? user.email}</strong>.
          </>
        ) : (
          'Not connected.'
        )}
      </p>
      <AuthorizationNote step={step} />
      <div>
        <BusyButton busy={step.is === 'asking' || step.is === 'connecting'} onClick={() => void authorize()}>
          {isConnected ? 'Reconnect' : 'Connect'}
        </BusyButton>
      </div>
      {isConnected && !isExpired && <DefaultCalendar profile={profile} />}
    </FormSection>
  )
}
