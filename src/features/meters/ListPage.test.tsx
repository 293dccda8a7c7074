import { screen, waitFor, within } from '@testing-library/react'
import { menuEntries } from '../menu'
import { contract } from '../../contract'
import { renderPage } from '../../testing/renderApp'
import { requestsTo } from '../../testing/server'
import { addRow, createWorld } from '../../testing/world'

const { path } = contract.meters

const world = () => {
  const made = createWorld()
  addRow(made, 'utilityAccounts', {
    account_number: '00-12 345',
    organization: 1,
    utility_state: 1,
    status: 'active',
  })
  for (const meter_number of ['M-1', 'M-2'])
    addRow(made, 'meters', { meter_number, utility_account: 1, unit: 'th', read_cycle: 'monthly' })
  return made
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('meters', () => {
  it('[USE-2, LIST-1, SHELL-3] are listed where the menu leads, each with its account', async () => {
    await renderPage('/mpg/meters', { world: world() })
    expect(await screen.findByRole('link', { name: 'M-1' })).toHaveAttribute('href', '/mpg/meters/1')
    expect(await screen.findAllByText('00-12 345')).toHaveLength(2)
    expect(menuEntries).toContainEqual(expect.objectContaining({ label: 'Meters', to: '/mpg/meters' }))
  })

  it('[USE-2, TRUST-28] are created in a dialog, which asks for account, number and unit', async () => {
    const { user } = await renderPage('/mpg/meters', { world: world() })
    await screen.findByText('M-2')
    await user.click(screen.getByRole('button', { name: 'Create Meter' }))
    const form = await dialog('Create Meter')
    await user.click(form.getByRole('button', { name: 'Save' }))
    for (const label of ['Utility Account *', 'Meter Number *'])
      await waitFor(() =>
        expect(form.getByLabelText(label)).toHaveAccessibleDescription('This field is required'),
      )
    expect(requestsTo(path).filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('[USE-2, OPE-5] have a page each, and are edited and deleted there', async () => {
    const { user, address, world: made } = await renderPage('/mpg/meters/2', { world: world() })
    expect(await screen.findByRole('heading', { level: 1, name: 'M-2' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    const form = await dialog('Edit Meter')
    await user.type(form.getByLabelText('Meter Number *'), '-A')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'M-2-A' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await user.click((await dialog('Delete Meter')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(address()).toBe('/mpg/meters'))
    expect(made.tables.meters).toHaveLength(1)
  })
})
