import { isVisible, linkManners } from '../../contract/richText'
import { isList, joined, marks, stepped, textOf, type Block, type Span } from './blocks'
import { escapedText, escapedValue, preformatted } from './serialize'

const hardSpace = '\u00a0'

/**
 * HTML shows several spaces as one, and none at the ends of a line. Those that would vanish become hard ones.
 * @param before what stands before the text in its block.
 */
const withSpacesKept = (spans: readonly Span[]): Span[] => {
  const source = spans.map(({ text }) => text.replaceAll('\t', ' '))
  const whole = source.join('')
  let at = 0
  let before = '\n'
  return spans.map((span, index) => {
    let text = ''
    for (const character of (source[index] ?? '').split('')) {
      const after = whole[at + 1] ?? '\n'
      const vanishes = character === ' ' && (before === ' ' || before === '\n' || after === '\n')
      before = vanishes ? hardSpace : character
      text += before
      at += 1
    }
    return { ...span, text }
  })
}

/** Neighbours of one kind together, in their order. */
const runs = <T, K>(items: readonly T[], keyOf: (item: T) => K): { key: K; items: T[] }[] => {
  const found: { key: K; items: T[] }[] = []
  for (const item of items) {
    const key = keyOf(item)
    const last = found.at(-1)
    if (last && last.key === key) last.items.push(item)
    else found.push({ key, items: [item] })
  }
  return found
}

/** The text of spans within the marks from a level on, each mark around as much as it can. */
const markedUp = (spans: readonly Span[], level: number, lineBreak: string): string => {
  const mark = marks[level]
  if (!mark) return spans.map(({ text }) => escapedText(text).replaceAll('\n', lineBreak)).join('')
  return runs(spans, (span) => span.marks.includes(mark))
    .map(({ key: isMarked, items }) => {
      const inner = markedUp(items, level + 1, lineBreak)
      return isMarked ? `<${mark}>${inner}</${mark}>` : inner
    })
    .join('')
}

const linked = (spans: readonly Span[], lineBreak: string): string =>
  runs(spans, ({ link }) => link)
    .map(({ key: link, items }) => {
      const inner = markedUp(items, 0, lineBreak)
      if (link === null) return inner
      const attributes = Object.entries({ href: link, ...linkManners })
      return `<a${attributes.map(([name, value]) => ` ${name}="${escapedValue(value)}"`).join('')}>${inner}</a>`
    })
    .join('')

/** A line that holds nothing, and the line below a break, show only if a break follows. */
const filler = (text: string, lineBreak: string) => (text === '' || text.endsWith('\n') ? lineBreak : '')

const contentOf = ({ kind, spans }: Block): string => {
  const text = textOf({ spans })
  return kind === 'pre'
    ? preformatted(linked(spans, '\n') + filler(text, '\n'))
    : linked(withSpacesKept(spans), '<br />') + filler(text, '<br />')
}

/** Items with those that stand deeper below them. */
const writeItems = (items: readonly Block[], depth: number): string => {
  const branches: { item: Block; below: Block[] }[] = []
  for (const item of items) {
    if (item.depth <= depth || branches.length === 0) branches.push({ item, below: [] })
    else branches.at(-1)?.below.push(item)
  }
  return runs(branches, ({ item }) => item.kind)
    .map(({ key: kind, items: same }) => {
      const written = same.map(
        ({ item, below }) => `<li>${contentOf(item)}${writeItems(below, depth + 1)}</li>`,
      )
      return `<${kind}>${written.join('')}</${kind}>`
    })
    .join('')
}

/** What cannot be stored, and what nobody sees. */
const unfit = /\p{Surrogate}|[^\P{Cc}\n\t]/gu

/** Blocks as HTML in the spelling in which the server keeps it; '' where there is no text. */
export const writeHtml = (blocks: readonly Block[]): string => {
  const fit = blocks.map((block) => ({
    ...block,
    spans: joined(block.spans.map((span) => ({ ...span, text: span.text.replaceAll(unfit, '') }))),
  }))
  if (!isVisible(fit.map(textOf).join(''))) return ''
  return runs(stepped(fit), ({ kind }) => isList(kind))
    .map(({ key: areItems, items }) =>
      areItems
        ? writeItems(items, 0)
        : items.map((block) => `<${block.kind}>${contentOf(block)}</${block.kind}>`).join(''),
    )
    .join('')
}
