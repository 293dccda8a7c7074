import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { contract, type Row } from '../src/contract'
import { accessibilityFaults } from './accessibility'
import { forgetSessions, signIn } from './actions'
import { callAs } from './api'
import { expectEventually } from './expectEventually'
import { takeScreenshots } from './screenshots'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()
const { opportunities, tags } = contract

type Deal = Row<'opportunities'>

const random = () => randomBytes(4).toString('hex')
const newDeal = (more: object = {}) =>
  callAs<Deal>('broker', 'POST', opportunities.path, { opportunity_name: `Deal ${random()}`, ...more })
const listPath = '/mpg/opportunities'
const dealPath = ({ opportunity_id }: Deal, rest: string) => `${listPath}/${opportunity_id}/${rest}`

const pathOf = (page: Page) => new URL(page.url()).pathname
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const nameField = (page: Page) => page.locator('input[name=opportunity_name]')
const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })
const answer = (page: Page, name: 'Stay' | 'Leave') => question(page).getByRole('button', { name }).click()
const go = (page: Page, delta: number) => page.evaluate((steps) => window.history.go(steps), delta)

/** Cancels one confirmation, and checks that URL and text are unchanged. */
async function staysAt(page: Page, path: string): Promise<void> {
  await question(page).waitFor()
  expect(await question(page).count()).toBe(1)
  await answer(page, 'Stay')
  await question(page).waitFor({ state: 'detached' })
  expect(pathOf(page)).toBe(path)
}

/** List, tags, opportunity, form: four history entries, with unsaved input in the last. */
async function typeInForm(page: Page): Promise<{ deal: Deal; form: string; typed: string }> {
  const deal = await newDeal()
  const form = dealPath(deal, 'edit')
  await signIn(page, 'broker')
  await page.getByRole('link', { name: 'Tags', exact: true }).click()
  await heading(page, 'Tags').waitFor()
  await page.getByRole('link', { name: 'Opportunities', exact: true }).first().click()
  await heading(page, 'Opportunities').waitFor()
  await page.getByLabel('Search opportunities').fill(deal.opportunity_name)
  await page.getByRole('link', { name: deal.opportunity_name }).click()
  await heading(page, deal.opportunity_name).waitFor()
  await page.getByRole('link', { name: 'Edit', exact: true }).first().click()
  await heading(page, 'Edit Opportunity').waitFor()
  const typed = `${deal.opportunity_name} more`
  await nameField(page).fill(typed)
  return { deal, form, typed }
}

it('asks once before Back leaves what was typed, and goes there when told to', async () => {
  const { page } = await newSession()
  const { deal, form, typed } = await typeInForm(page)
  await go(page, -1)
  await question(page).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await takeScreenshots(page, 'leave')
  await staysAt(page, form)
  expect(await nameField(page).inputValue()).toBe(typed)

  // The history is intact: the same navigation again, then another one away.
  await page.goBack()
  await question(page).waitFor()
  await answer(page, 'Leave')
  await heading(page, deal.opportunity_name).waitFor()
  expect(pathOf(page)).toBe(dealPath(deal, 'details'))
  await page.goForward()
  await heading(page, 'Edit Opportunity').waitFor()
  expect(await nameField(page).inputValue()).toBe(deal.opportunity_name)
  await page.goBack()
  await heading(page, deal.opportunity_name).waitFor()
})

it('asks before steps of several pages, and before Forward', async () => {
  const { page } = await newSession()
  const { deal, form, typed } = await typeInForm(page)
  await go(page, -2)
  await staysAt(page, form)
  expect(await nameField(page).inputValue()).toBe(typed)
  await go(page, -2)
  await question(page).waitFor()
  await answer(page, 'Leave')
  await heading(page, 'Opportunities').waitFor()
  expect(pathOf(page)).toBe(listPath)

  // Two entries forward is the form again, with nothing after it.
  await go(page, 2)
  await heading(page, 'Edit Opportunity').waitFor()
  await page.getByRole('link', { name: 'Tags', exact: true }).click()
  await heading(page, 'Tags').waitFor()
  await page.goBack()
  await heading(page, 'Edit Opportunity').waitFor()
  await nameField(page).fill(typed)
  await page.goForward()
  await staysAt(page, form)
  expect(await nameField(page).inputValue()).toBe(typed)
  await page.goForward()
  await question(page).waitFor()
  await answer(page, 'Leave')
  await heading(page, 'Tags').waitFor()
  await page.goBack()
  await heading(page, 'Edit Opportunity').waitFor()
  expect(await nameField(page).inputValue()).toBe(deal.opportunity_name)
})

