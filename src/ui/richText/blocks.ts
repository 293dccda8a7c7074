/** Rich text as the editor sees it: lines of marked text, one below the other. Plain data, read from HTML and written as HTML. */

/** What a piece of text can be marked with, in the order in which the tags stand, outermost first. */
export const marks = ['strong', 'em', 'u', 's', 'code'] as const
export type Mark = (typeof marks)[number]

/** What is said of a piece of text: in the order of `marks`, and where it leads to. */
export interface Look {
  marks: readonly Mark[]
  /** A safe address (contract/richText.ts). */
  link: string | null
}

/** A piece of text of one look. A line within a block ends in '\n'. */
export interface Span extends Look {
  text: string
}

export type ListKind = 'ul' | 'ol'
export type BlockKind = 'p' | 'h1' | 'h2' | 'h3' | 'h4' | 'blockquote' | 'pre' | ListKind

export interface Block {
  kind: BlockKind
  /** How many lists stand around that of a list item, at most `deepest`; 0 for all others. */
  depth: number
  spans: readonly Span[]
}

/** The editor indents no further. */
export const deepest = 4

export const plain: Look = { marks: [], link: null }

export const isList = (kind: BlockKind): kind is ListKind => kind === 'ul' || kind === 'ol'

export const textOf = ({ spans }: Pick<Block, 'spans'>) => spans.map(({ text }) => text).join('')

/** The same look with one more mark. */
export const marked = (look: Look, mark: Mark): Look => ({
  ...look,
  marks: marks.filter((known) => known === mark || look.marks.includes(known)),
})

export const isSameLook = (one: Look, other: Look) =>
  one.link === other.link && one.marks.join() === other.marks.join()

/** The spans with neighbours of one look joined, and without those that hold nothing. */
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

/** Each list item at most one step deeper than the one before it, as HTML can write it. */
export const stepped = (blocks: readonly Block[]): Block[] => {
  let limit = 0
  return blocks.map((block) => {
    const depth = isList(block.kind) ? Math.min(block.depth, limit, deepest) : 0
    limit = isList(block.kind) ? depth + 1 : 0
    return depth === block.depth ? block : { ...block, depth }
  })
}
