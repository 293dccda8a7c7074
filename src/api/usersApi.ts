import { currentUserPath } from '../contract/session'
import { currentUserLoaded } from '../store/currentUser'
import { selectRow, type Rows } from '../store/entities'
import { api } from './kit/api'
import type { Found } from './kit/baseQuery'
import { rowTags } from './kit/cacheTags'

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
