import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { isStorable } from '../../src/contract/textRules'
import { plainText, sanitizeHtml, TooMuchMarkup } from './richText'

const { DOMParser, Element, Node, NodeFilter } = new JSDOM().window

const allowed = 'p div br h1 h2 h3 h4 blockquote pre ul ol li strong b em i u s code a'.split(' ')

/** Everything in the markup, as a browser parses it, that is not on the allow-list. */
function strangers(html: string): string[] {
  const found: string[] = []
  const page = new DOMParser().parseFromString(html, 'text/html')
  const walker = page.createTreeWalker(page, NodeFilter.SHOW_ALL)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.COMMENT_NODE || node.nodeType === Node.PROCESSING_INSTRUCTION_NODE)
      found.push(node.nodeName)
    if (!(node instanceof Element)) continue
    const isFrame = node.parentElement === page.documentElement || node === page.documentElement
    if (!isFrame && !allowed.includes(node.localName)) found.push(node.localName)
    if (node.namespaceURI !== 'http://www.w3.org/1999/xhtml') found.push(`${node.localName} of another kind`)
    for (const { name, value } of node.attributes)
      if (!fits(node, name, value)) found.push(`${name}=${value}`)
  }
  return found
}

function fits(element: Element, name: string, value: string): boolean {
  if (element.localName !== 'a') return false
  if (name === 'target') return value === '_blank'
  if (name === 'rel') return value === 'noopener noreferrer'
  return name === 'href' && /^(https|mailto|tel):[^\p{Cc}]*$/u.test(value) && element.hasAttribute('rel')
}

async function expectSafe(html: string): Promise<void> {
  const clean = await sanitizeHtml(html)
  expect([html, strangers(clean)]).toEqual([html, []])
  expect(await sanitizeHtml(clean)).toBe(clean)
  // Entities bring in no character that the body itself could not have held.
  if (isStorable(html)) expect(isStorable(clean)).toBe(true)
  // Every `<` that is left begins or ends one of the known tags.
  expect(clean.replaceAll(/<\/?[a-z]\w*(?: (?:href|target|rel)="[^"<>]*")*(?: \/)?>/g, '')).not.toMatch(
    /[<>]/,
  )
}

const hostile = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text x="20" y="20">XSS</text></a></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<svg><desc><![CDATA[</desc><script>alert(1)</script>]]></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><annotation-xml encoding="text/html"><img src=x onerror=alert(1)></annotation-xml></math>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<form id=a></form><form id=b><form><input onfocus=alert(1) autofocus>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea></textarea><img src=x onerror=alert(1)></textarea>',
  '<xmp></xmp><img src=x onerror=alert(1)></xmp>',
  '<xmp>&lt;img src=x onerror=alert(1)&gt;</xmp>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<title></title><img src=x onerror=alert(1)></title>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html;base64,PHNjcmlwdD4="></object><embed src=javascript:alert(1)>',
  '<base href="https://evil.example/"><link rel=stylesheet href=//evil.example><meta http-equiv=refresh content=0>',
  '<template><script>alert(1)</script></template>',
  '<select><option><style></option></select><img src=x onerror=alert(1)></style>',
  '<table background="javascript:alert(1)"><tr><td style="background:url(javascript:alert(1))">x',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" \u0001 javascript:alert(1)">x</a>',
  '<a href="java\tscr\nipt:alert(1)">x</a>',
  '<a href="java&Tab;script&colon;alert(1)">x</a>',
  '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">x</a>',
  '<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a><a href="data:text/html,<script>alert(1)</script>">y</a>',
  '<a href="//evil.example">x</a><a href="\\\\evil.example">y</a><a href="/api/token/">z</a><a href="#x">q</a>',
  '<a href="https://a.example" onclick="alert(1)" style="x" id=a name=b class=c>x</a>',
  '<a href="https://a.example/&quot;onmouseover=&quot;alert(1)">x</a>',
  '<a href="https://a.example" rel="opener" target="_self">x</a>',
  '<p style="position:fixed;inset:0" id="root" class="ant-modal" onmouseover=alert(1) contenteditable>x</p>',
  '<p/onclick=alert(1)>x<p\x0conclick=alert(1)>y<p\x00onclick=alert(1)>z',
  '<<p>script>alert(1)<</p>/script>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!-- --!><img src=x onerror=alert(1)>',
  '<![CDATA[><img src=x onerror=alert(1)>]]>',
  '<?xml-stylesheet ><img src=x onerror=alert(1)>?>',
  '<!DOCTYPE html [<!ENTITY x "<script>">]>&x;',
  '&lt;script&gt;alert(1)&lt;/script&gt;&amp;lt;img&amp;gt;',
  '<b<img src=x onerror=alert(1)>',
  '<p title="><script>alert(1)</script>">x',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)>',
  '<body onload=alert(1)><frameset onload=alert(1)>',
  '<marquee onstart=alert(1)>x</marquee><isindex type=image src=1 onerror=alert(1)>',
  '<p>a<span><p>b</p></span></p><ul><li>a<font><li>b</font></ul>',
  '</p<em \u{10000}',
]

