import { createContext, useContext } from 'react'
import type { ThemeName } from './tokens'

/** The theme in force around what is drawn: the application's. */
export const ThemeNameContext = createContext<ThemeName>('light')

/** The theme in force. */
export const useThemeName = () => useContext(ThemeNameContext)
