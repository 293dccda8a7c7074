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

const { signIn, completeSignIn, register } = sessionApi.endpoints

/** What the pages to come in by ask of the server, through a store. */
export const callsOf = (dispatch: AppDispatch) => {
  /** Says who has signed in, and starts loading the people that messages can go to (AUTH-9). */
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
    /** By what a directory has sent the browser back with. */
    completeSignIn: (brought: Parameters<typeof completeSignIn.initiate>[0]) =>
      welcomed(dispatch(completeSignIn.initiate(brought, { track: false }))),
    register: (body: Registration) => answerOf(dispatch(register.initiate(body, { track: false }))),
  }
}

export type Calls = ReturnType<typeof callsOf>
