const inputs = 'input, textarea, [contenteditable="true"]'
const choices = 'select'

/** Whether an element handles key presses itself. */
export const takesKeys = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(`${inputs}, ${choices}`) !== null

/** Whether the user is already typing there: content that loads later must not move the focus. */
export const isTypingIn = (place: Element | null | undefined): boolean => {
  const { activeElement } = document
  return activeElement !== null && activeElement.matches(inputs) && place?.contains(activeElement) === true
}

/** Whether a dialog has the focus: it covers any page that loads. */
export const isInDialog = (): boolean => document.activeElement?.closest('[role="dialog"]') != null
