import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { contract, type Row } from '../src/contract'
import { signIn } from './actions'
import { callAs } from './api'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()
const { path } = contract.opportunities

/** Reloads, and confirms the browser's dialog. */
const reload = async (page: Page) => {
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
}
const back = (page: Page) => page.getByText('What you had typed is back').waitFor()

it('[TRUST-32] finds what was typed into the wizard after a reload, at once after the last key', async () => {
  const { page } = await newSession()
  await signIn(page, 'broker')
  await page.goto('/mpg/opportunities/new')
  const name = page.locator('input[name=opportunity_name]')
  await name.fill('Half an opportunity')
  await reload(page)
  await back(page)
  expect(await name.inputValue()).toBe('Half an opportunity')
})

it('[TRUST-32] finds what was typed into a note after a reload, on that record only', async () => {
  const { page } = await newSession()
  const deal = () =>
    callAs<Row<'opportunities'>>('broker', 'POST', path, {
      opportunity_name: `Deal ${randomBytes(4).toString('hex')}`,
    })
  const [one, other] = [await deal(), await deal()]
  const open = async ({ opportunity_id }: Row<'opportunities'>) => {
    await page.goto(`/mpg/opportunities/${opportunity_id}/details`)
    await page.getByRole('button', { name: 'Add Note', exact: true }).click()
    const editor = page.getByRole('dialog').getByRole('textbox', { name: 'Note' })
    await editor.click()
    return editor
  }
  await signIn(page, 'broker')
  await (await open(one)).pressSequentially('Call on Monday')
  await reload(page)
  expect(await (await open(other)).textContent()).not.toContain('Call')
  const editor = await open(one)
  await back(page)
  expect(await editor.textContent()).toContain('Call on Monday')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await reload(page)
  expect(await (await open(one)).textContent()).not.toContain('Call')
})
