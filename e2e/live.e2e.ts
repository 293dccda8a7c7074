import type { Page } from 'playwright-core'
import { contract, type Row } from '../src/contract'
import { changesPath } from '../src/contract/events'
import { signIn } from './actions'
import { callAs } from './api'
import { expectEventually } from './expectEventually'
import { startProduct } from './product'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()
const { path } = contract.opportunities

let made = 0
/** An opportunity with a unique name. */
const makeDeal = () => {
  made += 1
  const opportunity_name = `Followed ${Date.now()} ${made}`
  return callAs<Row<'opportunities'>>('customer', 'POST', path, { opportunity_name })
}
const change = (id: number, body: object) => callAs('customer', 'PATCH', `${path}${id}/`, body)

/** Waits for the page's stream, opened after its first paint. */
const listening = (page: Page) => page.waitForResponse((each) => new URL(each.url()).pathname === changesPath)

const open = async (page: Page, address: string) => {
  const streams = listening(page)
  await signIn(page, 'broker', address)
  await streams
}

it('[LIVE-1] an open list follows the changes of another user, and keeps its scroll position and the focus', async () => {
  const { page } = await newSession({ viewport: { width: 1440, height: 400 } })
  const deal = await makeDeal()
  await open(page, '/mpg/opportunities?sort=-created_at')
  const link = page.getByRole('link', { name: deal.opportunity_name, exact: true })
  await link.focus()
  await page.evaluate(() => window.scrollTo(0, 150))
  const other = await newSession()
  await signIn(other.page, 'customer', `/mpg/opportunities/${deal.opportunity_id}/edit`)
  await other.page.getByLabel('Opportunity Name').fill(`${deal.opportunity_name} renamed`)
  await other.page.getByRole('button', { name: 'Save', exact: true }).click()
  const renamed = page.getByRole('link', { name: `${deal.opportunity_name} renamed`, exact: true })
  await renamed.waitFor()
  expect(await renamed.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await page.evaluate(() => window.scrollY)).toBe(150)
})

it('[LIVE-1, LIVE-4] the tabs of a browser follow through one stream', async () => {
  const { page, context } = await newSession()
  const deal = await makeDeal()
  let streams = 0
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === changesPath) streams += 1
  })
  const details = `/mpg/opportunities/${deal.opportunity_id}/details`
  await open(page, details)
  const second = await context.newPage()
  await second.goto(details)
  await second.getByRole('heading', { level: 1, name: deal.opportunity_name }).waitFor()
  await change(deal.opportunity_id, { opportunity_name: `${deal.opportunity_name} renamed` })
  for (const tab of [page, second]) {
    // Only one tab is visible at a time.
    await tab.bringToFront()
    await tab.getByRole('heading', { level: 1, name: `${deal.opportunity_name} renamed` }).waitFor()
  }
  expect(streams).toBe(1)
  await page.close()
  await expectEventually(() => Promise.resolve(streams === 2))
  await change(deal.opportunity_id, { opportunity_name: deal.opportunity_name })
  await second.getByRole('heading', { level: 1, name: deal.opportunity_name, exact: true }).waitFor()
})

it('[LIVE-5, LIVE-6] a form that holds something typed says what becomes of its record', async () => {
  const { page } = await newSession()
  const deal = await makeDeal()
  await open(page, `/mpg/opportunities/${deal.opportunity_id}/edit`)
  const broker = page.getByLabel('Broker Name')
  await broker.fill('Mine')
  await change(deal.opportunity_id, { opportunity_name: `${deal.opportunity_name} renamed` })
  await page.getByText('customer has changed this opportunity meanwhile').waitFor()
  expect(await broker.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await broker.inputValue()).toBe('Mine')
  await page.getByRole('button', { name: 'Show changes' }).click()
  await page.getByRole('region', { name: 'Changed by somebody else meanwhile' }).waitFor()
  await callAs('customer', 'DELETE', `${path}${deal.opportunity_id}/`)
  // It was notified, and does not request the deleted record.
  await page.getByText('This opportunity has been deleted meanwhile.').waitFor()
  expect(await broker.inputValue()).toBe('Mine')
})

it('[LIVE-3] a page that was cut off catches up by itself', async () => {
  const { page, context, ignoreErrors } = await newSession()
  const deal = await makeDeal()
  await open(page, `/mpg/opportunities/${deal.opportunity_id}/details`)
  await page.getByText('There are no notes yet.').waitFor()
  await context.setOffline(true)
  await change(deal.opportunity_id, { opportunity_name: `${deal.opportunity_name} renamed` })
  await context.setOffline(false)
  await page.getByRole('heading', { level: 1, name: `${deal.opportunity_name} renamed` }).waitFor()
  ignoreErrors(/INTERNET_DISCONNECTED|NETWORK_CHANGED/)
})

it('[LIVE-3] a page goes on following after the server was started anew', async () => {
  const product = await startProduct()
  try {
    const { page, ignoreErrors } = await newSession({ baseURL: product.url })
    const { opportunity_id, opportunity_name } = await callAs<Row<'opportunities'>>(
      'customer',
      'POST',
      path,
      { opportunity_name: 'Before the restart' },
      product.url,
    )
    const rename = (name: string) =>
      callAs('customer', 'PATCH', `${path}${opportunity_id}/`, { opportunity_name: name }, product.url)
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
    await open(page, `/mpg/opportunities/${opportunity_id}/details`)
    await heading(opportunity_name ?? '').waitFor()
    const streams = listening(page)
    await product.restart()
    await rename('While it came back')
    await heading('While it came back').waitFor()
    await streams
    await rename('Long after it')
    await heading('Long after it').waitFor()
    ignoreErrors(
      /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/,
    )
    // The server answers 503 while it stops.
    ignoreErrors(/503 \(Service Unavailable\)/)
  } finally {
    await product.stop()
  }
})

it('[TRUST-6] a deactivated user is signed out', async () => {
  const username = `leaving${Date.now()}`
  const password = 'nine paper boats'
  const user = await callAs<Row<'users'>>('team', 'POST', contract.users.path, {
    username,
    password,
    user_type: 'broker',
    is_active: true,
    email: `${username}@citygate.example`,
  })
  const { page, ignoreErrors } = await newSession()
  await page.goto('/mpg/opportunities')
  const streams = listening(page)
  await page.getByRole('radio', { name: 'Brokers' }).check()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await streams
  await callAs('team', 'PATCH', `${contract.users.path}${user.id}/`, { is_active: false })
  await expectEventually(() => page.evaluate(() => !JSON.stringify(localStorage).includes('refresh')))
  ignoreErrors(/status of 401/)
})
