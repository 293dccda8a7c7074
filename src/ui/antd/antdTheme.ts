import type { ThemeConfig } from 'antd/es/config-provider'
import theme from 'antd/es/theme'
import { colors, fontFamily, sizes, type ThemeName } from '../theme/tokens'

/** The same colours and sizes as the style sheets have, in antd's words. */
const themeOf = (name: ThemeName, motion: boolean): ThemeConfig => {
  const color = colors[name]
  return {
    // The same style sheet serves all that stands in the page.
    cssVar: { key: 'citygate' },
    algorithm: name === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: color.accent,
      colorLink: color.accent,
      colorError: color.danger,
      colorSuccess: color.success,
      colorTextBase: color.text,
      colorTextPlaceholder: color.textQuiet,
      colorTextLightSolid: color.onAccent,
      colorBgBase: color.surface,
      colorBgLayout: color.background,
      colorBgContainer: color.surface,
      colorBgElevated: color.surface,
      colorBorder: color.lineStrong,
      colorBorderSecondary: color.line,
      borderRadius: sizes.radius,
      fontFamily,
      fontSize: sizes.font,
      motion,
    },
  }
}

const themes = new Map<string, ThemeConfig>()

/** The theme of this name in antd's words, with motion or without; always the same object. */
export const antdTheme = (name: ThemeName, motion: boolean): ThemeConfig => {
  const key = `${name}:${motion}`
  const theme = themes.get(key) ?? themeOf(name, motion)
  themes.set(key, theme)
  return theme
}
