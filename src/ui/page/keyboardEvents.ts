import type { KeyboardEvent } from 'react'

/** Ctrl+S or ⌘S; with Shift or Alt the keys belong to the browser. */
export const isSaveKey = ({
  key,
  altKey,
  ctrlKey,
  metaKey,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>) =>
  key.toLowerCase() === 's' && (ctrlKey || metaKey) && !altKey && !shiftKey

const covers = '[role="dialog"], [role="menu"]'

const isShown = (element: Element | null): boolean =>
  element === null || (getComputedStyle(element).display !== 'none' && isShown(element.parentElement))

/** Whether an open dialog or menu covers the page and takes its keys. Closed ones may stay in the document. */
export const isCovered = (): boolean => [...document.querySelectorAll(covers)].some(isShown)

/** The dialog above all others; null where none is open. */
export const uppermostDialog = (): Element | null =>
  [...document.querySelectorAll('[role="dialog"]')].findLast(isShown) ?? null

/** A key without modifiers: with them it belongs to the browser, such as Alt and an arrow for the history. */
export const isPlainKey = ({ metaKey, altKey, ctrlKey, shiftKey }: KeyboardEvent) =>
  !metaKey && !altKey && !ctrlKey && !shiftKey

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
