import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Row } from '../contract'
import { mailMarkers } from '../contract/mail'
import { identityOf, type Identity } from '../contract/policy'
import { signedOut } from './session'

interface CurrentUserState {
  user: Row<'users'> | null
  profile: Row<'profiles'> | null
}

const initialState: CurrentUserState = { user: null, profile: null }

const slice = createSlice({
  name: 'currentUser',
  initialState,
  reducers: {
    currentUserLoaded: (_state, { payload }: PayloadAction<CurrentUserState>) => payload,
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => initialState),
})

/** The signed-in user as last read from the server; survives a reload (AUTH-15). */
export const currentUser = slice.reducer
export const { currentUserLoaded } = slice.actions

/** The signed-in user, or null until loaded. */
export const selectCurrentUser = (state: { currentUser: CurrentUserState }) => state.currentUser.user

/** The signed-in user in the form that the access rules use, or null until loaded. */
export const selectIdentity = createSelector(
  selectCurrentUser,
  (user): Identity | null => user && identityOf(user),
)

/** Whether the signed-in user changes no shared records (ROLE-5). */
export const selectOnlyReads = (state: { currentUser: CurrentUserState }): boolean =>
  selectIdentity(state)?.withheld.includes('write') === true

/** The signed-in user's profile, or null until loaded. */
export const selectProfile = (state: { currentUser: CurrentUserState }) => state.currentUser.profile

/** The signed-in user's email addresses: of the connected mailbox, and of the account. */
export const selectOwnEmails = createSelector([selectProfile, selectCurrentUser], (profile, user) =>
  [profile?.mail_address, user?.email].filter((address) => typeof address === 'string'),
)

/** Whether the mail service no longer accepts the user's account, so that it has to be connected again. */
export const selectIsMailExpired = (state: { currentUser: CurrentUserState }) =>
  selectProfile(state)?.nylas_access_token === mailMarkers.expired
