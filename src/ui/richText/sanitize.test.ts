import fc from 'fast-check'
import { richTextTags } from '../../contract/richText'
import { readHtml } from './readHtml'
import { sanitizeRichText } from './sanitize'
import { writeHtml } from './writeHtml'
import { readPasted } from './pasted/readPasted'

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><img src=x onerror=alert(1)></template>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe><object data=javascript:alert(1)></object>',
  '<base href="https://evil.example/"><link rel=stylesheet href=//evil.example><meta http-equiv=refresh content=0>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" \u0001 JaVaScRiPt:alert(1)">x</a>',
  '<a href="java&Tab;script&colon;alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a><a href="vbscript:x">y</a>',
  '<a href="//evil.example">x</a><a href="/api/token/">y</a><a href="http://example.com">z</a>',
  '<a href="https://a.example" onclick="alert(1)" style="x" id=a name=b class=c target=_self rel=opener>x</a>',
  '<p style="position:fixed;inset:0" id="root" class="ant-modal" onmouseover=alert(1) contenteditable>x</p>',
  '<div data-x=1 aria-label=y slot=a role=alert>x</div><div is=z>y</div>',
  '<!--><img src=x onerror=alert(1)>--><!-- --!><img src=x onerror=alert(1)>',
  '<textarea></textarea><img src=x onerror=alert(1)></textarea><xmp></xmp><img src=x onerror=alert(1)>',
  '<p><constructor>x</constructor><__proto__>y</__proto__></p>',
  '<table background="javascript:alert(1)"><tr><td style="background:url(javascript:alert(1))">x',
]

/** Everything in the markup, as parsed by a browser, that is not on the allow-list. */
const strangers = (html: string): string[] => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.querySelectorAll('*')].flatMap((element) => {
    const { localName, attributes } = element
    const wrong = [...attributes].filter(({ name, value }) => {
      if (localName !== 'a') return true
      if (name === 'href') return !/^(https|mailto|tel):[^\p{Cc}]*$/u.test(value)
      return value !== { target: '_blank', rel: 'noopener noreferrer' }[name]
    })
    return [
      ...((richTextTags as readonly string[]).includes(localName) ? [] : [localName]),
      ...wrong.map(({ name, value }) => `${localName} ${name}=${value}`),
      ...(element.hasAttribute('href') && !element.hasAttribute('rel') ? ['a link without manners'] : []),
    ]
  })
}

const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostile) },
  fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '=',
    '&',
    '<!--',
    '-->',
    '<p>',
    '</p>',
    '<ul><li>',
    '</a>',
    '<pre>\n',
    '<b',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
)
const mixture = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''))

const ways: [string, (html: string) => string][] = [
  ['shown', sanitizeRichText],
  ['edited', (html) => writeHtml(readHtml(html))],
  ['pasted', (html) => writeHtml(readPasted(html))],
]

describe.each(ways)('rich text that is %s', (_way, through) => {
  it.each(hostile)('[TRUST-1] nothing of %j is left that a browser would run or style', (html) => {
    expect(strangers(through(`<p>before ${html} after</p>`))).toEqual([])
  })

  it('[TRUST-1] mixtures of hostile samples come out safe', () => {
    fc.assert(
      fc.property(mixture, (html) => {
        expect([html, strangers(through(html))]).toEqual([html, []])
      }),
      { numRuns: 700 },
    )
  })
})

describe('links', () => {
  it('[TRUST-1] lead to https, mailto and tel only, and open beside the page', () => {
    expect(sanitizeRichText('<a href="HTTPS://Example.com/a b">x</a>')).toBe(
      '<a href="https://example.com/a%20b" target="_blank" rel="noopener noreferrer">x</a>',
    )
    for (const href of ['mailto:a@example.com', 'tel:+1-217-555-0100'])
      expect(sanitizeRichText(`<a href="${href}">x</a>`)).toContain(`href="${href}"`)
    for (const href of ['http://example.com/', 'ftp://example.com/', '/login', '#top', ''])
      expect(sanitizeRichText(`<a href="${href}">x</a>`)).toBe('<a>x</a>')
  })
})
