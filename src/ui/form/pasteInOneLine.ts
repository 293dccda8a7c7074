import type { ClipboardEvent } from 'react'
import { inOneLine } from '../../contract/textRules'

/**
 * Pastes several lines, or spreadsheet cells, into a one-line field with spaces between them: the browser would join
 * the last word of one with the first of the next.
 */
export const pasteInOneLine = (event: ClipboardEvent<HTMLInputElement>): void => {
  const pasted = event.clipboardData.getData('text/plain')
  const line = inOneLine(pasted.trim())
  if (event.isDefaultPrevented() || line === pasted.trim()) return
  event.preventDefault()
  const input = event.currentTarget
  input.setRangeText(line, input.selectionStart ?? 0, input.selectionEnd ?? input.value.length, 'end')
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
