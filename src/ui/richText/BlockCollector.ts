import {
  isList,
  joined,
  plain,
  stepped,
  textOf,
  type Block,
  type BlockKind,
  type Look,
  type Span,
} from './blocks'

interface OpenBlock {
  kind: BlockKind
  depth: number
  spans: Span[]
  /** An intentional block, kept although it may be empty. */
  isMeant: boolean
  /** Whitespace that is only shown if more text follows. */
  pending: Span | null
  /** The separator between the text so far and the next. */
  boundary: '\n' | ' ' | null
}

/** The block to start for text outside of any. */
export type Place = Pick<Block, 'kind' | 'depth'>

const lastOf = ({ spans }: OpenBlock) => spans.at(-1)?.text.at(-1)

/** Builds blocks while walking a document, with whitespace collapsed as in a browser. */
export class BlockCollector {
  private readonly blocks: Block[] = []
  private open: OpenBlock | null = null

  begin({ kind, depth }: Place) {
    this.end()
    this.open = { kind, depth, spans: [], isMeant: isList(kind), pending: null, boundary: null }
    return this.open
  }

  /** Text with collapsible whitespace. */
  flow(text: string, look: Look, place: Place) {
    for (const part of text.split(/([ \t\n\r\f]+)/)) {
      if (part === '') continue
      if (/^[ \t\n\r\f]/.test(part)) this.space(look)
      else this.add(part, look, place)
    }
  }

  /** Preformatted text; whitespace alone does not start a block. */
  exact(text: string, look: Look, place: Place) {
    const lines = text.replaceAll(/\r\n?/g, '\n')
    if (this.open || lines.trim() !== '') this.add(lines, look, place)
  }

  lineBreak(look: Look, place: Place) {
    const open = this.open ?? this.begin(place)
    open.pending = null
    this.add('\n', look, place)
  }

  /** Separates the following text within the same block. */
  apart(boundary: '\n' | ' ') {
    const { open } = this
    if (!open) return
    open.pending = null
    if (boundary === '\n') this.dropLastBreak(open)
    const isApart = boundary === ' ' && lastOf(open) === ' '
    if (open.spans.length > 0 && !isApart) open.boundary = boundary
  }

  /** Separates the parts of a line. */
  separator(text: string, place: Place) {
    if (this.open) this.open.boundary = null
    this.add(text, plain, place)
  }

  end() {
    const { open } = this
    this.open = null
    if (!open) return
    // The last line break of a block ends its last line, and starts no other.
    this.dropLastBreak(open)
    const { kind, depth, isMeant } = open
    const spans = joined(open.spans)
    if (isMeant || spans.length > 0) this.blocks.push({ kind, depth, spans })
  }

  finish(): Block[] {
    this.end()
    return stepped(this.blocks)
  }

  private space(look: Look) {
    const { open } = this
    if (!open || open.boundary || open.pending || open.spans.length === 0 || lastOf(open) === '\n') return
    if (lastOf(open) !== ' ') open.pending = { ...look, text: ' ' }
  }

  private add(text: string, look: Look, place: Place) {
    const open = this.open ?? this.begin(place)
    if (open.boundary) open.spans.push({ ...plain, text: open.boundary })
    else if (open.pending) open.spans.push(open.pending)
    open.boundary = null
    open.pending = null
    open.isMeant ||= text.includes('\n')
    open.spans.push({ ...look, text })
  }

  private dropLastBreak({ spans }: OpenBlock) {
    const last = spans.at(-1)
    if (!last?.text.endsWith('\n')) return
    last.text = last.text.slice(0, -1)
    if (textOf({ spans: [last] }) === '') spans.pop()
  }
}
