import { isPaletteKey } from './paletteKeys'

/** Attribute of the root element, shared by the script in the page's head and the application. */
const state = 'paletteKey'

/** Records the palette's shortcut, from the first paint until the application handles keys. */
export const holdPaletteKey = (): void => {
  const { dataset } = document.documentElement
  const pressed = (event: KeyboardEvent) => {
    if (dataset[state] === 'followed') {
      document.removeEventListener('keydown', pressed)
      return
    }
    if (!isPaletteKey(event)) return
    event.preventDefault()
    dataset[state] = 'pressed'
  }
  document.addEventListener('keydown', pressed)
}

/** Switches to the application's own handling. Returns whether the shortcut was pressed before. */
export const takePaletteKey = (): boolean => {
  const { dataset } = document.documentElement
  const isPressed = dataset[state] === 'pressed'
  dataset[state] = 'followed'
  return isPressed
}
