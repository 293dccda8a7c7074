/** The editor's model of rich text: a list of blocks of marked text. Plain data, read from HTML and written as HTML. */

/** The marks of text, in the nesting order of their tags, outermost first. */
export const marks = ['strong', 'em', 'u', 's', 'code'] as const
export type Mark = (typeof marks)[number]

/** The marks of a text span, in the order of `marks`, and its link. */
export interface Look {
  marks: readonly Mark[]
  /** A safe address (contract/richText.ts). */
  link: string | null
}

/** A text span with uniform marks. Lines within a block are separated by '\n'. */
export interface Span extends Look {
  text: string
}

export type ListKind = 'ul' | 'ol'
export type BlockKind = 'p' | 'h1' | 'h2' | 'h3' | 'h4' | 'blockquote' | 'pre' | ListKind

export interface Block {
  kind: BlockKind
  /** Nesting depth of a list item, at most `deepest`; 0 for all other blocks. */
  depth: number
  spans: readonly Span[]
}

/** Maximum depth of the editor's lists. */
export const deepest = 4

export const plain: Look = { marks: [], link: null }

export const isList = (kind: BlockKind): kind is ListKind => kind === 'ul' || kind === 'ol'

export const textOf = ({ spans }: Pick<Block, 'spans'>) => spans.map(({ text }) => text).join('')

/** Adds a mark. */
export const marked = (look: Look, mark: Mark): Look => ({
  ...look,
  marks: marks.filter((known) => known === mark || look.marks.includes(known)),
})

export const isSameLook = (one: Look, other: Look) =>
  one.link === other.link && one.marks.join() === other.marks.join()

/** Joins neighbouring spans with equal marks, and drops empty ones. */
export const joined = (spans: readonly Span[]): Span[] => {
  const result: Span[] = []
  for (const span of spans) {
    const last = result.at(-1)
    if (span.text === '') continue
    if (last && isSameLook(last, span)) result[result.length - 1] = { ...last, text: last.text + span.text }
    else result.push(span)
  }
  return result
}

/** Limits each list item to one level deeper than the one before it, as HTML requires. */
export const stepped = (blocks: readonly Block[]): Block[] => {
  let limit = 0
  return blocks.map((block) => {
    const depth = isList(block.kind) ? Math.min(block.depth, limit, deepest) : 0
    limit = isList(block.kind) ? depth + 1 : 0
    return depth === block.depth ? block : { ...block, depth }
  })
}
