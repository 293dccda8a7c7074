import type { ThemeConfig } from 'antd/es/config-provider'
import theme from 'antd/es/theme'
import { colors, fontFamily, sizes, type ThemeName } from './tokens'

/** The same colours and sizes as the style sheets have, in antd's words. */
export const antdTheme = (name: ThemeName, motion: boolean): ThemeConfig => {
  const color = colors[name]
  return {
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
