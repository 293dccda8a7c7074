import { screen, waitFor, within } from '@testing-library/react'
import dayjs from 'dayjs'
import { http } from 'msw'
import { aBid, aFile, aNote, anOpportunity, anOrganization, blank } from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { linesOf } from '../../testing/labels'
import { renderApp, renderPage } from '../../testing/renderApp'
import { holdAnswers, lastQueryTo, requestsTo, server } from '../../testing/server'
import { createWorld } from '../../testing/world'

const world = () => {
  const made = createWorld()
  made.tables.organizations = [
    anOrganization(),
    anOrganization({ organization_id: 2, name: 'Lakeside Foods' }),
  ]
  made.tables.opportunities.push(
    anOpportunity({
      opportunity_id: 41,
      opportunity_name: 'Alder Creek',
      tags: [1],
      organizations: [2, 1],
      broker_name: 'Basin Energy Partners',
      broker_fee: 0.0125,
      credit_request: 'yes',
      sales_annual_volume_manual: 250_000,
      sales_represented: 'Ann Holt',
      pricing_due_date: '2026-03-01',
      version: 4,
      modified_by: 2,
    }),
  )
  return made
}

const openTab = async () => (await screen.findByRole('tab', { selected: true })).textContent

describe('the opportunity detail', () => {
  it('[RDY-2] tells what is ready to be priced, and links to where the rest is mended', async () => {
    const made = world()
    const deal = made.tables.opportunities.at(-1)
    Object.assign(deal ?? {}, {
      ready_score: 25,
      ready_missing: ['loa', 'usage', 'legal_entity', 'credit', 'contact'],
    })
    const { unmount } = await renderPage('/mpg/opportunities/41/details', { world: made })
    await screen.findByRole('heading', { name: 'Ready to price: 25 of 100' })
    const part = () => within(screen.getByRole('region', { name: /^Ready to price/ }))
    const links = () =>
      part()
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')])
    expect(part().getAllByText('Done')).toHaveLength(1)
    expect(links()).toEqual([
      ['Add a current LOA', '/mpg/opportunities/41/files'],
      ['Create a bid', '/mpg/opportunities/41/bid/new'],
      ['Create a bid', '/mpg/opportunities/41/bid/new'],
      ['Request credit', '/mpg/opportunities/41/organizations'],
      ['Add a work email', '/mpg/opportunities/41/organizations'],
    ])
    unmount()

    made.tables.bids.push(aBid({ bid_id: 7, opportunity: 41 }))
    Object.assign(deal ?? {}, {
      organizations: [2],
      bids: [7],
      ready_missing: ['usage', 'legal_entity', 'meters', 'contact'],
    })
    await renderPage('/mpg/opportunities/41/details', { world: made })
    await screen.findByRole('heading', { name: 'Ready to price: 25 of 100' })
    expect(links()).toEqual([
      ['Enter twelve months', '/mpg/utility-accounts?organization=2'],
      ['Enter a tax ID', '/mpg/organizations/2/edit'],
      ['Add meter and address', '/mpg/utility-accounts?organization=2'],
      ['Add a work email', '/mpg/organizations/2/contacts'],
    ])
  })

  it('[RDY-2] leads to the one account that its bids price, where a meter is missing', async () => {
    const made = world()
    made.tables.bids.push(
      aBid({ bid_id: 7, opportunity: 41, utility_accounts: [3] }),
      aBid({ bid_id: 8, opportunity: 41, utility_accounts: [3] }),
    )
    Object.assign(made.tables.opportunities.at(-1) ?? {}, {
      organizations: [2],
      bids: [7, 8],
      ready_score: 25,
      ready_missing: ['meters'],
    })
    await renderPage('/mpg/opportunities/41/details', { world: made })
    expect(await screen.findByRole('link', { name: 'Add meter and address' })).toHaveAttribute(
      'href',
      '/mpg/utility-accounts/3',
    )
  })

  it('[OPD-3, OPD-4] shows the details and the metadata', async () => {
    await renderPage('/mpg/opportunities/41/details', { world: world() })
    expect(await screen.findByRole('heading', { level: 1, name: 'Alder Creek' })).toBeVisible()
    expect(linesOf('At a glance')).toEqual([
      ['Annual Volume', '250,000 dth'],
      ['Pricing Due Date', expect.stringMatching(/^March 01, 2026(?! \d)/)],
      ['Broker Fee', '$0.0125 / dth'],
      ['Sales Person Represented', 'Ann Holt'],
      ['Bids', '0'],
    ])
    expect(screen.getByText('Ann Holt')).toHaveAttribute('translate', 'no')
    // A fact stands once.
    expect(linesOf('Details')).toEqual([
      ['Stage', '–'],
      ['Broker Name', 'Basin Energy Partners'],
      ['Credit Request', 'YES'],
    ])
    expect(linesOf('Metadata')).toEqual([
      ['Version', '4'],
      ['Created by', 'broker'],
      ['Modified by', 'team'],
      ['Created at', 'January 05, 2026 09:04 AM'],
      ['Modified at', 'February 06, 2026 10:05 AM'],
    ])
    expect(screen.getByText('WINTER')).toBeVisible()
    expect(lastQueryTo('/api/mpg/opportunities/41/')).toEqual({
      expand: [
        'created_by',
        'modified_by',
        'tags',
        'organizations.home_state',
        'organizations.addresses.state',
        'organizations.addresses.organizations_addresses',
        'bids.opportunity',
        'bids.legal_entity',
        'bids.utility_state.utility',
        'bids.utility_state.state',
      ].join(),
    })
  })

  it('shows a dash for what is not known', async () => {
    await renderPage('/mpg/opportunities/1/details')
    await screen.findByRole('heading', { level: 1, name: 'Deal 001' })
    expect(linesOf('Details')).toContainEqual(['Broker Name', '–'])
    expect(linesOf('At a glance')).toContainEqual(['Broker Fee', '–'])
    expect(linesOf('Details')).toContainEqual(['Credit Request', 'NO'])
  })

  it.each([
    ['details', 'Opportunity Details'],
    ['organizations', 'Organizations 2'],
    ['files', 'Files 0'],
    ['anything', 'Files 0'],
  ])('[OPD-1] opens the right tab for the type %s', async (type, title) => {
    await renderPage(`/mpg/opportunities/41/${type}`, { world: world() })
    await waitFor(async () => expect(await openTab()).toBe(title))
  })

  it('[OPD-1] moves the route with the tab', async () => {
    const { user, address } = await renderPage('/mpg/opportunities/41/details', { world: world() })
    await user.click(await screen.findByRole('tab', { name: 'Organizations 2' }))
    expect(address()).toBe('/mpg/opportunities/41/organizations')
    expect(await screen.findByText('LAKESIDE FOODS')).toBeVisible()
    await user.click(screen.getByRole('tab', { name: 'Files 0' }))
    expect(address()).toBe('/mpg/opportunities/41/files')
    expect(await screen.findByText('There are no file(s)')).toBeVisible()
    await user.click(screen.getByRole('tab', { name: 'Opportunity Details' }))
    expect(address()).toBe('/mpg/opportunities/41/details')
  })

  it('[OPD-1, OPD-10] counts organizations, quotes and files on the tabs', async () => {
    const made = world()
    made.tables.files = [
      aFile({ object_id: 'opportunity-41' }),
      aFile({ file_id: 2, object_id: 'opportunity-41' }),
      aFile({ file_id: 3, object_id: 'opportunity-1' }),
    ]
    await renderPage('/mpg/opportunities/41/details', { world: made })
    expect(await screen.findByRole('tab', { name: 'Files 2' })).toBeVisible()
    expect(await screen.findByRole('tab', { name: 'Quotes 0' })).toBeVisible()
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Opportunity Details',
      'Organizations 2',
      'Quotes 0',
      'Contracts',
      'Files 2',
      'History',
    ])
  })

  it('[OPD-5, OPD-6, OPD-10] holds the notes, the bids and the files of the opportunity', async () => {
    const made = world()
    made.tables.notes = [aNote({ object_id: 'opportunity-41' })]
    made.tables.files = [aFile({ object_id: 'opportunity-41' })]
    const { user } = await renderPage('/mpg/opportunities/41/details', { world: made })
    expect(await screen.findByText('1,200 dth')).toBeVisible()
    expect(lastQueryTo('/api/mpg/notes/')).toMatchObject({ object_id: 'opportunity-41', content_type: '12' })
    expect(screen.getByRole('heading', { level: 2, name: 'Bids' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Add Bid' })).toHaveAttribute(
      'href',
      '/mpg/opportunities/41/bid/new',
    )
    await user.click(screen.getByRole('tab', { name: 'Files 1' }))
    const files = within(await screen.findByRole('tabpanel', { name: 'Files 1' }))
    expect(await files.findByText('Usage 2027.pdf')).toBeVisible()
  })

  it('[OPN-4] shows where the deal comes from, as far as it is known, and the summary', async () => {
    const made = world()
    Object.assign(made.tables.opportunities.at(-1) ?? {}, {
      source_type: 'INDIRECT',
      source_name: 'Aldermarch Energy Brokers',
      source_rfp: 1204,
      source_fee: 0.015,
      dekatherms: true,
      expected_close_date: '2026-04-30',
      notes: 'Two sites.\nRenewal in spring.',
    })
    await renderPage('/mpg/opportunities/41/details', { world: made })
    await screen.findByRole('heading', { level: 1, name: 'Alder Creek' })
    expect(linesOf('Source')).toEqual([
      ['Source Type', 'INDIRECT'],
      ['Source Name', 'Aldermarch Energy Brokers'],
      ['Source RFP', '1204'],
      ['Source Fee', '$0.015 / dth'],
      ['Fee Determinant', 'Per_Dekatherm'],
      ['Expected Close Date', '04/30/2026'],
    ])
    expect(
      within(screen.getByRole('region', { name: 'Summary' })).getByText(/Renewal in spring/),
    ).toBeVisible()
  })

  it('folds what is empty of the source until one asks for it, and nothing that the parts name', async () => {
    const { user } = await renderPage('/mpg/opportunities/41/details', { world: world() })
    await screen.findByRole('heading', { level: 1, name: 'Alder Creek' })
    const source = within(screen.getByRole('region', { name: 'Source' }))
    expect(source.queryByText('Source Name')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Show empty: Details' })).not.toBeInTheDocument()
    await user.click(source.getByRole('button', { name: 'Show empty: Source' }))
    expect(linesOf('Source')).toContainEqual(['Source Name', '–'])
    await user.click(source.getByRole('button', { name: 'Hide empty: Source' }))
    expect(source.queryByText('Source Name')).not.toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Summary' })).not.toBeInTheDocument()
  })

  it('asks for no source of a direct deal', async () => {
    const made = world()
    Object.assign(made.tables.opportunities.at(-1) ?? {}, { source_type: 'DIRECT', source_fee: 0 })
    const { user } = await renderPage('/mpg/opportunities/41/details', { world: made })
    await user.click(await screen.findByRole('button', { name: 'Show empty: Source' }))
    expect(linesOf('Source').map(([label]) => label)).toEqual([
      'Source Type',
      'Fee Determinant',
      'Expected Close Date',
      'Estimated Annual Volume',
    ])
  })

  it.each([
    ['a day that is over', -1, 'Overdue by 1 day'],
    ['today', 0, 'Due today'],
    ['a day to come', 12, '12 days left'],
  ])(
    'opens with what one came for; a due date of %s says how long it is until then',
    async (_which, days, note) => {
      const made = world()
      const due = dayjs().add(days, 'day')
      Object.assign(made.tables.opportunities.at(-1) ?? {}, { pricing_due_date: due.format('YYYY-MM-DD') })
      await renderPage('/mpg/opportunities/41/details', { world: made })
      await screen.findByRole('heading', { level: 1, name: 'Alder Creek' })
      expect(linesOf('At a glance')).toEqual([
        ['Annual Volume', '250,000 dth'],
        ['Pricing Due Date', `${due.format('MMMM DD, YYYY')}${note}`],
        ['Broker Fee', '$0.0125 / dth'],
        ['Sales Person Represented', 'Ann Holt'],
        ['Bids', '0'],
      ])
    },
  )

  it.each(['/mpg/opportunities/details', '/mpg/opportunities/none/details', '/mpg/opportunities/0/files'])(
    '[OPD-7] leads from %s, which has no id, to the list',
    async (wanted) => {
      const { address } = await renderPage(wanted)
      expect(await screen.findByRole('heading', { level: 1, name: 'Opportunities' })).toBeVisible()
      expect(address()).toBe('/mpg/opportunities')
      expect(requestsTo('/api/mpg/opportunities/').map(({ url }) => new URL(url).pathname)).not.toContain(
        '/api/mpg/opportunities/0/',
      )
    },
  )

  it('opens the details where the address ends with the id', async () => {
    const { address } = await renderPage('/mpg/opportunities/1')
    expect(await openTab()).toBe('Opportunity Details')
    expect(address()).toBe('/mpg/opportunities/1/details')
  })

  it('[OPD-7] tells of a record that is gone, and goes to the list', async () => {
    const { address } = await renderPage('/mpg/opportunities/99/details')
    expect(await screen.findByText('This opportunity does not exist.')).toBeVisible()
    expect(screen.getByText('Opportunity not found.')).toBeVisible()
    expect(await screen.findByRole('heading', { level: 1, name: 'Opportunities' })).toBeVisible()
    expect(address()).toBe('/mpg/opportunities')
  })

  it('shows at once what the list knew, while the rest is on its way', async () => {
    const { user } = await renderPage('/', { world: world() })
    const link = await screen.findByRole('link', { name: 'Alder Creek' })
    const answer = holdAnswers('/api/mpg/opportunities/41/')
    await user.click(link)
    const heading = await screen.findByRole('heading', { level: 1, name: 'Alder Creek' })
    await waitFor(() => expect(heading).toHaveFocus())
    expect(linesOf('Details')).toContainEqual(['Broker Name', 'Basin Energy Partners'])
    answer()
    await user.click(screen.getByRole('tab', { name: 'Organizations 2' }))
    expect(await screen.findByText('HARBOR MILLS')).toBeVisible()
  })

  it('keeps the places of what it does not know yet', async () => {
    const { navigate } = await renderPage('/mpg/opportunities/new', { world: world() })
    await screen.findByRole('heading', { level: 1 })
    const answer = holdAnswers('/api/mpg/opportunities/41/')
    navigate('/mpg/opportunities/41/details')
    expect(await screen.findByRole('tab', { name: 'Opportunity Details' })).toBeVisible()
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible()
    expect(linesOf('At a glance')).toHaveLength(5)
    expect(linesOf('Details')).toHaveLength(3)
    expect(linesOf('Metadata')).toHaveLength(5)
    answer()
    expect(await screen.findByRole('heading', { level: 1, name: 'Alder Creek' })).toBeVisible()
    expect(screen.queryByRole('status', { name: 'Loading' })).not.toBeInTheDocument()
  })

  it('leads back to the list as it was', async () => {
    const { user, address, navigate } = await renderApp('/mpg/opportunities?q=deal&sort=-created_at')
    await user.click(await screen.findByRole('link', { name: 'Deal 002' }))
    await screen.findByRole('heading', { level: 1, name: 'Deal 002' })
    expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toHaveTextContent(
      'OpportunitiesOpportunity DetailsDeal 002',
    )
    await user.click(screen.getByRole('link', { name: 'Opportunities', current: false }))
    expect(await screen.findByRole('link', { name: 'Deal 002' })).toBeVisible()
    expect(address()).toBe('/mpg/opportunities?q=deal&sort=-created_at')
    navigate(-2)
    expect(await screen.findByRole('link', { name: 'Deal 002' })).toBeVisible()
    expect(address()).toBe('/mpg/opportunities?q=deal&sort=-created_at')
    expect(screen.getByRole('searchbox')).toHaveValue('deal')
  })

  it('says what failed, and tries again', async () => {
    const made = world()
    const { user, navigate } = await renderPage('/mpg/opportunities/new', { world: made })
    await screen.findByRole('heading', { level: 1, name: 'Create Opportunity' })
    server.use(http.get('*/api/mpg/opportunities/41/', () => refusal(503, 'The database does not answer.')))
    navigate('/mpg/opportunities/41/details')
    expect(await screen.findByRole('alert')).toHaveTextContent('The database does not answer.')
    server.resetHandlers()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Alder Creek' })).toBeVisible()
  })
})

describe('the neighbours of an opportunity', () => {
  const neighbours = () => within(screen.getByRole('navigation', { name: 'Neighbours in the list' }))
  const titled = (name: string) => screen.findByRole('heading', { level: 1, name })

  it('are those of the list that one came from, at the same tab, also across the ends of its pages', async () => {
    const { user, address, navigate } = await renderPage('/?sort=sales_annual_volume_manual&page=2', {
      world: createWorld({ opportunities: 23 }),
    })
    // By volume the names are in reverse order: page 2 ends with Deal 004.
    await user.click(await screen.findByRole('link', { name: 'Deal 005' }))
    await titled('Deal 005')
    await user.click(screen.getByRole('tab', { name: /Files/ }))
    // Its links keep the tab that is drawn.
    await waitFor(() =>
      expect(screen.getByRole('tab', { name: /Files/ })).toHaveAttribute('aria-selected', 'true'),
    )
    await user.click(neighbours().getByRole('link', { name: 'Next: Deal 004' }))
    await titled('Deal 004')
    expect(address()).toBe('/mpg/opportunities/4/files')
    await user.click(await neighbours().findByRole('link', { name: 'Next: Deal 003' }))
    await titled('Deal 003')
    await user.click(neighbours().getByRole('link', { name: 'Next: Deal 002' }))
    await titled('Deal 002')
    await user.click(await neighbours().findByRole('link', { name: 'Next: Deal 001' }))
    await titled('Deal 001')
    expect(neighbours().queryByRole('link', { name: /Next/ })).not.toBeInTheDocument()

    navigate('/mpg/opportunities/13/details')
    await titled('Deal 013')
    await user.click(await neighbours().findByRole('link', { name: 'Previous: Deal 014' }))
    await titled('Deal 014')
    expect(neighbours().getByRole('link', { name: 'Previous: Deal 015' })).toHaveAttribute(
      'href',
      '/mpg/opportunities/15/details',
    )
  })

  it('are known after a reload of the tab, and only after coming from a list', async () => {
    const world = createWorld()
    const first = await renderPage('/', { world })
    await first.user.click(await screen.findByRole('link', { name: 'Deal 002' }))
    await titled('Deal 002')
    first.unmount()
    const again = await renderPage('/mpg/opportunities/2/details', { world })
    await titled('Deal 002')
    expect(neighbours().getByRole('link', { name: 'Previous' })).toHaveAttribute(
      'href',
      '/mpg/opportunities/1/details',
    )
    again.unmount()

    window.sessionStorage.clear()
    await renderPage('/mpg/opportunities/2/details', { world })
    await titled('Deal 002')
    expect(screen.queryByRole('navigation', { name: 'Neighbours in the list' })).not.toBeInTheDocument()
  })
})

describe('deleting an opportunity', () => {
  const askToDelete = async (made = world()) => {
    const app = await renderPage('/mpg/opportunities/41/details', { world: made })
    await app.user.click(await screen.findByRole('button', { name: 'Delete' }))
    return { ...app, asked: within(await screen.findByRole('dialog', { name: 'Delete Opportunity' })) }
  }

  it('[OPD-2] offers to edit and to delete', async () => {
    await renderPage('/mpg/opportunities/41/files', { world: world() })
    expect(await screen.findByRole('link', { name: 'Edit' })).toHaveAttribute(
      'href',
      '/mpg/opportunities/41/edit',
    )
    expect(screen.getByRole('button', { name: 'Delete' })).toBeVisible()
  })

  it('[OPD-2] asks, says what goes with it, and then goes to the list', async () => {
    const made = world()
    made.tables.bids = [{ ...blank('bids'), bid_id: 7, opportunity: 41, legal_entity: 1 }]
    made.tables.notes = [1, 2].map((id) => aNote({ id, object_id: 'opportunity-41' }))
    made.tables.files = [aFile({ object_id: 'opportunity-41' })]
    const { user, asked, address } = await askToDelete(made)
    await waitFor(() => expect(asked.getByRole('button', { name: 'Cancel' })).toHaveFocus())
    expect(asked.getByText('Are you sure?')).toBeVisible()
    expect(asked.getByText("You won't be able to revert this.")).toBeVisible()
    await waitFor(() =>
      expect(asked.getByText('Alder Creek').parentElement).toHaveTextContent(
        'Alder Creek will wait in the trash, with its 1 bid, 2 notes, and 1 file; its 2 organizations will stay.',
      ),
    )
    await user.click(asked.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Opportunities' })).toBeVisible()
    expect(address()).toBe('/mpg/opportunities')
    await screen.findByText('Showing 1 to 3 of 3 entries')
    expect(screen.queryByText('Alder Creek')).not.toBeInTheDocument()
    expect(made.tables.opportunities.map(({ opportunity_id }) => opportunity_id)).not.toContain(41)
    expect(screen.queryByText('Error')).not.toBeInTheDocument()
  })

  it('[OPD-2] tells of it, and brings it back by Undo', async () => {
    const made = world()
    const { user, asked } = await askToDelete(made)
    await user.click(asked.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Delete successfully.')).toBeVisible()
    await screen.findByText('Showing 1 to 3 of 3 entries')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Restored successfully.')).toBeVisible()
    expect(screen.queryByText('Delete successfully.')).not.toBeInTheDocument()
    await screen.findByText('Showing 1 to 4 of 4 entries')
    expect(screen.getByRole('link', { name: 'Alder Creek' })).toBeVisible()
  })

  it('[OPD-2] shows a deal that has been brought back after its page had said that it is gone', async () => {
    const made = world()
    const { user, address, navigate } = await renderApp('/mpg/opportunities/41/files', { world: made })
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Delete Opportunity' }))
    await user.click(asked.getByRole('button', { name: 'Delete' }))
    await screen.findByText('Showing 1 to 3 of 3 entries')
    navigate('/mpg/opportunities/41/details')
    await screen.findByText('This opportunity does not exist.')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('Restored successfully.')
    navigate('/mpg/opportunities/41/details')
    expect(await screen.findByRole('heading', { level: 1, name: 'Alder Creek' })).toBeVisible()
    expect(address()).toBe('/mpg/opportunities/41/details')
  })

  it('[OPD-2] leads from its pages to the list afterwards, and says why', async () => {
    const { user, address, navigate } = await renderApp('/mpg/tags', { world: world() })
    await screen.findByRole('heading', { level: 1, name: 'Tags' })
    navigate('/mpg/opportunities/41/details')
    await screen.findByRole('heading', { level: 1, name: 'Alder Creek' })
    navigate('/mpg/opportunities/41/files')
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Delete Opportunity' }))
    await user.click(asked.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(address()).toBe('/mpg/opportunities'))
    // Immediately, and to a page of the same record.
    navigate(-1)
    expect(await screen.findByText('This opportunity does not exist.')).toBeVisible()
    await screen.findByText('Showing 1 to 3 of 3 entries')
    expect(address()).toBe('/mpg/opportunities')
  })

  it('[OPD-2] leaves everything when Cancel is chosen', async () => {
    const { user, asked, address } = await askToDelete()
    await user.click(asked.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.getByRole('button', { name: 'Delete' })).toHaveFocus()
    expect(address()).toBe('/mpg/opportunities/41/details')
    expect(requestsTo('/api/mpg/opportunities/41/').map(({ method }) => method)).not.toContain('DELETE')
  })

  it('[OPD-11] says why it could not be done, and the record stays', async () => {
    const { user, asked, address } = await askToDelete()
    server.use(
      http.delete('*/api/mpg/opportunities/41/', () => refusal(503, 'The database does not answer.')),
    )
    await user.click(asked.getByRole('button', { name: 'Delete' }))
    expect(await asked.findByRole('alert')).toHaveTextContent('The database does not answer.')
    const toast = screen.getByText('Error').parentElement
    expect(toast).toHaveTextContent('ErrorThe database does not answer.')
    await user.click(asked.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByRole('heading', { level: 1, name: 'Alder Creek' })).toBeVisible()
    expect(address()).toBe('/mpg/opportunities/41/details')
  })
})
