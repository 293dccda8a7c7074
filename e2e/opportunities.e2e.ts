import type { Page } from 'playwright-core'
import { contract } from '../src/contract'
import { accessibilityFaults } from './accessibility'
import { listCallAfter, signIn } from './actions'
import { expectEventually } from './expectEventually'
import { takeScreenshots } from './screenshots'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()

const table = (page: Page) => page.getByRole('table', { name: 'Opportunities' })
const headerOf = (page: Page, title: string) =>
  table(page).getByRole('columnheader', { name: title, exact: true })
const entriesLine = (page: Page) => page.getByText(/^Showing [\d,]+ to [\d,]+ of [\d,]+ entries$/)

/** The cells of one column, top to bottom. */
async function columnTexts(page: Page, title: string): Promise<string[]> {
  const headers = await table(page).getByRole('columnheader').allTextContents()
  const index = headers.indexOf(title)
  const rows = await table(page).locator('tbody').getByRole('row').all()
  return Promise.all(rows.map(async (row) => (await row.getByRole('cell').nth(index).textContent()) ?? ''))
}

const names = (page: Page) => columnTexts(page, 'Opportunity Name')
/** The rows' links, which distinguish records of the same name. */
const addresses = (page: Page) =>
  table(page)
    .locator('tbody')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
const volumes = async (page: Page) =>
  (await columnTexts(page, 'Annual Volume')).map((text) => parseFloat(text.replaceAll(',', '')))

/** The numbers of 'Showing 11 to 20 of 300 entries'. */
async function shownEntries(page: Page): Promise<{ from: number; to: number; of: number }> {
  const text = (await entriesLine(page).textContent()) ?? ''
  const [from = NaN, to = NaN, of = NaN] = (text.match(/[\d,]+/g) ?? []).map((each) =>
    Number(each.replace(',', '')),
  )
  return { from, to, of }
}

/** Whether the numbers are in order; empty cells are last and ignored. */
const isSorted = (numbers: number[], compare: (a: number, b: number) => number) => {
  const present = numbers.filter((number) => !Number.isNaN(number))
  return present.length > 1 && present.join() === [...present].sort(compare).join()
}

async function openList(path = '/mpg/opportunities'): Promise<Page> {
  const { page } = await newSession()
  await signIn(page, 'broker', path)
  await entriesLine(page).waitFor()
  return page
}

it('[OPL-1, LIST-3] opens the list at both of its addresses', async () => {
  const page = await openList('/')
  const atHome = await names(page)
  expect(atHome).toHaveLength(10)
  expect(await shownEntries(page)).toMatchObject({ from: 1, to: 10 })
  await page.goto('/mpg/opportunities')
  await entriesLine(page).waitFor()
  expect(await names(page)).toEqual(atHome)
})

it('[LIST-2, LIST-5] searches once the typing pauses, from the first page on', async () => {
  const page = await openList('/mpg/opportunities?page=2')
  const all = await shownEntries(page)
  const word = (await names(page))[0]?.split(' ')[0] ?? ''
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/opportunities/?')) calls.push(request.url())
  })
  const box = page.getByRole('searchbox', { name: 'Search opportunities' })
  const call = await listCallAfter(page, () => box.pressSequentially(word, { delay: 30 }))
  expect(call.get('q')).toBe(word)
  expect(call.get('offset') ?? '0').toBe('0')
  expect(calls).toHaveLength(1)

  await page.waitForURL((url) => url.searchParams.get('q') === word && !url.searchParams.has('page'))
  await expectEventually(async () => (await shownEntries(page)).of < all.of)
  expect((await names(page)).length).toBeGreaterThan(0)

  await page.reload()
  await entriesLine(page).waitFor()
  expect(await box.inputValue()).toBe(word)
  expect((await shownEntries(page)).of).toBeLessThan(all.of)
})

it('[LIST-6] says when nothing matches, and leads back to the whole list', async () => {
  const page = await openList('/mpg/opportunities?q=zzzz-no-such-deal')
  expect(await shownEntries(page)).toEqual({ from: 0, to: 0, of: 0 })
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expectEventually(async () => (await shownEntries(page)).of > 0)
})

