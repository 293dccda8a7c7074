/** A Unicode noncharacter, which no text contains. */
const mark = '\uFDD0'

/** Name of the style attribute after parsing. */
export const styleAttribute = `${mark}style`

const effects = /([\s"'/])(?=(?:style|on[a-z]+)\s*=)/gi

/** Restores the original text after parsing. */
export const unmarked = (text: string) => text.replaceAll(mark, '')

/**
 * Parses pasted markup in an inert document without scripts and requests. The CSP still applies and reports each inline
 * style and handler, so these attributes are renamed first. `unmarked` reverts renamed parts of text.
 */
export const parsePasted = (html: string): HTMLElement => {
  const quiet = unmarked(html)
    .replaceAll(effects, `$1${mark}`)
    .replaceAll(/<(\/?)style\b/gi, '<$1noembed')
    .replaceAll(/<base\b/gi, '<wbr')
  return new DOMParser().parseFromString(quiet, 'text/html').body
}
