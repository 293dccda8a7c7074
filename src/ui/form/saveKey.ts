import type { KeyboardEvent } from 'react'

/** Ctrl+S or ⌘S; with Shift or Alt the keys belong to the browser. */
export const isSaveKey = ({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 's' && (ctrlKey || metaKey) && !altKey && !shiftKey
