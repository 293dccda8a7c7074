/** No character of any text (Unicode noncharacter). */
const mark = '\uFDD0'

/** Where the style of an element stands once it has been parsed. */
export const styleAttribute = `${mark}style`

const effects = /([\s"'/])(?=(?:style|on[a-z]+)\s*=)/gi

/** What stands in a parsed document, as it was before. */
export const unmarked = (text: string) => text.replaceAll(mark, '')

/**
 * Parses pasted markup in a document that runs no scripts and loads nothing. The content security policy is asked all
 * the same, and complains of each style and handler that it would not let pass; so these get other names first.
 * Where that meets a text instead, `unmarked` gives it back.
 */
export const parsePasted = (html: string): HTMLElement => {
  const quiet = unmarked(html)
    .replaceAll(effects, `$1${mark}`)
    .replaceAll(/<(\/?)style\b/gi, '<$1noembed')
    .replaceAll(/<base\b/gi, '<wbr')
  return new DOMParser().parseFromString(quiet, 'text/html').body
}
