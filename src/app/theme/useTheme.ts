import { useLayoutEffect } from 'react'
import { useAppSelector } from '../../api/kit/hooks'
import { useMediaQuery } from '../../ui/hooks/useMediaQuery'
import { themeIn } from './themeIn'
import type { ThemeName } from './tokens'

/** The theme in force: the chosen one, or what the device prefers until one is chosen. */
export const useThemeName = (): ThemeName => {
  const chosen = useAppSelector((state) => state.preferences.theme)
  return themeIn(chosen, useMediaQuery('(prefers-color-scheme: dark)'))
}

/** Says to the style sheets which theme holds; see themeSheet.ts. */
export const useThemeOnPage = () => {
  const name = useThemeName()
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = name
  }, [name])
}
