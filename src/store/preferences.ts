import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { UserType } from '../contract/users'

/** 'system' follows what the device prefers. */
export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

/** What somebody has made of the columns of a list. */
export interface ColumnChoice {
  /** The keys of those that are not shown. */
  hidden: readonly string[]
  /** The shares of the table's width that they take, by their keys; those that are missing are as at first. */
  shares: Readonly<Record<string, number>>
}

interface PreferencesState {
  menuCollapsed: boolean
  theme: ThemeChoice
  /** What was last chosen on the sign-in page; null on a first visit. */
  userType: UserType | null
  /** By the name of the list. */
  columns: Partial<Record<string, ColumnChoice>>
}

/** Until somebody decides, the menu leaves the room on small screens to the content. */
const smallScreen = '(max-width: 1023.98px)'

const initialState = (): PreferencesState => ({
  menuCollapsed: matchMedia(smallScreen).matches,
  theme: 'system',
  userType: null,
  columns: {},
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
    columnsChosen: (state, { payload }: PayloadAction<{ list: string; choice: ColumnChoice }>) => ({
      ...state,
      columns: { ...state.columns, [payload.list]: payload.choice },
    }),
    columnsReset: (state, { payload }: PayloadAction<string>) => ({
      ...state,
      columns: Object.fromEntries(Object.entries(state.columns).filter(([list]) => list !== payload)),
    }),
  },
})

/** How this browser likes its Citygate. Belongs to the browser, not to the session, and outlives signing out. */
export const preferences = slice.reducer
export const { menuToggled, themeChosen, userTypeChosen, columnsChosen, columnsReset } = slice.actions
