import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit'
import type { ResourceName } from '../contract'
import { signedOut } from './session'

/** A record of any resource. */
export interface RecordKey {
  resource: ResourceName
  id: number
}

/** A change to take back: its version, the values from before, and those that it has made. */
export interface Change {
  version: number
  body: object
  made: object
}

/** A record in the trash, to be restored; a changed one; or one into which another one was merged, and by which merge. */
export type Undo = RecordKey & { change?: Change; merge?: number }

/** A toast. Errors stay until closed. */
export interface Toast {
  id: string
  kind: 'success' | 'error'
  title: string
  text: string
  /** The server's message, below the text. */
  detail?: string
  /** What the toast offers to take back. */
  undo?: Undo
  /** It replaces the earlier toast of its group. */
  group?: string
}

const initialState: Toast[] = []

/** An equal toast replaces the earlier one; toasts with an undo action stay separate, except within a group. */
const isSameToast = (one: Toast, other: Toast) =>
  one.group
    ? one.group === other.group
    : !one.undo && (['kind', 'title', 'text', 'detail'] as const).every((part) => one[part] === other[part])

const slice = createSlice({
  name: 'toasts',
  initialState,
  reducers: {
    toastShown: {
      reducer: (state, { payload }: PayloadAction<Toast>) => [
        ...state.filter((toast) => !isSameToast(toast, payload)),
        payload,
      ],
      prepare: (toast: Omit<Toast, 'id'>) => ({ payload: { ...toast, id: nanoid() } }),
    },
    toastClosed: (state, { payload }: PayloadAction<string>) => state.filter(({ id }) => id !== payload),
    toastGroupClosed: (state, { payload }: PayloadAction<string>) =>
      state.filter(({ group }) => group !== payload),
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => initialState),
})

export const toasts = slice.reducer
export const { toastShown, toastClosed, toastGroupClosed } = slice.actions
