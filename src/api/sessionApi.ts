import type { BaseQueryApi } from '@reduxjs/toolkit/query'
import {
  credentials,
  directoryCompletePath,
  revokePath,
  sessionPath,
  sessionsPath,
  type Credentials,
  type SignedInPlaces,
  type SignInAnswer,
} from '../contract/session'
import { registration, type Registered, type Registration } from '../contract/users'
import {
  selectSession,
  sessionFrom,
  signedIn,
  signedOut,
  type Session,
  type SessionState,
} from '../store/session'
import { api } from './kit/api'
import { unreadableAnswer } from './kit/errors'
import { send } from './kit/http'

/** What somebody comes back with from a directory. */
interface DirectoryReturn {
  provider: string
  code: string
  state: string
  /** By which directory, where that says so. */
  iss?: string
  /** The address of the page without its query. */
  requestUri: string
}

const isSignInAnswer = (data: unknown): data is SignInAnswer => {
  const { access, refresh, expires_in, user } = (data ?? {}) as Partial<SignInAnswer>
  return !!access && !!refresh && typeof expires_in === 'number' && !!user?.username
}

/** Begins a session. One that another tab has begun meanwhile ends here alone, with all that was read in it. */
const enter = async ({ dispatch, getState }: BaseQueryApi, session: Session) => {
  const before = selectSession(getState() as { session: SessionState })
  if (before) {
    dispatch(signedOut({ key: before.key }, { told: true }))
    // Their pages leave the screen before anybody else is there.
    await new Promise((resolve) => setTimeout(resolve))
  }
  dispatch(signedIn(session))
}

export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Opens a session; the tokens go to the session slice and nowhere else. Answers the username. */
    signIn: build.mutation<string, Credentials>({
      queryFn: async (body, queryApi) => {
        const { data, error } = await send({ url: credentials.path, method: 'POST', body }, queryApi)
        if (error) return { error }
        if (!isSignInAnswer(data)) return { error: unreadableAnswer(200) }
        await enter(queryApi, sessionFrom(data, body.remember ?? credentials.fields.remember.default))
        return { data: data.user.username }
      },
    }),
    /**
     * Exchanges what a directory has sent the browser back with for a session (AUTH-6). It is remembered, as by password
     * where nobody says otherwise. Answers the username.
     */
    completeSignIn: build.mutation<string, DirectoryReturn>({
      queryFn: async ({ provider, ...params }, queryApi) => {
        const { data, error } = await send({ url: directoryCompletePath(provider), params }, queryApi)
        if (error) return { error }
        if (!isSignInAnswer(data)) return { error: unreadableAnswer(200) }
        await enter(queryApi, sessionFrom(data, credentials.fields.remember.default))
        return { data: data.user.username }
      },
    }),
    /** Ends the session here at once, and on the server as soon as it can be told. */
    signOut: build.mutation<null, undefined>({
      queryFn: async (_arg, queryApi) => {
        const session = selectSession(queryApi.getState() as { session: SessionState })
        if (!session) return { data: null }
        queryApi.dispatch(signedOut({ key: session.key }))
        const body = { refresh: session.tokens.refresh }
        const { signal } = new AbortController()
        // Closing the tab or clearing the caches must not stop the server from being told.
        await send({ url: revokePath, method: 'POST', body, keepalive: true }, { ...queryApi, signal })
        return { data: null }
      },
    }),
    /** Asks for an account, for which nobody need be signed in (AUTH-16). */
    register: build.mutation<Registered, Registration>({
      query: (body) => ({ url: registration.path, method: 'POST', body }),
      extraOptions: { anonymous: true },
    }),
    /** Where the signed-in user is signed in. */
    signedInPlaces: build.query<SignedInPlaces, undefined>({ query: () => ({ url: sessionsPath }) }),
    /** Signs out in one of those places. */
    signOutThere: build.mutation<null, string>({
      query: (id) => ({ url: sessionPath(id), method: 'DELETE' }),
    }),
    /** Signs out in all of them but this one; answers how many they were. */
    signOutElsewhere: build.mutation<number, undefined>({
      query: () => ({ url: sessionsPath, method: 'DELETE' }),
      transformResponse: ({ ended_sessions }: { ended_sessions: number }) => ended_sessions,
    }),
  }),
})

export const {
  useSignOutMutation,
  useSignedInPlacesQuery,
  useSignOutThereMutation,
  useSignOutElsewhereMutation,
} = sessionApi
