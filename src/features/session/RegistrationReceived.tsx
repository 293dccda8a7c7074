import { useEffect, useRef } from 'react'
import type { RegistrationAnswer } from '../../contract/users'
import { LightPage } from '../../ui/page/LightPage'
import { accountTexts } from './accountTexts'
import { BackToSignIn } from './BackToSignIn'

const words: Readonly<Record<RegistrationAnswer['status'], { title: string; text: string }>> = {
  unconfirmed: {
    title: 'Open the link in your mail',
    text: 'A link was sent to your email. Open it within an hour: your account is made then, and not before.',
  },
  ...accountTexts,
}

/**
 * After a registration. Whether the user name or the email was taken is not revealed (AUTH-16), so the instructions for
 * that case are always shown.
 */
export const RegistrationReceived = ({ status }: RegistrationAnswer) => {
  const { title, text } = words[status]
  const message = useRef<HTMLDivElement>(null)
  useEffect(() => message.current?.focus(), [])
  return (
    <LightPage title={title}>
      <div ref={message} tabIndex={-1} className="registration-received stack">
        <p>{text}</p>
        <p className="quiet">
          If that username or email is already in use, no second account was made: ask your contact at the
          provider, or choose another username.
        </p>
      </div>
      <BackToSignIn main />
    </LightPage>
  )
}
