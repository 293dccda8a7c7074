import { screen, within } from '@testing-library/react'
import { http } from 'msw'
import { refusal } from '../../testing/handlers'
import { organizationWorld } from '../../testing/organizationWorld'
import { renderPage } from '../../testing/renderApp'
import { lastQueryTo, server } from '../../testing/server'

describe('the organization list', () => {
  it('[ORG-1] shows names in capitals, which lead to the details, and the numbers, by name', async () => {
    await renderPage('/mpg/organizations', { world: organizationWorld() })
    const link = await screen.findByRole('link', { name: 'ALDER FOUNDRY' })
    expect(link).toHaveAttribute('href', '/mpg/organizations/7/details')
    const table = screen.getByRole('table', { name: 'Organizations' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['', 'Name', 'Tax ID', 'DUNS Number', 'EXPERIAN ID', 'ZOOM INFO ID'])
    expect(lastQueryTo('/api/mpg/organizations/')).toEqual({
      ...{ limit: '10', offset: '0', ordering: 'name' },
      organizations_addresses__property_status: 'active',
    })
    expect(screen.getByRole('link', { name: 'Create Organization' })).toHaveAttribute(
      'href',
      '/mpg/organizations/experian/search',
    )
  })

  it('[LIST-6] can be listed again where an address asks for what cannot be', async () => {
    server.use(
      http.get('*/api/mpg/organizations/', ({ request }) =>
        new URL(request.url).searchParams.has('tax_id')
          ? refusal(400, 'Enter 9 digits.', 'invalid_parameter')
          : undefined,
      ),
    )
    const world = organizationWorld()
    const { user, address } = await renderPage('/mpg/organizations?tax_id=12', { world })
    await user.click(await screen.findByRole('button', { name: 'Clear the filter' }))
    expect(address()).toBe('/mpg/organizations')
    expect(await screen.findByRole('link', { name: 'ALDER FOUNDRY' })).toBeVisible()
  })
})
