import type { KeyboardEvent } from 'react'

/** Ctrl+S or ⌘S. */
export const isSaveKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  key.toLowerCase() === 's' && (ctrlKey || metaKey)
