import { joined, textOf, type Block, type Span } from './blocks'
import { readHtml } from './readHtml'
import { writeHtml } from './writeHtml'

/** The text from one place to another, with its marks. */
const sliced = (spans: readonly Span[], start: number, end: number): Span[] => {
  let at = 0
  return spans.flatMap((span) => {
    const [from, to] = [Math.max(start - at, 0), end - at]
    at += span.text.length
    const text = to > from ? span.text.slice(from, to) : ''
    return text === '' ? [] : [{ ...span, text }]
  })
}

const inBlock = (
  block: Block,
  pattern: RegExp,
  replace: (...groups: readonly string[]) => string | null,
): Block => {
  const spans: Span[] = []
  let done = 0
  for (const match of textOf(block).matchAll(pattern)) {
    const text = replace(...match)
    if (text === null) continue
    const end = match.index + match[0].length
    const [look] = sliced(block.spans, match.index, end)
    spans.push(...sliced(block.spans, done, match.index), ...(look ? [{ ...look, text }] : []))
    done = end
  }
  return done === 0 ? block : { ...block, spans: joined([...spans, ...sliced(block.spans, done, Infinity)]) }
}

/**
 * Replaces what a global pattern finds in rich text, be it marked in part; the new text has the marks of the first letter of the old
 * one, and is text, whatever it holds.
 * @param replace is given the match and its groups; null leaves it.
 */
export const withTextReplaced = (
  html: string,
  pattern: RegExp,
  replace: (...groups: readonly string[]) => string | null,
): string => writeHtml(readHtml(html).map((block) => inBlock(block, pattern, replace)))

/** The text of rich text, its blocks on lines of their own. */
export const textIn = (html: string): string => readHtml(html).map(textOf).join('\n')
