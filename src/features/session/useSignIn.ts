import { asApiError, unreadableAnswer, type ApiError } from '../../api/kit/errors'
import { useAppDispatch } from '../../api/kit/hooks'
import { participantsApi } from '../../api/participantsApi'
import { useCompleteSignInMutation, useSignInMutation, type SignedIn } from '../../api/sessionApi'
import type { SignInChallenge } from '../../contract/secondFactor'
import { toastShown } from '../../store/toasts'

/** What a sign-in comes to: a session, a second factor that is asked for, or a failure. */
export interface SignInOutcome {
  challenge?: SignInChallenge['second_factor']
  error?: ApiError
}

/** Shows who is signed in, and loads the first recipients of messages (AUTH-9). */
export const useWelcome = () => {
  const dispatch = useAppDispatch()
  return ({ username }: SignedIn): void => {
    const text = `Successfully signed in as ${username}.`
    dispatch(toastShown({ kind: 'success', title: 'Login', text }))
    void dispatch(participantsApi.endpoints.participants.initiate(undefined, { subscribe: false }))
  }
}

/**
 * Signing in by password, and by the return of a directory. The sign-in page itself navigates as soon as a session
 * exists.
 */
export const useSignIn = () => {
  const [signIn] = useSignInMutation()
  const [completeSignIn] = useCompleteSignInMutation()
  const welcome = useWelcome()
  return {
    byPassword: async (...args: Parameters<typeof signIn>): Promise<SignInOutcome> => {
      const { data, error } = await signIn(...args)
      if (!data) return { error: asApiError(error) ?? unreadableAnswer(0) }
      if ('second_factor' in data) return { challenge: data.second_factor }
      welcome(data)
      return {}
    },
    /** Returns the failure. */
    byDirectory: async (...args: Parameters<typeof completeSignIn>): Promise<ApiError | undefined> => {
      const { data, error } = await completeSignIn(...args)
      if (!data) return asApiError(error) ?? unreadableAnswer(0)
      welcome(data)
      return undefined
    },
  }
}
