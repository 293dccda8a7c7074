import type { SerializedError } from '@reduxjs/toolkit'
import { asApiError, unreadableAnswer, type ApiError } from '../../api/kit/errors'
import { useAppDispatch } from '../../api/kit/hooks'
import { participantsApi } from '../../api/participantsApi'
import { useCompleteSignInMutation, useSignInMutation } from '../../api/sessionApi'
import { toastShown } from '../../store/toasts'

type Settled = Promise<{ data?: string | undefined; error?: ApiError | SerializedError | undefined }>

/**
 * Signing in by password, and by the return of a directory; each returns its failure. The sign-in page itself navigates
 * as soon as a session exists.
 */
export const useSignIn = () => {
  const dispatch = useAppDispatch()
  const [signIn] = useSignInMutation()
  const [completeSignIn] = useCompleteSignInMutation()

  /** Shows who is signed in, and loads the first recipients of messages (AUTH-9). */
  const welcome = async (call: Settled): Promise<ApiError | undefined> => {
    const { data: username, error } = await call
    if (username === undefined) return asApiError(error) ?? unreadableAnswer(0)
    const text = `Successfully signed in as ${username}.`
    dispatch(toastShown({ kind: 'success', title: 'Login', text }))
    void dispatch(participantsApi.endpoints.participants.initiate(undefined, { subscribe: false }))
    return undefined
  }

  return {
    byPassword: (...args: Parameters<typeof signIn>) => welcome(signIn(...args)),
    byDirectory: (...args: Parameters<typeof completeSignIn>) => welcome(completeSignIn(...args)),
  }
}
