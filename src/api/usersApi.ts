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
import type { Found } from './kit/baseQuery'
import { listOf, rowTags } from './kit/cacheTags'
import { plainApi } from './kit/plainApi'

/** The api's own state, beside the rows in the store. */
type WithRows<S> = S & { entities: Rows }

export const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The signed-in user, with the profile; also stored for the next start (AUTH-15). */
    currentUser: build.query<Found, undefined>({
      query: () => ({ url: currentUserPath, params: { expand: 'profile' } }),
      extraOptions: { resource: 'users', shape: 'one' },
      providesTags: rowTags('users'),
      onQueryStarted: async (_arg, lifecycle) => {
        const found = await lifecycle.queryFulfilled.catch(() => null)
        if (!found) return
        const state = lifecycle.getState() as WithRows<ReturnType<typeof lifecycle.getState>>
        const user = selectRow(state, 'users', found.data.ids[0]) ?? null
        const profile = selectRow(state, 'profiles', user?.profile) ?? null
        lifecycle.dispatch(currentUserLoaded({ user, profile }))
      },
    }),
  }),
})

/** The accounts, as administered by the provider's team and changed by their owners (AUTH-16). */
export const accountsApi = plainApi('users')

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
    refuse: build.mutation<number, readonly number[] | 'unconfirmed'>({
      query: (which) =>
        which === 'unconfirmed'
          ? { url: refuseUnconfirmedPath, method: 'POST' }
          : { url: refusal.path, method: 'POST', body: { users: which } },
      transformResponse: ({ refused }: RefusedRegistrations) => refused,
      invalidatesTags: [listOf('users')],
    }),
  }),
})
