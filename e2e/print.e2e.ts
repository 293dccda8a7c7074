import type { Page } from 'playwright-core'
import { contract, type Row } from '../src/contract'
import type { ListAnswer } from '../src/contract/answers'
import { addressPaths } from '../src/resources/addresses/paths'
import { bidPaths } from '../src/resources/bids/paths'
import { contactPaths } from '../src/resources/contacts/paths'
import { opportunityPaths } from '../src/resources/opportunities/paths'
import { organizationPaths } from '../src/resources/organizations/paths'
import { signIn } from './actions'
import { callAs } from './api'
import { blockChangeStream } from './blockChangeStream'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()

/** Printable widths of A4 and Letter in CSS pixels, with margins of 12 mm. */
const papers = { A4: 703, Letter: 725 } as const

/** Controls, texts that only make sense where something can be pressed or opened, and overflowing elements in print. */
const faultsOnPaper = (page: Page) =>
  page.evaluate(() => {
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 1
    const controls = 'nav, .top-bar, .pages, .row-actions, button, input, select, textarea, [role="button"]'
    // Headings of columns, names of users, and what a list is filtered by are texts as well.
    const isText = (element: Element) =>
      element.closest('.column-name, .users-name, .list-filters, .filter-chip') !== null
    const pressed = [...document.querySelectorAll(controls)]
      .filter((element) => isShown(element) && !isText(element))
      .map((element) => `to press: ${element.tagName} ${element.className}`)
    const shown = [...document.querySelectorAll('main, main *')].filter(
      (element) => isShown(element) && !element.closest('.visually-hidden:not(.printed-names)'),
    )
    const texts = shown
      .flatMap(({ childNodes }) => [...childNodes])
      .filter((node): node is Text => node instanceof Text && node.data.trim() !== '')
    const vain = texts
      .map(({ data }) => data.trim())
      .filter((text) => /^\+\d*$|^Upload|^There is nothing this week/.test(text))
      .map((text) => `in vain: ${text}`)
    // Of the page, or of the board's column.
    const edgeFor = (element: Element | null) =>
      1 + Math.min(innerWidth, element?.closest('.board-column')?.getBoundingClientRect().right ?? Infinity)
    const clips = (element: Element) =>
      element instanceof HTMLElement &&
      getComputedStyle(element).overflow !== 'visible' &&
      element.scrollHeight > element.clientHeight + 2
    const cut = shown
      .filter((element) => element.getBoundingClientRect().right > edgeFor(element) || clips(element))
      .map((element) => `cut: ${element.tagName} ${element.getAttribute('class') ?? ''}`)
    // A text may stand out of its element.
    const beyond = texts
      .filter((node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return range.getBoundingClientRect().right > edgeFor(node.parentElement)
      })
      .map(({ data }) => `beyond the edge: ${data}`)
    const pale = texts
      .filter(({ parentElement }) => {
        const [red = 0, green = 0, blue = 0, alpha = 1] =
          getComputedStyle(parentElement ?? document.body)
            .color.match(/[\d.]+/g)
            ?.map(Number) ?? []
        const onPaper = (channel: number) => channel * alpha + 255 * (1 - alpha)
        return Math.max(...[red, green, blue].map(onPaper)) > 128
      })
      .map(({ data }) => `pale: ${data}`)
    const isWide = document.documentElement.scrollWidth > window.innerWidth
    return [...pressed, ...vain, ...cut, ...beyond, ...pale, ...(isWide ? ['wider than the page'] : [])]
  })

it('[K17] prints lists and records with all of their columns and nothing to press, on A4 and on Letter', async () => {
  const { page } = await newSession({ colorScheme: 'dark' })
  await blockChangeStream(page)
  await signIn(page, 'broker', '/mpg/opportunities')
  const table = page.getByRole('table', { name: 'Opportunities' })
  await table.getByRole('row').nth(1).waitFor()
  const columns = await table.getByRole('columnheader').count()
  const first = await table.getByRole('link').first().getAttribute('href')
  const lists = ['organizations', 'contacts', 'addresses', 'tags', 'tasks', 'users', 'reports'].map(
    (name) => `/mpg/${name}`,
  )
  const [bid] = (await callAs<ListAnswer<Row<'bids'>>>('broker', 'GET', `${contract.bids.path}?limit=1`))
    .results
  const opportunity = bid?.opportunity ?? 0
  const records = [
    organizationPaths.details(1),
    organizationPaths.details(6),
    addressPaths.details(6),
    contactPaths.details(1),
    contactPaths.details(6),
    opportunityPaths.tab(opportunity, 'organizations'),
    opportunityPaths.details(opportunity),
    `${opportunityPaths.list}?shape=board`,
    `${opportunityPaths.list}?shape=calendar`,
    `${opportunityPaths.list}?q=a&pricing_due=overdue&stage=pricing,new`,
    ...['month', 'week', 'list'].map((view) => `/activities?view=${view}`),
    bidPaths.record(opportunity, bid?.bid_id ?? 0),
  ]
  const faults: Record<string, string[]> = {}
  for (const path of ['/mpg/opportunities', first ?? '', ...lists, ...records]) {
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.getByText('does not exist').count()).toBe(0)
    await page.emulateMedia({ media: 'print' })
    for (const [paper, width] of Object.entries(papers)) {
      await page.setViewportSize({ width, height: 1000 })
      const found = await faultsOnPaper(page)
      if (found.length) faults[`${paper} ${path}`] = [...new Set(found)]
    }
    if (path !== '/mpg/opportunities') continue
    // Without that of the checkboxes.
    expect(await table.getByRole('columnheader').count()).toBe(columns - 1)
    expect(await page.getByText('Not shown:').count()).toBe(0)
    const head = await table.locator('thead').evaluate((element) => getComputedStyle(element).display)
    expect(head).toBe('table-header-group')
    const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    expect(background).toBe('rgb(255, 255, 255)')
  }
  expect(faults).toEqual({})
})

