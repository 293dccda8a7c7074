import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { menuEntries } from '../menu'
import { contract } from '../../contract'
import type { contractActions } from '../../contract/contractActions'
import { importKinds, type ImportAnswer } from '../../contract/imports'
import { aState, aUtility, aUtilityState } from '../../testing/builders'
import { renderPage } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'
import { addRow, createWorld, removeRow, type AnyRow } from '../../testing/world'

const { path } = contract.contracts

const terms = {
  organization: 1,
  start_rule: 'first_of_month',
  after_end: 'ends',
  notice_kind: 'calendar',
  volume_unit: 'dth',
  pricing_type: 1,
  price: 4.2,
  price_unit: 'dth',
  term: 12,
  start_date: '2099-11-01',
  end_date: '2100-10-31',
}
const world = (change: AnyRow = {}) => {
  const made = createWorld()
  addRow(made, 'suppliers', { name: 'Copperlamp Energy' })
  addRow(made, 'contracts', { ...terms, supplier: 1, contract_number: 'Alder 1', ...change })
  addRow(made, 'contracts', { ...terms, contract_number: 'Brackwater 2' })
  return made
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const sent = async (name: keyof typeof contractActions) => {
  const [request] = requestsTo(`${path}1/${name}/`)
  return [request?.headers.get('Idempotency-Key'), (await request?.json()) as unknown] as const
}
const key = expect.stringMatching(/^\w{16,}$/) as unknown

describe('contracts', () => {
  it('[CTR-1, CTR-7, LIST-1] are listed where the menu leads, and filtered by state and days left', async () => {
    const { user } = await renderPage('/mpg/contracts', { world: world() })
    expect(await screen.findByRole('link', { name: 'Alder 1' })).toHaveAttribute('href', '/mpg/contracts/1')
    expect(screen.getByText('Copperlamp Energy')).toBeVisible()
    expect(menuEntries).toContainEqual(expect.objectContaining({ label: 'Contracts', to: '/mpg/contracts' }))
    await user.selectOptions(screen.getByLabelText('State'), 'Auto-renewed')
    await user.selectOptions(screen.getByLabelText('Ends'), 'In 31 to 60 days')
    await waitFor(() => {
      const { searchParams } = new URL(requestsTo(path).at(-1)?.url ?? 'http://none')
      expect([searchParams.get('state'), searchParams.get('bucket')]).toEqual(['auto_renewed', '60'])
    })
  })

  it('[CTR-1] of existing customers are entered in a dialog', async () => {
    const { user, world: made } = await renderPage('/mpg/contracts', { world: world() })
    await user.click(await screen.findByRole('button', { name: 'Create Contract' }))
    const form = await dialog('Create Contract')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(form.getByLabelText('Organization *')).toHaveAccessibleDescription(/required/))
    const organization = form.getByLabelText('Organization *')
    await user.click(organization)
    await user.paste('HARBOR MILLS')
    await user.keyboard('{Enter}')
    expect(await form.findByText('HARBOR MILLS', { selector: '[title]' })).toBeVisible()
    await user.type(form.getByLabelText('Contract Number'), 'Cinder 3')
    await user.type(form.getByLabelText('Term'), '24')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(made.tables.contracts.at(-1)).toMatchObject({
        organization: 1,
        contract_number: 'Cinder 3',
        term: 24,
        after_end: 'ends',
      }),
    )
  })

  it('[CTR-1, BID-5] name their service with its utility and state, on their page and in the dialog', async () => {
    const made = world({ utility_state: 1 })
    made.tables.states.push(aState())
    made.tables.utilities.push(aUtility())
    made.tables.utilityStates.push(aUtilityState())
    const { user } = await renderPage('/mpg/contracts/1', { world: made })
    const name = 'Larkmoor Gas, Firm Transportation, OH'
    expect(await screen.findByText(name)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    expect(await (await dialog('Edit Contract')).findByText(name)).toBeVisible()
  })

  it('[CTR-1, GAS-7] are imported from a file, shown with its columns and what is refused', async () => {
    const imported: ImportAnswer = {
      ...{ import_id: 3, state: 'proposed', filename: 'contracts.csv', target: null },
      headers: ['Contract', 'Customer', 'Supplier', 'Start', 'Term', 'Price'],
      mapping: { contract_number: 0, customer: 1, supplier_name: 2, start_date: 3, term: 4, price: 5 },
      rows: [
        {
          ...{ contract_number: 'A-1', customer: 'Alder Foods', supplier_name: 'Copperlamp Energy' },
          ...{ start_date: '2026-11-01', term: 12, end_date: '2027-10-31', price: 0.405, price_unit: 'th' },
        },
      ],
      counts: { new: 1, same: 0, replaced: 0, refused: 1 },
      refused: [{ line: 3, reason: 'No organization is called Nobody.' }],
      ...{ options: null, unknown: [], unknown_count: 0, progress: null },
    }
    const { path: imports } = importKinds.contracts
    server.use(
      http.post(`*${imports}`, () => HttpResponse.json(imported, { status: 201 })),
      http.post(`*${imports}3/commit/`, () => HttpResponse.json({ ...imported, state: 'committed' })),
    )
    const { user } = await renderPage('/mpg/contracts', { world: world() })
    await user.click(await screen.findByRole('button', { name: 'Import Contracts' }))
    const form = await dialog('Import Contracts')
    await user.upload(await form.findByLabelText('browse'), new File(['a'], 'contracts.csv'))
    const preview = within(await form.findByRole('table', { name: 'The row as it is stored' }))
    const cells = ['A-1', 'Alder Foods', 'Copperlamp Energy', '11/01/2026', '12 months', '10/31/2027']
    const titles = ['Contract', 'Customer', 'Supplier', 'Start', 'Term', 'End', 'Price', 'Price Unit']
    // Of the many columns those of the file, and what follows from them.
    expect(preview.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(titles)
    expect(preview.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      ...cells,
      '$0.405 per th',
      'th',
    ])
    expect(form.getByText('No organization is called Nobody.')).toBeVisible()
    const reads = requestsTo(path).length
    await user.click(form.getByRole('button', { name: 'Commit' }))
    expect(await form.findByRole('heading', { name: 'Stored' })).toBeVisible()
    await waitFor(() => expect(requestsTo(path).length).toBeGreaterThan(reads))
  })

  it('[CTR-2] of awards are signed, with the price confirmed where it is old', async () => {
    const made = world({ quote: 7 })
    addRow(made, 'utilityAccounts', { account_number: '00-12', organization: 1, status: 'active' })
    addRow(made, 'contractAccounts', { contract: 1, utility_account: 1, status: 'pending' })
    const { user } = await renderPage('/mpg/contracts/1', { world: made })
    await user.click(await screen.findByRole('button', { name: 'Sign' }))
    const form = await dialog('Sign Contract')
    await user.click(form.getByRole('button', { name: 'Sign' }))
    await waitFor(() => expect(form.getByLabelText('Signed On *')).toHaveAccessibleDescription(/required/))
    await user.type(form.getByLabelText('Signed On *'), '03/05/2026{Tab}')
    await user.click(form.getByRole('button', { name: 'Sign' }))
    expect(await form.findByText('The price was valid until 2026-03-02 at 17:00.')).toBeVisible()
    await user.click(form.getByRole('switch', { name: 'The supplier has confirmed the price' }))
    await user.click(form.getByRole('button', { name: 'Sign' }))
    await waitFor(() => expect(made.tables.contracts[0]).toMatchObject({ signed_on: '2026-03-05' }))
    expect(await screen.findByRole('button', { name: 'Amend' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Sign' })).toBeNull()
  })

  it('[CTR-2] without an account are not signed until one is added, in the same step', async () => {
    const made = world()
    addRow(made, 'utilityAccounts', { account_number: '00-12', organization: 1, status: 'active' })
    const { user } = await renderPage('/mpg/contracts/1', { world: made })
    await user.click(await screen.findByRole('button', { name: 'Sign' }))
    const form = await dialog('Sign Contract')
    await user.click(form.getByRole('button', { name: 'Sign' }))
    await waitFor(() => expect(form.getByLabelText('Signed On *')).toHaveAccessibleDescription(/required/))
    await user.type(form.getByLabelText('Signed On *'), '03/05/2026{Tab}')
    await user.click(form.getByRole('button', { name: 'Sign' }))
    const told = within(await form.findByRole('alert'))
    expect(told.getByText('Add at least one utility account before you sign.')).toBeVisible()
    await user.click(told.getByRole('button', { name: 'Add Account' }))
    const adding = await dialog('Create Contract Account')
    const account = adding.getByLabelText('Utility Account *')
    await user.click(account)
    await user.paste('00-12')
    await user.keyboard('{Enter}')
    expect(await adding.findByText('00-12', { selector: '[title]' })).toBeVisible()
    await user.click(adding.getByRole('button', { name: 'Save' }))
    const again = await dialog('Sign Contract')
    expect(again.getByLabelText('Signed On *')).toHaveValue('03/05/2026')
    await user.click(again.getByRole('button', { name: 'Sign' }))
    await waitFor(() => expect(made.tables.contracts[0]).toMatchObject({ signed_on: '2026-03-05' }))
  })

  it('[CTR-2, GAS-2] change by amendments, of which the page shows the old values', async () => {
    const { user } = await renderPage('/mpg/contracts/1', { world: world({ signed_on: '2026-03-01' }) })
    await user.click(await screen.findByRole('button', { name: 'Amend' }))
    const form = await dialog('Amend Contract')
    await user.type(form.getByLabelText('Reason *'), 'Blend and extend')
    await user.clear(form.getByLabelText(/^Price$/))
    await user.type(form.getByLabelText(/^Price$/), '4.05')
    await user.type(form.getByLabelText('Effective On *'), '12/01/2099{Tab}')
    await user.click(form.getByRole('button', { name: 'Amend' }))
    const amended = within(await screen.findByRole('region', { name: 'Amendments' }))
    expect(amended.getByText(/Blend and extend/)).toHaveTextContent('Before that Price $4.20')
    expect(await sent('amend')).toEqual([
      key,
      { effective_on: '2099-12-01', reason: 'Blend and extend', fields: { price: 4.05 }, version: 1 },
    ])
  })

  it('[CTR-2, GAS-3] are not deleted once signed, and edited without what an amendment changes', async () => {
    const { user } = await renderPage('/mpg/contracts/1', { world: world({ signed_on: '2026-03-01' }) })
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
    const form = await dialog('Edit Contract')
    expect(form.getByText(/change by Amend/)).toBeVisible()
    expect(form.queryByLabelText(/^Price$/)).toBeNull()
    expect(form.queryByLabelText('Start Date')).toBeNull()
    expect(form.getByLabelText('Contract Number')).toBeEnabled()
  })

  it('[CTR-10] end early on a day, for a reason', async () => {
    const { user } = await renderPage('/mpg/contracts/1', { world: world({ signed_on: '2026-03-01' }) })
    await user.click(await screen.findByRole('button', { name: 'Terminate' }))
    const form = await dialog('Terminate Contract')
    await user.type(form.getByLabelText('Reason *'), 'Plant closed')
    await user.type(form.getByLabelText('Last Day *'), '12/31/2099{Tab}')
    await user.click(form.getByRole('button', { name: 'Terminate' }))
    expect(await screen.findByText('Plant closed')).toBeVisible()
    expect(await sent('terminate')).toEqual([
      key,
      { terminated_on: '2099-12-31', reason: 'Plant closed', version: 1 },
    ])
  })

  it('[CTR-9] are renewed by an opportunity, to which their page leads', async () => {
    const { user } = await renderPage('/mpg/contracts/1', { world: world({ signed_on: '2026-03-01' }) })
    await user.click(await screen.findByRole('button', { name: 'Renew' }))
    await user.click((await dialog('Renew Contract')).getByRole('button', { name: 'Renew' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Renew' })).toBeNull())
    expect(await sent('renew')).toEqual([key, { version: 1 }])
  })

  it('[CTR-1] stand in the tabs of their organization and opportunity', async () => {
    const made = world({ opportunity: 1 })
    const { user } = await renderPage('/mpg/opportunities/1/contracts', { world: made })
    expect(await screen.findByRole('link', { name: 'Alder 1' })).toBeVisible()
    expect(screen.queryByText('Brackwater 2')).toBeNull()
    await user.keyboard('{Escape}')
    await renderPage('/mpg/organizations/1/contracts', { world: made })
    expect(await screen.findByText('Brackwater 2')).toBeVisible()
  })

  it('[GAS-3, TRUST-48] that are drafts wait in the trash until they are restored', async () => {
    const made = world()
    removeRow(made, 'contracts', 1)
    const { user } = await renderPage('/mpg/trash/contracts', { world: made })
    await user.click(await screen.findByRole('button', { name: 'Restore Alder 1' }))
    await waitFor(() => expect(made.tables.contracts).toHaveLength(2))
  })
})
