import { colors, fontFamily, sizes, type Colors } from './tokens'

/** 'accentQuiet' becomes '--accent-quiet'. */
const propertyFor = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

const declarations = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => `${propertyFor(name)}:${value};`)
    .join('')

const themed = (theme: Colors, scheme: string) => `${declarations({ ...theme })}color-scheme:${scheme};`

/** The theme as CSS variables, inlined in the page so that it applies from the first paint. */
export const themeSheet = (): string => {
  const lengths = Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, `${size}px`]))
  return `:root{${declarations({ ...lengths, fontFamily })}${themed(colors.light, 'light')}}:root[data-theme=dark]{${themed(colors.dark, 'dark')}}`
}