it('[LIST-6] keeps the rows when the server is gone, and loads on Retry', async () => {
  const { page, ignoreErrors } = await newSession()
  await signIn(page, 'broker')
  await entriesLine(page).waitFor()
  const before = await names(page)
  const listCalls = `**${contract.opportunities.path}?**`
  await page.route(listCalls, (route) => route.abort('connectionrefused'))
  await page.getByRole('link', { name: 'Next page' }).click()
  const retry = page.getByRole('button', { name: 'Retry' })
  await retry.waitFor()
  expect(await names(page)).toEqual(before)

  await page.unroute(listCalls)
  await retry.click()
  await expectEventually(async () => (await shownEntries(page)).from === 11)
  expect(ignoreErrors(/ERR_CONNECTION_REFUSED/)).toBeGreaterThan(0)
})

it('[LIST-4, OPL-4] sorts by a header: ascending, descending, back to the names', async () => {
  const page = await openList()
  const byName = await addresses(page)
  const header = headerOf(page, 'Annual Volume')
  const press = () => header.click()

  const ascending = await listCallAfter(page, press)
  expect(ascending.get('ordering')).toBe('sales_annual_volume_manual')
  await expectEventually(async () => (await header.getAttribute('aria-sort')) === 'ascending')
  await expectEventually(async () => isSorted(await volumes(page), (a, b) => a - b))

  const descending = await listCallAfter(page, press)
  expect(descending.get('ordering')).toBe('-sales_annual_volume_manual')
  await expectEventually(async () => isSorted(await volumes(page), (a, b) => b - a))

  await press()
  await expectEventually(async () => (await addresses(page)).join() === byName.join())
  expect(new URL(page.url()).search).toBe('')
})

it('[LIST-1, LIST-5] pages and resizes on the server, and keeps both in the address', async () => {
  const page = await openList()
  const first = await addresses(page)
  const next = await listCallAfter(page, () => page.getByRole('link', { name: 'Next page' }).click())
  expect([next.get('limit'), next.get('offset')]).toEqual(['10', '10'])
  await expectEventually(async () => (await shownEntries(page)).from === 11)
  expect((await addresses(page)).filter((each) => first.includes(each))).toEqual([])

  const larger = await listCallAfter(page, () => page.getByLabel('Rows per page').selectOption('25'))
  expect(larger.get('limit')).toBe('25')
  await expectEventually(async () => (await names(page)).length === 25)
  await page.reload()
  await entriesLine(page).waitFor()
  expect(await names(page)).toHaveLength(25)
})

it('[LIST-5, OPD-1, OPD-3, OPD-4] opens an opportunity, changes its tab and comes back to the same place', async () => {
  const page = await openList('/mpg/opportunities?page=2&sort=-sales_annual_volume_manual')
  const listed = await addresses(page)
  const name = (await names(page))[2] ?? ''
  await table(page).locator('tbody').getByRole('link').nth(2).click()
  await page.waitForURL(`**${listed[2] ?? ''}`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  for (const label of ['Annual Volume', 'Credit Request', 'Version', 'Modified by'])
    await page.locator('dt').getByText(label, { exact: true }).first().waitFor()

  await page.getByRole('tab', { name: 'Organizations' }).click()
  await page.waitForURL('**/organizations')
  await page.getByRole('tab', { name: 'Files' }).click()
  await page.waitForURL('**/files')
  for (let step = 0; step < 3; step += 1) await page.goBack()
  await page.waitForURL('**/mpg/opportunities?page=2&sort=-sales_annual_volume_manual')
  await expectEventually(async () => (await addresses(page)).join() === listed.join())
})

it('[OPL-5] leads to the creation of an opportunity', async () => {
  const page = await openList()
  await page.getByRole('link', { name: 'Create Opportunity' }).click()
  await page.waitForURL('**/mpg/opportunities/new')
  await page.getByRole('heading', { level: 1, name: 'Create Opportunity' }).waitFor()
})

it('has no accessibility fault on the list and the detail page', async () => {
  const page = await openList()
  expect(await accessibilityFaults(page)).toEqual([])
  // Removes the sign-in's toast.
  await page.reload()
  await entriesLine(page).waitFor()
  await takeScreenshots(page, 'opportunities')
  await table(page).getByRole('link').first().click()
  await page.locator('dt').getByText('Version', { exact: true }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await takeScreenshots(page, 'opportunity')
})

it('a list that one comes back to is not sent again while nothing has changed', async () => {
  const { page } = await newSession()
  await signIn(page, 'broker')
  await entriesLine(page).waitFor()
  const shown = await names(page)
  await table(page).locator('tbody').getByRole('link').first().click()
  await page.getByRole('tab', { name: 'Opportunity Details' }).waitFor()
  await page.waitForLoadState('load')
  const [answer] = await Promise.all([
    page.waitForResponse((each) => new URL(each.url()).pathname === contract.opportunities.path),
    page.goBack(),
  ])
  expect(answer.status()).toBe(304)
  await entriesLine(page).waitFor()
  expect(await names(page)).toEqual(shown)
})

it('[LIST-4] shows a hundred rows of one height that keep their places, and tells screen readers of all', async () => {
  const page = await openList('/mpg/opportunities?size=100')
  const rows = table(page).locator('tbody tr')
  expect(await rows.count()).toBe(100)
  const devtools = await page.context().newCDPSession(page)
  const told = async () => {
    const { nodes } = await devtools.send('Accessibility.getFullAXTree')
    const roles = nodes.filter(({ ignored }) => !ignored).map(({ role }) => role?.value as unknown)
    return ['row', 'cell', 'columnheader'].map((name) => roles.filter((role) => role === name).length)
  }
  const columns = await table(page).getByRole('columnheader').count()
  await expectEventually(async () => (await told()).join() === [101, 100 * columns, columns].join())

  const length = () => page.evaluate(() => document.documentElement.scrollHeight)
  const before = await length()
  await rows.last().scrollIntoViewIfNeeded()
  expect(await length()).toBe(before)
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  expect(new Set(heights)).toEqual(new Set([53]))
  // The cells of a row are aligned with their column headers.
  const lefts = (parts: string) =>
    table(page)
      .locator(parts)
      .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().left)))
  expect(await lefts('tbody tr:last-child > td')).toEqual(await lefts('thead th'))
})

