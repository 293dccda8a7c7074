import { plain, type Span } from '../blocks'
import { typedAddress } from '../typedAddress'

const linkable =
  /(?:https:\/\/|mailto:|www\.)[^\s<>"]+|[^\s<>"@,;:()[\]]+@[^\s<>"@,;:()[\]]+\.[^\s<>"@,;:()[\]]+/gi

/** Strips trailing punctuation and a bracket opened before the address. */
const bare = (found: string): string => {
  const last = found.at(-1) ?? ''
  const opens = { ')': '(', ']': '[', '}': '{' }[last]
  const isUnopened = opens !== undefined && found.split(opens).length < found.split(last).length
  return /[.,;:!?'’”»*_]/.test(last) || isUnopened ? bare(found.slice(0, -1)) : found
}

/** Plain text with its web and mail addresses as links. */
export const linkedSpans = (text: string): Span[] => {
  const spans: Span[] = []
  let at = 0
  for (const { 0: found, index } of text.matchAll(linkable)) {
    const address = bare(found)
    const link = typedAddress(address)
    if (link === null) continue
    spans.push({ ...plain, text: text.slice(at, index) }, { ...plain, text: address, link })
    at = index + address.length
  }
  return [...spans, { ...plain, text: text.slice(at) }].filter((span) => span.text !== '')
}
