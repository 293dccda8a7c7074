import { useAppSelector } from '../../api/kit/hooks'
import type { ThemeName } from './tokens'
import { useThemeFor } from './useThemeFor'

/** The theme in force: the chosen one, or what the device prefers until one is chosen. */
export const useThemeName = (): ThemeName => useThemeFor(useAppSelector((state) => state.preferences.theme))
