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

const options: sanitize.IOptions = {
  allowedTags: [...richTextTags],
  nonTextTags: [...textlessTags],
  nestingLimit: maxDepth,
  allowedAttributes: { a: [...richTextAttributes.a] },
  allowedSchemes: [...linkSchemes],
  allowProtocolRelative: false,
  transformTags: {
    ...nearestTags,
    a: (tagName, { href }) => {
      const address = safeAddress(href)
      const attribs: sanitize.Attributes = address === null ? {} : { href: address, ...linkManners }
      return { tagName, attribs }
    },
  },
}

/**
 * Reduces HTML to the allow-list: paragraphs, headings, lists, quotes, emphasis, and links by https, mailto or
 * tel. What it answers is the same when it is sent through again.
 */
export function sanitizeHtml(html: string): string {
  // The tags that the first pass leaves out have kept others apart (<p><span><p>); the second one sees the rest
  // as every later reader will, and closes what is closed by the neighbours that it has now.
  // Where a closing tag has no end the parser may cut a character in two, and half of one cannot be stored.
  return sanitize(sanitize(html, options).replaceAll(/\p{Surrogate}/gu, ''), options)
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' }

/**
 * The text of HTML for search and for asking whether there is any: no tags, entities decoded, blocks and lines
 * separated by one space; '' where nothing can be seen.
 */
export function plainText(html: string): string {
  // Sanitised markup holds no `<` and `>` but those of its tags, and no entities but these four.
  const text = sanitizeHtml(html)
    .replaceAll(/<\/?(?:p|div|br|h[1-4]|blockquote|pre|ul|ol|li)\b[^>]*>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:lt|gt|amp|quot);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return isVisible(text) ? text : ''
}
