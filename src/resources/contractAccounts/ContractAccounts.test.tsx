import { screen, waitFor, within } from '@testing-library/react'
import { bidWorld } from '../../testing/bidWorld'
import { renderPage } from '../../testing/renderApp'
import { addRow } from '../../testing/world'

const world = (signed_on: string | null = '2026-03-01') => {
  const made = bidWorld()
  const terms = { organization: 1, signed_on, start_date: '2099-11-01', end_date: '2100-10-31' }
  addRow(made, 'contracts', { ...terms, contract_number: 'Alder 1' })
  for (const account_number of ['00-12', '00-67', '00-99'])
    addRow(made, 'utilityAccounts', { account_number, organization: 1, utility_state: 1, status: 'active' })
  const days = { contract: 1, enroll_by: '2026-01-15', flow_start: '2099-11-01', flow_end: '2100-10-31' }
  addRow(made, 'contractAccounts', { ...days, utility_account: 1, status: 'pending' })
  addRow(made, 'contractAccounts', { ...days, utility_account: 2, status: 'enrolled' })
  return made
}
const section = async (name: string) => within(await screen.findByRole('region', { name }))
const rowOf = async (name: string) =>
  within((await (await section('Accounts')).findByRole('link', { name })).closest('tr') as HTMLElement)

describe('accounts under contracts', () => {
  it('[CTR-4, CTR-5, GAS-3] stand on the page of the contract, red where enrollment is late', async () => {
    await renderPage('/mpg/contracts/1', { world: world() })
    const late = await rowOf('00-12')
    expect(late.getByRole('link', { name: '00-12' })).toHaveAttribute('href', '/mpg/utility-accounts/1')
    expect(late.getByText('11/01/2099')).toBeVisible()
    expect(late.getByText(/Overdue by/)).toHaveClass('overdue')
    // A signed contract keeps its accounts (GAS-3).
    expect(late.getByRole('button', { name: 'Edit #1' })).toBeVisible()
    expect(late.queryByRole('button', { name: /^Delete/ })).toBeNull()
    const enrolled = await rowOf('00-67')
    expect(enrolled.getByText('01/15/2026')).toBeVisible()
    expect(enrolled.queryByText(/Overdue/)).toBeNull()
  })

  it('[CTR-4] are added on the page of a draft, and taken away', async () => {
    const { user, world: made } = await renderPage('/mpg/contracts/1', { world: world(null) })
    await user.click(await screen.findByRole('button', { name: 'Add Account' }))
    const form = within(await screen.findByRole('dialog', { name: 'Create Contract Account' }))
    const account = form.getByLabelText('Utility Account *')
    await user.click(account)
    await user.paste('00-99')
    await user.keyboard('{Enter}')
    expect(await form.findByText('00-99', { selector: '[title]' })).toBeVisible()
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(made.tables.contractAccounts.at(-1)).toMatchObject({
        contract: 1,
        utility_account: 3,
        status: 'pending',
      }),
    )
    await user.click((await rowOf('00-99')).getByRole('button', { name: /^Delete/ }))
    const sure = within(await screen.findByRole('dialog', { name: 'Delete Contract Account' }))
    await user.click(sure.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(made.tables.contractAccounts).toHaveLength(2))
  })

  it('[CTR-4] lead from the page of the account to its contracts', async () => {
    await renderPage('/mpg/utility-accounts/1', { world: world() })
    const link = await (await section('Contracts')).findByRole('link', { name: 'Alder 1' })
    expect(link).toHaveAttribute('href', '/mpg/contracts/1')
  })
})
