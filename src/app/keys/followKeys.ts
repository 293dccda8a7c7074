import { isCovered, takesKeys } from '../../ui/page/keyboardEvents'
import { shortcuts, type Shortcut } from './shortcuts'

/** Milliseconds within which the second key of a shortcut has to follow the first. */
const patience = 1500

/** Modifier keys, which are pressed before another key. */
const modifiers = ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock']

const isMeant = (event: KeyboardEvent) =>
  !event.defaultPrevented &&
  !event.isComposing &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !takesKeys(event.target) &&
  !isCovered()

/** The key as in the list of shortcuts, independent of Caps Lock. */
const keyOf = ({ key, shiftKey }: KeyboardEvent) => (shiftKey ? key : key.toLowerCase())

/**
 * Reports shortcuts, except while typing or below a dialog.
 * @returns stops it
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
      // Otherwise it would be typed into the focused input.
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
