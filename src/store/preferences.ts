import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit'
import type { densities } from '../contract/views'
import type { VolumeUnit } from '../contract/units'
import type { UserType } from '../contract/users'

/** 'system' follows the device's preference. */
export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

export type Density = (typeof densities)[number]

/** Format of a time of day; 'standard' is the literal format of the specification, 24 hours with PM. */
export const clocks = ['standard', 'twelve', 'twentyFour'] as const
export type Clock = (typeof clocks)[number]

/** The unit of volumes in lists, independent of the stored unit. */
export const volumeUnits = ['dth', 'th'] as const satisfies readonly VolumeUnit[]

/** The user's column settings of a list. */
export interface ColumnChoice {
  /** The keys of the hidden columns. */
  hidden: readonly string[]
  /** The keys of the optional columns that are shown. Missing in state stored by an earlier version. */
  shown?: readonly string[]
  /** Shares of the table's width by column key; missing ones have the default width. */
  shares: Readonly<Record<string, number>>
}

export interface PreferencesState {
  /** Null until chosen: the menu is then collapsed on small screens. */
  menuCollapsed: boolean | null
  theme: ThemeChoice
  density: Density
  clock: Clock
  /** Missing in state stored by an earlier version. */
  volumeUnit?: VolumeUnit
  /** Whether single-key shortcuts, without modifiers, are enabled (WCAG 2.1.4). */
  singleKeys: boolean
  /** The last choice on the sign-in page; null on a first visit. */
  userType: UserType | null
  /** By the name of the list. */
  columns: Partial<Record<string, ColumnChoice>>
}

/** The unit of volumes and prices, where none is chosen: dekatherms. */
export const volumeUnitOf = ({ volumeUnit = 'dth' }: PreferencesState): VolumeUnit => volumeUnit

const initialState: PreferencesState = {
  menuCollapsed: null,
  theme: 'system',
  density: 'comfortable',
  clock: 'standard',
  volumeUnit: 'dth',
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
    volumeUnitChosen: (state, { payload }: PayloadAction<VolumeUnit>) => {
      state.volumeUnit = payload
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

/** The browser's preferences. They are not part of the session, and survive signing out. */
export const preferences = slice.reducer
export const {
  menuToggled,
  themeChosen,
  densityChosen,
  clockChosen,
  volumeUnitChosen,
  singleKeysChosen,
  userTypeChosen,
  columnsChosen,
  columnsReset,
} = slice.actions

/** Whether an action changes preferences. */
export const isPreference = isAnyOf(...Object.values(slice.actions))
