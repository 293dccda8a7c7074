import { randomBytes } from 'node:crypto'
import { contract, type Row } from '../src/contract'
import { accessibilityFaults } from './accessibility'
import { signIn } from './actions'
import { callAs } from './api'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()
const { path } = contract.organizations

it.each([1440, 390])(
  '[DUP-1, DUP-3, DUP-5] merges two organizations by keyboard, and takes it back, at %i px',
  async (width) => {
    const name = `Merge ${randomBytes(4).toString('hex')}`
    const make = (more: object) =>
      callAs<Row<'organizations'>>('broker', 'POST', path, { name, state: 'TX', city: 'Larkfield', ...more })
    const kept = await make({ phone: '713-555-0101' })
    const other = await make({ phone: '713-555-0102', dba: 'Second' })
    const { page } = await newSession({ viewport: { width, height: 1_000 } })
    await signIn(
      page,
      'broker',
      `/mpg/organizations/${kept.organization_id}/merge?with=${other.organization_id}`,
    )
    const phone = page.getByRole('group', { name: 'Phone' })
    await phone.getByRole('radio').first().focus()
    await page.keyboard.press('ArrowDown')
    expect(await phone.getByRole('radio').nth(1).isChecked()).toBe(true)
    await page.getByText('Moves to the one that is kept: 1 address.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Merge…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Merge' })
    await dialog.getByRole('button', { name: 'Merge' }).press('Enter')
    await page.getByText(`was merged into ${name.toUpperCase()}.`).waitFor()
    const now = await callAs<Row<'organizations'>>('broker', 'GET', `${path}${kept.organization_id}/`)
    expect([now.phone, now.dba, now.addresses.length]).toEqual(['713-555-0102', 'Second', 2])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Taken back.').waitFor()
    await page.goto('/mpg/organizations/duplicates')
    await page.getByRole('link', { name: name.toUpperCase() }).first().waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  },
)
