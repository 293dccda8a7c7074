import { linkAttributes } from '../../contract/richText'
import { isVisible, withoutMarks } from '../../contract/textRules'
import { isList, joined, marks, stepped, textOf, type Block, type Span } from './blocks'
import { escapedText, escapedValue, preformatted } from './serialize'

const hardSpace = '\u00a0'

/**
 * HTML collapses repeated spaces and those at the ends of a line. Spaces that would be lost become non-breaking ones.
 */
const withSpacesKept = (spans: readonly Span[]): Span[] => {
  const source = spans.map(({ text }) => text.replaceAll('\t', ' '))
  const whole = source.join('')
  if (!/^ | $| {2}|\n | \n/.test(whole))
    return spans.map((span, index) => ({ ...span, text: source[index] ?? '' }))
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

/** Groups neighbours with equal keys, in order. */
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

/** Serializes spans within the marks from a level on, each mark's tag as wide as possible. */
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
      const attributes = Object.entries({ href: link, ...linkAttributes })
      return `<a${attributes.map(([name, value]) => ` ${name}="${escapedValue(value)}"`).join('')}>${inner}</a>`
    })
    .join('')

/** An empty line, and the line after a trailing break, are only shown if another break follows. */
const filler = (text: string, lineBreak: string) => (text === '' || text.endsWith('\n') ? lineBreak : '')

const contentOf = ({ kind, spans }: Block): string => {
  const text = textOf({ spans })
  return kind === 'pre'
    ? preformatted(linked(spans, '\n') + filler(text, '\n'))
    : linked(withSpacesKept(spans), '<br />') + filler(text, '<br />')
}

/** Nests list items by depth. */
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

/** Characters that cannot be stored or are invisible. */
const unfit = /\p{Surrogate}|[^\P{Cc}\n\t]/gu

/** Without what the server takes out: in neighbours together, since characters join across them. */
const storable = (spans: readonly Span[]): Span[] => {
  const whole = joined(spans.map((span) => ({ ...span, text: span.text.replaceAll(unfit, '') })))
  return joined(whole.map((span) => ({ ...span, text: withoutMarks(span.text, 'lines') })))
}

/** Serializes blocks like the server does; '' without text. */
export const writeHtml = (blocks: readonly Block[]): string => {
  const fit = blocks.map((block) => ({
    ...block,
    spans: storable(block.spans),
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
