import { readHtml } from './readHtml'
import { textOf } from './blocks'

/** UTF-16 code units. */
const longest = 80

/** The start of rich text as one line without markup. */
export const excerpt = (html: string): string => {
  const text = readHtml(html).map(textOf).join(' ').replaceAll(/\s+/g, ' ').trim()
  return text.length > longest ? `${text.slice(0, longest).trimEnd()}…` : text
}
