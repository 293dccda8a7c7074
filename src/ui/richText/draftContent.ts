import {
  convertFromRaw,
  genKey,
  type ContentBlock,
  type ContentState,
  type RawDraftEntityRange,
} from 'draft-js'
import { safeAddress } from '../../contract/richText'
import { joined, marks, type Block, type BlockKind, type Mark, type Span } from './blocks'
import { readHtml } from './readHtml'
import { writeHtml } from './writeHtml'

/** The kinds of block in terms of draft-js. */
export const draftTypes: Readonly<Record<BlockKind, string>> = {
  p: 'unstyled',
  h1: 'header-one',
  h2: 'header-two',
  h3: 'header-three',
  h4: 'header-four',
  blockquote: 'blockquote',
  pre: 'code-block',
  ul: 'unordered-list-item',
  ol: 'ordered-list-item',
}

/** The marks in terms of draft-js. */
export const draftStyles: Readonly<Record<Mark, string>> = {
  strong: 'BOLD',
  em: 'ITALIC',
  u: 'UNDERLINE',
  s: 'STRIKETHROUGH',
  code: 'CODE',
}

export const linkType = 'LINK'

const kindOf = (type: string) =>
  (Object.keys(draftTypes) as BlockKind[]).find((kind) => draftTypes[kind] === type) ?? 'p'

/** draft-js counts code points in ranges. */
const lengthOf = (text: string) => [...text].length

const empty: Block = { kind: 'p', depth: 0, spans: [] }

/** Blocks as draft-js content. */
export const toContent = (blocks: readonly Block[]): ContentState => {
  const links: string[] = []
  const raw = (blocks.length > 0 ? blocks : [empty]).map(({ kind, depth, spans }) => {
    const inlineStyleRanges: { style: string; offset: number; length: number }[] = []
    const entityRanges: RawDraftEntityRange[] = []
    let offset = 0
    for (const { text, marks: own, link } of spans) {
      const length = lengthOf(text)
      for (const mark of own) inlineStyleRanges.push({ style: draftStyles[mark], offset, length })
      if (link !== null) entityRanges.push({ key: links.push(link) - 1, offset, length })
      offset += length
    }
    return {
      key: genKey(),
      text: spans.map(({ text }) => text).join(''),
      type: draftTypes[kind],
      depth,
      inlineStyleRanges,
      entityRanges,
    }
  })
  return convertFromRaw({
    blocks: raw as Parameters<typeof convertFromRaw>[0]['blocks'],
    entityMap: Object.fromEntries(
      links.map((url, key) => [key, { type: linkType, mutability: 'MUTABLE' as const, data: { url } }]),
    ),
  })
}

/** The address of an entity, if it is a link with a safe address. */
export const addressOf = (content: ContentState, entityKey: string | null): string | null => {
  if (!entityKey) return null
  const entity = content.getEntity(entityKey)
  const { url } = entity.getData() as { url?: string }
  return entity.getType() === linkType ? safeAddress(url) : null
}

/** The ranges of uniform style and link. */
const spansOf = (content: ContentState, block: ContentBlock): Span[] => {
  const text = block.getText()
  const characters = block.getCharacterList().toArray()
  const spans: Span[] = []
  let start = 0
  characters.forEach((character, at) => {
    const next = characters[at + 1]
    // Characters with equal metadata share one object, compared by reference.
    if (next === character) return
    if (next?.getStyle() === character.getStyle() && next.getEntity() === character.getEntity()) return
    const styles = character.getStyle()
    spans.push({
      text: text.slice(start, at + 1),
      marks: marks.filter((mark) => styles.has(draftStyles[mark])),
      link: addressOf(content, character.getEntity()),
    })
    start = at + 1
  })
  return joined(spans)
}

/** draft-js content as blocks. */
export const fromContent = (content: ContentState): Block[] =>
  content.getBlocksAsArray().map((block) => ({
    kind: kindOf(block.getType()),
    depth: block.getDepth(),
    spans: spansOf(content, block),
  }))

/** A document as opened. */
export interface Opened {
  html: string
  content: ContentState
}

export const openHtml = (html: string): Opened => ({ html, content: toContent(readHtml(html)) })

/** The stored form of the content: exactly the opened text as long as nothing has changed. */
export const htmlOf = (content: ContentState, opened: Opened): string =>
  content.getBlockMap() === opened.content.getBlockMap() ? opened.html : writeHtml(fromContent(content))