test.each(hostile)('[TRUST-1] nothing of %j is left that a browser would run or style', async (html) => {
  await expectSafe(html)
  await expectSafe(`<p>before ${html} after</p>`)
})

test('[TRUST-1] thousands of hostile mixtures come out safe, and the same when they go through again', async () => {
  const piece = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...hostile) },
    fc
      .constantFrom(...allowed, 'span', 'table', 'td', 'tr', 'svg', 'math', 'style', 'form', 'font')
      .chain((tag) => fc.constantFrom(`<${tag}>`, `</${tag}>`, `<${tag} `, `<${tag}/>`, `</${tag}`)),
    fc.constantFrom('<', '>', '"', "'", '`', '=', '&', '&amp;', '&#x3c;', '<!--', '-->', '<![CDATA[', ']]>'),
    fc.string({ unit: 'binary', maxLength: 6 }),
  )
  const mixture = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''))
  // Halves of different samples are joined, too.
  const cut = fc
    .tuple(mixture, mixture, fc.nat(200), fc.nat(200))
    .map(([one, other, end, start]) => one.slice(0, end) + other.slice(start))
  await fc.assert(fc.asyncProperty(fc.oneof(mixture, cut), expectSafe), { numRuns: 2_000 })
})

const textOf = async (html: string) => plainText(await sanitizeHtml(html))

test('[NOTE-1] what a note says stays: text, structure and links', async () => {
  const note =
    '<h2>Call</h2><p>Asked for <strong>1,200 dth</strong> &amp; a <em>fixed</em> price &lt; 4.10</p><ul><li>one</li></ul>'
  expect(await sanitizeHtml(note)).toBe(note)
  expect(await sanitizeHtml('<a href="HTTPS://Example.com/a b?q=1&r=2" class="x">here</a>')).toBe(
    '<a href="https://example.com/a%20b?q=1&amp;r=2" target="_blank" rel="noopener noreferrer">here</a>',
  )
  for (const address of ['https://example.com/', 'mailto:a@example.com', 'tel:+1-217-555-0100'])
    expect(await sanitizeHtml(`<a href="${address}">x</a>`)).toContain(`href="${address}"`)
  expect(await sanitizeHtml('<span style="color:red">red</span> <font>and</font> <h6>small</h6>')).toBe(
    'red and <h4>small</h4>',
  )
  expect(await textOf('<table><tr><td>1,200</td><td>3,400</td></tr></table>')).toBe('1,200 3,400')
})

test('[TRUST-1] a link by any other scheme keeps its text and loses its address', async () => {
  for (const address of ['http://example.com/', 'ftp://example.com/', 'data:text/plain,x', '/api/mpg/notes/'])
    expect(await sanitizeHtml(`<a href="${address}">x</a>`)).toBe('<a>x</a>')
})

test('[NOTE-1] the text of rich text has its entities decoded and its blocks apart', async () => {
  expect(await textOf('<p>one<br>two</p><p>th<b>re</b>e</p><ul><li>four<li>&lt;five&gt; &amp;lt;</ul>')).toBe(
    'one two three four <five> &lt;',
  )
  expect(await textOf('caf&eacute; &#x1F600;')).toBe('café 😀')
})

