import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Participant } from '../contract/session'
import { signedOut } from './session'

/** An option of an organization picker. */
export interface OrganizationPick {
  id: number
  name: string
}

interface PicksState {
  participants: Participant[]
  organizations: OrganizationPick[]
}

/** Maximum number of stored people, those seen last (resolutions, Lists). */
export const mostParticipants = 500

const none: PicksState = { participants: [], organizations: [] }

const slice = createSlice({
  name: 'picks',
  initialState: none,
  reducers: {
    participantsLoaded: (state, { payload }: PayloadAction<Participant[]>) => {
      const emails = new Set(payload.map(({ email }) => email))
      const before = state.participants.filter(({ email }) => !emails.has(email))
      state.participants = [...payload, ...before].slice(0, mostParticipants)
    },
    organizationsLoaded: (state, { payload }: PayloadAction<OrganizationPick[]>) => {
      state.organizations = payload
    },
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => none),
})

/** The pickerCache: options shown until the server has answered; survives a reload (AUTH-15). */
export const picks = slice.reducer
export const { participantsLoaded, organizationsLoaded } = slice.actions
