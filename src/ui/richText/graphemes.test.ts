import { ContentState, EditorState } from 'draft-js'
import { withoutGrapheme } from './graphemes'

const at = (text: string, caret: number) => {
  const state = EditorState.createWithContent(ContentState.createFromText(text))
  return EditorState.acceptSelection(
    state,
    state.getSelection().merge({ anchorOffset: caret, focusOffset: caret }),
  )
}
const textOf = (state: EditorState | null) => state?.getCurrentContent().getPlainText()

describe('[K13] deleting takes whole characters', () => {
  it.each(['🇺🇸', '👩‍👩‍👧‍👦', '👍🏽', '1️⃣', 'e\u0301', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '❤️', 'x'])('%s', (character) => {
    const text = `a${character}b`
    expect(textOf(withoutGrapheme(at(text, text.length - 1), 'before'))).toBe('ab')
    expect(textOf(withoutGrapheme(at(text, 1), 'behind'))).toBe('ab')
    expect(textOf(withoutGrapheme(at(character, character.length), 'before'))).toBe('')
  })

  it('leaves one of two flags', () => {
    expect(textOf(withoutGrapheme(at('🇺🇸🇨🇦', 8), 'before'))).toBe('🇺🇸')
    expect(textOf(withoutGrapheme(at('🇺🇸🇨🇦', 0), 'behind'))).toBe('🇨🇦')
  })

  it('leaves the edges of a block to the editor', () => {
    expect(withoutGrapheme(at('ab', 0), 'before')).toBeNull()
    expect(withoutGrapheme(at('ab', 2), 'behind')).toBeNull()
  })
})
