import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { contract } from '../src/contract'
import { changesPath } from '../src/contract/events'
import { signInByForm } from './actions'
import budgets from './budgets.json'
import { enableSaveDataMode } from './saveDataMode'
import { blockChangeStream } from './blockChangeStream'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()

const list = '/mpg/opportunities'
const program = /\/assets\/.*\.js$/

/** The storage of a browser that has signed in, and seen the list. */
const storageAfterList = async (
  options: BrowserContextOptions = {},
  prepare?: (page: Page) => Promise<unknown>,
) => {
  const { page, context } = await newSession(options)
  await blockChangeStream(page)
  await signInByForm(page, 'broker', list)
  await page.getByText(/^Showing/).waitFor()
  await prepare?.(page)
  await page.waitForLoadState('networkidle')
  return context.storageState()
}
let kept: BrowserContextOptions['storageState']

/**
 * A signed-in browser without cached files: a new context with the storage of another one, which is the same for all
 * tests that prepare none.
 */
const returning = async (options: BrowserContextOptions = {}, prepare?: (page: Page) => Promise<unknown>) => {
  const storageState = prepare
    ? await storageAfterList(options, prepare)
    : (kept ??= await storageAfterList())
  const next = await newSession({ ...options, storageState })
  await blockChangeStream(next.page)
  return next
}

/** For a test that renews its tokens. */
const hasOwnSession = () => Promise.resolve()

/** Holds the application's scripts, except the given ones, until released. */
const holdScripts = async (page: Page, isLetIn: (pathname: string) => boolean = () => false) => {
  let open = () => undefined as void
  const opened = new Promise<void>((resolve) => (open = resolve))
  await page.route(program, async (route) => {
    if (!isLetIn(new URL(route.request().url()).pathname)) await opened
    await route.continue().catch(() => undefined)
  })
  return open
}

const isEntry = (pathname: string) => /^\/assets\/app\./.test(pathname)

const looks = (page: Page) =>
  page.evaluate(() => {
    const skeleton = document.querySelector<HTMLElement>('.skeleton')
    const { width } = document.querySelector('.skeleton .frame-side')?.getBoundingClientRect() ?? {
      width: -1,
    }
    return {
      background: getComputedStyle(document.documentElement).backgroundColor,
      isShown: skeleton?.checkVisibility() ?? false,
      isInert: skeleton?.inert === true && skeleton.getAttribute('aria-hidden') === 'true',
      menu: width,
      row: document.querySelectorAll('.skeleton-row')[1]?.getBoundingClientRect().height ?? -1,
    }
  })

describe('the page, before any program is there', () => {
  it.each([
    ['light', 'rgb(245, 247, 247)'],
    ['dark', 'rgb(14, 22, 24)'],
  ] as const)('shows the frame in the device’s %s theme', async (colorScheme, background) => {
    const { page } = await returning({ colorScheme })
    const letIn = await holdScripts(page)
    await page.goto(list, { waitUntil: 'commit' })
    await page.locator('.skeleton').waitFor()
    expect(await looks(page)).toEqual({ background, isShown: true, isInert: true, menu: 208, row: 53 })
    letIn()
    await page.getByText(/^Showing 1 to 10 of/).waitFor()
    expect(await page.locator('.skeleton').count()).toBe(0)
  })

  it('shows what this browser has chosen: theme, density, menu', async () => {
    const { page } = await returning({ colorScheme: 'light' }, async (first) => {
      await first.getByRole('button', { name: 'Compact' }).click()
      await first.getByRole('button', { name: 'Collapse the menu' }).click()
      await first.getByRole('button', { name: /^Account of / }).click()
      await first.getByRole('menuitemradio', { name: 'Dark theme' }).click()
      // Stored with a delay.
      await first.waitForFunction(() =>
        localStorage.getItem('persist:citygate:preferences')?.includes('dark'),
      )
    })
    await holdScripts(page)
    await page.goto(list, { waitUntil: 'commit' })
    await page.locator('.skeleton').waitFor()
    expect(await looks(page)).toMatchObject({
      background: 'rgb(14, 22, 24)',
      isShown: true,
      menu: 56,
      row: 36,
    })
  })

  it('shows nothing of the frame without a session, nor fetches it', async () => {
    const { page } = await newSession()
    const files: string[] = []
    page.on('request', (request) => files.push(new URL(request.url()).pathname))
    await page.goto(list)
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.dataset['start'])).toBeUndefined()
    expect(files.filter((file) => file.startsWith(contract.opportunities.path))).toEqual([])
    expect(await page.locator('.frame-side').count()).toBe(0)
  })

  it('leaves a token that has run out to the program, which renews it', async () => {
    const { page } = await returning({}, hasOwnSession)
    await page.addInitScript(() => {
      const place = 'persist:citygate:session'
      const kept = JSON.parse(localStorage.getItem(place) ?? '{}') as { tokens: string }
      const tokens = JSON.parse(kept.tokens) as object
      localStorage.setItem(
        place,
        JSON.stringify({ ...kept, tokens: JSON.stringify({ ...tokens, refreshAt: 0 }) }),
      )
    })
    await page.goto(list)
    await page.getByText(/^Showing 1 to 10 of/).waitFor()
  })
})

