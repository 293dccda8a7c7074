import { useLayoutEffect, createContext, useContext } from 'react'
import type { ThemeChoice } from '../../store/preferences'
import { useMediaQuery } from '../hooks/useMediaQuery'
import { themeIn } from './themeIn'
import type { ThemeName } from './tokens'

/** The current theme. */
export const ThemeNameContext = createContext<ThemeName>('light')

/** The current theme. */
export const useThemeName = () => useContext(ThemeNameContext)

/** The current theme for this choice. */
export const useThemeFor = (chosen: ThemeChoice): ThemeName =>
  themeIn(chosen, useMediaQuery('(prefers-color-scheme: dark)'))

/** Sets the theme for the style sheets; see themeSheet.ts. */
export const useThemeOnPage = (chosen: ThemeChoice): ThemeName => {
  const name = useThemeFor(chosen)
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = name
  }, [name])
  return name
}
