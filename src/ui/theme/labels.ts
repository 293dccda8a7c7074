import type { ThemeChoice } from '../../store/preferences'

/** What each choice comes to. */
export const themeLabels: Readonly<Record<ThemeChoice, string>> = {
  system: 'Theme follows the system',
  light: 'Light theme',
  dark: 'Dark theme',
}
