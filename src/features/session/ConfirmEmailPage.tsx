import { useEffect, useRef, useState } from 'react'
import type { ApiError } from '../../api/kit/errors'
import type { EmailConfirmed } from '../../contract/users'
import { LightPage } from '../../ui/page/LightPage'
import { PlaceLink } from '../../ui/page/place'
import { useReception } from './reception'
import { accountTexts } from './accountTexts'

const texts: Readonly<Record<EmailConfirmed['status'], { title: string; text: string }>> = {
  ...accountTexts,
  confirmed: {
    title: 'Your email is confirmed',
    text: 'From now on, messages and invitations can leave in your name, and those to this email reach you.',
  },
}

type Outcome = { data: EmailConfirmed; error?: never } | { data?: never; error: ApiError }

/**
 * /confirm-email: the target of the link that confirms an email. The token is after the `#`, which browsers do not
 * send.
 */
export const Page = () => {
  const { isSignedIn, ask } = useReception()
  const [outcome, setOutcome] = useState<Outcome>()
  const begun = useRef(false)
  const message = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // A link is valid once.
    if (begun.current) return
    begun.current = true
    const token = location.hash.slice(1)
    void ask((calls) => calls.confirmEmail(token)).then((came) => setOutcome(came as Outcome))
  }, [ask])
  useEffect(() => {
    if (outcome) message.current?.focus()
  }, [outcome])

  if (!outcome)
    return (
      <LightPage title="Confirm your email">
        <p role="status">Confirming…</p>
      </LightPage>
    )
  const { data, error } = outcome
  const { title, text } = data
    ? texts[data.status]
    : { title: 'The email is not confirmed', text: error.detail }
  return (
    <LightPage title={title}>
      <div ref={message} tabIndex={-1} role={error ? 'alert' : undefined} className="registration-received">
        <p>{text}</p>
      </div>
      <div className="light-actions">
        <PlaceLink to={isSignedIn ? '/account' : '/login'} className="light-button light-button-main">
          {isSignedIn ? 'Back to your account' : 'Back to sign-in'}
        </PlaceLink>
      </div>
    </LightPage>
  )
}
