/**
 * The allow-list of rich text, for both sides: the server reduces it on write, the browser again on display (TRUST-1).
 */

export const richTextTags = [
  ...['p', 'div', 'br', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'ul', 'ol', 'li'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'code', 'a'],
] as const

export const richTextAttributes = { a: ['href', 'target', 'rel'] } as const

/** Tags of other editors, replaced by the nearest allowed tag so that cells and sections stay separate. */
export const nearestTags: Readonly<Record<string, string>> = {
  ...{ h5: 'h4', h6: 'h4', del: 's', strike: 's', ins: 'u' },
  ...Object.fromEntries(
    ['tr', 'td', 'th', 'caption', 'dt', 'dd', 'section', 'article', 'header', 'footer', 'address', 'hr'].map(
      (tag) => [tag, 'div'],
    ),
  ),
}

/** Tags whose content is not text. The content of every other unknown tag stays. */
export const textlessTags = [
  ...['script', 'style', 'title', 'template', 'textarea', 'option', 'svg', 'math'],
  ...['xmp', 'plaintext', 'noscript', 'noembed', 'noframes', 'iframe', 'object'],
] as const

/**
 * Maximum length in characters of rich text in a request. The stored text may be half as long (`max` of the field):
 * pasted markup contains spans and styles that are removed. Checked before the text is parsed (TRUST-25).
 */
export const maxMarkup = 200_000

/** The allowed schemes of links. */
export const linkSchemes = ['https', 'mailto', 'tel'] as const

/** Attributes of every link besides its address: it opens in a new tab and cannot access the opener. */
export const linkAttributes = { target: '_blank', rel: 'noopener noreferrer' } as const

/** Maximum length of an address; browsers and servers need no longer ones. */
const maxAddress = 2_048
/** Maximum length of a DNS host name; its ASCII conversion takes quadratic time. */
const maxHost = 253

/** A safe link address, normalized as a browser would; null for any other. */
export function safeAddress(href: string | null | undefined): string | null {
  if (href === null || href === undefined || href.length > maxAddress) return null
  const [, host = ''] = /^(?!mailto:|tel:)[^:]*:[/\\\s]*([^/\\?#]*)/i.exec(href) ?? []
  if (host.length > maxHost || !URL.canParse(href)) return null
  const url = new URL(href)
  return linkSchemes.some((scheme) => url.protocol === `${scheme}:`) ? url.href : null
}
