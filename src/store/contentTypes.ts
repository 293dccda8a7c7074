import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Row } from '../contract'
import { signedOut } from './session'

interface ContentTypesState {
  /** The id of each kind of record, by the name of its model. */
  idByModel: Record<string, number>
}

const initialState: ContentTypesState = { idByModel: {} }

const slice = createSlice({
  name: 'contentTypes',
  initialState,
  reducers: {
    contentTypesLoaded: (state, { payload }: PayloadAction<Row<'contentTypes'>[]>) => {
      state.idByModel = Object.fromEntries(payload.map(({ model, id }) => [model, id]))
    },
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => initialState),
})

/** The kinds of record that can have notes and files; survives a reload (AUTH-15). */
export const contentTypes = slice.reducer
export const { contentTypesLoaded } = slice.actions
