import fc from 'fast-check'
import { richTextTags } from '../../contract/richText'
import { marks, type Block, type BlockKind, type Span } from './blocks'
import { fromContent, htmlOf, openHtml, toContent } from './draftContent'
import { excerpt } from './excerpt'
import { readHtml } from './readHtml'
import { sanitizeRichText } from './sanitize'
import { writeHtml } from './writeHtml'

/** Stored HTML after an edit in the editor and its undo. */
const rewritten = (html: string) => writeHtml(fromContent(toContent(readHtml(html))))

const text = fc.oneof(
  fc.constantFrom('dth', ' ', '  ', '\n', '\u00a0', '<b>', '&amp;', '"', 'é😀', '\t', '1,200'),
  fc.string({ maxLength: 8 }),
)
const link = fc.constantFrom(
  null,
  'https://example.com/a?b=1&c=2',
  'mailto:otto@example.com',
  'tel:+1-217-555-0100',
)
const span: fc.Arbitrary<Span> = fc.record({ text, marks: fc.subarray([...marks]), link })
const kinds: readonly BlockKind[] = ['p', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'ul', 'ul', 'ol', 'ol']
const block: fc.Arbitrary<Block> = fc.record({
  kind: fc.constantFrom(...kinds),
  depth: fc.nat(6),
  spans: fc.array(span, { maxLength: 5 }),
})
/** Any typed content. */
const typed = fc.array(block, { maxLength: 8 })

/** Any content of the allow-list, from any program. */
const allowed = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom('one', ' ', '\n  ', 'two three', '&amp; &lt;', '\u00a0', '<br>', 'é😀'),
    fc
      .tuple(fc.constantFrom(...richTextTags), fc.array(tie('node'), { maxLength: 4 }))
      .map(([tag, inside]) =>
        tag === 'a'
          ? `<a href="https://example.com/">${inside.join('')}</a>`
          : tag === 'br'
            ? '<br>'
            : `<${tag}>${inside.join('')}</${tag}>`,
      ),
  ),
})).node
const document_ = fc.array(allowed, { maxLength: 5 }).map((nodes) => sanitizeRichText(nodes.join('')))

const wordsIn = (html: string) =>
  (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').replaceAll(/\s/g, '')

describe('rich text between the server and the editor', () => {
  it('[NOTE-1] stores what was typed in a spelling that is the same after it was loaded', () => {
    fc.assert(
      fc.property(typed, (blocks) => {
        const html = writeHtml(blocks)
        expect(rewritten(html)).toBe(html)
        expect(sanitizeRichText(html)).toBe(html)
      }),
      { numRuns: 400 },
    )
  })

  it('[K8] writes no invisible characters but those that join letters and emoji, as the server stores them', () => {
    const family = '\u{1F468}\u200D\u{1F469}'
    expect(rewritten(`<p>a\u200Bb<strong>\u202Ec\u202C</strong>\u00AD ${family}</p>`)).toBe(
      `<p>ab<strong>c</strong> ${family}</p>`,
    )
  })

  it('[NOTE-1] saves loaded content unchanged, whichever program wrote it', () => {
    fc.assert(
      fc.property(document_, (html) => {
        const opened = openHtml(html)
        expect(htmlOf(opened.content, opened)).toBe(html)
      }),
      { numRuns: 300 },
    )
  })

  it('[NOTE-1] keeps every word of what others wrote, in a spelling that is the same ever after', () => {
    fc.assert(
      fc.property(document_, (html) => {
        const once = rewritten(html)
        expect(wordsIn(once)).toBe(wordsIn(html))
        expect(rewritten(once)).toBe(once)
      }),
      { numRuns: 400 },
    )
  })

  it.each([
    '<p>Asked for <strong>1,200 dth</strong> &amp; a <em>fixed</em> price &lt; 4.10</p>',
    '<p>one<br />two</p><p><br /></p><p>three<br /><br /></p>',
    '<p>a \u00a0b\u00a0</p>',
    '<ul><li>one<ul><li>two<ol><li>three</li></ol></li></ul></li><li>four</li></ul><ol><li><br /></li></ol>',
    '<h2>Call</h2><blockquote>He said <u><s>no</s></u></blockquote><pre>a\n  b\n\n</pre>',
    '<p><strong>bold <em>both</em></strong><em> slanted</em> <code>x = 1</code></p>',
    '<p><a href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">th<strong>e</strong>re</a></p>',
  ])('[NOTE-1] reads %j and writes the same', (html) => {
    expect(rewritten(html)).toBe(html)
  })

  it.each([
    ['<b>one</b> <i>two</i>', '<p><strong>one</strong> <em>two</em></p>'],
    ['<div>one<p>two</p>three</div>', '<p>one</p><p>two</p><p>three</p>'],
    ['<ul>\n <li>\n <p>one</p>\n <p>two</p>\n </li>\n</ul>', '<ul><li>one<br />two</li></ul>'],
    [
      '<blockquote><p>one</p><p>two</p></blockquote>',
      '<blockquote>one</blockquote><blockquote>two</blockquote>',
    ],
    ['<p>  one \n two  </p>\n\n<p></p>', '<p>one two</p>'],
    ['<ul><ul><li>deep</li></ul></ul>', '<ul><li>deep</li></ul>'],
    ['<p><br></p><p>\u200b</p>', ''],
    ['', ''],
  ])('[NOTE-1] edits %j as %j', (html, expected) => {
    expect(rewritten(html)).toBe(expected)
  })

  it('[NOTE-1] names a note by its beginning', () => {
    expect(excerpt('<p>Asked for <b>1,200</b></p><ul><li>fixed</li></ul>')).toBe('Asked for 1,200 fixed')
    expect(excerpt(`<p>${'gas '.repeat(40)}</p>`)).toMatch(/^(gas ){19}gas…$/)
  })
})
