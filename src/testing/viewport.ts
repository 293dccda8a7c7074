/** The mocked window's properties for media queries. */
interface Viewport {
  /** In CSS pixels. */
  width: number
  dark: boolean
  /** Whether the page is being printed. */
  print: boolean
}

const usual: Viewport = { width: 1440, dark: false, print: false }
let viewport = usual
const listeners = new Set<() => void>()

/** Changes the mocked viewport, such as its width or colour scheme. */
export const setViewport = (changes: Partial<Viewport>) => {
  viewport = { ...viewport, ...changes }
  listeners.forEach((changed) => changed())
}

export const resetViewport = () => {
  viewport = usual
}

const holds = (query: string): boolean => {
  if (query === 'print') return viewport.print
  if (query.startsWith('screen') && viewport.print) return false
  const maxWidth = /max-width: ([\d.]+)px/.exec(query)?.[1]
  if (maxWidth) return viewport.width <= Number(maxWidth)
  return query.includes('prefers-color-scheme: dark') && viewport.dark
}

/** jsdom has no layout, and so no matchMedia. */
export const matchMedia = (query: string) => ({
  media: query,
  get matches() {
    return holds(query)
  },
  addEventListener: (_type: string, changed: () => void) => listeners.add(changed),
  removeEventListener: (_type: string, changed: () => void) => listeners.delete(changed),
  addListener: (changed: () => void) => listeners.add(changed),
  removeListener: (changed: () => void) => listeners.delete(changed),
})
