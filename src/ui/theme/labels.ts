import type { ThemeChoice } from '../../store/preferences'

/** Labels of the theme choices. */
export const themeLabels: Readonly<Record<ThemeChoice, string>> = {
  system: 'Theme follows the system',
  light: 'Light theme',
  dark: 'Dark theme',
}
