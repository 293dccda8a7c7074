import { textIn, withTextReplaced } from './replaceText'

const pattern = /\{(\w+)\}/g
const fill = (html: string, values: Readonly<Record<string, string>>) =>
  withTextReplaced(html, pattern, (_match, name = '') => values[name] ?? null)

describe('replaced text', () => {
  it('[MAIL-5] takes the marks of what it replaces, be that marked in part', () => {
    expect(fill('<p>Dear <strong>{a}</strong>, {b} and {a}</p>', { a: 'Ann', b: 'Bo' })).toBe(
      '<p>Dear <strong>Ann</strong>, Bo and Ann</p>',
    )
    expect(fill('<p>x {<em>a</em>} y</p><ul><li>{a}</li></ul>', { a: 'Ann' })).toBe(
      '<p>x Ann y</p><ul><li>Ann</li></ul>',
    )
  })

  it('[MAIL-5, TRUST-1] is text, whatever it holds', () => {
    expect(fill('<p>{a}</p>', { a: '<b>&</b> {b} $1' })).toBe('<p>&lt;b&gt;&amp;&lt;/b&gt; {b} $1</p>')
  })

  it('[MAIL-5] leaves what has no value', () => {
    expect(fill('<p>{a} {b}</p>', { b: 'Bo' })).toBe('<p>{a} Bo</p>')
    expect(textIn('<p>{a}</p><p>b</p>')).toBe('{a}\nb')
  })
})
