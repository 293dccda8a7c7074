import { screen, waitFor, within } from '@testing-library/react'
import { menuEntries } from '../menu'
import { contract } from '../../contract'
import { bidWorld } from '../../testing/bidWorld'
import { renderPage } from '../../testing/renderApp'
import { requestsTo } from '../../testing/server'
import { addRow } from '../../testing/world'

const { path } = contract.utilityAccounts

const world = () => {
  const made = bidWorld()
  for (const account_number of ['00-12 345', '00-67 890'])
    addRow(made, 'utilityAccounts', { account_number, organization: 1, utility_state: 1, status: 'active' })
  return made
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('utility accounts', () => {
  it('[USE-1, LIST-1, SHELL-3] are listed where the menu leads, with zeros at the start', async () => {
    await renderPage('/mpg/utility-accounts', { world: world() })
    expect(await screen.findByRole('link', { name: '00-12 345' })).toHaveAttribute(
      'href',
      '/mpg/utility-accounts/1',
    )
    expect(menuEntries).toContainEqual(
      expect.objectContaining({ label: 'Utility accounts', to: '/mpg/utility-accounts' }),
    )
    expect(screen.getByRole('heading', { level: 1, name: 'Utility accounts' })).toBeVisible()
  })

  it('[USE-1, TRUST-28] are created in a dialog, which asks for organization, service and number', async () => {
    const { user } = await renderPage('/mpg/utility-accounts', { world: world() })
    await screen.findByText('00-67 890')
    await user.click(screen.getByRole('button', { name: 'Create Utility Account' }))
    const form = await dialog('Create Utility Account')
    await user.type(form.getByLabelText('Account Number *'), '0042')
    await user.click(form.getByRole('button', { name: 'Save' }))
    for (const label of ['Organization *', 'Utility State *'])
      await waitFor(() =>
        expect(form.getByLabelText(label)).toHaveAccessibleDescription('This field is required'),
      )
    expect(form.getByLabelText('Account Number *')).toHaveValue('0042')
    expect(requestsTo(path).filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('[USE-1, OPE-5] have a page each, and are edited and deleted there', async () => {
    const { user, address, world: made } = await renderPage('/mpg/utility-accounts/2', { world: world() })
    expect(await screen.findByRole('heading', { level: 1, name: '00-67 890' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    const form = await dialog('Edit Utility Account')
    await user.type(form.getByLabelText('Account Number *'), '-1')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('heading', { level: 1, name: '00-67 890-1' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await user.click((await dialog('Delete Utility Account')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(address()).toBe('/mpg/utility-accounts'))
    expect(made.tables.utilityAccounts).toHaveLength(1)
  })

  it('[USE-2, RDY-2] list their meters on their page, and take another there', async () => {
    const made = world()
    addRow(made, 'meters', { meter_number: 'M-1', utility_account: 1, unit: 'th', removed_on: '2026-01-31' })
    addRow(made, 'meters', { meter_number: 'M-2', utility_account: 2, unit: 'th', removed_on: null })
    const { user } = await renderPage('/mpg/utility-accounts/1', { world: made })
    const meters = within(await screen.findByRole('region', { name: 'Meters' }))
    expect(await meters.findByRole('link', { name: 'M-1' })).toHaveAttribute('href', '/mpg/meters/1')
    expect(meters.getByText('01/31/2026').closest('tr')).toHaveTextContent(/M-1Removed/)
    expect(meters.queryByText('M-2')).not.toBeInTheDocument()
    await user.click(meters.getByRole('button', { name: 'Add Meter' }))
    const form = await dialog('Create Meter')
    expect(await form.findByText(/00-12 345/, { selector: '[title]' })).toBeVisible()
    await user.type(form.getByLabelText('Meter Number *'), 'M-3')
    await user.click(form.getByRole('radio', { name: 'dth' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await meters.findByRole('link', { name: 'M-3' })).toBeVisible()
    expect(meters.getByText('In service')).toBeVisible()
    expect(made.tables.meters.at(-1)).toMatchObject({ meter_number: 'M-3', utility_account: 1 })
  })

  it('[USE-2, RDY-2] say where they have no meter', async () => {
    await renderPage('/mpg/utility-accounts/1', { world: world() })
    expect(await screen.findByText(/This account has no meter yet/)).toBeVisible()
  })
})
