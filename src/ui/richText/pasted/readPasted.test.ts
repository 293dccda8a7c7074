import { writeHtml } from '../writeHtml'
import { readPasted, readPastedText } from './readPasted'
import { chromeArticle, gmail, googleDocs, outlookWeb, sheets, wordDocument, wordOnline } from './samples'

const pasted = (html: string) => writeHtml(readPasted(html))
const link = (href: string, text: string) =>
  `<a href="${href}" target="_blank" rel="noopener noreferrer">${text}</a>`

describe('what is pasted', () => {
  it('[NOTE-1] comes out of Word clean, with its lists, links and emphasis', () => {
    expect(pasted(wordDocument)).toBe(
      [
        '<p><strong>Gas supply review</strong></p>',
        '<p>The customer asked for <strong>1,200 dth</strong> at a <em>fixed</em> price, <u>not</u> index.</p>',
        `<p>See ${link('https://example.com/tariff', 'the tariff')} or ${link('mailto:otto@example.com', 'Otto')}.</p>`,
        '<ul><li>Winter strip<ul><li>November to March</li></ul></li><li>Summer strip</li></ul>',
        '<p><br /></p>',
        '<ol><li>Send the <strong>LOA</strong></li><li>Ask for usage</li></ol>',
        '<p>Month | dth</p><p>January | 400</p>',
      ].join(''),
    )
  })

  it('[NOTE-1] comes out of Word on the web with its levels', () => {
    expect(pasted(wordOnline)).toBe(
      '<p>Next steps</p><ul><li>Call the <strong>broker</strong><ul><li>before noon</li></ul></li></ul>',
    )
  })

  it('[NOTE-1] comes out of Google Docs clean, not all of it bold', () => {
    expect(pasted(googleDocs)).toBe(
      [
        '<p><strong>Call notes</strong></p>',
        '<p>They want <strong>burner tip</strong> and <em>index</em> plus <u>adder</u>, <s>not fixed</s>.</p>',
        '<p><br /></p>',
        `<ul><li>First<ul><li>Nested</li></ul></li></ul><ol><li>${link('https://example.com/', 'Link')}</li></ol>`,
      ].join(''),
    )
  })

  it('[NOTE-1] comes out of Outlook and Gmail clean', () => {
    expect(pasted(outlookWeb)).toBe(
      `<p>Hello Bea,</p><p><br /></p><p>the <strong>LOA</strong> is at ${link('https://example.com/loa', 'this place')}.</p>`,
    )
    expect(pasted(gmail)).toBe('<p>Hi,</p><p><br /></p><p>two<br />lines</p><p><br />--</p><p>Otto</p>')
  })

  it('[NOTE-1] comes off a page of the web clean, with no picture, script or hidden text', () => {
    expect(pasted(chromeArticle)).toBe(
      [
        '<p><strong>Storage report</strong></p>',
        `<p>Stocks rose by <strong>62 Bcf</strong>, ${link('https://example.com/eia', 'EIA says')}. Old and more.</p>`,
        '<ol><li>East</li><li>West</li></ol>',
      ].join(''),
    )
  })

  it('[NOTE-1] makes a line of each row of a sheet', () => {
    expect(pasted(sheets)).toBe('<p>Month | dth</p><p>January | 1,200</p>')
  })

  it.each([
    ['<p>one</p><p> </p><p>&nbsp;</p><p>two</p><p></p>', '<p>one</p><p><br /></p><p>two</p>'],
    ['<ul><li>one</li><li></li><li>two</li></ul>', '<ul><li>one</li><li>two</li></ul>'],
    [
      '<table><tr><td><p>one</p><ul><li>two</li></ul></td><td>three</td></tr></table>',
      '<p>one</p><ul><li>two</li></ul><p>three</p>',
    ],
    ['<pre>a\n  b\n</pre>', '<p>a<br />\u00a0 b</p>'],
    ['<span style="white-space: pre-wrap">a  b</span>', '<p>a \u00a0b</p>'],
    ['<b>bold <span style="font-weight: 400">not</span></b>', '<p><strong>bold </strong>not</p>'],
    [
      '<p/style=font-weight:700>a style=b <style>p{}</style>onclick=c</p>',
      '<p><strong>a style=b onclick=c</strong></p>',
    ],
    ['<img src=x onerror=alert(1)><script>alert(1)</script>', ''],
  ])('[NOTE-1] makes of %j %j', (html, expected) => {
    expect(pasted(html)).toBe(expected)
  })

  it('[NOTE-1] makes a paragraph of each line of plain text', () => {
    expect(writeHtml(readPastedText('one\r\n\r\n\r\ntwo\t<b>\n'))).toBe(
      '<p>one</p><p><br /></p><p>two \u00a0&lt;b&gt;</p>',
    )
    expect(readPastedText('part of ')).toMatchObject([{ spans: [{ text: 'part of ' }] }])
  })

  it.each([
    [
      'see https://example.com/a?b=1',
      [
        ['see ', null],
        ['https://example.com/a?b=1', 'https://example.com/a?b=1'],
      ],
    ],
    [
      '(www.example.com/x_(y)).',
      [
        ['(', null],
        ['www.example.com/x_(y)', 'https://www.example.com/x_(y)'],
        [').', null],
      ],
    ],
    [
      'Mail otto@example.com, please',
      [
        ['Mail ', null],
        ['otto@example.com', 'mailto:otto@example.com'],
        [', please', null],
      ],
    ],
    ['javascript:alert(1) http://example.com a@b', [['javascript:alert(1) http://example.com a@b', null]]],
  ])('[K13] has links where addresses stand in a plain text: %s', (text, spans) => {
    expect(readPastedText(text)[0]?.spans.map((span) => [span.text, span.link])).toEqual(spans)
  })

  it('[K13] shows each bullet and number of a Word list once', () => {
    const item = (marker: string, level: number, text: string, style = `mso-list:l0 level${level} lfo1`) =>
      `<p class=MsoListParagraph style='text-indent:-.25in;${style}'><![if !supportLists]><span style='font-family:Symbol'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>`
    const word = [
      item('·', 1, 'First bullet'),
      item('o', 2, 'Nested'),
      item('§', 3, 'Deeper'),
      item('·', 1, 'Last'),
    ]
    expect(writeHtml(readPasted(word.join('\n')))).toBe(
      '<ul><li>First bullet<ul><li>Nested<ul><li>Deeper</li></ul></li></ul></li><li>Last</li></ul>',
    )
    expect(writeHtml(readPasted([item('1.', 1, 'One'), item('a)', 2, 'Two')].join('')))).toBe(
      '<ol><li>One<ol><li>Two</li></ol></li></ol>',
    )
    expect(
      writeHtml(
        readPasted(
          word
            .join('')
            .replaceAll('<![if !supportLists]>', '<!--[if !supportLists]-->')
            .replaceAll('<![endif]>', '<!--[endif]-->'),
        ),
      ),
    ).toContain('<li>First bullet<ul>')
    const stripped =
      '<p class="MsoListParagraph">·&nbsp;&nbsp;&nbsp; One</p><p class="MsoListParagraph">Plain</p>'
    expect(writeHtml(readPasted(stripped))).toBe('<ul><li>One</li></ul><p>Plain</p>')
  })
})