/** The words of a table that are visible in part only, each with the text of its cell. */
const cutWords = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('td:not(.column-actions) > .cell')].flatMap((cell) => {
      const { right, bottom } = cell.getBoundingClientRect()
      const found: string[] = []
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        if (node.parentElement?.closest('.visually-hidden, .date-clock, .badge, button')) continue
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          const parts = [...range.getClientRects()].filter(({ width }) => width > 0)
          const isVisible = (part: DOMRect) => part.top + part.height / 2 < bottom
          const cut = parts.some(
            (part) => isVisible(part) && (part.right > right + 1 || !parts.every(isVisible)),
          )
          if (cut) found.push(`${word} in ${cell.textContent}`)
        }
      }
      return found
    }),
  )

it('[LIST-4] cuts no text within a word, in either density', async () => {
  const page = await openList()
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const list of ['opportunities', 'organizations', 'contacts', 'addresses', 'tasks', 'tags']) {
    await page.goto(`/mpg/${list}?limit=100`)
    await entriesLine(page).waitFor()
    const compact = page.getByRole('button', { name: 'Compact' })
    for (const pressed of ['false', 'true']) {
      if ((await compact.getAttribute('aria-pressed')) !== pressed) await compact.click()
      await page.locator(pressed === 'true' ? '.table-compact' : '.table-view:not(.table-compact)').waitFor()
      expect([list, pressed, await cutWords(page)]).toEqual([list, pressed, []])
    }
  }
})

it('[LIST-4] tells the whole of a text where it is cut, and nowhere else', async () => {
  const page = await openList()
  await page.goto('/mpg/contacts?limit=100')
  await entriesLine(page).waitFor()
  const compact = page.getByRole('button', { name: 'Compact' })
  for (const pressed of ['false', 'true']) {
    if ((await compact.getAttribute('aria-pressed')) !== pressed) await compact.click()
    const wrong = await page.evaluate(() => {
      const range = document.createRange()
      return [
        ...document.querySelectorAll<HTMLElement>('td:not(.column-actions) > .cell:not(:has(.badge, time))'),
      ].flatMap((cell) => {
        cell.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
        range.selectNodeContents(cell)
        const isCut = range.getBoundingClientRect().bottom > cell.getBoundingClientRect().bottom + 1
        return isCut === (cell.title !== '') ? [] : [cell.textContent]
      })
    })
    expect([pressed, wrong]).toEqual([pressed, []])
    // Everything in its row is visible.
    const link = page.getByRole('link', { name: 'Abbott, Colleen' })
    await link.focus()
    expect([pressed, await page.locator('.tip').allTextContents()]).toEqual([pressed, []])
  }
})
