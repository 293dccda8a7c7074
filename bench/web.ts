/**
 * The times of a user at a browser, in milliseconds, medians of several runs: on the machine as it is, and with a
 * quarter of its speed on a line of 1.6 Mbit/s. They are compared with a minimal page that sends the same request for
 * the same list and writes it into a plain table: the ratio is valid on any machine.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { chromium, type Browser, type BrowserContext, type Page, type Request } from 'playwright-core'
import { startChromium } from '../e2e/chromium'
import { startProduct } from '../e2e/product'
import { blockChangeStream } from '../e2e/blockChangeStream'
import { contract } from '../src/contract'
import { changesPath } from '../src/contract/events'
import { refreshRequest, type TokenAnswer } from '../src/contract/session'
import { storageKeyOf } from '../src/store/storedSession'
import { signIn, type BrowserSession } from './browserSession'
import type { Figures } from './figures'

const runs = Number(process.env['BENCH_RUNS'] ?? 5)

/** The path of the list, and the request of its first page. */
const listPath = '/mpg/opportunities'
const listCall = `${contract.opportunities.path}?limit=10&offset=0&ordering=-modified_at&expand=created_by%2Cmodified_by%2Ctags`

interface Line {
  name: string
  /** The factor by which the processor is slowed down. */
  slowdown: number
  network?: { latency: number; downloadThroughput: number; uploadThroughput: number }
}

const lines: readonly Line[] = [
  { name: 'as it is', slowdown: 1 },
  {
    name: '4× slower, 1.6 Mbit/s',
    slowdown: 4,
    network: { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 },
  },
]

const median = (values: readonly number[]): number =>
  Math.round(values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN)

/** Marks when the first row with a link or a text has been drawn; runs in the page before its own scripts. */
const watchRows = () => {
  const look = () => {
    const row = document.querySelector('tbody tr a[href], tbody tr td[data-peer]')
    if (row)
      setTimeout(() => {
        ;(window as { rowsAt?: number }).rowsAt = performance.now()
        // Reported by the page, since polling makes playwright inject a script while the page starts.
        console.debug('rows')
      })
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

const openPage = async (context: BrowserContext, { slowdown, network }: Line): Promise<Page> => {
  const page = await context.newPage()
  await page.addInitScript(watchRows)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  if (network) {
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network })
  }
  return page
}

/** Times until the first paint, and until the rows are painted, with an empty cache. */
const coldLoad = async (browser: Browser, address: string, state: BrowserSession | undefined, line: Line) => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(state && { storageState: state }),
  })
  const page = await openPage(context, line)
  const rowsShow = page.waitForEvent('console', {
    predicate: (message) => message.text() === 'rows',
    timeout: 60_000,
  })
  await page.goto(address, { waitUntil: 'commit' })
  await rowsShow
  // The peer page may have its rows before it has painted any.
  await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint').length > 0,
    undefined,
    { timeout: 60_000 },
  )
  const measured = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    rows: (window as { rowsAt?: number }).rowsAt ?? Number.NaN,
  }))
  await context.close()
  return measured
}

/** From a click, or a choice, until its result has been painted. */
const until = (page: Page, act: string, shows: string): Promise<number> =>
  page.evaluate(
    async ({ act, shows }) => {
      const start = performance.now()
      // oxlint-disable-next-line typescript/no-implied-eval -- both are sentences of this file
      const [perform, isShown] = [new Function(act), new Function(`return ${shows}`)] as [
        () => void,
        () => boolean,
      ]
      perform()
      await new Promise<void>((resolve) => {
        const look = () => (isShown() ? setTimeout(resolve) : requestAnimationFrame(look))
        look()
      })
      return performance.now() - start
    },
    { act, shows },
  )

/**
 * Resolves once the page has sent and received nothing for a second: by then its prefetching is finished. Playwright's
 * 'networkidle' fires once a page, before that begins.
 */
const atRest = async (page: Page) => {
  const open = new Set<Request>()
  let last = performance.now()
  const begin = (request: Request) => {
    // The stream of changes never ends.
    if (request.url().endsWith(changesPath)) return
    open.add(request)
    last = performance.now()
  }
  const end = (request: Request) => {
    open.delete(request)
    last = performance.now()
  }
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  while (open.size > 0 || performance.now() - last < 1_000) await page.waitForTimeout(100)
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
}

