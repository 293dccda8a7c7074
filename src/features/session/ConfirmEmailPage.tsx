import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { asApiError } from '../../api/kit/errors'
import { useAppSelector } from '../../api/kit/hooks'
import { useConfirmEmailMutation } from '../../api/sessionApi'
import type { EmailConfirmed } from '../../contract/users'
import { LightPage } from '../../ui/page/LightPage'
import { selectSignedIn } from '../../store/session'
import { accountTexts } from './accountTexts'

const texts: Readonly<Record<EmailConfirmed['status'], { title: string; text: string }>> = {
  ...accountTexts,
  confirmed: {
    title: 'Your email is confirmed',
    text: 'From now on, messages and invitations can leave in your name, and those to this email reach you.',
  },
}

/**
 * /confirm-email: the target of the link that confirms an email. The token is after the `#`, which browsers do not
 * send.
 */
export const Page = () => {
  const isSignedIn = useAppSelector(selectSignedIn)
  const [confirm, { data, error: failure }] = useConfirmEmailMutation()
  const error = asApiError(failure)
  const isAnswered = Boolean(data ?? error)
  const begun = useRef(false)
  const message = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // A link is valid once.
    if (begun.current) return
    begun.current = true
    void confirm({ token: location.hash.slice(1) })
  }, [confirm])
  useEffect(() => {
    if (isAnswered) message.current?.focus()
  }, [isAnswered])

  if (!isAnswered)
    return (
      <LightPage title="Confirm your email">
        <p role="status">Confirming…</p>
      </LightPage>
    )
  const { title, text } = data
    ? texts[data.status]
    : { title: 'The email is not confirmed', text: error?.detail ?? '' }
  return (
    <LightPage title={title}>
      <div
        ref={message}
        tabIndex={-1}
        role={error ? 'alert' : undefined}
        className="registration-received stack"
      >
        <p>{text}</p>
      </div>
      <div className="row">
        <Link to={isSignedIn ? '/account' : '/login'} className="light-button light-button-main">
          {isSignedIn ? 'Back to your account' : 'Back to sign-in'}
        </Link>
      </div>
    </LightPage>
  )
}
