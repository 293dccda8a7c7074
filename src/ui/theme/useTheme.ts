import { createContext, useContext } from 'react'
import type { ThemeName } from './tokens'

/** The current theme. */
export const ThemeNameContext = createContext<ThemeName>('light')

/** The current theme. */
export const useThemeName = () => useContext(ThemeNameContext)
