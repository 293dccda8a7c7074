import { EditorState, Modifier, RichUtils, SelectionState } from 'draft-js'
import { marks, type Block } from './blocks'
import { addressOf, draftStyles, draftTypes, linkType, toContent } from './draftContent'
import { readPasted, readPastedText } from './pasted/readPasted'

/** Editor operations; each returns the next state. */

/** A text range and its link. */
interface LinkRange {
  selection: SelectionState
  address: string | null
}

/** The link at the caret or the start of the selection. */
export const linkAt = (state: EditorState): LinkRange | null => {
  const content = state.getCurrentContent()
  const selection = state.getSelection()
  const block = content.getBlockForKey(selection.getStartKey())
  const at = selection.getStartOffset()
  const keyAt = (offset: number) => block.getEntityAt(offset) as string | null
  // A caret after the last character of a link counts as inside.
  const key = keyAt(at) ?? (selection.isCollapsed() && at > 0 ? keyAt(at - 1) : null)
  if (key === null || content.getEntity(key).getType() !== linkType) return null
  const ranges: [number, number][] = []
  block.findEntityRanges(
    (character) => character.getEntity() === key,
    (start, end) => ranges.push([start, end]),
  )
  const [start, end] = ranges.find(([from, to]) => at >= from && at <= to) ?? [at, at]
  const range = SelectionState.createEmpty(block.getKey()).merge({ anchorOffset: start, focusOffset: end })
  return { selection: range, address: addressOf(content, key) }
}

/** The range of a link operation: the selection, else the link at the caret. */
const linkTarget = (state: EditorState): SelectionState => {
  const selection = state.getSelection()
  return selection.isCollapsed() ? (linkAt(state)?.selection ?? selection) : selection
}

/** Collapses the selection to its end, so that typing continues there. */
const withCaretBehind = (state: EditorState, target: SelectionState) => {
  const offset = { key: target.getEndKey(), at: target.getEndOffset() }
  const caret = SelectionState.createEmpty(offset.key).merge({
    anchorOffset: offset.at,
    focusOffset: offset.at,
  })
  return EditorState.acceptSelection(state, caret)
}

/** Links the selection to an address; without a selection, inserts the typed address as text. */
export const withLink = (state: EditorState, address: string, typed: string): EditorState => {
  const target = linkTarget(state)
  const content = state.getCurrentContent().createEntity(linkType, 'MUTABLE', { url: address })
  const key = content.getLastCreatedEntityKey()
  if (target.isCollapsed())
    return EditorState.push(
      state,
      Modifier.insertText(content, target, typed, undefined, key),
      'insert-fragment',
    )
  const next = EditorState.push(state, Modifier.applyEntity(content, target, key), 'apply-entity')
  return withCaretBehind(next, target)
}

export const withoutLink = (state: EditorState): EditorState => {
  const content = Modifier.applyEntity(state.getCurrentContent(), linkTarget(state), null)
  return EditorState.acceptSelection(EditorState.push(state, content, 'apply-entity'), state.getSelection())
}

const inserted = (state: EditorState, blocks: readonly Block[]): EditorState =>
  EditorState.push(
    state,
    Modifier.replaceWithFragment(
      state.getCurrentContent(),
      state.getSelection(),
      toContent(blocks).getBlockMap(),
    ),
    'insert-fragment',
  )

const isPreformatted = (state: EditorState) => RichUtils.getCurrentBlockType(state) === draftTypes.pre

/** Text without markup takes the style at the caret, and the block type where that is preformatted. */
const plainly = (state: EditorState, text: string): Block[] => {
  const style = state.getCurrentInlineStyle()
  const own = marks.filter((mark) => style.has(draftStyles[mark]))
  if (isPreformatted(state))
    return [
      { kind: 'pre', depth: 0, spans: [{ text: text.replaceAll(/\r\n?/g, '\n'), marks: own, link: null }] },
    ]
  return readPastedText(text).map((block) => ({
    ...block,
    spans: block.spans.map((span) => ({ ...span, marks: own })),
  }))
}

/** Replaces the selection with pasted content, reduced to what the toolbar offers. */
export const withPasted = (state: EditorState, text: string, html: string | undefined): EditorState => {
  const rich = html && !isPreformatted(state) ? readPasted(html) : []
  const blocks = rich.length > 0 ? rich : plainly(state, text)
  return blocks.length > 0 ? inserted(state, blocks) : state
}

/** Types after which a new line is a plain paragraph. */
const singleTypes: readonly string[] = [
  draftTypes.h1,
  draftTypes.h2,
  draftTypes.h3,
  draftTypes.h4,
  draftTypes.blockquote,
  draftTypes.pre,
]

/** Enter at the end of a heading, a quotation or preformatted text starts a paragraph; null for any other Enter. */
export const withParagraphBelow = (state: EditorState): EditorState | null => {
  const selection = state.getSelection()
  const block = state.getCurrentContent().getBlockForKey(selection.getEndKey())
  const isAtEnd = selection.isCollapsed() && selection.getEndOffset() === block.getLength()
  if (!singleTypes.includes(block.getType())) return null
  if (!isAtEnd) return isPreformatted(state) ? RichUtils.insertSoftNewline(state) : null
  const split = Modifier.splitBlock(state.getCurrentContent(), selection)
  const below = Modifier.setBlockType(split, split.getSelectionAfter(), draftTypes.p)
  return EditorState.push(state, below, 'split-block')
}

/** The inline style override of the next character; null where it inherits its neighbours' style. */
const overrideIn = (state: EditorState) =>
  state.getInlineStyleOverride() as ReturnType<typeof state.getInlineStyleOverride> | null

/** Keeps the style override while only the focus changes. */
export const keepingStyle = (before: EditorState, after: EditorState): EditorState => {
  const style = overrideIn(before)
  const place = (state: EditorState) => state.getSelection().set('hasFocus', false)
  const isSamePlace =
    before.getCurrentContent() === after.getCurrentContent() && place(before).equals(place(after))
  const isLost = overrideIn(after) === null
  return isSamePlace && style !== null && isLost ? EditorState.setInlineStyleOverride(after, style) : after
}

/** Restores the caret and the style override from before the blur. */
export const withCaretBack = (now: EditorState, before: EditorState): EditorState => {
  const isUntouched = now.getCurrentContent() === before.getCurrentContent()
  if (!isUntouched || !now.getSelection().getHasFocus()) return now
  const style = overrideIn(before)
  const back = EditorState.forceSelection(now, before.getSelection())
  return style ? EditorState.setInlineStyleOverride(back, style) : back
}
