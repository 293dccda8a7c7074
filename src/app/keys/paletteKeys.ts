const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** What opens the search of everything, from anywhere. */
export const paletteKeys: readonly string[] = isMac ? ['⌘', 'K'] : ['Ctrl', 'K']

/** The modifier is held already, and what it may open can be fetched. */
export const isPaletteModifier = ({ key }: KeyboardEvent) => key === (isMac ? 'Meta' : 'Control')

export const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (isMac ? metaKey : ctrlKey) && !altKey && !shiftKey
