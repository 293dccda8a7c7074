import { screen, within } from '@testing-library/react'
import { contract } from '../../contract'
import { exportPath } from '../../contract/exports'
import { bidWorld } from '../../testing/bidWorld'
import { aBid } from '../../testing/builders'
import { renderApp, renderPage } from '../../testing/renderApp'
import { lastQueryTo } from '../../testing/server'
import { addRow } from '../../testing/world'
import { menuEntries } from '../menu'

const { path } = contract.bids

const world = () => {
  const made = bidWorld([
    aBid({ bid_id: 1, opportunity: 41, legal_entity: 2, name: 'Winter' }),
    aBid({ bid_id: 2, opportunity: 41, legal_entity: 3, name: 'Summer', supplier: 'direct' }),
  ])
  addRow(made, 'views', {
    ...{ name: 'Direct ones', list: 'bids', query: 'supplier=direct' },
    ...{ hidden_columns: ['terms'], shown_columns: [], density: 'comfortable', created_by: 1 },
  })
  return made
}

describe('the list of bids', () => {
  it('[BID-13, LIST-1] shows the bids of all opportunities, each with its deal and organization', async () => {
    await renderPage('/mpg/bids', { world: world() })
    const link = await screen.findByRole('link', { name: 'Winter' })
    expect(link).toHaveAttribute('href', '/mpg/opportunities/41/bid/1')
    const table = within(screen.getByRole('table', { name: 'Bids' }))
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      ...['', 'Edit', 'Name', 'Opportunity', 'Legal Entity', 'Supplier'],
      ...['Annual Volume', 'Pricing Type', 'Terms', 'Start Date'],
    ])
    expect(table.getAllByRole('link', { name: 'Alder Creek' })).toHaveLength(2)
    expect(table.getByText('ACME CASTINGS')).toBeVisible()
    expect(lastQueryTo(path)).toMatchObject({ limit: '10', offset: '0', ordering: 'name' })
  })

  it('[BID-13, SHELL-3] stands in the menu, below the opportunities', () => {
    const deals = menuEntries.filter(({ group }) => group === 'deals')
    expect(deals.map(({ label, to }) => [label, to])).toEqual([
      ['Opportunities', '/mpg/opportunities'],
      ['Bids', '/mpg/bids'],
    ])
  })

  it('[BID-13, VIEW-1] is filtered by the fields of bids', async () => {
    const { user, address } = await renderPage('/mpg/bids', { world: world() })
    await screen.findByRole('link', { name: 'Winter' })
    await user.click(screen.getByRole('button', { name: 'Add Filter' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Filter' }))
    const fields = dialog.getByLabelText('Field')
    for (const name of ['Opportunity', 'Legal Entity', 'Pricing Type', 'Terms', 'Start Date'])
      expect(within(fields).getByRole('option', { name })).toBeInTheDocument()
    await user.selectOptions(fields, 'Supplier')
    await user.click(dialog.getByRole('checkbox', { name: 'direct' }))
    await user.click(dialog.getByRole('button', { name: 'Apply' }))
    expect(await screen.findByRole('list', { name: 'Filters' })).toHaveTextContent('Supplier')
    expect(address()).toBe('/mpg/bids?supplier=direct')
    expect(await screen.findByRole('link', { name: 'Summer' })).toBeVisible()
    expect(lastQueryTo(path)).toMatchObject({ supplier: 'direct' })
  })

  it('[BID-13, VIEW-2, VIEW-3, VIEW-4] has views, which are pinned and with one of which it opens', async () => {
    const { user } = await renderApp('/mpg/bids', { world: world() })
    await screen.findByRole('link', { name: 'Winter' })
    await user.click(screen.getByRole('button', { name: 'Views' }))
    await user.click(await screen.findByRole('link', { name: /^Direct ones/ }))
    const button = await screen.findByRole('button', { name: 'View: Direct ones' })
    expect(screen.queryByRole('columnheader', { name: 'Terms' })).toBeNull()
    expect(lastQueryTo(path)).toMatchObject({ supplier: 'direct' })
    await user.click(button)
    await user.click(await screen.findByRole('button', { name: 'Pin to the menu' }))
    const pinned = within(await screen.findByRole('list', { name: 'Views of Bids' }))
    expect(pinned.getByRole('link', { name: 'Direct ones' })).toHaveAttribute(
      'href',
      '/mpg/bids?supplier=direct&view=1',
    )
    await user.click(screen.getByRole('button', { name: 'Make it my default' }))
    expect(await screen.findByText('· default')).toBeVisible()
  })

  it('[BID-13, EXP-5] is exported with its columns', async () => {
    const { user } = await renderPage('/mpg/bids', { world: world() })
    await screen.findByRole('link', { name: 'Winter' })
    await user.click(screen.getByRole('button', { name: 'Export' }))
    expect(await screen.findByRole('button', { name: /CSV/ })).toBeVisible()
    expect(exportPath('bids')).toBe('/api/mpg/bids/export/')
  })
})
