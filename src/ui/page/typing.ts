const inputs = 'input, textarea, [contenteditable="true"]'

/** Whether somebody is typing there already: whatever arrives late leaves the focus where it is. */
export const isTypingIn = (place: Element | null | undefined): boolean => {
  const { activeElement } = document
  return activeElement !== null && activeElement.matches(inputs) && place?.contains(activeElement) === true
}