const steps = async (browser: Browser, url: string, state: BrowserSession, line: Line) => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: state,
    bypassCSP: true,
  })
  const page = await openPage(context, line)
  await blockChangeStream(page)
  await page.goto(url + listPath)
  await page.getByText(/^Showing/).waitFor()
  // The user reads the list while the browser comes to rest.
  await atRest(page)
  const detail = await until(
    page,
    "window.wanted = document.querySelector('tbody tr a[href]').textContent; document.querySelector('tbody tr a[href]').click()",
    "document.querySelector('h1')?.textContent === window.wanted",
  )
  await atRest(page)
  await page.goBack()
  await page.getByText(/^Showing/).waitFor()
  await atRest(page)
  const wizard = await until(
    page,
    "[...document.querySelectorAll('a')].find((link) => link.textContent === 'Create Opportunity').click()",
    "!!document.querySelector('main form input')",
  )
  await atRest(page)
  await page.goBack()
  await page.getByText(/^Showing/).waitFor()
  await atRest(page)
  const rows = await until(
    page,
    "const size = document.querySelector('.list-size select'); Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(size, '100'); size.dispatchEvent(new Event('change', { bubbles: true }))",
    "document.querySelectorAll('tbody tr a[href]').length >= 100",
  )
  await context.close()
  return { detail, wizard, rows }
}

/** The peer: one request for the page, one for the list, no framework. */
const peerPage = (
  access: string,
) => `<!doctype html><title>Peer</title><h1>Opportunities</h1><table></table><script>
fetch(${JSON.stringify(listCall)}, { headers: { authorization: 'Bearer ' + ${JSON.stringify(access)} } })
  .then((answer) => answer.json())
  .then(({ results }) => {
    document.querySelector('table').innerHTML = results.map((row) => '<tr><td data-peer></td><td></td></tr>').join('')
    document.querySelectorAll('tr').forEach((line, index) => {
      line.cells[0].textContent = results[index].opportunity_name
      line.cells[1].textContent = results[index].modified_at
    })
  })
</script>`

/** Serves the peer, and forwards its request to the product. */
const startPeer = async (url: string, access: string) => {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/') {
      response.setHeader('content-type', 'text/html').end(peerPage(access))
      return
    }
    const { authorization = '' } = request.headers
    const asked = await fetch(url + (request.url ?? ''), { headers: { authorization } })
    response.writeHead(asked.status, { 'content-type': 'application/json' }).end(await asked.text())
  }
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The peer got no port')
  return { address: `http://127.0.0.1:${address.port}/`, stop: () => server.close() }
}

const accessOf = (url: string, state: BrowserSession): string => {
  const kept = state.origins
    .flatMap(({ localStorage }) => localStorage)
    .find(({ name }) => name === storageKeyOf('session'))
  const { tokens } = JSON.parse(kept?.value ?? '{}') as { tokens?: string }
  const { access } = JSON.parse(tokens ?? '{}') as Partial<TokenAnswer>
  if (!access) throw new Error(`Nobody is signed in at ${url}; see ${refreshRequest.path}`)
  return access
}

/** BENCH_DATA_DIR measures an existing installation, BENCH_RUNS sets the number of runs. */
export async function web(): Promise<Figures> {
  const dataDir = process.env['BENCH_DATA_DIR']
  const product = await startProduct(dataDir ? { DATA_DIR: dataDir } : {})
  const server = await startChromium()
  const browser = await chromium.connect(server.wsEndpoint())
  const figures: Figures = []
  for (const line of lines) {
    // A new sign-in each time: tokens expire during many slow runs.
    const state = await signIn(await browser.newContext(), product.url)
    const peer = await startPeer(product.url, accessOf(product.url, state))
    const measured: Record<string, number[]> = {}
    const peers: Record<string, number[]> = {}
    const note = (into: Record<string, number[]>, values: Record<string, number>) => {
      for (const [name, value] of Object.entries(values)) (into[name] ??= []).push(value)
    }
    for (let run = 0; run < runs; run += 1) {
      const { paint, rows } = await coldLoad(browser, product.url + listPath, state, line)
      note(measured, { 'first paint of the list': paint, 'list, cold, until rows show': rows })
      const bare = await coldLoad(browser, peer.address, undefined, line)
      note(peers, { 'first paint of the list': bare.paint, 'list, cold, until rows show': bare.rows })
      const { detail, wizard, rows: hundred } = await steps(browser, product.url, state, line)
      note(measured, { 'list to detail': detail, 'the wizard opens': wizard, '100 rows': hundred })
    }
    for (const [name, values] of Object.entries(measured)) {
      const bare = peers[name] && median(peers[name])
      figures.push({
        what: name,
        machine: line.name,
        ms: median(values),
        'bare page ms': bare ?? '',
        ratio: bare ? Math.round((median(values) / bare) * 10) / 10 : '',
      })
    }
    peer.stop()
  }
  await browser.close()
  await server.close()
  await product.stop()
  return figures
}
