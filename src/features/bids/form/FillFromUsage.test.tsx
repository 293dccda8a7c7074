import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { contract } from '../../../contract'
import { monthlyVolumes } from '../../../contract/gas/choices'
import { loadProfilePath, type LoadProfileAnswer } from '../../../contract/usage'
import { aBid } from '../../../testing/builders'
import { bidWorld } from '../../../testing/bidWorld'
import { renderPage } from '../../../testing/renderApp'
import { lastQueryTo, server } from '../../../testing/server'
import { addRow } from '../../../testing/world'

const volumes = Object.fromEntries(monthlyVolumes.map((field, index) => [field, (index + 1) * 10])) as Record<
  (typeof monthlyVolumes)[number],
  number
>

const profile: LoadProfileAnswer = {
  ...volumes,
  july_volume: null,
  annual_volume: null,
  missing: ['july_volume'],
  volume_source: 'latest',
  months: ['2025-01', '2025-12'],
  average_day: null,
  highest_day: null,
  load_factor_month: null,
  load_factor_mdq: null,
  unit: 'th',
  heat_content: 1.037,
  estimated: true,
  site_count: 1,
  meter_count: 2,
  accounts_without_usage: [],
}

it('[USE-9] the accounts to choose among are those of the legal entity and of the opportunity', async () => {
  const bid = aBid({ opportunity: 41, legal_entity: 3, utility_accounts: [] })
  const world = bidWorld([bid])
  const { user } = await renderPage(`/mpg/opportunities/41/bid/${bid.bid_id}/edit-from-bid`, { world })
  await user.click(await screen.findByLabelText('Utility Accounts'))
  const { path } = contract.utilityAccounts
  await waitFor(() => expect(lastQueryTo(path).organization?.split(',')).toContain('3'))
})

it('[USE-9] the usage of its accounts fills the form of a bid, old beside new, and saves nothing', async () => {
  const bid = aBid({
    opportunity: 41,
    utility_accounts: [1],
    volume_unit: 'th',
    january_volume: 5,
    july_volume: 7,
    annual_volume: 99,
  })
  const world = bidWorld([bid])
  addRow(world, 'utilityAccounts', { account_number: '00-12' })
  server.use(http.get(`*${loadProfilePath}`, () => HttpResponse.json(profile)))
  const { user } = await renderPage(`/mpg/opportunities/41/bid/${bid.bid_id}/edit-from-bid`, { world })
  await user.click(await screen.findByRole('button', { name: 'Fill from usage' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Fill from usage' }))
  const table = within(await dialog.findByRole('table', { name: 'Old and new values, volumes in th' }))
  expect(lastQueryTo(loadProfilePath)).toMatchObject({ utility_account: '1', unit: 'th' })
  expect(table.getByRole('row', { name: 'January 5 10' })).toBeVisible()
  expect(table.getByRole('row', { name: 'July 7 Stays' })).toBeVisible()
  expect(table.getByRole('row', { name: 'Annual Volume 99 Stays' })).toBeVisible()
  expect(
    dialog.getByText('No complete usage of July is known: what the form has for it stays, as does the year.'),
  ).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Fill the form' }))
  const shown = ['January', 'July', 'December', 'Annual Volume', 'Meter Count'].map(
    (label) => screen.getByLabelText<HTMLInputElement>(label).value,
  )
  expect(shown).toEqual(['10', '7', '120', '99', '2'])
  expect(world.tables.bids[0]).toMatchObject({ january_volume: 5, meter_count: bid.meter_count })
})
