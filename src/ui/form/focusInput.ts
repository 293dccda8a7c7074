const takesFocus = 'input, select, textarea, button, [tabindex], [contenteditable="true"]'

/** Focuses an input, or the first one of a group. */
export const focusInput = (element: Element | null) => {
  const input = element?.matches(takesFocus) ? element : element?.querySelector(takesFocus)
  if (input instanceof HTMLElement) input.focus()
}
