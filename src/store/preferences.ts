import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit'
import type { UserType } from '../contract/users'

/** 'system' follows what the device prefers. */
export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

/** 'comfortable' gives a row of a list two lines, 'compact' one. */
export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** How a time of day is written; 'standard' is the literal format of the specification, which counts to 24 and says PM. */
export const clocks = ['standard', 'twelve', 'twentyFour'] as const
export type Clock = (typeof clocks)[number]

/** What somebody has made of the columns of a list. */
export interface ColumnChoice {
  /** The keys of those that are not shown. */
  hidden: readonly string[]
  /** The shares of the table's width that they take, by their keys; those that are missing are as at first. */
  shares: Readonly<Record<string, number>>
}

export interface PreferencesState {
  /** Null until somebody decides: the menu then leaves its room to the content where the screen is small. */
  menuCollapsed: boolean | null
  theme: ThemeChoice
  density: Density
  clock: Clock
  /** Whether keys do something by themselves, without Ctrl and the like (WCAG 2.1.4). */
  singleKeys: boolean
  /** What was last chosen on the sign-in page; null on a first visit. */
  userType: UserType | null
  /** By the name of the list. */
  columns: Partial<Record<string, ColumnChoice>>
}

const initialState: PreferencesState = {
  menuCollapsed: null,
  theme: 'system',
  density: 'comfortable',
  clock: 'standard',
  singleKeys: true,
  userType: null,
  columns: {},
}

const slice = createSlice({
  name: 'preferences',
  initialState,
  reducers: {
    menuToggled: (state, { payload: isCollapsed }: PayloadAction<boolean>) => {
      state.menuCollapsed = isCollapsed
    },
    themeChosen: (state, { payload }: PayloadAction<ThemeChoice>) => {
      state.theme = payload
    },
    densityChosen: (state, { payload }: PayloadAction<Density>) => {
      state.density = payload
    },
    clockChosen: (state, { payload }: PayloadAction<Clock>) => {
      state.clock = payload
    },
    singleKeysChosen: (state, { payload: areOn }: PayloadAction<boolean>) => {
      state.singleKeys = areOn
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
export const {
  menuToggled,
  themeChosen,
  densityChosen,
  clockChosen,
  singleKeysChosen,
  userTypeChosen,
  columnsChosen,
  columnsReset,
} = slice.actions

/** Whether an action says what somebody has come to prefer. */
export const isPreference = isAnyOf(...Object.values(slice.actions))
