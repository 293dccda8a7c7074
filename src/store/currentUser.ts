import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Row } from '../contract'
import { mailMarkers } from '../contract/mail'
import { signedOut } from './session'

interface CurrentUserState {
  user: Row<'users'> | null
  profile: Row<'profiles'> | null
}

const nobody: CurrentUserState = { user: null, profile: null }

const slice = createSlice({
  name: 'currentUser',
  initialState: nobody,
  reducers: {
    currentUserLoaded: (_state, { payload }: PayloadAction<CurrentUserState>) => payload,
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => nobody),
})

/** Who is signed in, as the server last told; survives a reload (AUTH-15). */
export const currentUser = slice.reducer
export const { currentUserLoaded } = slice.actions

/** The signed-in user, or null until the server has told. */
export const selectCurrentUser = (state: { currentUser: CurrentUserState }) => state.currentUser.user

/** The signed-in user's profile, or null until the server has told. */
export const selectProfile = (state: { currentUser: CurrentUserState }) => state.currentUser.profile

/** The addresses by which mail reaches the signed-in user: of the connected mailbox, and of the account. */
export const selectOwnAddresses = createSelector([selectProfile, selectCurrentUser], (profile, user) =>
  [profile?.mail_address, user?.email].filter((address) => typeof address === 'string'),
)

/** Whether the mail service does not take the user's account any more, so that it has to be connected anew. */
export const selectIsMailExpired = (state: { currentUser: CurrentUserState }) =>
  selectProfile(state)?.nylas_access_token === mailMarkers.expired
