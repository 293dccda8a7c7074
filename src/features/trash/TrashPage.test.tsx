import { screen, waitFor } from '@testing-library/react'
import { anOpportunity, anOrganization } from '../../testing/builders'
import { renderPage } from '../../testing/renderApp'
import { lastQueryTo, requestsTo } from '../../testing/server'
import { createWorld } from '../../testing/world'

const world = () => {
  const made = createWorld()
  made.trash.push(
    { resource: 'organizations', row: { ...anOrganization({ organization_id: 9, name: 'Marfa Kilns' }) } },
    {
      resource: 'opportunities',
      row: { ...anOpportunity({ opportunity_id: 9, opportunity_name: 'Gone deal' }) },
    },
  )
  return made
}

describe('the trash', () => {
  it('[ORG-7, OPD-2] holds what was deleted, each kind behind its tab, and nothing that is alive', async () => {
    const { user, address } = await renderPage('/mpg/trash', { world: world() })
    expect(await screen.findByText('Gone deal')).toBeVisible()
    expect(address()).toBe('/mpg/trash/opportunities')
    await user.click(screen.getByRole('tab', { name: 'Organizations' }))
    expect(await screen.findByText('MARFA KILNS')).toBeVisible()
    expect(screen.queryByText('HARBOR MILLS')).not.toBeInTheDocument()
    await user.click(screen.getByRole('tab', { name: 'Contacts' }))
    expect(await screen.findByText('There are no contacts in the trash.')).toBeVisible()
    expect(screen.getByText('Deleted contacts wait here until they are restored.')).toBeVisible()
    expect(screen.queryByText('There are no contacts yet.')).not.toBeInTheDocument()
  })

  it('[ORG-7] gives a record back, which then stands in its own list', async () => {
    const { user, navigate, store } = await renderPage('/mpg/trash/organizations', { world: world() })
    await user.click(await screen.findByRole('button', { name: 'Restore Marfa Kilns' }))
    expect(await screen.findByText('Restored successfully.')).toBeVisible()
    expect(requestsTo('/api/mpg/organizations/9/restore/')).toHaveLength(1)
    await waitFor(() => expect(screen.queryByText('MARFA KILNS')).not.toBeInTheDocument())
    // The trash is no list that one comes from.
    expect(store.getState().seenLists.organizations).toBeUndefined()
    navigate('/mpg/organizations')
    expect(await screen.findByRole('link', { name: 'MARFA KILNS' })).toBeVisible()
    expect(lastQueryTo('/api/mpg/organizations/')).toMatchObject({ limit: '10' })
  })
})
