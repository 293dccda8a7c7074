import type { ThemeChoice } from '../../store/preferences'
import type { ThemeName } from './tokens'

/** The current theme: the chosen one, or the device's preference. */
export const themeIn = (chosen: ThemeChoice, prefersDark: boolean): ThemeName => {
  if (chosen !== 'system') return chosen
  return prefersDark ? 'dark' : 'light'
}
