const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The modifier of shortcuts that hold while typing, as on the keyboard. */
const modifier = isMac ? '⌘' : 'Ctrl'

/** The palette's shortcut. */
export const paletteKeys: readonly string[] = [modifier, 'K']

/** The shortcut that saves a form. */
export const saveKeys: readonly string[] = [modifier, 'S']

/** The modifier is pressed, so that the palette can be prefetched. */
export const isPaletteModifier = ({ key }: KeyboardEvent) => key === (isMac ? 'Meta' : 'Control')

export const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (isMac ? metaKey : ctrlKey) && !altKey && !shiftKey
