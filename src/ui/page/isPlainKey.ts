import type { KeyboardEvent } from 'react'

/** A key without modifiers: with them it belongs to the browser, such as Alt and an arrow for the history. */
export const isPlainKey = ({ metaKey, altKey, ctrlKey, shiftKey }: KeyboardEvent) =>
  !metaKey && !altKey && !ctrlKey && !shiftKey