describe('the read of a page', () => {
  it.each<readonly [address: string, path: string]>([
    [`${list}?size=25&q=e`, contract.opportunities.path],
    ...(['opportunities', 'organizations', 'contacts', 'addresses'] as const).map(
      (resource) => [`/mpg/${resource}/1/details`, `${contract[resource].path}1/`] as const,
    ),
  ])('travels with the chunks of %s, and is sent once', async (address, pathname) => {
    const { page } = await returning()
    // Aborted: once it is open, a page reads again what it read more than a second before, as on a busy machine.
    await page.route(`**${changesPath}`, (route) => route.abort('aborted'))
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const letIn = await holdScripts(page, isEntry)
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === pathname)
    await page.goto(address, { waitUntil: 'commit' })
    await answered
    // In a new page it is at the corner, over the link home, whose page would be prefetched.
    await page.mouse.move(720, 600)
    letIn()
    await page.locator('main .page-header h1').waitFor()
    await page.waitForLoadState('networkidle')
    expect(asked.filter((each) => each === pathname)).toHaveLength(1)
  })
})

const packed = (file: string) => gzipSync(readFileSync(path.join('dist/public', file)), { level: 9 }).length

it('has its entry compiled while it arrives', () => {
  const [, entry = ''] =
    /src="\/(assets\/app\.[^"]+)"/.exec(readFileSync('dist/public/index.html', 'utf8')) ?? []
  expect(readFileSync(path.join('dist/public', entry), 'utf8')).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
})

describe('a link', () => {
  const organizations = (page: Page) => page.getByRole('link', { name: 'Organizations' })
  const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Organizations' })
  const asksForList = (page: Page) =>
    page.waitForRequest((request) => request.url().includes(`${contract.organizations.path}?limit=10&`))

  it.each(['hover', 'focus'] as const)('has its page prefetched on %s', async (how) => {
    const { page } = await returning()
    await page.goto(list)
    await page.getByText(/^Showing/).waitFor()
    await page.waitForLoadState('networkidle')
    const read = asksForList(page)
    await organizations(page)[how]()
    await read
    await page.waitForLoadState('networkidle')
    // Nothing more is needed from the server.
    await page.route(/\/assets\/|\/api\/mpg\/organization/, () => undefined)
    await organizations(page).click()
    await heading(page).waitFor()
    await page.getByText(/^Showing/).waitFor()
  })

  it('has nothing prefetched in data-saving mode', async () => {
    const { page } = await returning()
    await page.addInitScript(enableSaveDataMode)
    await page.goto(list)
    await page.getByText(/^Showing/).waitFor()
    await page.waitForLoadState('networkidle')
    let requests = 0
    page.on('request', () => (requests += 1))
    await organizations(page).hover()
    await page.waitForLoadState('networkidle')
    expect(requests).toBe(0)
  })
})

it.each(Object.entries(budgets))('%s stays within its bytes', async (address, budget) => {
  const { page } = await (address === '/login' ? newSession() : returning())
  const files = new Set<string>()
  const answers: Promise<number>[] = []
  // Prefetches are counted separately.
  await page.addInitScript(enableSaveDataMode)
  page.on('response', (response) => {
    const { pathname, origin } = new URL(response.url())
    if (origin !== new URL(page.url()).origin && page.url() !== 'about:blank') return
    if (/^\/(api|nylas|activities|rest)\//.test(pathname))
      answers.push(
        response.body().then(
          (body) => gzipSync(body).length,
          () => 0,
        ),
      )
    else files.add(/\.\w+$/.test(pathname) ? pathname : '/index.html')
  })
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1_000)
  await page.waitForLoadState('networkidle')
  const sizes = [...files].map(packed)
  const sum = (bytes: readonly number[]) => bytes.reduce((total, each) => total + each, 0)
  const used = { program: sum(sizes), api: sum(await Promise.all(answers)) }
  expect(used.program).toBeGreaterThan(10_000)
  expect(used.program).toBeLessThanOrEqual(budget.program)
  expect(used.api).toBeLessThanOrEqual(budget.api)
})
