import { isCovered } from '../../ui/page/keyboardEvents'
import { isPaletteKey, isPaletteModifier } from './paletteKeys'

/**
 * Opens the palette by its shortcut, wherever the focus is; not above another dialog.
 * @param load prefetches it when the modifier is pressed
 * @returns stops it
 */
export const followPaletteKey = (open: () => void, load: () => void): (() => void) => {
  const pressed = (event: KeyboardEvent) => {
    if (isPaletteModifier(event) && !event.repeat) load()
    // In the editor the shortcut inserts a link.
    if (event.defaultPrevented || !isPaletteKey(event)) return
    // Prevents the browser's own shortcut, which would leave the page.
    event.preventDefault()
    if (!event.repeat && !isCovered()) open()
  }
  document.addEventListener('keydown', pressed)
  return () => document.removeEventListener('keydown', pressed)
}
