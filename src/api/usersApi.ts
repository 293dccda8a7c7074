import { currentUserPath } from '../contract/session'
import {
  emailLinkPath,
  passwordPath,
  refusal,
  refuseUnconfirmedPath,
  type EmailLink,
  type PasswordChange,
  type PasswordChanged,
  type RefusedRegistrations,
} from '../contract/users'
import { currentUserLoaded } from '../store/currentUser'
import { selectRow, type Rows } from '../store/entities'
import { api } from './kit/api'
import type { NormalizedResult } from './kit/baseQuery'
import { listOf, rowTags } from './kit/cacheTags'
import { crudApi } from './kit/crudApi'

/** The api's own state, beside the rows in the store. */
type WithEntities<S> = S & { entities: Rows }

export const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The signed-in user, with the profile; also stored for the next start (AUTH-15). */
    currentUser: build.query<NormalizedResult, undefined>({
      query: () => ({ url: currentUserPath, params: { expand: 'profile' } }),
      extraOptions: { resource: 'users', shape: 'one' },
      providesTags: rowTags('users'),
      onQueryStarted: async (_arg, lifecycle) => {
        const result = await lifecycle.queryFulfilled.catch(() => null)
        if (!result) return
        const state = lifecycle.getState() as WithEntities<ReturnType<typeof lifecycle.getState>>
        const user = selectRow(state, 'users', result.data.ids[0]) ?? null
        const profile = selectRow(state, 'profiles', user?.profile) ?? null
        lifecycle.dispatch(currentUserLoaded({ user, profile }))
      },
    }),
  }),
})

/** The accounts, as administered by the provider's team and changed by their owners (AUTH-16). */
export const accountsApi = crudApi('users')

/** Passwords, which are not part of a user's record. */
export const passwordsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Returns how many other sessions of that user were ended. */
    setPassword: build.mutation<number, { id: number; body: PasswordChange }>({
      query: ({ id, body }) => ({ url: passwordPath(id), method: 'POST', body }),
      transformResponse: ({ ended_sessions }: PasswordChanged) => ended_sessions,
    }),
  }),
})

/** The confirmation link of the user's own email: its state, and sending it again. */
export const { useEmailLinkQuery, useSendEmailLinkMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    /** By email, so that a changed one is requested anew. */
    emailLink: build.query<EmailLink, string>({
      query: () => ({ url: emailLinkPath }),
      keepUnusedDataFor: 0,
    }),
    sendEmailLink: build.mutation<null, undefined>({ query: () => ({ url: emailLinkPath, method: 'POST' }) }),
  }),
})

/** Registrations waiting for the provider's team. */
export const registrationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Refuses the accounts with these ids, or all with an unconfirmed email; returns the number of refused ones. */
    refuseRegistrations: build.mutation<number, readonly number[] | 'unconfirmed'>({
      query: (users) =>
        users === 'unconfirmed'
          ? { url: refuseUnconfirmedPath, method: 'POST' }
          : { url: refusal.path, method: 'POST', body: { users } },
      transformResponse: ({ refused }: RefusedRegistrations) => refused,
      invalidatesTags: [listOf('users')],
    }),
  }),
})
