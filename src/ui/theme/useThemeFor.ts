import { useLayoutEffect } from 'react'
import type { ThemeChoice } from '../../store/preferences'
import { useMediaQuery } from '../hooks/useMediaQuery'
import { themeIn } from './themeIn'
import type { ThemeName } from './tokens'

/** The theme in force where this one is chosen. */
export const useThemeFor = (chosen: ThemeChoice): ThemeName =>
  themeIn(chosen, useMediaQuery('(prefers-color-scheme: dark)'))

/** Says to the style sheets which theme holds; see themeSheet.ts. */
export const useThemeOnPage = (chosen: ThemeChoice): ThemeName => {
  const name = useThemeFor(chosen)
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = name
  }, [name])
  return name
}
