import { useEffect, useRef } from 'react'
import { asApiError, unreadableAnswer, type ApiError } from '../../api/kit/errors'
import { useBeginPasskeySignInMutation, useSignInByPasskeyMutation } from '../../api/secondStepApi'
import { provePasskey } from '../../resources/secondFactor/browserPasskeys'
import { useWelcome } from './useSignIn'

interface PasskeySignInProps {
  remember: boolean
  /** Called with the failure; a success begins a session, which leaves the page. */
  failed: (error: ApiError) => void
}

/** Signs in by a passkey while it is shown: the browser asks which one (MFA-5). */
export const PasskeySignIn = ({ remember, failed }: PasskeySignInProps) => {
  const [begin] = useBeginPasskeySignInMutation()
  const [signIn] = useSignInByPasskeyMutation()
  const welcome = useWelcome()
  const isBegun = useRef(false)

  const run = async () => {
    const { challenge, options } = await begin(undefined).unwrap()
    const passkey_response = await provePasskey(options)
    welcome(await signIn({ challenge, passkey_response, remember }).unwrap())
  }
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    run().catch((error: unknown) => failed(asApiError(error as ApiError) ?? unreadableAnswer(0)))
  })
  return <p role="status">Waiting for your passkey…</p>
}
