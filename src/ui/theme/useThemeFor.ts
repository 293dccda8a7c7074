import { useLayoutEffect, createContext, useContext } from 'react'
import type { ThemeChoice } from '../../store/preferences'
import { useMediaQuery } from '../hooks/useMediaQuery'
import { themeIn } from './themeIn'
import type { ThemeName } from './tokens'

/** The current theme; null outside the application. */
export const ThemeNameContext = createContext<ThemeName | null>(null)

/**
 * The current theme. The page has one set of antd's variables, which a part with another theme would set for all of it.
 * @throws Error outside of ThemeNameContext.
 */
export const useThemeName = (): ThemeName => {
  const name = useContext(ThemeNameContext)
  if (name === null) throw new Error('The theme is that of the application.')
  return name
}

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
