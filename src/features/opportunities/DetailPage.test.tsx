import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { anOpportunity, anOrganization } from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { renderApp } from '../../testing/renderApp'
import { lastQueryTo, requestsTo, server } from '../../testing/server'
import { createWorld } from '../../testing/world'

const linesOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [within(row).getByRole('rowheader').textContent, within(row).getByRole('cell').textContent])

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
  it('[OPD-3, OPD-4] shows the details and the metadata', async () => {
    await renderApp('/mpg/opportunities/41/details', { world: world() })
    expect(await screen.findByRole('heading', { level: 1, name: 'Alder Creek' })).toBeVisible()
    expect(linesOf('Details')).toEqual([
      ['Annual Volume', '250,000 dth'],
      ['Sales Person Represented', 'Ann Holt'],
      ['Broker Name', 'Basin Energy Partners'],
      ['Broker Fee', '$0.0125 / dth'],
      ['Credit Request', 'YES'],
      ['Pricing Due Date', 'March 01, 2026 00:00 AM'],
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
      expand: 'created_by,modified_by,tags,organizations',
    })
  })

  it('shows a dash for what is not known', async () => {
    await renderApp('/mpg/opportunities/1/details')
    await screen.findByRole('heading', { level: 1, name: 'Deal 001' })
    expect(linesOf('Details')).toContainEqual(['Broker Name', '–'])
    expect(linesOf('Details')).toContainEqual(['Broker Fee', '–'])
    expect(linesOf('Details')).toContainEqual(['Credit Request', 'NO'])
  })

  it.each([
    ['details', 'Opportunity Details'],
    ['organizations', 'Organizations'],
    ['files', 'Files'],
    ['anything', 'Files'],
  ])('[OPD-1] opens the right tab for the type %s', async (type, title) => {
    await renderApp(`/mpg/opportunities/41/${type}`, { world: world() })
    expect(await openTab()).toBe(title)
  })

  it('[OPD-1] moves the route with the tab', async () => {
    const { user, address } = await renderApp('/mpg/opportunities/41/details', { world: world() })
    await user.click(await screen.findByRole('tab', { name: 'Organizations' }))
    expect(address()).toBe('/mpg/opportunities/41/organizations')
    const panel = await screen.findByRole('tabpanel')
    await waitFor(() =>
      expect(
        within(panel)
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
      ).toEqual(['Lakeside Foods', 'Harbor Mills']),
    )
    await user.click(screen.getByRole('tab', { name: 'Files' }))
    expect(address()).toBe('/mpg/opportunities/41/files')
    expect(await screen.findByText('Files are not available in this version.')).toBeVisible()
    await user.click(screen.getByRole('tab', { name: 'Opportunity Details' }))
    expect(address()).toBe('/mpg/opportunities/41/details')
  })

  it('says when no organization is linked', async () => {
    await renderApp('/mpg/opportunities/1/organizations')
    expect(await screen.findByText('There is no data.')).toBeVisible()
  })

  it.each(['/mpg/opportunities/details', '/mpg/opportunities/none/details', '/mpg/opportunities/0/files'])(
    '[OPD-7] leads from %s, which has no id, to the list',
    async (wanted) => {
      const { address } = await renderApp(wanted)
      expect(await screen.findByRole('heading', { level: 1, name: 'Opportunities' })).toBeVisible()
      expect(address()).toBe('/mpg/opportunities')
      expect(requestsTo('/api/mpg/opportunities/').map(({ url }) => new URL(url).pathname)).not.toContain(
        '/api/mpg/opportunities/0/',
      )
    },
  )

  it('opens the details where the address ends with the id', async () => {
    const { address } = await renderApp('/mpg/opportunities/1')
    expect(await openTab()).toBe('Opportunity Details')
    expect(address()).toBe('/mpg/opportunities/1/details')
  })

  it('[OPD-7] tells of a record that is gone, and goes to the list', async () => {
    const { address } = await renderApp('/mpg/opportunities/99/details')
    expect(await screen.findByText('This opportunity does not exist.')).toBeVisible()
    expect(screen.getByText('Opportunity not found.')).toBeVisible()
    expect(await screen.findByRole('heading', { level: 1, name: 'Opportunities' })).toBeVisible()
    expect(address()).toBe('/mpg/opportunities')
  })

  it('shows at once what the list knew, while the rest is on its way', async () => {
    const { user } = await renderApp('/', { world: world() })
    const link = await screen.findByRole('link', { name: 'Alder Creek' })
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    server.use(
      http.get('*/api/mpg/opportunities/41/', async () => {
        await held
        return undefined
      }),
    )
    await user.click(link)
    expect(await screen.findByRole('heading', { level: 1, name: 'Alder Creek' })).toHaveFocus()
    expect(linesOf('Details')).toContainEqual(['Broker Name', 'Basin Energy Partners'])
    answer()
    await user.click(screen.getByRole('tab', { name: 'Organizations' }))
    expect(await screen.findByText('Harbor Mills')).toBeVisible()
  })

  it('leads back to the list as it was', async () => {
    const { user, address, navigate } = await renderApp('/mpg/opportunities?q=deal&sort=-created_at')
    await user.click(await screen.findByRole('link', { name: 'Deal 002' }))
    await screen.findByRole('heading', { level: 1, name: 'Deal 002' })
    expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toHaveTextContent(
      'OpportunitiesOpportunity DetailsDeal 002',
    )
    navigate(-1)
    expect(await screen.findByRole('link', { name: 'Deal 002' })).toBeVisible()
    expect(address()).toBe('/mpg/opportunities?q=deal&sort=-created_at')
    expect(screen.getByRole('searchbox')).toHaveValue('deal')
  })

  it('says what failed, and tries again', async () => {
    const made = world()
    const { user, navigate } = await renderApp('/mpg/opportunities/new', { world: made })
    await screen.findByRole('heading', { level: 1, name: 'Create Opportunity' })
    server.use(
      http.get('*/api/mpg/opportunities/41/', () => refusal(503, 'The database does not answer.'), {
        once: true,
      }),
    )
    navigate('/mpg/opportunities/41/details')
    expect(await screen.findByRole('alert')).toHaveTextContent('The database does not answer.')
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Alder Creek' })).toBeVisible()
  })
})
