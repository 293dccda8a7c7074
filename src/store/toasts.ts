import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit'
import type { ResourceName } from '../contract'
import { signedOut } from './session'

/** One record of whatever resource. */
export interface RecordKey {
  resource: ResourceName
  id: number
}

/** A short message beside the page. Errors stay until they are closed. */
export interface Toast {
  id: string
  kind: 'success' | 'error'
  title: string
  text: string
  /** The server's own words, below the text. */
  detail?: string
  /** A record that the toast tells is in the trash, and offers to bring back. */
  undo?: RecordKey
}

const none: Toast[] = []

/** One that comes again takes the place of the first; each that has something to undo stays for itself. */
const saysTheSame = (one: Toast, other: Toast) =>
  !one.undo && (['kind', 'title', 'text', 'detail'] as const).every((part) => one[part] === other[part])

const slice = createSlice({
  name: 'toasts',
  initialState: none,
  reducers: {
    toastShown: {
      reducer: (state, { payload }: PayloadAction<Toast>) => [
        ...state.filter((toast) => !saysTheSame(toast, payload)),
        payload,
      ],
      prepare: (toast: Omit<Toast, 'id'>) => ({ payload: { ...toast, id: nanoid() } }),
    },
    toastClosed: (state, { payload }: PayloadAction<string>) => state.filter(({ id }) => id !== payload),
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => none),
})

export const toasts = slice.reducer
export const { toastShown, toastClosed } = slice.actions
