import { useEffect, useEffectEvent } from 'react'
import { asApiError, unreadableAnswer, type ApiError } from '../../api/kit/errors'
import { useBeginPasskeySignInMutation, useSignInByPasskeyMutation } from '../../api/secondStepApi'
import { provePasskey } from '../../resources/secondFactor/browserPasskeys'
import { useWelcome } from './useSignIn'

interface PasskeySignInProps {
  remember: boolean
  /** Called with the failure; a success begins a session, which leaves the page. */
  failed: (error: ApiError) => void
}

/** Signs in by a passkey while it is shown: the browser asks which one (MFA-5). Its end cancels that. */
export const PasskeySignIn = ({ remember, failed }: PasskeySignInProps) => {
  const [begin] = useBeginPasskeySignInMutation()
  const [signIn] = useSignInByPasskeyMutation()
  const welcome = useWelcome()

  const run = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const { challenge, options } = await begin(undefined).unwrap()
      const passkey_response = await provePasskey(options, signal)
      welcome(await signIn({ challenge, passkey_response, remember }).unwrap())
    } catch (error) {
      if (!signal.aborted) failed(asApiError(error as ApiError) ?? unreadableAnswer(0))
    }
  })
  useEffect(() => {
    const shown = new AbortController()
    void run(shown.signal)
    return () => shown.abort()
  }, [])
  return <p role="status">Waiting for your passkey…</p>
}
