import { randomBytes } from 'node:crypto'
import type { Locator, Page, Request } from 'playwright-core'
import { contract, type Row } from '../src/contract'
import type { ListAnswer } from '../src/contract/answers'
import { signIn } from './actions'
import { callAs } from './api'
import { expectEventually } from './expectEventually'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()
const { opportunities, organizations, tags } = contract

type Deal = Row<'opportunities'>

const newDeal = () =>
  callAs<Deal>('broker', 'POST', opportunities.path, {
    opportunity_name: `Typed ${randomBytes(4).toString('hex')}`,
  })
const stored = ({ opportunity_id }: Deal) =>
  callAs<Deal>('broker', 'GET', `${opportunities.path}${opportunity_id}/`)
const dealPath = ({ opportunity_id }: Deal, rest: string) => `/mpg/opportunities/${opportunity_id}/${rest}`

/** Holds such requests from now on, until they are released. */
async function hold(page: Page, isHeld: (request: Request) => boolean) {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let count = 0
  await page.route('**/api/**', async (route) => {
    if (isHeld(route.request())) {
      count += 1
      await released
    }
    await route.fallback()
  })
  return { release, count: () => count }
}
const isSearch = (path: string) => (request: Request) => {
  const { pathname, searchParams } = new URL(request.url())
  return pathname === path && !!searchParams.get('q')
}

/** The frame of a field: label, selection and message. */
const frameOf = (page: Page, field: Locator) => page.locator('.field').filter({ has: field })
const chosenIn = (frame: Locator, name: string) =>
  frame.locator('.ant-select-content').getByText(name, { exact: true })
const offered = (page: Page) => page.locator('.ant-select-item-option').first()
const howToWrite = /^Write decimals with a point, as in 0\.05/

it('[BID-2, SHELL-8] stores the organization that was typed, however late its list comes', async () => {
  const { results } = await callAs<ListAnswer<Row<'organizations'>>>(
    'broker',
    'GET',
    `${organizations.path}?limit=30&ordering=name`,
  )
  const wanted = results.at(-1)
  if (!wanted) throw new Error('The demo data holds no organization.')
  const { page } = await newSession()
  await signIn(page, 'broker', dealPath(await newDeal(), 'bid/new'))
  const field = page.getByLabel('Legal Entity')
  const frame = frameOf(page, field)
  await field.click()
  await offered(page).waitFor()
  const search = await hold(page, isSearch(organizations.path))
  await page.keyboard.type(wanted.name)
  await page.keyboard.press('Enter')
  await frame.getByText(`Looking for “${wanted.name}”…`).waitFor()
  search.release()
  await chosenIn(frame, wanted.name.toUpperCase()).waitFor()
  expect(await field.inputValue()).toBe('')

  await field.click()
  await page.keyboard.type('half a name')
  await page.keyboard.press('Tab')
  await frame.getByText('“half a name” was not chosen. Choose an entry of the list.').waitFor()
  await chosenIn(frame, wanted.name.toUpperCase()).waitFor()

  const volume = page.getByLabel('Annual Volume')
  await volume.fill('1,5')
  await volume.press('Tab')
  await frameOf(page, volume).getByText(howToWrite).waitFor()
  expect(await volume.inputValue()).toBe('1,5')
})

it('[OPE-3, OPE-4, OPE-5] saves once what was typed, and nothing else', async () => {
  const { results } = await callAs<ListAnswer<Row<'tags'>>>('broker', 'GET', `${tags.path}?ordering=name`)
  const wanted = results.at(-1)
  if (!wanted) throw new Error('The demo data holds no tag.')
  const deal = await newDeal()
  const { page, ignoreErrors } = await newSession()
  await signIn(page, 'broker', dealPath(deal, 'details'))
  await page.getByRole('link', { name: 'Edit', exact: true }).first().click()
  await page.waitForURL(/\/edit$/)

  const field = page.getByRole('combobox', { name: 'Tags' })
  const frame = frameOf(page, field)
  await field.click()
  await offered(page).waitFor()
  await page.keyboard.type('no such tag')
  await page.keyboard.press('Enter')
  await frame.getByText('Nothing matches “no such tag”.').waitFor()
  await page.keyboard.press('Escape')
  expect(await field.inputValue()).toBe('')
  await field.click()
  await page.keyboard.type(wanted.name.toLowerCase())
  await page.keyboard.press('Enter')
  await chosenIn(frame, wanted.name.toUpperCase()).waitFor()

  const fee = page.getByLabel('Broker Fee')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await fee.fill('0,05')
  await save.click()
  await frameOf(page, fee).getByText(howToWrite).waitFor()
  expect((await stored(deal)).version).toBe(deal.version)
  await fee.fill('0.05')

  const isSave = (request: Request) => request.method() === 'PUT'
  await page.route(
    (url) => url.pathname === `${opportunities.path}${deal.opportunity_id}/`,
    (route) =>
      isSave(route.request())
        ? route.fulfill({
            status: 503,
            contentType: 'application/json',
            body: JSON.stringify({ detail: 'The server is busy.', code: 'busy', request_id: 'r-1' }),
          })
        : route.fallback(),
    { times: 1 },
  )
  await save.click()
  await page.getByRole('form').getByText('The server is busy.').waitFor()
  await expectEventually(() => save.evaluate((button) => button === document.activeElement))

  const saving = await hold(page, isSave)
  await fee.focus()
  await page.keyboard.press('Control+S')
  await page.keyboard.press('Control+S')
  await expectEventually(() => save.isDisabled())
  await page.keyboard.press('Control+S')
  await page.keyboard.press('Enter')
  saving.release()
  await page.getByRole('heading', { level: 1, name: deal.opportunity_name }).waitFor()
  await page.waitForURL(/\/details$/)
  expect(saving.count()).toBe(1)
  expect(await stored(deal)).toMatchObject({
    broker_fee: 0.05,
    tags: [wanted.tag_id],
    version: deal.version + 1,
  })
  expect(ignoreErrors(/503/)).toBe(1)
})

it('[ACT-3] closes the list of participants when its field is left, by keys and by mouse, with a text or without', async () => {
  const { page } = await newSession()
  await signIn(page, 'broker', '/activities')
  await page.getByRole('button', { name: 'Add Activity' }).click()
  const dialog = page.getByRole('dialog', { name: 'ACTIVITY' })
  const field = dialog.getByRole('combobox', { name: 'Participants' })
  const leave = [
    () => page.keyboard.press('Tab'),
    () => page.keyboard.press('Shift+Tab'),
    () => dialog.getByLabel('Title').click(),
  ]
  for (const text of ['', 'a', 'nobody of this name'])
    for (const away of leave) {
      await field.click()
      await page.keyboard.type(text)
      await expectEventually(async () => (await field.getAttribute('aria-expanded')) === 'true')
      await away()
      await expectEventually(async () => (await field.getAttribute('aria-expanded')) === 'false')
      await expectEventually(async () => !(await offered(page).isVisible()))
    }
  // An option was selected, and the list stayed open for the next one.
  await field.click()
  await offered(page).click()
  await page.keyboard.press('Tab')
  await expectEventually(async () => (await field.getAttribute('aria-expanded')) === 'false')
  // The focus is not lost with the clear button, either.
  await field.click()
  await page.keyboard.press('Backspace')
  await page.keyboard.type('a')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false)
})
