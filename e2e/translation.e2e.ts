import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { contract, type Row } from '../src/contract'
import { signIn } from './actions'
import { callAs } from './api'
import { expectEventually } from './expectEventually'
import { textMismatches, translatePage } from './translatePage'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()
const { opportunities, todos } = contract

/** No text on the page is outdated, once everything is translated. */
const expectTruth = async (page: Page) => {
  let told: string[] = []
  await expectEventually(async () => (told = await page.evaluate(textMismatches)).length === 0).catch(
    () => {},
  )
  expect(told).toEqual([])
  expect(await page.locator('font font').count()).toBeGreaterThan(0)
}

const translated = async (path: string) => {
  const { page } = await newSession()
  await signIn(page, 'broker', path)
  await page.evaluate(translatePage)
  return page
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()
const newDeal = () =>
  callAs<Row<'opportunities'>>('broker', 'POST', opportunities.path, {
    opportunity_name: `Translated ${randomBytes(4).toString('hex')}`,
  })

it('[K7] the calendar goes on in a translated page: month, week, list, a dialog, a refused save', async () => {
  const page = await translated('/activities')
  await page.locator('.rbc-event').first().waitFor()
  await expectTruth(page)
  for (const view of ['Week', 'List', 'Month', 'Week']) {
    await page.getByText(view, { exact: true }).first().click()
    await page.waitForURL((url) => (url.searchParams.get('view') ?? 'month') === view.toLowerCase())
    await expectTruth(page)
  }
  await button(page, /^Next/).click()
  await expectTruth(page)
  await button(page, 'Add Activity').click()
  const dialog = page.getByRole('dialog', { name: 'ACTIVITY' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('This field is required.').first().waitFor()
  await dialog.getByLabel('Title').fill('Plant visit')
  await expectTruth(page)
  await page.keyboard.press('Escape')
})

it('[K7] lists go on in a translated page: search, sort, pages, nothing found', async () => {
  const page = await translated('/mpg/opportunities')
  const table = page.getByRole('table', { name: 'Opportunities' })
  await table.getByRole('link').first().waitFor()
  await page.getByRole('link', { name: 'Next page' }).click()
  await page.getByText(/Showing 11 to 20/).waitFor()
  await expectTruth(page)
  const header = table.getByRole('columnheader', { name: 'Annual Volume' })
  for (const sort of ['ascending', 'descending', null]) {
    await header.click()
    await expectEventually(async () => (await header.getAttribute('aria-sort')) === sort)
    await expectTruth(page)
  }
  const box = page.getByRole('searchbox', { name: 'Search opportunities' })
  await box.fill('zzzz-no-such-deal')
  await button(page, 'Clear the search').waitFor()
  await expectTruth(page)
  await button(page, 'Clear the search').click()
  await table.getByRole('link').first().waitFor()
  await expectTruth(page)
  await page.getByLabel('Rows per page').selectOption('25')
  await page.getByText(/Showing 1 to 25/).waitFor()
  await button(page, 'Compact').click()
  await expectTruth(page)
})

it('[K7] the wizard and the bid form go on in a translated page, and say their unit', async () => {
  const page = await translated('/mpg/opportunities/new')
  const next = button(page, 'Next')
  await page.getByLabel('Opportunity Name').fill('Translated')
  await page.getByLabel('Opportunity Name').fill('')
  await page.keyboard.press('Tab')
  await expectTruth(page)
  await page.getByLabel('Opportunity Name').fill('Translated again')
  await next.click()
  for (const type of ['INDIRECT', 'DIRECT']) {
    await page.getByRole('radio', { name: type, exact: true }).check()
    await expectTruth(page)
  }
  await page.getByLabel('Estimated Annual Volume').fill('5,000')
  await page
    .getByRole('radio', { name: /Therm$/ })
    .last()
    .check()
  await expectTruth(page)

  const deal = await newDeal()
  await page.goto(`/mpg/opportunities/${deal.opportunity_id}/bid/new`)
  await page.getByLabel('January').waitFor()
  await page.evaluate(translatePage)
  await page.getByLabel('January').fill('100')
  const legend = page.locator('legend').filter({ hasText: 'Monthly volumes' })
  for (const [unit, said] of [
    ['th', / th\b/],
    ['dth', / dth\b/],
  ] as const) {
    await page.locator('.ant-radio-button-wrapper').getByText(unit, { exact: true }).click()
    await expectEventually(async () => said.test((await legend.textContent()) ?? ''))
    await expectTruth(page)
  }
  await button(page, 'Save').click()
  await page.getByText('This field is required').first().waitFor()
  await expectTruth(page)
})

it('[K7] records go on in a translated page: tabs, notes, edit, toasts, tasks, the trash', async () => {
  const deal = await newDeal()
  const page = await translated(`/mpg/opportunities/${deal.opportunity_id}/details`)
  for (const tab of ['Organizations', 'Files', 'Opportunity Details']) {
    await page.getByRole('tab', { name: tab }).click()
    await expectTruth(page)
  }
  const notes = page.getByRole('region', { name: 'Notes' })
  for (const text of ['First', 'Second']) {
    await notes.getByRole('button', { name: 'Add Note' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('[contenteditable=true]').click()
    await page.keyboard.type(text)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await notes.getByText(text).waitFor()
    await expectTruth(page)
  }
  await notes
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await notes.getByText('Second').waitFor({ state: 'detached' })
  await expectTruth(page)

  await page.getByRole('link', { name: 'Edit', exact: true }).first().click()
  await page.getByLabel('Broker Fee').fill('0,05')
  await button(page, 'Save').click()
  await page.getByText(/^Write decimals/).waitFor()
  await expectTruth(page)
  await page.getByLabel('Broker Fee').fill('0.05')
  await button(page, 'Save').click()
  await page.getByRole('heading', { level: 1, name: deal.opportunity_name }).waitFor()
  await expectTruth(page)

  const title = `Call ${randomBytes(4).toString('hex')}`
  await callAs('broker', 'POST', todos.path, {
    name: title,
    description: 'About the price',
    time_needed: '00:15:00',
    completed_within: 1,
  })
  await page.goto(`/mpg/tasks?q=${encodeURIComponent(title)}`)
  await page.evaluate(translatePage)
  await page.getByRole('button', { name: `Complete ${title}` }).click()
  await page.getByRole('button', { name: `Reopen ${title}` }).waitFor()
  await expectTruth(page)
  await page.getByRole('button', { name: `Reopen ${title}` }).click()
  await page.getByRole('button', { name: `Complete ${title}` }).waitFor()
  await expectTruth(page)
})

it('[K7] every kind of page can be walked through translated, without a reload', async () => {
  const page = await translated('/mpg/opportunities')
  const places = ['Organizations', 'Contacts', 'Addresses', 'Tags', 'Tasks', 'Opportunities']
  for (const place of [...places, ...places]) {
    await page.getByRole('navigation').getByRole('link', { name: place, exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: place }).waitFor()
    await expectTruth(page)
  }
  await page.getByRole('navigation').getByRole('link', { name: 'Organizations', exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Organizations' }).waitFor()
  await page.getByRole('table', { name: 'Organizations' }).locator('tbody').getByRole('link').first().click()
  await page.getByRole('tab').first().waitFor()
  const tabs = page.getByRole('tab')
  for (let index = 0; index < (await tabs.count()); index += 1) {
    await tabs.nth(index).click()
    await expectTruth(page)
  }
})