it('[K17] prints what a list is searched for and filtered by, and which part of it', async () => {
  const { page } = await newSession()
  await signIn(page, 'broker', '/mpg/opportunities')
  await page.goto('/mpg/opportunities?q=e&ready_score_to=49&tags=1&stage=pricing,new')
  await page.getByText(/^Showing /).waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: papers.Letter, height: 1000 })
  for (const text of ['Search: e', /^Showing \d+ to \d+ of /, /^Stage /])
    expect(await page.getByText(text).first().isVisible()).toBe(true)
  const filters = page.locator('.list-filters')
  expect(await filters.locator('.record-filter-chip').isVisible()).toBe(true)
  expect(await filters.getByLabel('Show').isVisible()).toBe(true)
  await page.goto('/mpg/opportunities?pricing_due=overdue')
  await page.getByText(/^Showing /).waitFor()
  expect(await filters.getByLabel('Show').isVisible()).toBe(true)
  await page.goto('/mpg/opportunities')
  await page.getByText(/^Showing /).waitFor()
  expect(await filters.isVisible()).toBe(false)
  expect(await page.getByText('Search:').count()).toBe(0)
})

it('[K17] copies rows of a list as lines with a tab for each cell, and as a table', async () => {
  const { page, context } = await newSession()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, 'broker', '/mpg/opportunities')
  const table = page.getByRole('table', { name: 'Opportunities' })
  await table.getByRole('row').nth(3).waitFor()
  await table.locator('tbody').evaluate((body) => {
    document.getSelection()?.setBaseAndExtent(body, 0, body, 3)
  })
  await page.keyboard.press('Control+C')
  const { text, html } = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    const read = async (type: string) => (await item?.getType(type))?.text() ?? ''
    return { text: await read('text/plain'), html: await read('text/html') }
  })
  // Without that of the checkboxes.
  const columns = (await table.getByRole('columnheader').count()) - 1
  expect(text.split('\n').map((line) => line.split('\t').length)).toEqual([columns, columns, columns])
  expect(html.match(/<tr>/g)).toHaveLength(3)
  expect(html).toContain('<table>')
})

it('[LIST-1] begins its lists within the upper 200 px of a phone, below a breadcrumb that can be read', async () => {
  const { page } = await newSession({ viewport: { width: 390, height: 844 } })
  await signIn(page, 'broker', '/mpg/opportunities')
  for (const [path, name] of [
    ['/mpg/opportunities', 'Opportunities'],
    ['/mpg/contacts', 'Contacts'],
    ['/mpg/addresses', 'Addresses'],
    ['/mpg/tags', 'Tags'],
  ] as const) {
    await page.goto(path)
    const list = page.getByRole('list', { name, exact: true })
    await list.getByRole('listitem').first().waitFor()
    expect((await list.boundingBox())?.y).toBeLessThanOrEqual(200)
    const trail = page.getByRole('navigation', { name: 'Breadcrumb' })
    expect((await trail.boundingBox())?.width).toBeGreaterThan(180)
  }
})

it('[SHELL-9] opens the search by its keys as soon as anything is painted', async () => {
  const { page } = await newSession()
  await signIn(page, 'broker', '/mpg/opportunities')
  let go: () => void = () => undefined
  const held = new Promise<void>((resolve) => (go = resolve))
  await page.route('**/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/mpg/tags', { waitUntil: 'commit' })
  await page.locator('.skeleton').waitFor()
  await page.keyboard.press('Control+k')
  go()
  await page.getByRole('dialog', { name: 'Search everything' }).waitFor()
})
