import type { SerializedError } from '@reduxjs/toolkit'
import type { AppDispatch } from '../../api/kit/createStore'
import { asApiError, unreadableAnswer, type Answer, type ApiError } from '../../api/kit/errors'
import { installationApi } from '../../api/installationApi'
import { participantsApi } from '../../api/participantsApi'
import { sessionApi } from '../../api/sessionApi'
import type { Credentials } from '../../contract/session'
import type { Registration } from '../../contract/users'
import { toastShown } from '../../store/toasts'

interface Settled<T> {
  data?: T | undefined
  error?: ApiError | SerializedError | undefined
}

const answerOf = async <T>(call: PromiseLike<Settled<T>>): Promise<Answer<T>> => {
  const { data, error } = await call
  return data === undefined ? { error: asApiError(error) ?? unreadableAnswer(0) } : { data }
}

const { signIn, completeSignIn, register, confirmEmail } = sessionApi.endpoints

/** authApi: the requests of the public pages, through a store. */
export const callsOf = (dispatch: AppDispatch) => {
  /** Shows a toast of the sign-in, and prefetches the recipients of messages (AUTH-9). */
  const welcomed = async (call: PromiseLike<Settled<string>>): Promise<Answer<string>> => {
    const answer = await answerOf(call)
    if (answer.error) return answer
    const text = `Successfully signed in as ${answer.data}.`
    dispatch(toastShown({ kind: 'success', title: 'Login', text }))
    void dispatch(participantsApi.endpoints.participants.initiate(undefined, { subscribe: false }))
    return answer
  }

  return {
    installation: () =>
      answerOf(dispatch(installationApi.endpoints.installation.initiate(undefined, { subscribe: false }))),
    /** By password. */
    signIn: (body: Credentials) => welcomed(dispatch(signIn.initiate(body, { track: false }))),
    /** By a directory's return. */
    completeSignIn: (brought: Parameters<typeof completeSignIn.initiate>[0]) =>
      welcomed(dispatch(completeSignIn.initiate(brought, { track: false }))),
    register: (body: Registration) => answerOf(dispatch(register.initiate(body, { track: false }))),
    /** Confirms an email by the token of its link. */
    confirmEmail: (token: string) => answerOf(dispatch(confirmEmail.initiate({ token }, { track: false }))),
  }
}

export type Calls = ReturnType<typeof callsOf>
