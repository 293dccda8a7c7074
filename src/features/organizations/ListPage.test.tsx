import { screen, within } from '@testing-library/react'
import { organizationWorld } from '../../testing/organizationWorld'
import { renderPage } from '../../testing/renderApp'
import { lastQueryTo } from '../../testing/server'

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
    ).toEqual(['Name', 'Tax ID', 'DUNS Number', 'EXPERIAN ID', 'ZOOM INFO ID'])
    expect(lastQueryTo('/api/mpg/organizations/')).toEqual({ limit: '10', offset: '0', ordering: 'name' })
    expect(screen.getByRole('link', { name: 'Create Organization' })).toHaveAttribute(
      'href',
      '/mpg/organizations/experian/search',
    )
  })
})
