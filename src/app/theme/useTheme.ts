import { useLayoutEffect } from 'react'
import { useAppSelector } from '../../api/kit/hooks'
import { useMediaQuery } from '../../ui/hooks/useMediaQuery'
import { colors, fontFamily, sizes, type ThemeName } from './tokens'

/** The theme in force: the chosen one, or what the device prefers until one is chosen. */
export const useThemeName = (): ThemeName => {
  const chosen = useAppSelector((state) => state.preferences.theme)
  const prefersDark = useMediaQuery('(prefers-color-scheme: dark)')
  if (chosen !== 'system') return chosen
  return prefersDark ? 'dark' : 'light'
}

/** 'accentQuiet' is '--accent-quiet' in the style sheets. */
const propertyFor = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** Hands the theme to the style sheets. Set through the CSSOM, which the content security policy allows. */
export const useThemeProperties = () => {
  const name = useThemeName()
  useLayoutEffect(() => {
    const { style, dataset } = document.documentElement
    for (const [key, color] of Object.entries(colors[name])) style.setProperty(propertyFor(key), color)
    for (const [key, size] of Object.entries(sizes)) style.setProperty(propertyFor(key), `${size}px`)
    style.setProperty('--font-family', fontFamily)
    style.colorScheme = name
    dataset.theme = name
  }, [name])
}
