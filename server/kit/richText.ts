/**
 * Rich text as it is kept: HTML reduced to one allow-list (TRUST-1). A parser reads the markup and a writer puts
 * it together anew, so that nothing of what was sent survives but known tags, checked links and escaped text.
 */
import sanitize from 'sanitize-html'

const allowedTags = [
  ...['p', 'div', 'br', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'ul', 'ol', 'li'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'code', 'a'],
]

/** What other editors write, as the nearest allowed tag; so cells and sections do not run into each other. */
const nearest: Record<string, string> = {
  ...{ h5: 'h4', h6: 'h4', del: 's', strike: 's', ins: 'u' },
  ...Object.fromEntries(
    ['tr', 'td', 'th', 'caption', 'dt', 'dd', 'section', 'article', 'header', 'footer', 'address', 'hr'].map(
      (tag) => [tag, 'div'],
    ),
  ),
}

/** Tags whose content is not the text of the note. The content of every other unknown tag stays. */
const dropped = [
  ...['script', 'style', 'title', 'template', 'textarea', 'option', 'svg', 'math'],
  ...['xmp', 'plaintext', 'noscript', 'noembed', 'noframes', 'iframe', 'object'],
]

const linkSchemes = ['https', 'http', 'mailto', 'tel']

/** Deeper markup loses its tags and keeps its text: browsers and editors cope badly with it. */
const maxDepth = 100

/** An address that may be linked to, in the spelling in which a browser would read it; null for any other. */
function safeAddress(href: string | undefined): string | null {
  if (href === undefined || !URL.canParse(href)) return null
  const url = new URL(href)
  return linkSchemes.includes(url.protocol.slice(0, -1)) ? url.href : null
}

const options: sanitize.IOptions = {
  allowedTags,
  nonTextTags: dropped,
  nestingLimit: maxDepth,
  allowedAttributes: { a: ['href', 'target', 'rel'] },
  allowedSchemes: linkSchemes,
  allowProtocolRelative: false,
  transformTags: {
    ...nearest,
    a: (tagName, { href }) => {
      const address = safeAddress(href)
      const attribs: sanitize.Attributes =
        address === null ? {} : { href: address, target: '_blank', rel: 'noopener noreferrer' }
      return { tagName, attribs }
    },
  },
}

/**
 * Reduces HTML to the allow-list: paragraphs, headings, lists, quotes, emphasis, and links by https, http, mailto
 * or tel. What it answers is the same when it is sent through again.
 */
export function sanitizeHtml(html: string): string {
  // The tags that the first pass leaves out have kept others apart (<p><span><p>); the second one sees the rest
  // as every later reader will, and closes what is closed by the neighbours that it has now.
  // Where a closing tag has no end the parser may cut a character in two, and half of one cannot be stored.
  return sanitize(sanitize(html, options).replaceAll(/\p{Surrogate}/gu, ''), options)
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' }

/** Whether anything can be seen: not only spaces, control characters and marks without width. */
const isVisible = (text: string): boolean => /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text)

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
