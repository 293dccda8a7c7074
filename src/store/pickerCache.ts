import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Participant } from '../contract/session'
import { signedOut } from './session'

/** An option of an organization picker. */
export interface OrganizationOption {
  id: number
  name: string
}

interface PickerCacheState {
  participants: Participant[]
  organizations: OrganizationOption[]
}

/** Maximum number of stored people, those seen last (resolutions, Lists). */
export const maxParticipants = 500

const initialState: PickerCacheState = { participants: [], organizations: [] }

const slice = createSlice({
  name: 'pickerCache',
  initialState,
  reducers: {
    participantsLoaded: (state, { payload }: PayloadAction<Participant[]>) => {
      const emails = new Set(payload.map(({ email }) => email))
      const before = state.participants.filter(({ email }) => !emails.has(email))
      state.participants = [...payload, ...before].slice(0, maxParticipants)
    },
    organizationsLoaded: (state, { payload }: PayloadAction<OrganizationOption[]>) => {
      state.organizations = payload
    },
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => initialState),
})

/** Options of pickers, shown until the server has answered; survives a reload (AUTH-15). */
export const pickerCache = slice.reducer
export const { participantsLoaded, organizationsLoaded } = slice.actions
