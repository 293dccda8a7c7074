import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { bidWorld } from '../../testing/bidWorld'
import { aBid, aFile } from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { linesOf } from '../../testing/labels'
import { renderPage } from '../../testing/renderApp'
import { movePointer } from '../../testing/pointer'
import { lastQueryTo, server } from '../../testing/server'
import { addRow } from '../../testing/world'
import { asMonths, months } from '../../resources/bids/volumes'

const list = '/mpg/opportunities'
const details = `${list}/41/details`
const page = `${list}/41/bid/1`

const full = () =>
  bidWorld([
    aBid({
      opportunity: 41,
      legal_entity: 2,
      supplier: 'direct',
      annual_volume: 12_000.5,
      ...asMonths(months.map((_month, index) => (index === 0 ? 2000 : 1000))),
      pricing_type: [1, 2],
      terms: [12, 36],
      swing: [0.15, 0.55, 1],
      site_count: 3,
      meter_count: 1200,
      start_date: '2026-11-01',
      pricing_point: 'Burner Tip',
      index_name: 'Henry Hub',
      special_pricing_needs: 'SP-7',
      new_renewal: 'Renewal',
      version: 4,
      modified_by: 2,
    }),
    aBid({ bid_id: 2, opportunity: 1 }),
  ])

/** The bars of the load profile, as read by a screen reader. */
const bars = () =>
  within(screen.getByRole('region', { name: 'Load over the year' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

const open = async (world = full(), address = page) => {
  const app = await renderPage(address, { world })
  await screen.findByRole('heading', { level: 1, name: 'Winter strip' })
  return app
}

describe('the page of a bid', () => {
  it('[USE-9] leads to its utility accounts', async () => {
    const made = bidWorld([aBid({ opportunity: 41, legal_entity: 2, utility_accounts: [1] })])
    addRow(made, 'utilityAccounts', { account_number: '00-12 345', organization: 2, utility_state: 1 })
    await open(made)
    expect(await screen.findByRole('link', { name: '00-12 345' })).toHaveAttribute(
      'href',
      '/mpg/utility-accounts/1',
    )
  })

  it('[BID-8] names the opportunity with its tags, the legal entity, the utility and the bid', async () => {
    const { address, user } = await open()
    expect(screen.getByText('WINTER')).toBeVisible()
    expect(screen.getByText('LAKESIDE FOODS')).toBeVisible()
    expect(screen.getByText('Larkmoor Gas, Firm Transportation, OH')).toBeVisible()
    expect(screen.getByText('direct')).toBeVisible()
    expect(lastQueryTo('/api/mpg/bids/1/')).toEqual({
      expand:
        'legal_entity,utility_state.utility,utility_state.state,terms,created_by,modified_by,opportunity.tags,utility_accounts',
    })
    expect(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', `${page}/edit-from-bid`)
    expect(screen.getByRole('button', { name: 'Delete' })).toBeVisible()
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Alder Creek' }))
    await waitFor(() => expect(address()).toBe(details))
  })

  it('[BID-11, BID-12] shows the details and the metadata', async () => {
    await open()
    expect(linesOf('Details')).toEqual([
      ['Pricing Type', 'fixed, nymex+'],
      ['Terms', '12 months, 36 months'],
      ['Swing', '15%, 55%, 100%'],
      ['Site Count', '3'],
      ['Meter Count', '1,200'],
      ['Start Date', 'Nov 01, 2026'],
      ['Annual Volume', '12,000.5 dth'],
      ['Pricing Point', 'Burner Tip'],
      ['Index Name', 'Henry Hub'],
      ['Special Pricing Needs ID', 'SP-7'],
      ['New/Renewal', 'Renewal'],
    ])
    await waitFor(() =>
      expect(linesOf('Metadata')).toEqual([
        ['Version', '4'],
        ['Created by', 'broker'],
        ['Created at', 'Jan 05, 2026 09:04 AM'],
        ['Modified by', 'team'],
        ['Modified at', 'Feb 06, 2026 10:05 AM'],
      ]),
    )
    expect(screen.getByText('13,000 dth')).toBeVisible()
    expect(screen.getByText('The months come to 999.5 dth more than the annual volume.')).toBeVisible()
  })

  it('opens with what one came for', async () => {
    await open()
    const facts = within(screen.getByRole('region', { name: 'At a glance' }))
    expect(facts.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Legal Entity',
      'Utility',
      'Annual Volume',
      'Terms',
      'Start Date',
      'Supplier',
    ])
    expect(facts.getByText('12 months, 36 months')).toBeVisible()
  })

  it('tells each month at its bar, and all digits where one unfolds them', async () => {
    const world = full()
    Object.assign(world.tables.bids[0] ?? {}, { february_volume: 1_234_567.5, june_volume: null })
    const { user } = await open(world)
    expect(bars().slice(0, 2)).toEqual(['January2,000', 'February1.235M'])
    expect(bars()).toContain('June–')
    expect(screen.getByRole('region', { name: 'Monthly Volumes', hidden: true })).not.toBeVisible()
    await user.click(screen.getByText('Month by month'))
    expect(linesOf('Monthly Volumes').slice(0, 2)).toEqual([
      ['January', '2,000 dth'],
      ['February', '1,234,567.5 dth'],
    ])
  })

  it('tells the whole volume under the pointer, and its share of the year', async () => {
    const world = full()
    Object.assign(world.tables.bids[0] ?? {}, { february_volume: 1_234_567.5, june_volume: null })
    await open(world)
    const load = within(screen.getByRole('region', { name: 'Load over the year' }))
    const [, february, , , , june] = load.getAllByRole('listitem')
    movePointer(february ?? document.body)
    const tip = () => screen.getByRole('tooltip', { hidden: true })
    expect(tip()).toHaveTextContent('February1,234,567.5 dth99.1 % of the year')
    movePointer(june ?? document.body)
    expect(tip()).toHaveTextContent('JuneNo volume0 % of the year')
    fireEvent.pointerLeave(june ?? document.body)
    expect(screen.queryByRole('tooltip', { hidden: true })).not.toBeInTheDocument()
  })

  it('shows a dash for what is not known, and calls a bid without a name by its number', async () => {
    await renderPage(page, { world: bidWorld([aBid({ opportunity: 41, name: null })]) })
    await screen.findByRole('heading', { level: 1, name: 'Bid 1' })
    expect(linesOf('Details')).toContainEqual(['Site Count', '–'])
    expect(linesOf('Details')).toContainEqual(['Start Date', '–'])
    expect(screen.queryByText('Winter share (Nov–Mar)')).not.toBeInTheDocument()
    expect(screen.getByText('No month has a volume yet.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Add the months' })).toHaveAttribute(
      'href',
      `${page}/edit-from-bid`,
    )
  })

  it('[BID-10] has a tab for its files, with their number', async () => {
    const world = full()
    world.tables.files = [aFile({ object_id: '1', filename: 'Usage.csv' }), aFile({ file_id: 2 })]
    const { user } = await open(world)
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Bid Details')
    await user.click(await screen.findByRole('tab', { name: 'Files 1' }))
    expect(await screen.findByText('Usage.csv')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Upload' })).toBeDisabled()
    expect(screen.getByRole('heading', { level: 1, name: 'Winter strip' })).toBeVisible()
  })

  it('[BID-10] says when there are no files', async () => {
    await open(full(), `${page}?tab=files`)
    expect(await screen.findByText('There are no file(s)')).toBeVisible()
  })

  it('[BID-8] goes back to where one came from, or to the opportunity', async () => {
    const { user, address, navigate } = await open()
    await user.click(screen.getByRole('button', { name: 'Go Back' }))
    expect(address()).toBe(details)
    navigate('/mpg/tags')
    await screen.findByRole('heading', { level: 1, name: 'Tags' })
    navigate(page)
    await screen.findByRole('heading', { level: 1, name: 'Winter strip' })
    await user.click(screen.getByRole('button', { name: 'Go Back' }))
    expect(address()).toBe('/mpg/tags')
  })

  it('[BID-9] deletes the bid, and goes to the details of its opportunity, which show it no more', async () => {
    const { user, address, world } = await open()
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    const asked = within(await screen.findByRole('dialog', { name: 'DELETE Winter strip' }))
    expect(asked.getByText('Are you sure?')).toBeVisible()
    expect(asked.getByText("You won't be able to revert this.")).toBeVisible()
    await user.click(asked.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(address()).toBe(details))
    expect(await screen.findByText('There are no bids yet.')).toBeVisible()
    expect(world.tables.bids.map(({ bid_id }) => bid_id)).toEqual([2])
  })

  it('[BID-9] does not lead from the form back to the page of a bid that is gone', async () => {
    const { user, address } = await open()
    await user.click(screen.getByRole('link', { name: 'Edit' }))
    await screen.findByRole('heading', { level: 1, name: 'Edit Winter strip' })
    await user.click(screen.getByText('Delete'))
    const asked = within(await screen.findByRole('dialog', { name: 'DELETE Winter strip' }))
    await user.click(asked.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(address()).toBe(details))
    expect(screen.queryByText('This bid does not exist.')).not.toBeInTheDocument()
  })

  it.each([
    `${list}/none/bid/1`,
    `${list}/41/bid/none`,
    `${list}/41/bid/0/edit-from-bid`,
    `${list}/41/bid/edit-from-bid`,
    `${list}/41/bid`,
    `${list}/bid/1/edit-from-bid`,
    `${list}/0/bid/new`,
  ])('[BID-1] leads from %s, which lacks an id, to the list', async (wanted) => {
    const { address } = await renderPage(wanted, { world: full() })
    expect(await screen.findByRole('heading', { level: 1, name: 'Opportunities' })).toBeVisible()
    expect(address()).toBe(list)
  })

  it.each([
    [`${list}/41/bid/99`, 'This bid does not exist.'],
    [`${list}/41/bid/99/edit-from-bid`, 'This bid does not exist.'],
    [`${list}/41/bid/2`, 'This bid does not exist.'],
    [`${list}/99/bid/new`, 'This opportunity does not exist.'],
  ])('[BID-1] tells of what is not there at %s, and goes to the list', async (wanted, text) => {
    const { address } = await renderPage(wanted, { world: full() })
    expect(await screen.findByText(text)).toBeVisible()
    expect(await screen.findByRole('heading', { level: 1, name: 'Opportunities' })).toBeVisible()
    expect(address()).toBe(list)
  })

  it('says what failed, and tries again', async () => {
    const { user, navigate } = await renderPage('/mpg/tags', { world: full() })
    await screen.findByRole('heading', { level: 1, name: 'Tags' })
    server.use(http.get('*/api/mpg/bids/1/', () => refusal(503, 'The database does not answer.')))
    navigate(page)
    expect(await screen.findByRole('alert')).toHaveTextContent('This bid could not be loaded.')
    server.resetHandlers()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Winter strip' })).toBeVisible()
  })
})
