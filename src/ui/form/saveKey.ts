import type { KeyboardEvent } from 'react'

/** Ctrl+S or ⌘S; together with Shift or Alt it is the browser's. */
export const isSaveKey = ({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 's' && (ctrlKey || metaKey) && !altKey && !shiftKey
