import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { contract, type Row } from '../src/contract'
import type { ListAnswer } from '../src/contract/answers'
import { accessibilityFaults } from './accessibility'
import { pick, signIn } from './actions'
import { callAs } from './api'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()
const sample = path.join(__dirname, '../docs/samples/usage.csv')

/** A customer of a utility of its own, and a bid of it. */
const makeBid = async () => {
  const mark = randomBytes(4).toString('hex')
  const make = <T>(to: string, body: object) => callAs<T>('team', 'POST', to, body)
  const utilityName = `Larch ${mark}`
  const { utility_id } = await make<Row<'utilities'>>(contract.utilities.path, { name: utilityName })
  const { results } = await callAs<ListAnswer<Row<'states'>>>('team', 'GET', contract.states.path)
  const { utility_state_id } = await make<Row<'utilityStates'>>(contract.utilityStates.path, {
    utility: utility_id,
    state: results[0]?.state_id,
    name: 'Firm Delivery',
  })
  const { organization_id } = await make<Row<'organizations'>>(contract.organizations.path, {
    name: `Bakery ${mark}`,
    state: 'TX',
  })
  const { opportunity_id } = await make<Row<'opportunities'>>(contract.opportunities.path, {
    opportunity_name: `Metered ${mark}`,
    broker_fee: 0.12,
    dekatherms: true,
  })
  const { bid_id } = await make<Row<'bids'>>(contract.bids.path, {
    opportunity: opportunity_id,
    legal_entity: organization_id,
    supplier: 'direct',
    utility_state: utility_state_id,
    terms: [12],
    swing: [0.1],
    pricing_type: [1],
    pricing_point: 'Burner Tip',
    start_date: '2027-01-01',
    annual_volume: 5_000,
    january_volume: 5,
  })
  return { utilityName, organization_id, utility_state_id, opportunity_id, bid_id }
}

it('[USE-9, USE-10, USE-11] a file of a utility becomes the usage of an account and the volumes of a bid', async () => {
  const { utilityName, organization_id, utility_state_id, opportunity_id, bid_id } = await makeBid()
  const { page } = await newSession({ viewport: { width: 1440, height: 900 } })
  await signIn(page, 'team', `/mpg/organizations/${organization_id}/accounts`)
  await page.getByRole('button', { name: 'Import Usage' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import Usage' })
  await pick(page, 'Utility', utilityName)
  await dialog.locator('input[type=file]').setInputFiles(sample)
  await dialog.getByText('1 unknown number').waitFor()
  await dialog.getByRole('radio', { name: 'The day of the next read' }).check()
  await dialog.getByRole('button', { name: 'Create them' }).click()
  // The overlap is refused; the cancelled period is stored beside its rebill.
  await dialog.getByText('26 new, 0 the same, 0 replaced, 1 refused.').waitFor()
  await dialog.getByText('Overlaps 2025-03-12 to 2025-04-12.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Commit' }).click()
  await dialog.getByRole('heading', { name: 'Stored' }).waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('link', { name: '0042-7781' }).click()
  await page.getByRole('link', { name: 'Usage, month by month' }).click()
  await page.getByText('Gap of 6 days').waitFor()
  await page.getByRole('table', { name: 'Usage by month' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  const { results } = await callAs<ListAnswer<Row<'utilityAccounts'>>>(
    'team',
    'GET',
    `${contract.utilityAccounts.path}?utility_state=${utility_state_id}`,
  )
  await callAs('team', 'PATCH', `${contract.bids.path}${bid_id}/`, {
    utility_accounts: { add: [results[0]?.utility_account_id], remove: [] },
  })
  await page.goto(
    new URL(`/mpg/opportunities/${opportunity_id}/bid/${bid_id}/edit-from-bid`, page.url()).href,
  )
  await page.getByRole('button', { name: 'Fill from usage' }).click()
  const comparison = page.getByRole('dialog', { name: 'Fill from usage' })
  // 11 of 31 days of 1,500 therms, and 19 of 30 of the 2,750 that were billed anew.
  const september = comparison.getByRole('row', { name: /^September/ })
  await september.waitFor()
  expect(await september.textContent()).toBe('September–227.393')
  expect(await accessibilityFaults(page)).toEqual([])
  await comparison.getByRole('button', { name: 'Fill the form' }).click()
  expect(await page.getByLabel('September').inputValue()).toBe('227.393')
  const stored = await callAs<Row<'bids'>>('team', 'GET', `${contract.bids.path}${bid_id}/`)
  expect([stored.january_volume, stored.september_volume]).toEqual([5, null])
})
