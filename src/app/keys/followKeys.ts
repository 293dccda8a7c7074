import { isCovered } from '../../ui/page/covered'
import { takesKeys } from '../../ui/page/typing'
import { shortcuts, type Shortcut } from './shortcuts'

/** Milliseconds within which the second key of a shortcut follows the first. */
const patience = 1500

/** Pressed on the way to another key. */
const modifiers = ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock']

const isMeant = (event: KeyboardEvent) =>
  !event.defaultPrevented &&
  !event.isComposing &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !takesKeys(event.target) &&
  !isCovered()

/** As it stands among the shortcuts, whether Caps Lock is on or not. */
const keyOf = ({ key, shiftKey }: KeyboardEvent) => (shiftKey ? key : key.toLowerCase())

/**
 * Tells which shortcut has been pressed, wherever nobody is typing and nothing stands above the page.
 * @returns ends it
 */
export const followKeys = (act: (shortcut: Shortcut) => void): (() => void) => {
  let begun: readonly string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const forget = () => {
    clearTimeout(timer)
    begun = []
  }
  const pressed = (event: KeyboardEvent) => {
    // The first key of a shortcut may be held until the second.
    if (modifiers.includes(event.key) || (event.repeat && begun.length > 0)) return
    const keys = [...begun, keyOf(event)]
    forget()
    if (!isMeant(event)) return
    const possible = shortcuts.filter((shortcut) => keys.every((key, at) => shortcut.keys[at] === key))
    const whole = possible.find((shortcut) => shortcut.keys.length === keys.length)
    if (whole && (whole.repeats || !event.repeat)) {
      // Or it would be typed where the focus goes.
      event.preventDefault()
      act(whole)
    } else if (possible.length > 0 && !event.repeat) {
      begun = keys
      timer = setTimeout(forget, patience)
    }
  }
  document.addEventListener('keydown', pressed)
  return () => {
    forget()
    document.removeEventListener('keydown', pressed)
  }
}
