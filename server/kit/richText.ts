/**
 * Rich text as it is kept: HTML reduced to one allow-list (TRUST-1). A parser reads the markup and a writer puts
 * it together anew, so that nothing of what was sent survives but known tags, checked links and escaped text.
 */
import sanitize from 'sanitize-html'
import {
  isVisible,
  linkManners,
  linkSchemes,
  nearestTags,
  richTextAttributes,
  richTextTags,
  safeAddress,
  textlessTags,
} from '../../src/contract/richText'

/** Deeper markup loses its tags and keeps its text: browsers and editors cope badly with it. */
const maxDepth = 100
/** Elements within each other; the parser looks through all that are open whenever one begins or ends. */
const maxOpen = 250
/** The shortest element, `<br />`, takes 6 characters: what may be kept has no room for as many. */
const maxElements = 20_000
/** Stretches of text, each of which ends at a tag or an entity, or at a `<` or `&` that begins neither. */
const maxTexts = 20_000
/** The shortest link takes 70 characters: what may be kept has no room for as many. */
const maxLinks = 1_500

/** Markup that would take long to read, whatever its length (TRUST-25). */
export class TooMuchMarkup extends Error {}

/** Reads an address once, however often it stands in the markup. */
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
      const attribs: sanitize.Attributes = address === null ? {} : { href: address, ...linkManners }
      return { tagName, attribs }
    },
  },
})

/**
 * Reduces HTML to the allow-list: paragraphs, headings, lists, quotes, emphasis, and links by https, mailto or
 * tel. What it answers is the same when it is sent through again. It takes time in proportion to the length.
 * @throws TooMuchMarkup where there is too much of anything that takes time, or too much of it within each other.
 */
export function sanitizeHtml(html: string): string {
  const options = optionsFor(addressReader())
  // The tags that the first pass leaves out have kept others apart (<p><span><p>); the second one sees the rest
  // as every later reader will, and closes what is closed by the neighbours that it has now.
  // Where a closing tag has no end the parser may cut a character in two, and half of one cannot be stored.
  return sanitize(sanitize(html, { ...options, ...counters() }).replaceAll(/\p{Surrogate}/gu, ''), options)
}

function addressReader(): ReadAddress {
  const known = new Map<string | undefined, string | null>()
  return (href) => {
    const found = known.get(href)
    if (found !== undefined) return found
    const address = safeAddress(href)
    known.set(href, address)
    // As the second pass will meet it.
    if (address !== null) known.set(address, address)
    return address
  }
}

/** Stops at markup that is too much. */
function counters(): Pick<sanitize.IOptions, 'onOpenTag' | 'onCloseTag' | 'textFilter'> {
  let [elements, open, links, texts] = [0, 0, 0, 0]
  return {
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
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' }

// Sanitised markup holds no `<` and `>` but those of its tags, and no entities but these four.
const blocks = /<\/?(?:p|div|br|h[1-4]|blockquote|pre|ul|ol|li)\b[^>]*>/g
const tags = /<[^>]*>/g
const decode = (text: string): string =>
  text.replaceAll(/&(?:lt|gt|amp|quot);/g, (entity) => entities[entity] ?? entity)

/**
 * The text of sanitised HTML for search and for asking whether there is any: no tags, entities decoded, blocks and
 * lines separated by one space; '' where nothing can be seen.
 */
export function plainText(html: string): string {
  const text = decode(html.replaceAll(blocks, ' ').replaceAll(tags, '')).replaceAll(/\s+/g, ' ').trim()
  return isVisible(text) ? text : ''
}

/** The text of sanitised HTML for people who read plain text: each block and each line on a line of its own. */
export const textLines = (html: string): string =>
  html
    .replaceAll(/\s+/g, ' ')
    .replaceAll(blocks, '\n')
    .replaceAll(tags, '')
    .split('\n')
    .map((line) => decode(line).trim())
    .filter((line) => line !== '')
    .join('\n')
