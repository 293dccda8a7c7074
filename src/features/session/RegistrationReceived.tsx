import { useEffect, useRef } from 'react'
import type { Registered } from '../../contract/users'
import { LightPage } from '../../ui/page/LightPage'
import { PlaceLink } from '../../ui/page/place'

const words: Readonly<Record<Registered['status'], { title: string; text: string }>> = {
  waiting: {
    title: 'Your account waits for approval',
    text: 'The provider’s team looks at it next. As soon as it is approved, you can sign in with the username and the password that you have chosen.',
  },
  active: {
    title: 'Your account is open',
    text: 'Sign in with the username and the password that you have chosen.',
  },
}

/**
 * After a registration. Whether the username or the email was taken is told to nobody (AUTH-16), so it says what to do
 * in that case, too.
 */
export const RegistrationReceived = ({ status }: Registered) => {
  const { title, text } = words[status]
  const message = useRef<HTMLDivElement>(null)
  useEffect(() => message.current?.focus(), [])
  return (
    <LightPage title={title}>
      <div ref={message} tabIndex={-1} className="registration-received">
        <p>{text}</p>
        <p className="quiet">
          If that username or email is already in use, no second account was made: ask your contact at the
          provider, or choose another username.
        </p>
      </div>
      <div className="light-actions">
        <PlaceLink to="/login" className="light-button light-button-main">
          Back to sign-in
        </PlaceLink>
      </div>
    </LightPage>
  )
}
