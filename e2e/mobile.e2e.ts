import type { Page } from 'playwright-core'
import { contract, type Row } from '../src/contract'
import type { ListAnswer } from '../src/contract/answers'
import { accessibilityFaults } from './accessibility'
import { signIn } from './actions'
import { callAs } from './api'
import { expectEventually } from './expectEventually'
import { hiddenStops } from './focus'
import { blockChangeStream } from './blockChangeStream'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()
const { opportunities, tags, bids, organizations, utilityStates } = contract

const first = async <T>(path: string) => {
  const [row] = (await callAs<ListAnswer<T>>('broker', 'GET', `${path}?limit=1`)).results
  if (!row) throw new Error(`The demo data holds nothing at ${path}`)
  return row
}

/** An opportunity with a bid, each named by one word of maximum length. */
async function longNames() {
  const word = 'Unbroken'.repeat(25)
  const tag = await callAs<Row<'tags'>>('broker', 'POST', tags.path, {
    name: `${Date.now()}${word}`.slice(0, 200),
    color: '#1d4ed8',
    description: word,
  })
  const { organization_id } = await first<Row<'organizations'>>(organizations.path)
  const { utility_state_id } = await first<Row<'utilityStates'>>(utilityStates.path)
  const deal = await callAs<Row<'opportunities'>>('broker', 'POST', opportunities.path, {
    opportunity_name: word,
    sales_represented: word,
    broker_name: word,
    notes: word,
    tags: [tag.tag_id],
    organizations: [organization_id],
  })
  const bid = await callAs<Row<'bids'>>('broker', 'POST', bids.path, {
    name: word,
    opportunity: deal.opportunity_id,
    legal_entity: organization_id,
    utility_state: utility_state_id,
    supplier: 'direct',
    pricing_type: [1],
    terms: [12],
    swing: [0.1],
  })
  return { deal, bid, tag, word }
}

/** Elements beyond the right edge of the window, where the page scrolls there. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.tagName} ${element.className} ${element.getBoundingClientRect().right}`)
      .slice(0, 5)
  })

it('holds names of one long word within a window of 320 px', async () => {
  const { deal, bid, word } = await longNames()
  const { page } = await newSession({ viewport: { width: 320, height: 640 } })
  await blockChangeStream(page)
  await signIn(page, 'broker', `/mpg/opportunities?q=${word}`)
  const deals = `/mpg/opportunities/${deal.opportunity_id}`
  const pages = [
    `/mpg/opportunities?q=${word}`,
    ...['details', 'organizations', 'files', 'edit', 'bid/new', `bid/${bid.bid_id}`].map(
      (rest) => `${deals}/${rest}`,
    ),
    `${deals}/bid/${bid.bid_id}/edit-from-bid`,
    `/mpg/tags?q=${word}`,
  ]
  const wide: Record<string, string[]> = {}
  for (const path of pages) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    wide[path] = await tooWide(page)
  }
  await page.goto(`${deals}/details`)
  await page.getByRole('button', { name: 'Delete', exact: true }).first().click()
  await page.getByRole('dialog').getByText('will wait in the trash').waitFor()
  wide['the question before deleting'] = await tooWide(page)
  expect(Object.fromEntries(Object.entries(wide).filter(([, elements]) => elements.length > 0))).toEqual({})
}, 120_000)

/** Inputs wider than their container. */
const spilling = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'input:not([type=hidden], [type=checkbox], [type=radio]), select, textarea',
      ),
    ]
      .filter((input) => {
        const place = input.parentElement?.getBoundingClientRect()
        return place && place.width > 0 && input.getBoundingClientRect().right > place.right + 1
      })
      .map((input) => input.getAttribute('aria-label') ?? input.getAttribute('name') ?? input.outerHTML),
  )

it('holds every form within a window of 320 px, and its boxes within their places', async () => {
  const { page } = await newSession({ viewport: { width: 320, height: 640 } })
  await blockChangeStream(page)
  await signIn(page, 'broker', '/mpg/contacts')
  const faults: Record<string, string[]> = {}
  for (const path of [
    '/schedule-working',
    '/mpg/contacts/create',
    '/mpg/addresses/create',
    '/mpg/organizations/create',
    '/mpg/opportunities/new',
    '/activities',
    '/mpg/tasks',
    '/mpg/inbox',
    '/mpg/trash',
  ]) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(new URL(page.url()).pathname).toMatch(path)
    faults[path] = [...(await tooWide(page)), ...(await spilling(page))]
  }
  expect(Object.fromEntries(Object.entries(faults).filter(([, found]) => found.length > 0))).toEqual({})
}, 120_000)

it('never hides what has the focus below the bar with Save', async () => {
  const { deal, bid } = await longNames()
  const { page } = await newSession({ viewport: { width: 390, height: 600 } })
  await blockChangeStream(page)
  await signIn(page, 'broker', `/mpg/opportunities/${deal.opportunity_id}/edit`)
  for (const path of ['edit', 'bid/new', `bid/${bid.bid_id}/edit-from-bid`]) {
    await page.goto(`/mpg/opportunities/${deal.opportunity_id}/${path}`)
    await page.locator('.form-actions').waitFor()
    await page.waitForLoadState('networkidle')
    const hidden = await hiddenStops(page)
    expect({ path, hidden }).toEqual({ path, hidden: [] })
  }
}, 120_000)

it('keeps the top bar in sight under a dialog', async () => {
  const { page } = await newSession({ viewport: { width: 1024, height: 500 } })
  const { opportunity_id } = (
    await callAs<ListAnswer<Row<'opportunities'>>>('broker', 'GET', `${opportunities.path}?limit=1`)
  ).results[0] as Row<'opportunities'>
  await signIn(page, 'broker', `/mpg/opportunities/${opportunity_id}/details`)
  const add = page.getByRole('button', { name: 'Add Note' })
  await add.scrollIntoViewIfNeeded()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const placeOf = (selector: string) =>
    page.locator(selector).evaluate((bar) => bar.getBoundingClientRect().top)
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  await add.click()
  await page.getByRole('dialog').waitFor()
  expect(await placeOf('.top-bar')).toBe(0)
  const before = await page.evaluate(() => window.scrollY)
  await page.mouse.move(20, 300)
  await page.mouse.wheel(0, -300)
  expect(await page.evaluate(() => window.scrollY)).toBe(before)
})

it('has no accessibility fault on the organizations of a deal and in the menu of a bid', async () => {
  const { deal, word } = await longNames()
  // Colours are checked after a menu's animation.
  const { page } = await newSession({ reducedMotion: 'reduce' })
  await signIn(page, 'broker', `/mpg/opportunities/${deal.opportunity_id}/organizations`)
  await page.locator('.organization-panel').getByText('Legal Address').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.goto(`/mpg/opportunities/${deal.opportunity_id}/details`)
  const button = page.getByRole('button', { name: `Actions for ${word}` })
  const menu = page.getByRole('menu')
  await button.click()
  await menu.waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  const isFocused = () => button.evaluate((element) => element === document.activeElement)
  // The same point again: the overlay of the open menu closes it.
  await button.click({ force: true })
  await menu.waitFor({ state: 'detached' })
  await expectEventually(isFocused)
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  await expectEventually(isFocused)
})

it('shows no scroll bar beside a page that the window has room for', async () => {
  const { page } = await newSession({ viewport: { width: 1440, height: 900 } })
  await blockChangeStream(page)
  await signIn(page, 'broker', '/mpg/opportunities/new')
  await page.getByLabel('Opportunity Name').waitFor()
  const { height, room } = await page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    room: window.innerHeight,
  }))
  expect(height).toBe(room)
})
