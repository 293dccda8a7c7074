import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { UserType } from '../contract/users'

/** 'system' follows what the device prefers. */
export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

interface PreferencesState {
  menuCollapsed: boolean
  theme: ThemeChoice
  /** What was last chosen on the sign-in page; null on a first visit. */
  userType: UserType | null
}

/** Until somebody decides, the menu leaves the room on small screens to the content. */
const smallScreen = '(max-width: 1023.98px)'

const initialState = (): PreferencesState => ({
  menuCollapsed: matchMedia(smallScreen).matches,
  theme: 'system',
  userType: null,
})

const slice = createSlice({
  name: 'preferences',
  initialState,
  reducers: {
    menuToggled: (state) => {
      state.menuCollapsed = !state.menuCollapsed
    },
    themeChosen: (state, { payload }: PayloadAction<ThemeChoice>) => {
      state.theme = payload
    },
    userTypeChosen: (state, { payload }: PayloadAction<UserType>) => {
      state.userType = payload
    },
  },
})

/** How this browser likes its Citygate. Belongs to the browser, not to the session, and outlives signing out. */
export const preferences = slice.reducer
export const { menuToggled, themeChosen, userTypeChosen } = slice.actions