test.each([
  '',
  '  \n ',
  '<p></p>',
  '<p><br></p>',
  '<p>&nbsp;</p>',
  '<p>&#8203;\u2060\ufeff</p>',
  '<script>alert(1)</script>',
  '<style>p{}</style><!-- x -->',
  '<img src=x alt="text">',
  '<a href="https://example.com"></a>',
])('[NOTE-1] %j has no text', async (html) => {
  expect(await textOf(html)).toBe('')
})

test.each(['<b>', '<ul><li>', '<svg>', '<p><span>', '<x-y>', '<table><tr><td>', '<a href=https://a.de>'])(
  '[TRUST-25] markup of %j that nests is flattened, and refused where it goes on',
  async (part) => {
    const elements = part.split('<').length - 1
    expect(await sanitizeHtml(part.repeat(240 / elements) + 'x')).not.toMatch(/(?:<[^/>]*>){101}/)
    await expect(sanitizeHtml(part.repeat(252 / elements) + 'x')).rejects.toThrow(TooMuchMarkup)
  },
)

test('[TRUST-25] deep markup loses its tags and keeps its text', async () => {
  const clean = await sanitizeHtml('<blockquote>'.repeat(250) + 'said' + '</blockquote>'.repeat(250))
  expect(plainText(clean)).toBe('said')
  expect(clean.split('<blockquote>')).toHaveLength(101)
})

test.each([
  ...[
    '<br>',
    '<p class=a>x</p>',
    '</p>',
    '<I></I>',
    '<hr/>',
    '<p>x',
    '<option>',
    '<td>1',
    '<span>x</span>',
  ].map((part) => [part, 1_250] as const),
  ...['<', '&amp;'].map((part) => [part, 4_000] as const),
  ['&am', 10_000],
  ['<?x ', 9_000],
  [`<a href="https://a.example?${'x=1&'.repeat(14)}">x</a>`, 300],
  ['<a href="https://a.example">x</a>', 300],
] as const)('[TRUST-25] markup of %j in a row is refused where it takes long to read', async (part, most) => {
  expect(await sanitizeHtml(part.repeat(most))).toBeDefined()
  await expect(sanitizeHtml(part.repeat(most + 1))).rejects.toThrow(TooMuchMarkup)
})

test('[TRUST-25] markup as the editor writes it may be twice as long', async () => {
  const line = '<p>Asked for 1,200 dth.</p>'
  expect(await sanitizeHtml(line.repeat(2_500))).toBe(line.repeat(2_500))
  await expect(sanitizeHtml(line.repeat(2_501))).rejects.toThrow(TooMuchMarkup)
})

test('[TRUST-25] an address is no longer than browsers and name servers take', async () => {
  const linked = async (address: string) =>
    (await sanitizeHtml(`<a href="${address}">x</a>`)).includes('href=')
  expect(await linked(`https://example.com/${'a'.repeat(2_000)}`)).toBe(true)
  expect(await linked(`https://example.com/${'a'.repeat(2_100)}`)).toBe(false)
  expect(await linked(`mailto:${'someone@example.com,'.repeat(50)}`)).toBe(true)
  expect(await linked('https://münchen.example/')).toBe(true)
  for (const start of ['https://', 'HTTPS:\\\\', 'ht\ntps:/\t/', ' https:'])
    expect(await linked(`${start}${'ü'.repeat(254)}.example/`)).toBe(false)
})

test('[K8] takes out invisible characters and turned directions, and keeps those that join letters and emoji', async () => {
  for (const [html, clean] of [
    ['<p>a\u200Bb\u00ADc \u202Etxt\u202C \u2067d\u2069\uFEFF</p>', '<p>abc txt d</p>'],
    ['<p>a&#x202E;b&ZeroWidthSpace;c&shy;d</p>', '<p>abcd</p>'],
    [
      '<p>Family \u{1F468}\u200D\u{1F469}\u200D\u{1F467} \u200D</p>',
      '<p>Family \u{1F468}\u200D\u{1F469}\u200D\u{1F467} </p>',
    ],
    [
      '<p>\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645</p>',
      '<p>\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645</p>',
    ],
    ['<p>&l\u200Bt;b&gt; <\u200Bscript>x</p>', '<p>&amp;lt;b&gt; &lt;script&gt;x</p>'],
  ] as const) {
    await expectSafe(html)
    expect(await sanitizeHtml(html)).toBe(clean)
  }
})