it.each([
  [
    'in one go',
    () => {
      window.history.back()
      window.history.back()
    },
  ],
  [
    'each after the other has arrived',
    () => {
      window.addEventListener('popstate', () => window.history.back(), { once: true, capture: true })
      window.history.back()
    },
  ],
])('keeps address and text together through two quick Backs, %s', async (_how, back) => {
  const { page } = await newSession()
  const { deal, form, typed } = await typeInForm(page)
  await page.evaluate(back)
  await question(page).waitFor()
  await answer(page, 'Stay')
  await question(page).waitFor({ state: 'detached' })
  await expectEventually(() => Promise.resolve(pathOf(page) === form))
  expect(await nameField(page).inputValue()).toBe(typed)
  // The save then applies to the opportunity of the URL.
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await heading(page, typed).waitFor()
  expect(pathOf(page)).toBe(dealPath(deal, 'details'))
  await page.goBack()
  await heading(page, 'Opportunities').waitFor()
  expect(await question(page).count()).toBe(0)
})

it('asks before links and buttons that lead away, and never about what has been saved', async () => {
  const { page } = await newSession()
  const { deal, form, typed } = await typeInForm(page)
  await page.getByRole('link', { name: 'Sign out' }).click()
  await staysAt(page, form)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await staysAt(page, form)
  await page.getByRole('link', { name: 'Skip to the content' }).focus()
  await page.keyboard.press('Enter')
  expect(await question(page).count()).toBe(0)
  expect(page.url()).not.toContain('#')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await heading(page, typed).waitFor()
  expect(pathOf(page)).toBe(dealPath(deal, 'details'))
  expect(await question(page).count()).toBe(0)
})

it('asks in the browser’s own words before a reload and before the tab closes', async () => {
  const { page } = await newSession()
  const { form, typed } = await typeInForm(page)
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  await page.evaluate(() => window.location.reload())
  await expectEventually(() => Promise.resolve(asked.length === 1))
  await page.close({ runBeforeUnload: true })
  await expectEventually(() => Promise.resolve(asked.length === 2))
  expect(asked).toEqual(['beforeunload', 'beforeunload'])
  expect(pathOf(page)).toBe(form)
  expect(await nameField(page).inputValue()).toBe(typed)
})

it('guards a form in a dialog, which steps aside for the question', async () => {
  const { name } = await callAs<Row<'tags'>>('broker', 'POST', tags.path, {
    name: `Tag ${random()}`,
    color: '#222',
    description: 'To be changed',
  })
  const { page } = await newSession()
  await signIn(page, 'broker')
  await page.getByRole('link', { name: 'Tags', exact: true }).click()
  await page.getByLabel('Search tags').fill(name)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Tag' })
  await dialog.getByLabel('Description').fill('Typed')
  await go(page, -1)
  await question(page).waitFor()
  await expectEventually(() =>
    question(page)
      .getByRole('button', { name: 'Stay' })
      .evaluate((button) => button === document.activeElement),
  )
  expect(await page.getByRole('dialog').count()).toBe(1)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await question(page).waitFor({ state: 'detached' })
  await expectEventually(() =>
    dialog.getByLabel('Description').evaluate((input) => input === document.activeElement),
  )
  expect(await dialog.getByLabel('Description').inputValue()).toBe('Typed')
  expect(pathOf(page)).toBe('/mpg/tags')
  await go(page, -2)
  await question(page).waitFor()
  await answer(page, 'Leave')
  await heading(page, 'Opportunities').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)

  // Without unsaved input it navigates, also within the same page, and closes the dialog.
  await go(page, 2)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await dialog.waitFor()
  await go(page, -1)
  await dialog.waitFor({ state: 'detached' })
  expect(page.url()).toMatch(/\/mpg\/tags$/)
})

