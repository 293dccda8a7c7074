/**
 * Sanitized rich text: HTML reduced to one allow-list (TRUST-1). A parser reads the markup and a writer composes it
 * anew, so that nothing remains of the input but known tags, checked links and escaped text.
 */
import sanitize from 'sanitize-html'
import {
  linkAttributes,
  linkSchemes,
  nearestTags,
  richTextAttributes,
  richTextTags,
  safeAddress,
  textlessTags,
} from '../../src/contract/richText'
import { isVisible, withoutMarks } from '../../src/contract/textRules'
import { longTaskTurn } from './admission/turnLimiter'

/** Deeper markup loses its tags and keeps its text: browsers and editors handle it badly. */
const maxDepth = 100
/** Nested elements; the parser searches all open ones whenever an element begins or ends. */
const maxOpen = 250
/** Elements of markup in the form that sanitizing gives, as the product's own editor writes it: it is read once. */
const maxElements = 2_500
/**
 * Elements of any other markup, which is read twice. Either takes some 10 milliseconds, and four times as long before
 * the JIT compiler has optimized the code.
 */
const maxForeignElements = 1_250
/** Runs of text, each of which ends at a tag or an entity, or at a stray `<` or `&`. */
const maxTexts = 4_000
const maxLinks = 300
/** Characters of markup that is read in a turn of its own; shorter markup takes a millisecond. */
const longMarkup = 2_000
/**
 * Characters that begin a tag or an entity, or only look so: the parser stops at each of them, and joins the runs of
 * text between those that begin nothing. An element has two tags, and the address of a link some parameters.
 */
const maxStops = { '<': 2 * maxElements + maxTexts, '&': maxTexts + 20 * maxLinks }

/** Markup that would take long to read, regardless of its length (TRUST-25). */
export class TooMuchMarkup extends Error {}

/** Checks an address once, however often it occurs in the markup. */
type ReadAddress = (href: string | undefined) => string | null

const optionsFor = (readAddress: ReadAddress): sanitize.IOptions => ({
  allowedTags: [...richTextTags],
  nonTextTags: [...textlessTags],
  nestingLimit: maxDepth,
  allowedAttributes: { a: [...richTextAttributes.a] },
  allowedSchemes: [...linkSchemes],
  allowProtocolRelative: false,
  transformTags: {
    ...nearestTags,
    a: (tagName, { href }) => {
      const address = readAddress(href)
      const attribs: sanitize.Attributes = address === null ? {} : { href: address, ...linkAttributes }
      return { tagName, attribs }
    },
  },
})

/**
 * Reduces HTML to the allow-list: paragraphs, headings, lists, quotes, emphasis, and links by https, mailto or tel.
 * Idempotent; takes time in proportion to the length, and reads long markup in turns of the event loop of its own.
 * @throws TooMuchMarkup where there are too many elements, texts or stray `<` and `&`, or they are nested too deeply.
 */
export async function sanitizeHtml(html: string): Promise<string> {
  for (const [character, most] of Object.entries(maxStops))
    if (html.split(character).length - 1 > most) throw new TooMuchMarkup()
  const options = optionsFor(addressReader())
  const counted = counters()
  if (html.length > longMarkup) await longTaskTurn()
  const first = sanitize(html, { ...options, ...counted.options })
  // Entities are characters by now, and tags and addresses have none of these: only text loses any (K8).
  const unmarked = withoutMarks(first, 'lines')
  if (unmarked === html) return html
  if (counted.elements() > maxForeignElements) throw new TooMuchMarkup()
  if (unmarked.length > longMarkup) await longTaskTurn()
  // Tags removed by the first pass kept others apart (<p><span><p>); the second pass parses the result as every later
  // reader will, and closes what its new neighbours close. At an unfinished closing tag the parser may split a
  // surrogate pair, and half of one cannot be stored.
  return sanitize(unmarked.replaceAll(/\p{Surrogate}/gu, ''), options)
}

function addressReader(): ReadAddress {
  const known = new Map<string | undefined, string | null>()
  return (href) => {
    const found = known.get(href)
    if (found !== undefined) return found
    const address = safeAddress(href)
    known.set(href, address)
    // In the form that the second pass reads.
    if (address !== null) known.set(address, address)
    return address
  }
}

/** Aborts at markup beyond the limits. */
function counters(): { options: sanitize.IOptions; elements: () => number } {
  let [elements, open, links, texts] = [0, 0, 0, 0]
  const options: sanitize.IOptions = {
    onOpenTag: (_name, { href }) => {
      elements++
      open++
      if (href !== undefined) links++
      if (elements > maxElements || open > maxOpen || links > maxLinks) throw new TooMuchMarkup()
    },
    onCloseTag: () => {
      open--
    },
    textFilter: (text) => {
      texts++
      if (texts > maxTexts) throw new TooMuchMarkup()
      return text
    },
  }
  return { options, elements: () => elements }
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' }

// Sanitized markup holds no `<` and `>` but those of its tags, and no entities but these four.
const blocks = /<\/?(?:p|div|br|h[1-4]|blockquote|pre|ul|ol|li)\b[^>]*>/g
const tags = /<[^>]*>/g
const decode = (text: string): string =>
  text.replaceAll(/&(?:lt|gt|amp|quot);/g, (entity) => entities[entity] ?? entity)

/**
 * The text of sanitized HTML for search and for the check for emptiness: no tags, entities decoded, blocks and lines
 * separated by one space; '' where nothing is visible.
 */
export function plainText(html: string): string {
  const text = decode(html.replaceAll(blocks, ' ').replaceAll(tags, '')).replaceAll(/\s+/g, ' ').trim()
  return isVisible(text) ? text : ''
}

/** The text of sanitized HTML as plain text: each block and each line on a line of its own. */
export const textLines = (html: string): string =>
  html
    .replaceAll(/\s+/g, ' ')
    .replaceAll(blocks, '\n')
    .replaceAll(tags, '')
    .split('\n')
    .map((line) => decode(line).trim())
    .filter((line) => line !== '')
    .join('\n')
