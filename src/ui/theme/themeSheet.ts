import { colors, fontFamily, sizes, type Colors } from './tokens'

/** 'accentQuiet' is '--accent-quiet' in the style sheets. */
const propertyFor = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

const declarations = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => `${propertyFor(name)}:${value};`)
    .join('')

const themed = (theme: Colors, scheme: string) => `${declarations({ ...theme })}color-scheme:${scheme};`

/** The theme in the words of the style sheets: it stands in the page itself, and so holds from the first paint. */
export const themeSheet = (): string => {
  const lengths = Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, `${size}px`]))
  return `:root{${declarations({ ...lengths, fontFamily })}${themed(colors.light, 'light')}}:root[data-theme=dark]{${themed(colors.dark, 'dark')}}`
}
