import { nearestTags, safeAddress, textlessTags } from '../../../contract/richText'
import { isVisible } from '../../../contract/textRules'
import { BlockCollector, type Place } from '../BlockCollector'
import { deepest, isList, marked, plain, textOf, type Block, type Look, type Mark } from '../blocks'
import { linkedSpans } from './linked'
import { parsePasted, unmarked } from './parsePasted'
import { boldness, hasLine, isUnseen, keepsSpace, slant, styleOf } from './styles'
import { isWordMarker, wordListPlace } from './wordList'

/** The cells of a data row; null for layout tables. */
export const dataCells = (row: Element): Element[] | null => {
  const cells = [...row.children].filter(({ localName }) => localName === 'td' || localName === 'th')
  const isLayout = cells.some((cell) => cell.querySelector('table, ul, ol') !== null)
  return cells.length > 1 && !isLayout ? cells : null
}

/** The context of a node in the pasted document. */
interface Surroundings {
  marks: ReadonlySet<Mark>
  link: string | null
  place: Place
  /** The separator that replaces a block where none can be: a line in an item, a space in a cell. */
  apart: '\n' | ' ' | null
  /** Whitespace is preserved. */
  isExact: boolean
  isHeading: boolean
}

const paragraph: Place = { kind: 'p', depth: 0 }

const markTags: ReadonlyMap<string, Mark> = new Map([
  ...['strong', 'b'].map((tag) => [tag, 'strong'] as const),
  ...['em', 'i', 'cite', 'dfn'].map((tag) => [tag, 'em'] as const),
  ...(['u', 's'] as const).map((tag) => [tag, tag] as const),
])

const blockTags = new Set([
  ...['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'table', 'center', 'main'],
  ...['nav', 'aside', 'figure', 'figcaption', 'details', 'summary', 'dl', 'fieldset', 'form'],
])

/** Besides scripts and the like, elements without relevant text: buttons, and Word's metadata. */
const skippedTags = new Set<string>([
  ...textlessTags,
  'head',
  'select',
  'button',
  'datalist',
  'xml',
  'rp',
  'rt',
])

const nearest = (tag: string) => (Object.hasOwn(nearestTags, tag) ? nearestTags[tag] : undefined) ?? tag

const lookOf = ({ marks, link }: Surroundings): Look => [...marks].reduce(marked, { ...plain, link })

/** The marks of an element: by its tag, overridden by its style. */
const marksOf = (tag: string, style: ReadonlyMap<string, string>, around: Surroundings) => {
  const marks = new Set(around.marks)
  const own = markTags.get(tag)
  if (own) marks.add(own)
  const set = (mark: Mark, isOn: boolean | undefined) => {
    if (isOn === true) marks.add(mark)
    if (isOn === false) marks.delete(mark)
  }
  if (!around.isHeading) set('strong', boldness(style))
  set('em', slant(style))
  if (hasLine(style, 'underline')) marks.add('u')
  if (hasLine(style, 'line-through')) marks.add('s')
  // Links are underlined anyway.
  if (around.link !== null) marks.delete('u')
  return marks
}

const walk = (parent: Node, around: Surroundings, into: BlockCollector) => {
  for (const node of parent.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = unmarked(node.textContent ?? '')
      if (around.isExact) into.exact(text.replaceAll('\t', '  '), lookOf(around), around.place)
      else into.flow(text, lookOf(around), around.place)
    }
    if (node instanceof Element) walkElement(node, around, into)
  }
}

/** A block of its own, or the separator that replaces it. */
const walkBlock = (element: Element, around: Surroundings, place: Place, into: BlockCollector) => {
  if (around.apart === null) into.begin(place)
  else into.apart(around.apart)
  walk(element, around.apart === null ? { ...around, place } : around, into)
  if (around.apart === null) into.end()
  else into.apart(around.apart)
}

const walkRow = (cells: readonly Element[], around: Surroundings, into: BlockCollector) => {
  into.begin(paragraph)
  cells.forEach((cell, index) => {
    if (index > 0) into.separator(' | ', paragraph)
    walk(cell, { ...around, place: paragraph, apart: ' ' }, into)
  })
  into.end()
}

