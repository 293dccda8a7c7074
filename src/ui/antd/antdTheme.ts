import type { ThemeConfig } from 'antd/es/config-provider'
import theme from 'antd/es/theme'
import { colors, fontFamily, sizes, type ThemeName } from '../theme/tokens'

/** The design tokens of the style sheets as an antd theme. */
const themeOf = (name: ThemeName, motion: boolean): ThemeConfig => {
  const color = colors[name]
  return {
    // One set of CSS variables for the whole page.
    cssVar: { key: 'citygate' },
    // The style sheets are made at build time by scripts/antdStyles.cjs.
    zeroRuntime: true,
    hashed: false,
    algorithm: name === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: color.accent,
      colorLink: color.accent,
      colorError: color.danger,
      colorSuccess: color.success,
      colorTextBase: color.text,
      colorTextPlaceholder: color.textQuiet,
      colorTextDescription: color.textQuiet,
      colorTextLightSolid: color.onAccent,
      colorBgBase: color.surface,
      colorBgLayout: color.background,
      colorBgContainer: color.surface,
      colorBgElevated: color.surface,
      colorBorder: color.lineStrong,
      colorBorderSecondary: color.line,
      controlItemBgActive: color.accentQuiet,
      controlItemBgActiveHover: color.accentQuiet,
      borderRadius: sizes.radius,
      fontFamily,
      fontSize: sizes.font,
      motion,
    },
    components: {
      Notification: { width: 360, paddingMD: 12, paddingLG: 16, fontSizeLG: sizes.font },
      Alert: { withDescriptionPadding: '12px 16px', withDescriptionIconSize: 20, fontSizeLG: sizes.font },
      Form: {
        itemMarginBottom: 0,
        labelColor: color.text,
        labelHeight: 21,
        verticalLabelMargin: 0,
        verticalLabelPadding: '0 0 4px',
      },
      Button: { defaultShadow: 'none', primaryShadow: 'none', dangerShadow: 'none' },
      Tag: {
        defaultBg: color.fill,
        defaultColor: color.text,
        fontSizeSM: 11,
        lineHeightSM: 16 / 11,
        borderRadiusSM: 3,
      },
      Table: {
        headerBg: color.surfaceQuiet,
        headerColor: color.text,
        headerSortActiveBg: color.surfaceQuiet,
        headerSortHoverBg: color.fill,
        headerSplitColor: 'transparent',
        headerBorderRadius: 5,
        borderColor: color.line,
        rowSelectedBg: color.accentQuiet,
        cellFontSizeMD: 13,
        cellFontSizeSM: 13,
        cellPaddingBlockMD: 6,
        cellPaddingBlockSM: 5,
        cellPaddingInlineMD: 8,
        cellPaddingInlineSM: 8,
      },
    },
  }
}

const themes = new Map<string, ThemeConfig>()

/** The antd theme of this name, with or without motion; the same object on each call. */
export const antdTheme = (name: ThemeName, motion: boolean): ThemeConfig => {
  const key = `${name}:${motion}`
  const theme = themes.get(key) ?? themeOf(name, motion)
  themes.set(key, theme)
  return theme
}
