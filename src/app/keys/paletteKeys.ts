const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The palette's shortcut. */
export const paletteKeys: readonly string[] = isMac ? ['⌘', 'K'] : ['Ctrl', 'K']

/** The modifier is pressed, so that the palette can be prefetched. */
export const isPaletteModifier = ({ key }: KeyboardEvent) => key === (isMac ? 'Meta' : 'Control')

export const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (isMac ? metaKey : ctrlKey) && !altKey && !shiftKey
