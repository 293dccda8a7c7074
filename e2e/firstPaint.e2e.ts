import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { contract } from '../src/contract'
import { signIn } from './actions'
import budgets from './budgets.json'
import { stillChanges } from './stillChanges'
import { useVisitors } from './visitor'

const visit = useVisitors()

const list = '/mpg/opportunities'
const program = /\/assets\/.*\.js$/

/** Signed in, at a browser that then has nothing of the program cached: another visitor with what the first has kept. */
const returning = async (options: BrowserContextOptions = {}, dress?: (page: Page) => Promise<unknown>) => {
  const { page, context } = await visit(options)
  await stillChanges(page)
  await signIn(page, 'broker', list)
  await page.getByText(/^Showing/).waitFor()
  await dress?.(page)
  await page.waitForLoadState('networkidle')
  const storageState = await context.storageState()
  const next = await visit({ ...options, storageState })
  await stillChanges(next.page)
  return next
}

/** Keeps the program from arriving until it is let in; what is asked for only then never arrives. */
const holdProgram = async (page: Page) => {
  let letIn = () => undefined as void
  let isOpen = false
  const opened = new Promise<void>((resolve) => {
    letIn = () => {
      isOpen = true
      resolve()
    }
  })
  await page.route(program, async (route) => {
    if (isOpen) return
    await opened
    await route.continue().catch(() => undefined)
  })
  return letIn
}

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
  ] as const)(
    'shows the frame in the device’s %s theme, and asks for its list',
    async (colorScheme, background) => {
      const { page } = await returning({ colorScheme })
      const letIn = await holdProgram(page)
      const asked = page.waitForRequest(
        (request) => new URL(request.url()).pathname === contract.opportunities.path,
      )
      await page.goto(`${list}?size=25&q=e`, { waitUntil: 'commit' })
      expect(new URL((await asked).url()).search).toContain(
        'q=e&limit=25&offset=0&ordering=opportunity_name&expand=',
      )
      await page.locator('.skeleton').waitFor()
      expect(await looks(page)).toEqual({ background, isShown: true, isInert: true, menu: 208, row: 53 })

      // Its answer is the one that the page has asked for: no other is given.
      await page.route(`**${contract.opportunities.path}**`, () => undefined)
      letIn()
      await page.getByText(/^Showing 1 to 25 of/).waitFor()
      expect(await page.locator('.skeleton').count()).toBe(0)
    },
  )

  it('shows what this browser has chosen: theme, density, menu', async () => {
    const { page } = await returning({ colorScheme: 'light' }, async (first) => {
      await first.getByRole('button', { name: 'Compact' }).click()
      await first.getByRole('button', { name: 'Collapse the menu' }).click()
      await first.getByRole('button', { name: /Change to: light theme/ }).click()
      await first.getByRole('button', { name: /Change to: dark theme/ }).click()
      // Written down a moment later.
      await first.waitForFunction(() =>
        localStorage.getItem('persist:citygate:preferences')?.includes('dark'),
      )
    })
    await holdProgram(page)
    await page.goto(list, { waitUntil: 'commit' })
    await page.locator('.skeleton').waitFor()
    expect(await looks(page)).toMatchObject({
      background: 'rgb(14, 22, 24)',
      isShown: true,
      menu: 56,
      row: 36,
    })
  })

  it('shows nothing of the frame to whoever is not signed in, nor fetches it', async () => {
    const { page } = await visit()
    const files: string[] = []
    page.on('request', (request) => files.push(new URL(request.url()).pathname))
    await page.goto(list)
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.dataset['start'])).toBeUndefined()
    expect(files.filter((file) => file.startsWith(contract.opportunities.path))).toEqual([])
  })

  it('leaves a token that has run out to the program, which renews it', async () => {
    const { page } = await returning()
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

it('asks for all that the list needs side by side: its rows wait for no file that another file asks for', async () => {
  const { page } = await returning()
  const letIn = await holdProgram(page)
  await page.goto(list, { waitUntil: 'commit' })
  // All the parts of the program, and the list, are under way before any of the program has run.
  await page.waitForFunction(() => document.querySelectorAll('script[src^="/assets/"]').length > 5)
  await page.locator('.skeleton').waitFor()
  letIn()
  await page.getByText(/^Showing/).waitFor()
  expect(await page.locator('tbody tr').count()).toBe(10)
})

it.each(Object.entries(budgets))('%s stays within its bytes', async (address, budget) => {
  const { page } = address === '/login' ? await visit() : await returning()
  const files = new Set<string>()
  const answers: Promise<number>[] = []
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
  const sizes = [...files].map(
    (file) => gzipSync(readFileSync(path.join('dist/public', file)), { level: 9 }).length,
  )
  const sum = (bytes: readonly number[]) => bytes.reduce((total, each) => total + each, 0)
  const used = { program: sum(sizes), api: sum(await Promise.all(answers)) }
  expect(used.program).toBeGreaterThan(10_000)
  expect(used.program).toBeLessThanOrEqual(budget.program)
  expect(used.api).toBeLessThanOrEqual(budget.api)
})
