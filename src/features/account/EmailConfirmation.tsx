import { useInstallationQuery } from '../../api/installationApi'
import { asApiError } from '../../api/kit/errors'
import { useEmailLinkQuery, useSendEmailLinkMutation } from '../../api/usersApi'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { Notice } from '../../ui/feedback/Notice'
import { DateText } from '../../ui/value/DateText'

/** Whether a link was sent to an email, and when the next one can be sent. */
const LinkState = ({ email, isSent }: { email: string; isSent: boolean }) => {
  const { data: link } = useEmailLinkQuery(email)
  if (isSent) return 'The link was sent. Open it within an hour.'
  if (!link) return null
  const { good_until, possible_at } = link
  if (good_until !== null)
    return (
      <>
        A link was sent to it. Open it by <DateText value={good_until} format="namedMoment" />.
      </>
    )
  if (possible_at === null) return 'No link to it is good at present.'
  return (
    <>
      No link could be sent to it. It will be possible again at{' '}
      <DateText value={possible_at} format="namedMoment" />.
    </>
  )
}

/** Below an unconfirmed email: the restrictions, and how to confirm it (TRUST-42). */
export const EmailConfirmation = ({ email }: { email: string }) => {
  const { data: installation } = useInstallationQuery(undefined)
  const [send, { isLoading, isSuccess, error }] = useSendEmailLinkMutation()
  const refused = asApiError(error)
  return (
    <Notice>
      <p>
        <strong>{email}</strong> is not confirmed. Until it is, no messages, invitations or questions for help
        leave in your name, messages and meetings for this email do not reach you, and the directory does not
        know you by it.
      </p>
      {installation?.sends_links === false && <p>The provider’s team confirms it in the list of users.</p>}
      {installation?.sends_links && (
        <>
          <p role="status">
            <LinkState email={email} isSent={isSuccess} />
          </p>
          {refused && (
            <p className="problem" role="alert">
              {refused.detail}
            </p>
          )}
          <div>
            <BusyButton busy={isLoading} onClick={() => void send(undefined)}>
              Send the link again
            </BusyButton>
          </div>
        </>
      )}
    </Notice>
  )
}
