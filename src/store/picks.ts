import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Participant } from '../contract/session'
import { signedOut } from './session'

/** An organization as a pick list offers it. */
export interface OrganizationPick {
  id: number
  name: string
}

interface PicksState {
  participants: Participant[]
  organizations: OrganizationPick[]
}

const none: PicksState = { participants: [], organizations: [] }

const slice = createSlice({
  name: 'picks',
  initialState: none,
  reducers: {
    participantsLoaded: (state, { payload }: PayloadAction<Participant[]>) => {
      state.participants = payload
    },
    organizationsLoaded: (state, { payload }: PayloadAction<OrganizationPick[]>) => {
      state.organizations = payload
    },
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => none),
})

/** What pick lists offer before the server has answered anew; survives a reload (AUTH-15). */
export const picks = slice.reducer
export const { participantsLoaded, organizationsLoaded } = slice.actions
