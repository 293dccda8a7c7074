import { EditorState, Modifier } from 'draft-js'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Start and end of the grapheme at or after an index: flags and family emoji are one. */
const graphemeAt = (text: string, at: number): { start: number; end: number } | null => {
  const found = segmenter.segment(text).containing(at)
  return found ? { start: found.index, end: found.index + found.segment.length } : null
}

/**
 * Deletes the whole grapheme before or after the caret, where draft-js would leave a part of it; null with a selection,
 * or at the edge of a block.
 */
export const withoutGrapheme = (state: EditorState, side: 'before' | 'behind'): EditorState | null => {
  const selection = state.getSelection()
  if (!selection.isCollapsed()) return null
  const content = state.getCurrentContent()
  const caret = selection.getStartOffset()
  const text = content.getBlockForKey(selection.getStartKey()).getText()
  const range = graphemeAt(text, side === 'before' ? caret - 1 : caret)
  if (!range) return null
  const target = selection.merge({ anchorOffset: range.start, focusOffset: range.end, isBackward: false })
  return EditorState.push(
    state,
    Modifier.removeRange(content, target, side === 'before' ? 'backward' : 'forward'),
    side === 'before' ? 'backspace-character' : 'delete-character',
  )
}
