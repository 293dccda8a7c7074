import type { BaseQueryApi } from '@reduxjs/toolkit/query'
import type { InputOf } from '../contract/fields'
import type { SignInChallenge } from '../contract/secondFactor'
import {
  credentials,
  directoryCompletePath,
  type directoryReturn,
  revokePath,
  sessionPath,
  sessionsPath,
  type Credentials,
  type SignedInPlaces,
  type SignInAnswer,
} from '../contract/session'
import { passwordReset, passwordResetRequest } from '../contract/passwordReset'
import {
  emailConfirmation,
  registration,
  type EmailConfirmed,
  type RegistrationAnswer,
  type Registration,
} from '../contract/users'
import {
  selectSession,
  sessionFrom,
  signedIn,
  signedOut,
  type Session,
  type SessionState,
} from '../store/session'
import { api } from './kit/api'
import { unreadableAnswer, type ApiError } from './kit/errors'
import { send } from './kit/http'

const isSignInAnswer = (data: unknown): data is SignInAnswer => {
  const { access, refresh, expires_in, user } = (data ?? {}) as Partial<SignInAnswer>
  return !!access && !!refresh && typeof expires_in === 'number' && !!user?.username
}

/** A sign-in that has given a session. */
export interface SignedIn {
  username: string
}

const isChallenge = (data: unknown): data is SignInChallenge =>
  typeof (data as Partial<SignInChallenge> | null)?.second_factor?.challenge === 'string'

/** Starts a session. If another tab has started one meanwhile, that one ends in this tab only, with its cached data. */
const startSession = async ({ dispatch, getState }: BaseQueryApi, session: Session) => {
  const previous = selectSession(getState() as { session: SessionState })
  if (previous) {
    dispatch(signedOut({ key: previous.key }, { fromOtherTab: true }))
    // The old session's pages unmount before the new user is set.
    await new Promise((resolve) => setTimeout(resolve))
  }
  dispatch(signedIn(session))
}

/** Starts the session of an answer to a sign-in; the tokens go to the session slice only. */
export const settleSignIn = async (
  queryApi: BaseQueryApi,
  data: unknown,
  remember: boolean,
): Promise<{ data: SignedIn } | { error: ApiError }> => {
  if (!isSignInAnswer(data)) return { error: unreadableAnswer(200) }
  await startSession(queryApi, sessionFrom(data, remember))
  return { data: { username: data.user.username } }
}

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Starts a session, or answers the challenge of a second factor. */
    signIn: build.mutation<SignedIn | SignInChallenge, Credentials>({
      queryFn: async (body, queryApi) => {
        const { data, error } = await send({ url: credentials.path, method: 'POST', body }, queryApi)
        if (error) return { error }
        if (isChallenge(data)) return { data }
        return settleSignIn(queryApi, data, body.remember ?? credentials.fields.remember.default)
      },
    }),
    /**
     * Exchanges a directory's return for a session (AUTH-6). It is remembered, the default of password sign-ins.
     */
    completeSignIn: build.mutation<SignedIn, InputOf<typeof directoryReturn>>({
      queryFn: async ({ provider, ...params }, queryApi) => {
        const { data, error } = await send({ url: directoryCompletePath(provider), params }, queryApi)
        if (error) return { error }
        return settleSignIn(queryApi, data, credentials.fields.remember.default)
      },
    }),
    /** Ends the session here at once, and on the server as soon as it can be reached. */
    signOut: build.mutation<null, undefined>({
      queryFn: async (_arg, queryApi) => {
        const session = selectSession(queryApi.getState() as { session: SessionState })
        if (!session) return { data: null }
        queryApi.dispatch(signedOut({ key: session.key }))
        const body = { refresh: session.tokens.refresh }
        const { signal } = new AbortController()
        // Closing the tab or clearing the caches must not abort this request.
        await send({ url: revokePath, method: 'POST', body, keepalive: true }, { ...queryApi, signal })
        return { data: null }
      },
    }),
    /** Registers an account, without a session (AUTH-16). */
    register: build.mutation<RegistrationAnswer, Registration>({
      query: (body) => ({ url: registration.path, method: 'POST', body }),
      extraOptions: { anonymous: true },
    }),
    /** Confirms an email by the token of its link, with or without a session (TRUST-42). */
    confirmEmail: build.mutation<EmailConfirmed, { token: string }>({
      query: (body) => ({ url: emailConfirmation.path, method: 'POST', body }),
      extraOptions: { anonymous: true },
    }),
    /** Asks for a link to set a new password; the answer does not tell whether there is such an account (RESET-1). */
    askPasswordReset: build.mutation<null, InputOf<typeof passwordResetRequest>>({
      query: (body) => ({ url: passwordResetRequest.path, method: 'POST', body }),
      extraOptions: { anonymous: true },
    }),
    /** Sets a new password by the token of a link (RESET-2). */
    resetPassword: build.mutation<null, InputOf<typeof passwordReset>>({
      query: (body) => ({ url: passwordReset.path, method: 'POST', body }),
      extraOptions: { anonymous: true },
    }),
    /** The active sessions of the signed-in user. */
    activeSessions: build.query<SignedInPlaces, undefined>({ query: () => ({ url: sessionsPath }) }),
    /** Ends one of those sessions. */
    endSession: build.mutation<null, string>({
      query: (id) => ({ url: sessionPath(id), method: 'DELETE' }),
    }),
    /** Ends all of them except this one; returns their number. */
    endOtherSessions: build.mutation<number, undefined>({
      query: () => ({ url: sessionsPath, method: 'DELETE' }),
      transformResponse: ({ ended_sessions }: { ended_sessions: number }) => ended_sessions,
    }),
  }),
})

export const {
  useSignInMutation,
  useCompleteSignInMutation,
  useSignOutMutation,
  useRegisterMutation,
  useConfirmEmailMutation,
  useAskPasswordResetMutation,
  useResetPasswordMutation,
  useActiveSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
} = sessionApi
