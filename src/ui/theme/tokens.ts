/** The design tokens of all colours, by purpose, for antd and the style sheets. */
const light = {
  accent: '#0b5c6b',
  accentStrong: '#084854',
  accentQuiet: '#e6f1f3',
  onAccent: '#ffffff',
  background: '#f5f7f7',
  surface: '#ffffff',
  surfaceQuiet: '#f8fafa',
  fill: '#e8edee',
  line: '#dde4e5',
  lineStrong: '#85979b',
  text: '#15262b',
  textQuiet: '#53666b',
  danger: '#b3261e',
  dangerQuiet: '#fdf1f0',
  success: '#1b6e3c',
  focus: '#0b5c6b',
  signFirst: '#0b5c6b',
  signSecond: '#a3500a',
  signThird: '#6d3fc4',
}

export type Colors = Readonly<typeof light>

const dark: Colors = {
  accent: '#5cc0d0',
  accentStrong: '#83d3e0',
  accentQuiet: '#12343b',
  onAccent: '#05242a',
  background: '#0e1618',
  surface: '#151f22',
  surfaceQuiet: '#192528',
  fill: '#26363a',
  line: '#28373b',
  lineStrong: '#647b81',
  text: '#e3ebed',
  textQuiet: '#9db1b6',
  danger: '#ff8f85',
  dangerQuiet: '#2e1a19',
  success: '#63c48a',
  focus: '#5cc0d0',
  signFirst: '#5cc0d0',
  signSecond: '#f0a860',
  signThird: '#b79bf2',
}

export type ThemeName = 'light' | 'dark'

export const colors: Readonly<Record<ThemeName, Colors>> = { light, dark }

/** Sizes in pixels, multiples of 4. */
export const sizes = { barHeight: 48, menuWidth: 208, menuCollapsedWidth: 56, radius: 4, font: 14 } as const

export const fontFamily =
  "Inter, 'Segoe UI Variable Text', 'Segoe UI', system-ui, -apple-system, Roboto, 'Helvetica Neue', Arial, sans-serif"
