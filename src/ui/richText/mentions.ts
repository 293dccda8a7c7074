import { EditorState, Modifier, SelectionState } from 'draft-js'

/** A user name that a text can be completed to. */
export interface Mention {
  name: string
  /** Shown beside it. */
  hint: string
}

/** A hook that finds the users who can be meant by a text; null: none are wanted. */
export type UseMentions = (text: string | null) => readonly Mention[]

/** What is typed after an @ that begins a word, up to the caret. */
const begun = /(?:^|[^\p{L}\p{N}._@-])@([\p{L}\p{N}._-]{0,40})$/u

/** The text of a mention before the caret; null where there is none. */
export const mentionAt = (state: EditorState): string | null => {
  const selection = state.getSelection()
  if (!selection.isCollapsed() || !selection.getHasFocus()) return null
  const text = state.getCurrentContent().getBlockForKey(selection.getStartKey()).getText()
  return begun.exec(text.slice(0, selection.getStartOffset()))?.[1] ?? null
}

/** Completes the mention before the caret, with a space after it. */
export const withMention = (state: EditorState, typed: string, name: string): EditorState => {
  const caret = state.getSelection()
  const end = caret.getStartOffset()
  const range = SelectionState.createEmpty(caret.getStartKey()).merge({
    anchorOffset: end - typed.length - 1,
    focusOffset: end,
  })
  const style = state.getCurrentInlineStyle()
  const content = Modifier.replaceText(state.getCurrentContent(), range, `@${name} `, style)
  const next = EditorState.push(state, content, 'insert-characters')
  return EditorState.forceSelection(next, content.getSelectionAfter())
}
