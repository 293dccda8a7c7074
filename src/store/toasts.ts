import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit'
import { signedOut } from './session'

/** A short message beside the page. Errors stay until they are closed. */
export interface Toast {
  id: string
  kind: 'success' | 'error'
  title: string
  text: string
  /** The server's own words, below the text. */
  detail?: string
}

const none: Toast[] = []

const slice = createSlice({
  name: 'toasts',
  initialState: none,
  reducers: {
    toastShown: {
      reducer: (state, { payload }: PayloadAction<Toast>) => {
        state.push(payload)
      },
      prepare: (toast: Omit<Toast, 'id'>) => ({ payload: { ...toast, id: nanoid() } }),
    },
    toastClosed: (state, { payload }: PayloadAction<string>) => state.filter(({ id }) => id !== payload),
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => none),
})

export const toasts = slice.reducer
export const { toastShown, toastClosed } = slice.actions
