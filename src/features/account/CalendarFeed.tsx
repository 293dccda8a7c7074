import {
  useCalendarFeedQuery,
  useCreateCalendarFeedMutation,
  useRevokeCalendarFeedMutation,
} from '../../api/calendarFeedApi'
import { asApiError } from '../../api/kit/errors'
import { useQuestion } from '../../ui/dialog/useQuestion'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { FormSection } from '../../ui/form/FormSection'
import { DateText } from '../../ui/value/DateText'
import { SecretOnce } from '../../ui/value/SecretOnce'

const renewal = {
  title: 'Make a new address',
  text: 'The present address stops working at once. Programs that use it have to subscribe again.',
  answers: { renew: 'Make a new address' },
} as const

const revocation = {
  title: 'Revoke the address',
  text: 'The address stops working at once. Programs that use it lose your calendar.',
  answers: { revoke: 'Revoke' },
} as const

/** The address of the user's activities for other calendar programs, and its revocation (FEED-1). */
export const CalendarFeed = () => {
  const { data, error, isFetching, refetch } = useCalendarFeedQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  const [make, { data: made, isLoading: isMaking, error: unmade, reset }] = useCreateCalendarFeedMutation()
  const [revoke, { isLoading: isRevoking, error: unrevoked }] = useRevokeCalendarFeedMutation()
  const { ask, question } = useQuestion()
  const problem = asApiError(error)
  const refused = asApiError(unmade ?? unrevoked)
  const hasFeed = typeof data?.created_at === 'string'

  const renew = async () => {
    if (!hasFeed || (await ask(renewal)) === 'renew') await make(undefined)
  }
  const end = async () => {
    if ((await ask(revocation)) !== 'revoke') return
    const { error: failed } = await revoke(undefined)
    if (!failed) reset()
  }

  return (
    <FormSection
      title="Calendar feed"
      help="Shows your activities in another calendar program, which reads them and changes nothing."
    >
      {problem && !data && (
        <ErrorState
          title="The calendar feed could not be loaded."
          error={problem}
          retry={() => void refetch()}
          inline
        />
      )}
      {!data && isFetching && (
        <div role="status" aria-label="Loading">
          <span className="bar" />
        </div>
      )}
      {data && (
        <>
          <p className="account-text">
            {data.created_at === null ? (
              'There is no feed address.'
            ) : (
              <>
                The address was made <DateText value={data.created_at} format="moment" />.
              </>
            )}
          </p>
          {made && hasFeed && (
            <SecretOnce
              key={made.secret_address}
              label="Feed address"
              noun="address"
              secret={made.secret_address}
            />
          )}
          {hasFeed && (
            <p className="quiet account-text">
              To subscribe, give the address to your calendar program: “From URL” in Google Calendar,
              “Subscribe from web” in Outlook, “New Calendar Subscription” in Apple Calendar. It holds what
              you have created or take part in, of the last year and to come. Whoever has the address can read
              it, so revoke it when somebody else may have seen it.
            </p>
          )}
          {refused && (
            <p className="problem" role="alert">
              {refused.detail}
            </p>
          )}
          <div className="account-buttons">
            <BusyButton busy={isMaking} onClick={() => void renew()}>
              {hasFeed ? 'Make a new address' : 'Make a feed address'}
            </BusyButton>
            {hasFeed && (
              <BusyButton busy={isRevoking} onClick={() => void end()}>
                Revoke
              </BusyButton>
            )}
          </div>
        </>
      )}
      {question}
    </FormSection>
  )
}
