import { safeAddress } from '../../contract/richText'
import { BlockCollector, type Place } from './BlockCollector'
import { deepest, marked, plain, type Block, type BlockKind, type Look, type Mark } from './blocks'
import { cleanFragment } from './sanitize'

/** The context of a node. */
interface Surroundings {
  look: Look
  place: Place
  /** In a list, and so in one of its items. */
  inList: boolean
  isExact: boolean
}

const markOf: Readonly<Record<string, Mark>> = {
  ...{ strong: 'strong', b: 'strong', em: 'em', i: 'em' },
  ...{ u: 'u', s: 's', code: 'code' },
}

const blockOf: Readonly<Record<string, BlockKind>> = {
  ...{ h1: 'h1', h2: 'h2', h3: 'h3', h4: 'h4' },
  ...{ blockquote: 'blockquote', pre: 'pre' },
}

const walk = (parent: Node, around: Surroundings, into: BlockCollector) => {
  for (const node of parent.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.textContent ?? ''
      if (around.isExact) into.exact(text, around.look, around.place)
      else into.flow(text, around.look, around.place)
    }
    if (node instanceof Element) walkElement(node, around, into)
  }
}

const walkElement = (element: Element, around: Surroundings, into: BlockCollector) => {
  const { localName: tag } = element
  const { look, place, inList } = around
  switch (tag) {
    case 'br':
      into.lineBreak(look, place)
      return
    case 'a':
      walk(element, { ...around, look: { ...look, link: safeAddress(element.getAttribute('href')) } }, into)
      return
    case 'ul':
    case 'ol': {
      const depth = inList ? Math.min(place.depth + 1, deepest) : 0
      into.end()
      walk(element, { look, place: { kind: tag, depth }, inList: true, isExact: false }, into)
      into.end()
      return
    }
    case 'li': {
      const item: Place = inList ? place : { kind: 'ul', depth: 0 }
      into.begin(item)
      walk(element, { look, place: item, inList: true, isExact: false }, into)
      into.end()
      return
    }
    case 'p':
    case 'div':
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'blockquote':
    case 'pre': {
      const isExact = around.isExact || tag === 'pre'
      if (inList) {
        // The editor has no blocks within an item, only lines.
        into.apart('\n')
        walk(element, { ...around, isExact }, into)
        into.apart('\n')
        return
      }
      const block: Place = { kind: blockOf[tag] ?? place.kind, depth: 0 }
      into.begin(block)
      walk(element, { ...around, place: block, isExact }, into)
      into.end()
      return
    }
    default: {
      const mark = markOf[tag]
      walk(element, mark ? { ...around, look: marked(look, mark) } : around, into)
    }
  }
}

/** Stored rich text as blocks. */
export const readHtml = (html: string): Block[] => {
  const into = new BlockCollector()
  walk(
    cleanFragment(html),
    { look: plain, place: { kind: 'p', depth: 0 }, inList: false, isExact: false },
    into,
  )
  return into.finish()
}
