import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { aBid, aFile, anOpportunity, anOrganization, aTag, aUser } from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { renderPage } from '../../testing/renderApp'
import { lastQueryTo, requestsTo, server } from '../../testing/server'
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

  it('[TRUST-48] lists what was deleted last first, and says when that was', async () => {
    const made = createWorld()
    const deleted = (tag_id: number, name: string, deleted_at: string) =>
      made.trash.push({ resource: 'tags', row: { ...aTag({ tag_id, name, deleted_at }) } })
    deleted(8, 'Earlier', '2026-02-01T10:00:00Z')
    deleted(9, 'Later', '2026-03-01T10:00:00Z')
    const { user } = await renderPage('/mpg/trash/tags', { world: made })
    const names = () =>
      screen.getAllByRole('button', { name: /^Restore / }).map((button) => button.getAttribute('aria-label'))
    await screen.findByRole('button', { name: 'Restore Later' })
    expect(names()).toEqual(['Restore Later', 'Restore Earlier'])
    await user.click(screen.getByRole('columnheader', { name: 'Deleted' }))
    await waitFor(() => expect(names()).toEqual(['Restore Earlier', 'Restore Later']))
  })

  it('[TRUST-48] says who has deleted it', async () => {
    const made = createWorld()
    made.tables.users = [aUser(), aUser({ id: 2, username: 'lena' })]
    made.trash.push({ resource: 'tags', row: { ...aTag({ tag_id: 8, name: 'Zonal', deleted_by: 2 }) } })
    await renderPage('/mpg/trash/tags', { world: made })
    const row = within(
      (await screen.findByRole('button', { name: 'Restore Zonal' })).closest('tr') as HTMLElement,
    )
    const titles = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(row.getAllByRole('cell')[titles.indexOf('Deleted By')]).toHaveTextContent(/^lena$/)
    expect(requestsTo('/api/mpg/tag/trash/')).toHaveLength(1)
  })

  it('[ORG-7] gives a record back, which then stands in its own list', async () => {
    const { user, navigate, store } = await renderPage('/mpg/trash/organizations', { world: world() })
    await user.click(await screen.findByRole('button', { name: 'Restore Marfa Kilns' }))
    expect(await screen.findByText('Restored successfully.')).toBeVisible()
    expect(requestsTo('/api/mpg/organizations/9/restore/')).toHaveLength(1)
    await waitFor(() => expect(screen.queryByText('MARFA KILNS')).not.toBeInTheDocument())
    // The trash is not a visited list.
    expect(store.getState().visitedLists.organizations).toBeUndefined()
    navigate('/mpg/organizations')
    expect(await screen.findByRole('link', { name: 'MARFA KILNS' })).toBeVisible()
    expect(lastQueryTo('/api/mpg/organizations/')).toMatchObject({ limit: '10' })
  })

  it('[TRUST-48] gives bids, files and tags back, and says what a file belonged to', async () => {
    const made = createWorld()
    made.trash.push(
      { resource: 'bids', row: { ...aBid({ bid_id: 9, name: 'Summer strip', opportunity: 1 }) } },
      {
        resource: 'files',
        row: { ...aFile({ file_id: 9, filename: 'usage.csv', object_id: 'opportunity-1' }) },
      },
      { resource: 'tags', row: { ...aTag({ tag_id: 9, name: 'Zonal' }) } },
    )
    const { user, navigate } = await renderPage('/mpg/trash/bids', { world: made })
    expect(await screen.findByText('Summer strip')).toBeVisible()
    navigate('/mpg/trash/files')
    expect(await screen.findByRole('link', { name: 'Opportunity 1' })).toHaveAttribute(
      'href',
      '/mpg/opportunities/1/details',
    )
    await user.click(screen.getByRole('button', { name: 'Restore usage.csv' }))
    await waitFor(() => expect(requestsTo('/api/mpg/file/9/restore/')).toHaveLength(1))
    navigate('/mpg/trash/tags')
    expect(await screen.findByRole('button', { name: 'Restore Zonal' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Delete Zonal for good' })).not.toBeInTheDocument()
  })

  it('[TRUST-48] lets the team delete for good, once it has said so twice', async () => {
    const made = world()
    made.tables.users = [aUser({ user_type: 'team' })]
    const { user } = await renderPage('/mpg/trash/opportunities', { world: made })
    await user.click(await screen.findByRole('button', { name: 'Delete Gone deal for good' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete for good' })
    expect(dialog).toHaveTextContent("You won't be able to revert this.")
    expect(dialog).not.toHaveTextContent('restored from the trash')
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Deleted for good.')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Gone deal')).not.toBeInTheDocument())
    expect(made.trash.map(({ resource }) => resource)).toEqual(['organizations'])
  })

  const refusedFor = async (deleted_at: string | null) => {
    const made = world()
    made.tables.users = [aUser({ user_type: 'team' })]
    const current = aBid({ bid_id: 4, opportunity: 7, deleted_at })
    server.use(
      http.delete('*/api/mpg/organizations/trash/9/', () =>
        refusal(409, 'Organization is in use by Bid 4, and cannot be deleted.', 'in_use', { current }),
      ),
    )
    const { user } = await renderPage('/mpg/trash/organizations', { world: made })
    await user.click(await screen.findByRole('button', { name: 'Delete Marfa Kilns for good' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete for good' }))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await dialog.findByText(/in use by Bid 4/)).toBeVisible()
    return dialog.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  }

  it('[TRUST-48] says what still needs a record, and leads there', async () => {
    expect(await refusedFor(null)).toEqual([['Open the bid', '/mpg/opportunities/7/bid/4']])
  })

  it('[TRUST-48] leads to both places in the trash where a bid that needs a record can be', async () => {
    expect(await refusedFor('2026-02-01T10:00:00Z')).toEqual([
      ['bids', '/mpg/trash/bids'],
      ['opportunities', '/mpg/trash/opportunities'],
    ])
  })
})
