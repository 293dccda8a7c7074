const inputs = 'input, textarea, [contenteditable="true"]'
const choices = 'select'

/** Whether keys that are pressed there have a meaning of their own. */
export const takesKeys = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(`${inputs}, ${choices}`) !== null

/** Whether somebody is typing there already: whatever arrives late leaves the focus where it is. */
export const isTypingIn = (place: Element | null | undefined): boolean => {
  const { activeElement } = document
  return activeElement !== null && activeElement.matches(inputs) && place?.contains(activeElement) === true
}

/** Whether a dialog has the focus: it is in front of whatever page arrives. */
export const isInDialog = (): boolean => document.activeElement?.closest('[role="dialog"]') != null
