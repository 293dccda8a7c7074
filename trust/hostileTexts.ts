import fc from 'fast-check'
import { chromium } from 'playwright-core'
import { startChromium } from '../e2e/chromium'
import { signInByForm } from '../e2e/actions'
import { contract, type Row } from '../src/contract'
import { newOutcome, withProduct, type Check } from './check'
import { createClient, dealsPath, keyed, type Deal } from './client'

/** Notes on a page. */
const portion = 25
const foreign = 'https://elsewhere.example'
/** What a script that runs leaves behind. */
const mark = 'window.__ran=1'

const handlers = fc.constantFrom(
  ...['onerror', 'onload', 'onclick', 'onfocus', 'onmouseover', 'ontoggle', 'onbegin', 'onanimationstart'],
  ...['OnError', 'on\nerror', 'onerror\0', '/onerror', 'formaction', 'style', 'srcdoc'],
)
const addresses = fc.constantFrom(
  `javascript:${mark}`,
  `JaVaScRiPt:${mark}`,
  `java\tscript:${mark}`,
  `&#106;avascript:${mark}`,
  `\u0001javascript:${mark}`,
  `data:text/html,<script>parent.${mark}</script>`,
  `vbscript:${mark}`,
  `${foreign}/x.js`,
  '//elsewhere.example/x',
  'x',
)
const tags = fc.constantFrom(
  ...[
    'img',
    'svg',
    'script',
    'iframe',
    'a',
    'p',
    'math',
    'style',
    'base',
    'form',
    'input',
    'object',
    'embed',
  ],
  ...['video', 'details', 'template', 'noscript', 'table', 'select', 'textarea', 'title', 'xmp', 'body'],
  ...[
    'svg/onload',
    'animate',
    'foreignObject',
    'mtext',
    'mglyph',
    'annotation-xml',
    'plaintext',
    'meta',
    'link',
  ],
)
const attribute = fc.oneof(
  fc
    .tuple(handlers, fc.constantFrom(mark, `"${mark}"`, `'${mark}'`, `\`${mark}\``))
    .map((parts) => parts.join('=')),
  fc
    .tuple(fc.constantFrom('src', 'href', 'xlink:href', 'action', 'data', 'poster', 'background'), addresses)
    .map(([name, address]) => `${name}="${address}"`),
  fc.constantFrom('autofocus', 'open', 'tabindex=1', 'id=root', 'name=getElementById', 'http-equiv=refresh'),
)
const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    mark,
    `<!--`,
    '-->',
    ']]>',
    '<![CDATA[',
    '&lt;script&gt;',
    `</script><script>${mark}</script>`,
  ),
)

/** Markup of the kinds by which scripts have got through sanitizers. */
const hostileText: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    text,
    fc
      .record({
        tag: tags,
        attributes: fc.array(attribute, { maxLength: 3 }),
        inner: fc.array(tie('node'), { maxLength: 3 }),
        end: fc.constantFrom('>', '/>', ' ', '\n>'),
        isClosed: fc.boolean(),
      })
      .map(
        ({ tag, attributes, inner, end, isClosed }) =>
          `<${[tag, ...attributes].join(' ')}${end}${inner.join('')}${isClosed ? `</${tag}>` : ''}`,
      ),
  ),
})).node

/**
 * What could run or ask elsewhere in markup that the server gives, as a browser parses it: the page's own sanitizer and its policy
 * must not be all that stops it. It runs in the page.
 */
const holesIn = (texts: readonly string[]): string[] =>
  texts.flatMap((markup) =>
    [...new DOMParser().parseFromString(markup, 'text/html').body.querySelectorAll('*')].flatMap(
      (element) => [
        ...(/^(?:script|style|iframe|object|embed|base|meta|link|form|svg|math)$/i.test(element.localName)
          ? [`<${element.localName}>`]
          : []),
        ...[...element.attributes].flatMap(({ name, value }) =>
          name.startsWith('on') || /^[\s\0-\x1F]*(?:javascript|vbscript|data):/i.test(value)
            ? [`${name}="${value}"`]
            : [],
        ),
      ],
    ),
  )

declare global {
  interface Window {
    __ran?: number
  }
}

/** Hostile rich texts, stored and shown in Chromium: no script runs, and nothing is asked for elsewhere (TRUST-1, TRUST-3). */
export const hostileTexts: Check = {
  name: 'hostile texts',
  run: async (setting) => {
    const outcome = newOutcome()
    const server = await startChromium()
    const browser = await chromium.connect(server.wsEndpoint())
    try {
      await withProduct(setting, async ({ url }) => {
        const client = createClient(url)
        const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 2_000 } })
        const asked: string[] = []
        await context.route(
          (address) => address.origin !== new URL(url).origin,
          (route) => {
            asked.push(route.request().url())
            return route.abort()
          },
        )
        const page = await context.newPage()
        page.on('dialog', (dialog) => {
          asked.push(`dialog ${dialog.message()}`)
          void dialog.dismiss()
        })
        await signInByForm(page, 'team')
        do {
          const { body } = await client.send<Deal>('POST', dealsPath, {
            body: { opportunity_name: `hostile ${setting.seed} ${outcome.rounds}` },
            headers: keyed(),
          })
          const texts = fc.sample(hostileText, { seed: setting.seed + outcome.rounds, numRuns: portion })
          let stored = 0
          const given: string[] = []
          for (const hostile of texts) {
            const { status, body: note } = await client.send<Row<'notes'>>('POST', contract.notes.path, {
              body: {
                object_id: `opportunity-${body.opportunity_id}`,
                description: `<p>Before</p>${hostile}<p>After</p>`,
              },
              headers: keyed(),
            })
            if (status === 201) {
              stored++
              given.push(note.description)
            } else if (status !== 400 && status !== 413)
              outcome.faults.push(`${hostile} was answered by ${status}.`)
          }
          await page.goto(`/mpg/opportunities/${body.opportunity_id}/details`)
          await page.getByRole('region', { name: 'Notes' }).getByText('After').first().waitFor()
          for (const hole of await page.evaluate(holesIn, given))
            outcome.faults.push(`The server gives ${hole}; seed ${setting.seed + outcome.rounds}.`)
          if ((await page.evaluate(() => window.__ran)) !== undefined)
            outcome.faults.push(`A script ran; seed ${setting.seed + outcome.rounds}.`)
          if (asked.length > 0)
            outcome.faults.push(
              `${asked.splice(0).join()} was asked for; seed ${setting.seed + outcome.rounds}.`,
            )
          outcome.operations += stored
          outcome.rounds++
        } while (setting.hasTime())
        await context.close()
      })
    } finally {
      await browser.close()
      await server.close()
    }
    return outcome
  },
}
