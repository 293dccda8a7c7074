import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { bidWorld } from '../../testing/bidWorld'
import { aBid, aFile } from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { renderPage } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'
import { setViewport } from '../../testing/viewport'

const details = '/mpg/opportunities/41/details'
const table = () => screen.findByRole('table', { name: 'Bids' })
const rows = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .filter((row) => !row.closest('tfoot'))
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )

const two = () =>
  bidWorld([
    aBid({
      opportunity: 41,
      supplier: 'direct',
      legal_entity: 2,
      annual_volume: 12_000.5,
      pricing_type: [2, 3],
      terms: [12, 24],
      start_date: '2026-11-01',
    }),
    aBid({ bid_id: 7, name: null, opportunity: 41, annual_volume: 5000, volume_unit: 'th', terms: [1] }),
    aBid({ bid_id: 8, name: 'Elsewhere', opportunity: 1 }),
  ])

const openMenu = async (user: Awaited<ReturnType<typeof renderPage>>['user'], name: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  const item = await screen.findByRole('menuitem', { name: 'Delete' })
  await waitFor(() => expect(item).toHaveFocus())
  return item
}

describe('the bids of an opportunity', () => {
  it('[ORG-7] marks a legal entity that has been deleted', async () => {
    const made = two()
    for (const organization of made.tables.organizations)
      if (organization.name === 'Lakeside Foods') organization.deleted_at = '2026-03-01T12:00:00.000Z'
    await renderPage(details, { world: made })
    await screen.findByRole('link', { name: 'Winter strip' })
    expect((await rows()).map((cells) => cells[2])).toEqual(['LAKESIDE FOODS deleted', 'HARBOR MILLS'])
  })

  it('[OPD-6] shows them with their columns', async () => {
    await renderPage(details, { world: two() })
    await screen.findByRole('link', { name: 'Winter strip' })
    expect(
      within(await table())
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Edit',
      'Name',
      'Legal Entity',
      'Supplier',
      'Utility State',
      'Annual Volume',
      'Pricing Type',
      'Terms',
      'Start Date',
      'Actions',
    ])
    expect(await rows()).toEqual([
      [
        '',
        'Winter strip',
        'LAKESIDE FOODS',
        'direct',
        'Larkmoor Gas, Firm Transportation, OH',
        '12,000.5 dth',
        'nymex+index',
        '12 months24 months',
        '11/01/2026',
        '',
      ],
      [
        '',
        'Bid 7',
        'HARBOR MILLS',
        'utility',
        'Larkmoor Gas, Firm Transportation, OH',
        '500 dth',
        'fixed',
        '1 month',
        '',
        '',
      ],
    ])
    expect(screen.getByRole('link', { name: 'Winter strip' })).toHaveAttribute(
      'href',
      '/mpg/opportunities/41/bid/1',
    )
    expect(screen.getByRole('link', { name: 'Edit Bid 7' })).toHaveAttribute(
      'href',
      '/mpg/opportunities/41/bid/7/edit-from-bid',
    )
  })

  const totals = () =>
    [...document.querySelectorAll('tfoot td')].map(({ textContent }) => textContent).filter(Boolean)

  it('[OPD-6, K2] adds their volumes up in the unit of lists', async () => {
    await renderPage(details, { world: two() })
    await screen.findByRole('link', { name: 'Winter strip' })
    expect(totals()).toEqual(['All bids', '12,500.5 dth'])
  })

  it('[OPD-6, K17] has each total below its column, also in print, which leaves out that of the actions', async () => {
    await renderPage(details, { world: two() })
    await screen.findByRole('link', { name: 'Winter strip' })
    const printed = (cells: string) =>
      [...document.querySelectorAll(cells)].filter(
        ({ classList }) =>
          !['ant-table-selection-column', 'column-actions'].some((name) => classList.contains(name)),
      )
    const heads = printed('thead th').map(({ textContent }) => textContent)
    const sums = printed('tfoot td').map(({ textContent }) => textContent)
    expect(sums).toHaveLength(heads.length)
    expect(sums[heads.indexOf('Annual Volume')]).toBe('12,500.5 dth')
  })

  it('[OPD-6, K2] adds up what is all in therms in the unit of lists, and says that it is all of them', async () => {
    const bid = { opportunity: 41, volume_unit: 'th' } as const
    await renderPage(details, {
      world: bidWorld([
        aBid({ ...bid, annual_volume: 0.1 }),
        aBid({ ...bid, bid_id: 2, name: null, annual_volume: 0.2 }),
        aBid({ ...bid, bid_id: 3, name: null, annual_volume: null }),
      ]),
    })
    await screen.findByRole('link', { name: 'Winter strip' })
    expect(totals()).toEqual(['All bids', '0.03 dth'])
  })

  it('[OPD-6] has no total of a single bid', async () => {
    await renderPage(details, { world: bidWorld([aBid({ opportunity: 41 })]) })
    await screen.findByRole('link', { name: 'Winter strip' })
    expect(totals()).toEqual([])
  })

  it('[OPD-6] has terms in rising order', async () => {
    await renderPage(details, { world: bidWorld([aBid({ opportunity: 41, terms: [36, 12, 60, 6, 24] })]) })
    await screen.findByRole('link', { name: 'Winter strip' })
    expect((await rows())[0]?.[7]).toBe('6 months12 months24 months36 months60 months')
  })

  it('[OPD-6] offers no heading to look at over what can be done with a bid', async () => {
    await renderPage(details, { world: two() })
    for (const name of ['Edit', 'Actions'])
      expect((await screen.findByRole('columnheader', { name })).firstChild).toHaveClass('visually-hidden')
  })

  it('[OPD-6] shows what matters of them where there is no room for all, and says what else there is', async () => {
    setViewport({ width: 768 })
    await renderPage(details, { world: two() })
    await screen.findByRole('link', { name: 'Winter strip' })
    expect(screen.getByText(/^Not shown:/)).toHaveTextContent(
      'Not shown: Supplier, Utility State, Pricing Type, Start Date.',
    )
  })

  it('[OPD-6] offers to add one, and says when there is none', async () => {
    const { user, address } = await renderPage(details, { world: bidWorld([]) })
    expect(await screen.findByText('There are no bids yet.')).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Add Bid' }))
    expect(address()).toBe('/mpg/opportunities/41/bid/new')
    expect(await screen.findByRole('heading', { level: 1, name: 'New Bid' })).toBeVisible()
  })

  it('[OPD-6] shows cards where there is no room for a table', async () => {
    setViewport({ width: 390 })
    await renderPage(details, { world: two() })
    const cards = within(await screen.findByRole('list', { name: 'Bids' }))
    expect(await cards.findByRole('link', { name: 'Winter strip' })).toBeVisible()
    expect(cards.getByText('12,000.5', { exact: false })).toHaveTextContent('12,000.5 dth')
    expect(screen.queryByText('Sort by')).not.toBeInTheDocument()
    expect(screen.getByText('Total Annual Volume').closest('p')).toHaveTextContent('12,500.5 dth')
    expect(cards.getByRole('link', { name: 'Edit Bid 7' }).closest('.card-head')).toHaveTextContent('Bid 7')
  })

  it('[BID-9] asks before a bid is deleted, in a modal of its name, and then leaves it out', async () => {
    const world = two()
    world.tables.files = [aFile({ object_id: '1' }), aFile({ file_id: 2, object_id: '1' })]
    const { user, address } = await renderPage(details, { world })
    await user.click(await openMenu(user, 'Winter strip'))
    const asked = within(await screen.findByRole('dialog', { name: 'DELETE Winter strip' }))
    expect(asked.getByText('Are you sure?')).toBeVisible()
    expect(asked.getByText("You won't be able to revert this.")).toBeVisible()
    expect(await asked.findByText(/and its 2 files/)).toBeVisible()
    await waitFor(() => expect(asked.getByRole('button', { name: 'Cancel' })).toHaveFocus())
    await user.click(asked.getByRole('button', { name: 'Delete' }))
    await waitFor(async () => expect(await rows()).toHaveLength(1))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Winter strip' })).not.toBeInTheDocument()
    expect(world.tables.bids.map(({ bid_id }) => bid_id)).toEqual([7, 8])
    expect(address()).toBe(details)
  })

  it('[BID-9] closes the modal again with Cancel, and leaves everything as it is', async () => {
    const { user } = await renderPage(details, { world: two() })
    await user.click(await openMenu(user, 'Bid 7'))
    const asked = within(await screen.findByRole('dialog', { name: 'DELETE bid 7' }))
    await user.click(asked.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.getByRole('button', { name: 'Actions for Bid 7' })).toHaveFocus()
    expect(requestsTo('/api/mpg/bids/').filter(({ method }) => method === 'DELETE')).toEqual([])
  })

  it('[OPD-11] keeps a bid that the server refuses to delete, and says why', async () => {
    const { user } = await renderPage(details, { world: two() })
    server.use(http.delete('*/api/mpg/bids/1/', () => refusal(409, 'A contract refers to this bid.')))
    await user.click(await openMenu(user, 'Winter strip'))
    const asked = within(await screen.findByRole('dialog', { name: 'DELETE Winter strip' }))
    await user.click(asked.getByRole('button', { name: 'Delete' }))
    expect(await asked.findByRole('alert')).toHaveTextContent('A contract refers to this bid.')
    expect(screen.getAllByText('A contract refers to this bid.')).toHaveLength(2)
    expect(await rows()).toHaveLength(2)
  })
})
