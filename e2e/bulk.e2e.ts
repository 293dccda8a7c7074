import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { contract, type Row } from '../src/contract'
import type { ListAnswer } from '../src/contract/answers'
import { accessibilityFaults } from './accessibility'
import { signIn } from './actions'
import { callAs } from './api'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()
const { path } = contract.opportunities

const notice = (page: Page) => page.getByRole('region', { name: 'Change of many records' })
const selection = (page: Page) => page.getByRole('group', { name: 'Selection' })

it.each([1440, 390])(
  '[BULK-6, BULK-7] edits, deletes and takes back all records that match, at %i px',
  async (width) => {
    const name = `Bulk ${randomBytes(4).toString('hex')}`
    for (let index = 0; index < 12; index++)
      await callAs<Row<'opportunities'>>('broker', 'POST', path, { opportunity_name: `${name} ${index}` })
    const found = async () =>
      (
        await callAs<ListAnswer<Row<'opportunities'>>>(
          'broker',
          'GET',
          `${path}?q=${encodeURIComponent(name)}`,
        )
      ).results
    const { page } = await newSession({ viewport: { width, height: 1_000 } })
    await signIn(page, 'broker', `/mpg/opportunities?q=${encodeURIComponent(name)}`)
    await page.getByText('Showing 1 to 10 of 12 entries').waitFor()

    const [first] = await page.getByRole('checkbox', { name: `Select ${name}` }).all()
    await first?.focus()
    await page.keyboard.press('Space')
    await selection(page).getByText('1 selected').waitFor()
    await page.getByRole('checkbox', { name: 'All on this page' }).click()
    await selection(page).getByRole('button', { name: 'Select all 12 that match' }).click()
    await selection(page).getByText('All 12 selected').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])

    await selection(page).getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit 12 opportunities' })
    await dialog.getByLabel('Field').selectOption({ label: 'Broker Name' })
    await dialog.getByRole('textbox', { name: 'Broker Name' }).fill('Quillfeather')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Control+s')
    await notice(page).getByText('Changed 12 opportunities.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    expect((await found()).map(({ broker_name }) => broker_name)).toEqual(Array(12).fill('Quillfeather'))

    await notice(page).getByRole('button', { name: 'Undo' }).click()
    await notice(page).getByText('Taken back for 12 opportunities.').waitFor()
    expect((await found()).map(({ broker_name }) => broker_name)).toEqual(Array(12).fill(null))
    await notice(page).getByRole('button', { name: 'Close' }).click()

    await page
      .getByRole('checkbox', { name: `Select ${name}` })
      .first()
      .click()
    await selection(page).getByRole('button', { name: 'Delete' }).click()
    const confirmation = page.getByRole('dialog', { name: 'Delete 1 opportunity' })
    await confirmation.getByRole('button', { name: 'Delete' }).click()
    await notice(page).getByText('Moved to the trash: 1 opportunity.').waitFor()
    await page.getByText('Showing 1 to 10 of 11 entries').waitFor()
    await page.reload()
    await notice(page).getByRole('button', { name: 'Undo' }).click()
    await notice(page).getByText('Taken back for 1 opportunity.').waitFor()
    await page.getByText('Showing 1 to 10 of 12 entries').waitFor()
  },
)
