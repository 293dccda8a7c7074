/** What rich text may hold, for both sides: the server reduces it on write, the browser again on display (TRUST-1). */

export const richTextTags = [
  ...['p', 'div', 'br', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'ul', 'ol', 'li'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'code', 'a'],
] as const

export const richTextAttributes = { a: ['href', 'target', 'rel'] } as const

/** What other editors write, as the nearest allowed tag; so cells and sections do not run into each other. */
export const nearestTags: Readonly<Record<string, string>> = {
  ...{ h5: 'h4', h6: 'h4', del: 's', strike: 's', ins: 'u' },
  ...Object.fromEntries(
    ['tr', 'td', 'th', 'caption', 'dt', 'dd', 'section', 'article', 'header', 'footer', 'address', 'hr'].map(
      (tag) => [tag, 'div'],
    ),
  ),
}

/** Tags whose content is not the text of the note. The content of every other unknown tag stays. */
export const textlessTags = [
  ...['script', 'style', 'title', 'template', 'textarea', 'option', 'svg', 'math'],
  ...['xmp', 'plaintext', 'noscript', 'noembed', 'noframes', 'iframe', 'object'],
] as const

/**
 * Characters of rich text as it is sent. What is kept may be half as long (`max` of the field): pasted markup comes
 * with spans and styles that are taken away. It is counted before anything is read of it (TRUST-25).
 */
export const maxMarkup = 200_000

/** The schemes of addresses that may be linked to. */
export const linkSchemes = ['https', 'mailto', 'tel'] as const

/** What every link says beside its address: it opens beside this page, and cannot reach back into it. */
export const linkManners = { target: '_blank', rel: 'noopener noreferrer' } as const

/** Characters of an address; browsers and servers do without longer ones. */
const maxAddress = 2_048
/** Characters of the name of a machine in the DNS; spelling it in ASCII takes the square of its length. */
const maxHost = 253

/** An address that may be linked to, in the spelling in which a browser would read it; null for any other. */
export function safeAddress(href: string | null | undefined): string | null {
  if (href === null || href === undefined || href.length > maxAddress) return null
  const [, host = ''] = /^(?!mailto:|tel:)[^:]*:[/\\\s]*([^/\\?#]*)/i.exec(href) ?? []
  if (host.length > maxHost || !URL.canParse(href)) return null
  const url = new URL(href)
  return linkSchemes.some((scheme) => url.protocol === `${scheme}:`) ? url.href : null
}

/** Whether anything can be seen: not only spaces, control characters and marks without width. */
export const isVisible = (text: string): boolean => /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text)
