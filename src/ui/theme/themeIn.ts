import type { ThemeChoice } from '../../store/preferences'
import type { ThemeName } from './tokens'

/** The theme in force: the chosen one, or what the device prefers until one is chosen. */
export const themeIn = (chosen: ThemeChoice, prefersDark: boolean): ThemeName => {
  if (chosen !== 'system') return chosen
  return prefersDark ? 'dark' : 'light'
}