const walkElement = (element: Element, outside: Surroundings, into: BlockCollector) => {
  const { localName } = element
  const style = styleOf(element)
  if (skippedTags.has(localName) || isUnseen(style) || isWordMarker(style)) return
  const tag = nearest(localName)
  const isHeading = outside.isHeading || /^h\d$/.test(tag)
  const link = localName === 'a' ? safeAddress(unmarked(element.getAttribute('href') ?? '')) : outside.link
  const inside = { ...outside, link, isHeading, isExact: keepsSpace(style) ?? outside.isExact }
  const around = { ...inside, marks: marksOf(tag, style, inside) }
  if (isHeading) around.marks.add('strong')

  if (localName === 'br') {
    if (around.apart === ' ') into.apart(' ')
    else into.lineBreak(lookOf(around), around.place)
  } else if (localName === 'ul' || localName === 'ol') {
    const depth = isList(outside.place.kind) ? Math.min(outside.place.depth + 1, deepest) : 0
    if (around.apart !== ' ') into.end()
    walk(element, { ...around, place: { kind: localName, depth } }, into)
    if (around.apart !== ' ') into.end()
  } else if (localName === 'li') {
    const level = Number(element.getAttribute('aria-level') ?? element.getAttribute('data-aria-level'))
    const place = isList(outside.place.kind) ? outside.place : ({ kind: 'ul', depth: 0 } as const)
    const item = level > 0 ? { ...place, depth: Math.min(level - 1, deepest) } : place
    if (around.apart === ' ') walkBlock(element, around, item, into)
    else {
      into.begin(item)
      walk(element, { ...around, place: item, apart: '\n' }, into)
      into.end()
    }
  } else if (localName === 'tr' && around.apart === null) {
    const cells = dataCells(element)
    if (cells) walkRow(cells, around, into)
    else walkBlock(element, around, outside.place, into)
  } else if (tag === 'div' || blockTags.has(tag)) {
    const isExact = around.isExact || localName === 'pre'
    walkBlock(element, { ...around, isExact }, wordListPlace(element, style) ?? outside.place, into)
  } else walk(element, around, into)
}

const isBlank = (block: Block) => !isVisible(textOf(block))

/** Removes trailing space, which Word adds to each paragraph. */
const trimmed = (block: Block): Block => ({
  ...block,
  spans: block.spans.map((span, index) =>
    index === block.spans.length - 1 ? { ...span, text: span.text.replace(/[ \u00a0]+$/, '') } : span,
  ),
})

/** Removes empty items, empty lines at both ends, and repeated empty lines. */
const tidied = (blocks: readonly Block[]): Block[] => {
  const kept: Block[] = []
  for (const block of blocks) {
    if (!isBlank(block)) kept.push(block)
    else if (block.kind === 'p' && kept.length > 0 && !isBlank(kept.at(-1) as Block))
      kept.push({ ...block, spans: [] })
  }
  while (kept.length > 0 && isBlank(kept.at(-1) as Block)) kept.pop()
  return kept
}

/**
 * Converts content pasted from Word, Outlook, Google Docs or a web page to blocks: paragraphs, lists, links, bold,
 * italic, underlined and struck text; only the text of everything else. Headings become bold paragraphs, table rows
 * become lines. No markup is kept.
 */
export const readPasted = (html: string): Block[] => {
  const into = new BlockCollector()
  const around: Surroundings = {
    marks: new Set(),
    link: null,
    place: paragraph,
    apart: null,
    isExact: false,
    isHeading: false,
  }
  walk(parsePasted(html), around, into)
  return tidied(into.finish().map(trimmed))
}

/** Pasted text without markup: a paragraph for each line, addresses as links. */
export const readPastedText = (text: string): Block[] => {
  const lines = text.split(/\r\n?|\n/).map((line) => ({
    ...paragraph,
    spans: linkedSpans(line.replaceAll('\t', '  ')),
  }))
  // A part of a line is inserted unchanged.
  return lines.length > 1 ? tidied(lines) : lines
}
