import { isCovered } from '../../ui/page/covered'
import { isPaletteKey, isPaletteModifier } from './paletteKeys'

/**
 * Opens the search of everything by its keys, wherever the focus is; not above another dialog.
 * @param load fetches it ahead, as soon as the first of the keys is held
 * @returns ends it
 */
export const followPaletteKey = (open: () => void, load: () => void): (() => void) => {
  const pressed = (event: KeyboardEvent) => {
    if (isPaletteModifier(event) && !event.repeat) load()
    // In the editor these keys make a link.
    if (event.defaultPrevented || !isPaletteKey(event)) return
    // Browsers have a use of their own for them, which would lead away from here.
    event.preventDefault()
    if (!event.repeat && !isCovered()) open()
  }
  document.addEventListener('keydown', pressed)
  return () => document.removeEventListener('keydown', pressed)
}
