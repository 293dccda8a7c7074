import { currentUserPath } from '../contract/session'
import { passwordPath, type PasswordChange, type PasswordChanged } from '../contract/users'
import { currentUserLoaded } from '../store/currentUser'
import { selectRow, type Rows } from '../store/entities'
import { api } from './kit/api'
import type { Found } from './kit/baseQuery'
import { rowTags } from './kit/cacheTags'
import { plainApi } from './kit/plainApi'

/** The api's own state, beside which the store keeps the rows. */
type WithRows<S> = S & { entities: Rows }

export const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Who is signed in, with the profile; also kept for the next start (AUTH-15). */
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

/** The accounts as the provider's team administers them, and as each of their owners changes the own one (AUTH-16). */
export const accountsApi = plainApi('users')

/** Passwords, which are no part of a user's record. */
export const passwordsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Answers how many other sessions of that user it has ended. */
    setPassword: build.mutation<number, { id: number; body: PasswordChange }>({
      query: ({ id, body }) => ({ url: passwordPath(id), method: 'POST', body }),
      transformResponse: ({ ended_sessions }: PasswordChanged) => ended_sessions,
    }),
  }),
})
