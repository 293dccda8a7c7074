import { useEffect, useRef, useState } from 'react'
import { asApiError, type ApiError } from '../../api/kit/errors'
import { useAppDispatch } from '../../api/kit/hooks'
import { useMailCallbackMutation, useMailRedirectMutation } from '../../api/mailApi'
import { usersApi } from '../../api/usersApi'
import { hearOutcome } from './consent'
import { setupPaths } from './setupPaths'

/** State of the connecting of the mail account (part 2 §4, Setup flow). */
export type Step =
  | { is: 'idle'; note?: string }
  | { is: 'asking' }
  /** The popup was blocked: its address, as a link. */
  | { is: 'blocked'; url: string }
  /** The popup is open; `elsewhere` where it shows another origin, whose closing cannot be detected. */
  | { is: 'authorising'; elsewhere: boolean }
  | { is: 'connecting' }
  | { is: 'failed'; error: ApiError | undefined }

/** Milliseconds between two checks whether the popup was closed. */
export const pace = 500
const features = 'popup,width=520,height=680'

/** Asks the mail service for consent in a popup, and exchanges the result (SETUP-1, SETUP-4). */
export const useAuthorization = () => {
  const dispatch = useAppDispatch()
  const [step, setStep] = useState<Step>({ is: 'idle' })
  const popup = useRef<Window | null>(null)
  const [redirect] = useMailRedirectMutation()
  const [exchange] = useMailCallbackMutation()

  const isOpen = step.is === 'authorising' || step.is === 'blocked'
  useEffect(() => {
    if (!isOpen) return undefined
    return hearOutcome((outcome) => {
      if (!outcome) {
        setStep({ is: 'idle', note: 'The authorization was declined.' })
        return
      }
      setStep({ is: 'connecting' })
      void exchange(outcome).then(async ({ error }) => {
        if (error) {
          setStep({ is: 'failed', error: asApiError(error) })
          return
        }
        await dispatch(
          usersApi.endpoints.currentUser.initiate(undefined, { forceRefetch: true, subscribe: false }),
        )
        setStep({ is: 'idle' })
      })
    })
  }, [isOpen, exchange, dispatch])

  // Cross-Origin-Opener-Policy separates the windows: from then on a popup at another origin counts as closed.
  const isWatched = step.is === 'authorising' && !step.elsewhere
  useEffect(() => {
    if (!isWatched) return undefined
    const timer = setInterval(() => {
      if (popup.current?.closed) {
        setStep({ is: 'idle', note: 'The window was closed before the authorization was complete.' })
      }
    }, pace)
    return () => clearInterval(timer)
  }, [isWatched])

  const authorize = async () => {
    // Synchronously in the click handler: later, popup blockers would block it.
    popup.current = window.open('', 'citygate-mail', features)
    setStep({ is: 'asking' })
    const { data: url, error } = await redirect(new URL(setupPaths.complete, location.origin).href)
    if (url === undefined) {
      popup.current?.close()
      setStep({ is: 'failed', error: asApiError(error) })
    } else if (popup.current) {
      popup.current.location.href = url
      setStep({ is: 'authorising', elsewhere: new URL(url, location.origin).origin !== location.origin })
    } else setStep({ is: 'blocked', url })
  }

  return { step, authorize }
}
