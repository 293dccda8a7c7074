/* Runs in the head of the page, before the first paint: what the application's style sheets and skeleton depend on. */
import type { PreferencesState } from '../store/preferences'
import { readStoredPreferences, readStoredSession } from '../store/storedSession'
import { themeIn } from '../ui/theme/themeIn'
import { holdPaletteKey } from './keys/heldPaletteKey'

const holds = (query: string) => window.matchMedia(query).matches
const { dataset } = document.documentElement

const setPreferences = ({ theme = 'system', density, menuCollapsed }: Partial<PreferencesState>) => {
  dataset.theme = themeIn(theme, holds('(prefers-color-scheme: dark)'))
  if (density) dataset.density = density
  if (menuCollapsed ?? holds('(max-width: 1023.98px)')) dataset.menu = 'collapsed'
}

try {
  setPreferences(readStoredPreferences())
  if (readStoredSession()) {
    dataset.start = 'frame'
    holdPaletteKey()
  }
} catch {
  // The stored data are invalid: the application detects that itself, and starts without them.
}