it('[TRUST-27] lets a tag be saved that another session has changed meanwhile', async () => {
  const tag = await callAs<Row<'tags'>>('broker', 'POST', tags.path, {
    name: `Tag ${random()}`,
    color: '#222',
    description: 'Before',
  })
  const { page, ignoreErrors } = await newSession()
  await signIn(page, 'broker', '/mpg/tags')
  await page.getByLabel('Search tags').fill(tag.name)
  await page.getByRole('button', { name: `Edit ${tag.name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Tag' })
  await dialog.locator('input[name=color]').fill('#0af')
  await callAs('customer', 'PATCH', `${tags.path}${tag.tag_id}/`, {
    color: '#f00',
    description: 'After',
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  const conflict = dialog.getByRole('region', { name: 'Changed by somebody else meanwhile' })
  await conflict.getByText('After').waitFor()
  await conflict.getByText('by customer', { exact: false }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await takeScreenshots(page, 'tag-conflict')
  await conflict.getByRole('button', { name: 'Save merged' }).click()
  await dialog.waitFor({ state: 'detached' })
  const saved = await callAs<Row<'tags'>>('broker', 'GET', `${tags.path}${tag.tag_id}/`)
  expect(saved).toMatchObject({ color: '#0af', description: 'After' })
  expect(ignoreErrors(/409/)).toBe(1)
})

it('[BID-6] keeps the draft of a bid on the way to a new organization, without asking', async () => {
  const deal = await newDeal()
  const { page } = await newSession()
  await signIn(page, 'broker', dealPath(deal, 'bid/new'))
  await page.locator('input[name=name]').fill('Winter strip')
  await page.getByRole('link', { name: 'HERE' }).click()
  await heading(page, 'Find Organization').waitFor()
  expect(await question(page).count()).toBe(0)
  await page.goBack()
  await page.getByText('What you had typed is back.').waitFor()
  expect(await page.locator('input[name=name]').inputValue()).toBe('Winter strip')
  await page.getByRole('link', { name: 'Tags', exact: true }).click()
  await staysAt(page, dealPath(deal, 'bid/new'))
})

it('[OPN-2] guards the wizard at each of its steps', async () => {
  const { page } = await newSession()
  await signIn(page, 'broker')
  await page.getByRole('link', { name: 'Create Opportunity' }).click()
  await nameField(page).fill('Half a deal')
  await go(page, -1)
  await staysAt(page, '/mpg/opportunities/new')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await page.getByRole('radio', { name: 'DIRECT', exact: true }).check()
  await go(page, -1)
  await staysAt(page, '/mpg/opportunities/new')
  expect(await page.getByRole('radio', { name: 'DIRECT', exact: true }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  expect(await nameField(page).inputValue()).toBe('Half a deal')
  await go(page, -1)
  await question(page).waitFor()
  await answer(page, 'Leave')
  await heading(page, 'Opportunities').waitFor()
})

it('[TRUST-6] leaves without asking when the session ends in another tab', async () => {
  const { page, context } = await newSession()
  await typeInForm(page)
  const other = await context.newPage()
  await other.goto('/logout')
  await other.getByRole('button', { name: 'Sign Out' }).click()
  forgetSessions()
  await page.waitForURL('**/login**')
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

it('[OPD-2] does not wait for a deleted deal where one goes back before the list has been loaded', async () => {
  const deal = await newDeal()
  const { page, ignoreErrors } = await newSession()
  await signIn(page, 'broker', '/mpg/tags')
  await page.goto(dealPath(deal, 'details'))
  await heading(page, deal.opportunity_name).waitFor()
  await page.getByRole('tab', { name: /^Files/ }).click()
  await page.waitForURL(/\/files$/)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.getByRole('button', { name: 'Delete', exact: true }).first().click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete' })
  await confirm.waitFor()
  await page.route('**/assets/*', async (route) => {
    await released
    await route.continue()
  })
  await confirm.click()
  await page.locator('.navigation-progress').waitFor({ state: 'attached' })
  await go(page, -1)
  await page.getByText('This opportunity does not exist.').waitFor()
  release()
  await heading(page, 'Opportunities').waitFor()
  // The live stream may have reported the deletion before: then no request is sent.
  ignoreErrors(/status of 404/)
})

it('[OPD-2] tells of a deleted deal, leads from its pages to the list, and brings it back', async () => {
  const deal = await newDeal()
  const { page, ignoreErrors } = await newSession()
  await signIn(page, 'broker', listPath)
  await page.getByLabel('Search opportunities').fill(deal.opportunity_name)
  await page.getByRole('link', { name: deal.opportunity_name }).click()
  await heading(page, deal.opportunity_name).waitFor()
  await page.getByRole('tab', { name: /^Files/ }).click()
  await page.waitForURL(/\/files$/)
  await page.getByRole('button', { name: 'Delete', exact: true }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL((url) => url.pathname === listPath)
  const toast = page.locator('.toast').filter({ hasText: 'Delete successfully.' })
  const undo = toast.getByRole('button', { name: 'Undo' })
  // Independent of the machine's speed, a hovered toast stays.
  await undo.hover()
  await go(page, -1)
  await page.getByText('This opportunity does not exist.').waitFor()
  await heading(page, 'Opportunities').waitFor()
  expect(pathOf(page)).toBe(listPath)
  await undo.focus()
  expect(await accessibilityFaults(page)).toEqual([])
  await takeScreenshots(page, 'deleted')
  await undo.click()
  await page.getByText('Restored successfully.').waitFor()
  await page.getByLabel('Search opportunities').fill(deal.opportunity_name)
  await page.getByRole('link', { name: deal.opportunity_name }).click()
  await heading(page, deal.opportunity_name).waitFor()
  // The live stream may have reported the deletion before: then no request is sent.
  ignoreErrors(/status of 404/)
})
