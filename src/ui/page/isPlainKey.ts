import type { KeyboardEvent } from 'react'

/** A key by itself: together with others it is the browser's, such as Alt and an arrow for the way back. */
export const isPlainKey = ({ metaKey, altKey, ctrlKey, shiftKey }: KeyboardEvent) =>
  !metaKey && !altKey && !ctrlKey && !shiftKey
