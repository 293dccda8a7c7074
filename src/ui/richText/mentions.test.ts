import { ContentState, EditorState } from 'draft-js'
import { mentionAt, withMention } from './mentions'

/** An editor with a text, the caret behind it. */
const typed = (text: string) =>
  EditorState.moveFocusToEnd(EditorState.createWithContent(ContentState.createFromText(text)))

it.each([
  ['@', ''],
  ['Ask @te', 'te'],
  ['(@jane.d', 'jane.d'],
  ['Ask @tess ', null],
  ['mail me at x@te', null],
  ['@@te', null],
  ['plain', null],
])('[NOTI-3] %j asks for the users whose names begin with %j', (text, asked) => {
  expect(mentionAt(typed(text))).toBe(asked)
})

it('[NOTI-3] completes the name before the caret, and goes on after a space', () => {
  const before = typed('Ask @te')
  const after = withMention(before, 'te', 'tess')
  expect(after.getCurrentContent().getPlainText()).toBe('Ask @tess ')
  expect(after.getSelection().getStartOffset()).toBe('Ask @tess '.length)
  expect(mentionAt(after)).toBeNull()
  expect(EditorState.undo(after).getCurrentContent().getPlainText()).toBe('Ask @te')
})
