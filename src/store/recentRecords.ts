import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { ResourceName } from '../contract'
import { rowRemoved } from './entities'
import { signedOut } from './session'

/** So many are remembered. */
const maxRecent = 12

/** A record whose page was opened, by the name it had then. */
export interface RecentRecord {
  resource: ResourceName
  id: number
  name: string
}

interface RecentRecordsState {
  /** The latest first. */
  opened: RecentRecord[]
}

const initialState: RecentRecordsState = { opened: [] }

const without = (opened: readonly RecentRecord[], { resource, id }: Pick<RecentRecord, 'resource' | 'id'>) =>
  opened.filter((one) => one.resource !== resource || one.id !== id)

const slice = createSlice({
  name: 'recentRecords',
  initialState,
  reducers: {
    recordOpened: (state, { payload }: PayloadAction<RecentRecord>) => {
      state.opened = [payload, ...without(state.opened, payload)].slice(0, maxRecent)
    },
    /** The record cannot be opened any more. */
    recordMissed: (state, { payload }: PayloadAction<Pick<RecentRecord, 'resource' | 'id'>>) => {
      state.opened = without(state.opened, payload)
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(rowRemoved, (state, { payload }) => {
        state.opened = without(state.opened, payload)
      })
      .addCase(signedOut, () => initialState),
})

/** The records that the user opened last, in this browser or tab like the session (HOME-2). */
export const recentRecords = slice.reducer
export const { recordOpened, recordMissed } = slice.actions

export const selectRecentRecords = (state: { recentRecords: RecentRecordsState }) =>
  state.recentRecords.opened
