import { randomBytes } from 'node:crypto'
import { contract, type Row } from '../src/contract'
import type { ListAnswer } from '../src/contract/answers'
import { accessibilityFaults } from './accessibility'
import { signIn } from './actions'
import { callAs } from './api'
import { useBrowserSessions } from './browserSession'
import { takeScreenshots } from './screenshots'

const newSession = useBrowserSessions()

it('[BID-13, VIEW-1, VIEW-2] lists the bids of all deals, filters them, keeps that as a view, and leads to one', async () => {
  const name = `Winter ${randomBytes(4).toString('hex')}`
  const make = <T>(path: string, body: object) => callAs<T>('broker', 'POST', path, body)
  const { opportunity_id: opportunity } = await make<Row<'opportunities'>>(contract.opportunities.path, {
    opportunity_name: `Deal of ${name}`,
  })
  const first = async <T>(path: string) =>
    (await callAs<ListAnswer<T>>('broker', 'GET', `${path}?limit=1`)).results[0]
  const { organization_id: legal_entity } =
    (await first<Row<'organizations'>>(contract.organizations.path)) ?? {}
  const { utility_state_id: utility_state } =
    (await first<Row<'utilityStates'>>(contract.utilityStates.path)) ?? {}
  for (const term of [12, 24])
    await make(contract.bids.path, {
      ...{ opportunity, legal_entity, utility_state, name: `${name} ${term}`, terms: [term] },
      ...{ supplier: 'direct', pricing_type: [1], swing: [0.1], annual_volume: term * 1_000 },
    })
  const { page } = await newSession()
  await signIn(page, 'broker', '/mpg/opportunities')
  await page.getByRole('navigation').getByRole('link', { name: 'Bids', exact: true }).click()
  await page.getByRole('heading', { name: 'Bids', level: 1 }).waitFor()
  await page.getByRole('table', { name: 'Bids' }).getByRole('row').nth(5).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await takeScreenshots(page, 'bids-list')

  await page.getByRole('searchbox', { name: 'Search bids' }).fill(name)
  await page.getByText('Showing 1 to 2 of 2 entries').waitFor()
  await page.getByRole('button', { name: 'Add Filter' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Filter' })
  await dialog.getByLabel('Field').selectOption({ label: 'Annual Volume' })
  await dialog.getByLabel('From').fill('20,000')
  await page.keyboard.press('Control+s')
  await page.getByText('Showing 1 to 1 of 1 entries').waitFor()

  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Save as a view' }).click()
  await page.getByRole('dialog', { name: 'Save View' }).getByLabel('Name').fill(`Two years of ${name}`)
  await page.keyboard.press('Control+s')
  await page.getByRole('button', { name: `View: Two years of ${name}` }).waitFor()

  await page.getByRole('link', { name: `${name} 24`, exact: true }).click()
  await page.waitForURL(new RegExp(`/mpg/opportunities/${opportunity}/bid/`))
  await page
    .getByRole('heading', { name: new RegExp(name) })
    .first()
    .waitFor()
})
