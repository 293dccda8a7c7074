import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { contract, type Input, type Row } from '../src/contract'
import { accessibilityFaults } from './accessibility'
import { signIn } from './actions'
import { callAs } from './api'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()
const { path } = contract.opportunities

/** Two deals whose name is that of no other. */
async function makeDeals() {
  const name = `Board ${randomBytes(4).toString('hex')}`
  const make = (change: Partial<Input<'opportunities'>>) =>
    callAs<Row<'opportunities'>>('broker', 'POST', path, {
      ...{ opportunity_name: name, sales_annual_volume_manual: 12_000, pricing_due_date: '2030-01-15' },
      ...change,
    })
  const first = await make({ opportunity_name: `${name} A`, stage: 'new' })
  await make({ opportunity_name: `${name} B`, stage: 'pricing' })
  return { name, first }
}
const cardIn = (page: Page, stage: string, name: string) =>
  page.getByRole('region', { name: stage }).getByRole('link', { name })
const stageOf = async (id: number) =>
  (await callAs<Row<'opportunities'>>('broker', 'GET', `${path}${id}/`)).stage

it('[BOARD-2, BOARD-3, BOARD-4] moves cards by keys, by dragging and by their menu, and back', async () => {
  const { name, first } = await makeDeals()
  const { page } = await newSession()
  await signIn(page, 'broker', `/mpg/opportunities?q=${encodeURIComponent(name)}`)
  await page.getByText('Showing 1 to 2 of 2 entries').waitFor()
  await page.getByRole('radio', { name: 'Board' }).focus()
  await page.keyboard.press('Space')
  await cardIn(page, 'New', `${name} A`).waitFor()
  expect(new URL(page.url()).searchParams.get('shape')).toBe('board')
  expect(await accessibilityFaults(page)).toEqual([])

  await cardIn(page, 'New', `${name} A`).focus()
  await page.keyboard.press('Shift+ArrowRight')
  const moved = cardIn(page, 'Gathering', `${name} A`)
  await moved.waitFor()
  await page.getByText(`${name} A: Gathering.`).waitFor()
  expect(await moved.evaluate((link) => link === document.activeElement)).toBe(true)
  expect(await stageOf(first.opportunity_id)).toBe('gathering')
  await page.getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  await cardIn(page, 'New', `${name} A`).waitFor()
  expect(await stageOf(first.opportunity_id)).toBe('new')

  // What another user moves is shown without a reload.
  await callAs('broker', 'PATCH', `${path}${first.opportunity_id}/`, { stage: 'presented' })
  await cardIn(page, 'Presented', `${name} A`).waitFor()

  await cardIn(page, 'Presented', `${name} A`).dragTo(page.getByRole('region', { name: 'Pricing' }))
  await cardIn(page, 'Pricing', `${name} A`).waitFor()
  await page.getByText(`${name} A: Pricing.`).waitFor()

  await page.getByRole('button', { name: `Actions for ${name} A` }).click()
  await page.getByRole('menuitem', { name: 'Move to Lost' }).click()
  const dialog = page.getByRole('dialog', { name: 'Why was it lost?' })
  await dialog.getByRole('radio', { name: 'Price' }).check()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Control+s')
  await dialog.waitFor({ state: 'detached' })
  await cardIn(page, 'Lost', `${name} A`).waitFor()
  expect(await stageOf(first.opportunity_id)).toBe('lost')

  await cardIn(page, 'Lost', `${name} A`).click()
  await page.getByRole('heading', { level: 1, name: `${name} A` }).waitFor()
  await page.goBack()
  await cardIn(page, 'Lost', `${name} A`).waitFor()
})

it('[BOARD-3, BOARD-5] shows one stage at a time on phones, and a month as a list', async () => {
  const { name, first } = await makeDeals()
  const { page } = await newSession({ viewport: { width: 390, height: 844 }, hasTouch: true })
  await signIn(page, 'broker', `/mpg/opportunities?shape=board&q=${encodeURIComponent(name)}`)
  await cardIn(page, 'New', `${name} A`).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: `Actions for ${name} A` }).tap()
  await page.getByRole('menuitem', { name: 'Move to Pricing' }).tap()
  await page.getByText(`${name} A: Pricing.`).waitFor()
  await page.getByRole('button', { name: /^Pricing/ }).tap()
  await cardIn(page, 'Pricing', `${name} A`).waitFor()
  await cardIn(page, 'Pricing', `${name} B`).waitFor()
  expect(await stageOf(first.opportunity_id)).toBe('pricing')
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { scrollWidth, clientWidth }
  })
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)

  await page.goto(`/mpg/opportunities?shape=calendar&month=2030-01&q=${encodeURIComponent(name)}`)
  await page
    .getByRole('region', { name: 'Tuesday, January 15' })
    .getByRole('button', { name: `${name} A` })
    .waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
})

it('[BOARD-5] moves a due date in the calendar by keys', async () => {
  const { name, first } = await makeDeals()
  const { page } = await newSession()
  await signIn(
    page,
    'broker',
    `/mpg/opportunities?shape=calendar&month=2030-01&q=${encodeURIComponent(name)}`,
  )
  await page.getByRole('button', { name: new RegExp(`${name} A`) }).focus()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByText(`${name} A: due Jan 16, 2030.`).waitFor()
  const { pricing_due_date } = await callAs<Row<'opportunities'>>(
    'broker',
    'GET',
    `${path}${first.opportunity_id}/`,
  )
  expect(pricing_due_date).toBe('2030-01-16')
})
