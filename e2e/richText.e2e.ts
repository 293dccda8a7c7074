import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { contract, type Row } from '../src/contract'
import { signIn } from './actions'
import { callAs } from './api'
import { expectEventually } from './expectEventually'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()
const { opportunities } = contract

const openNote = async () => {
  const { opportunity_id } = await callAs<Row<'opportunities'>>('broker', 'POST', opportunities.path, {
    opportunity_name: `Written ${randomBytes(4).toString('hex')}`,
  })
  const { page } = await newSession()
  await signIn(page, 'broker', `/mpg/opportunities/${opportunity_id}/details`)
  await page.getByRole('button', { name: 'Add Note', exact: true }).click()
  const editor = page.getByRole('dialog').locator('[contenteditable=true]')
  await editor.click()
  return { page, editor, text: async () => (await editor.innerText()).replace(/\n$/, '') }
}

/** Pastes a text into the editor. */
const paste = (page: Page, text: string) =>
  page.locator('[contenteditable=true]').evaluate((element, plain) => {
    const data = new DataTransfer()
    data.setData('text/plain', plain)
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, text)

it('[K13] deletes flags, families, skin tones and marked letters whole, from either side and between others', async () => {
  const { page, text } = await openNote()
  const clear = async () => {
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Delete')
    await expectEventually(async () => (await text()) === '')
  }
  for (const whole of ['🇺🇸', '👩‍👩‍👧‍👦', '👍🏽', 'e\u0301', '❤️', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'नि', '각']) {
    for (const key of ['Backspace', 'Delete']) {
      await paste(page, `a${whole}${whole}b`)
      await expectEventually(async () => (await text()) === `a${whole}${whole}b`)
      await page.keyboard.press('ArrowLeft')
      // The caret moves by graphemes.
      if (key === 'Delete') await page.keyboard.press('ArrowLeft')
      await page.keyboard.press(key)
      await expectEventually(async () => (await text()) === `a${whole}b`)
      await page.keyboard.type('x')
      await expectEventually(async () => (await text()) === `a${whole}xb`)
      await clear()
    }
    // Selected by keys, it is selected whole.
    await paste(page, `${whole}b`)
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Backspace')
    await expectEventually(async () => (await text()) === 'b')
    await clear()
  }
})

it('[K13] takes a paragraph of 99,000 characters and goes on with each key; what is too long it refuses at once', async () => {
  const { page, text } = await openNote()
  await paste(page, 'word '.repeat(19_800))
  await expectEventually(async () => (await text()).length >= 98_999)
  await page.keyboard.type('abc')
  await page.keyboard.press('Backspace')
  await expectEventually(async () => (await text()).endsWith('word ab'))
  await paste(page, 'word '.repeat(19_800))
  await page.getByText('At most 100000 characters. Nothing was pasted.').waitFor()
  expect(await text()).toHaveLength(99_002)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page
    .getByRole('region', { name: 'Notes' })
    .getByText(/word ab$/)
    .waitFor()
})
