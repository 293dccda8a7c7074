import { screen, waitFor, within } from '@testing-library/react'
import { contract } from '../../contract'
import { renderPage } from '../../testing/renderApp'
import { requestsTo } from '../../testing/server'
import { addRow, createWorld } from '../../testing/world'

const { path } = contract.views

const world = () => {
  const made = createWorld()
  const view = {
    list: 'opportunities' as const,
    hidden_columns: [],
    shown_columns: [],
    density: 'comfortable' as const,
    created_by: 1,
  }
  addRow(made, 'views', { ...view, name: 'Second deal', query: 'q=002', hidden_columns: ['tags'] })
  addRow(made, 'views', {
    ...view,
    name: 'By volume',
    query: 'sort=-sales_annual_volume_manual',
    is_shared: true,
    created_by: 2,
  })
  addRow(made, 'views', { ...view, name: 'Of contacts', list: 'contacts', query: null })
  return made
}
const open = async (query = '') => {
  const app = await renderPage(`/mpg/opportunities${query}`, { world: world() })
  await screen.findByText('Deal 002')
  return app
}
const panel = async (user: Awaited<ReturnType<typeof open>>['user'], name: RegExp = /^View/) => {
  await user.click(await screen.findByRole('button', { name }))
  await screen.findByRole('link', { name: /^Second deal/ })
  return within(screen.getByRole('group', { name }))
}
const sent = async (method: string) =>
  (await Promise.all(
    requestsTo(path)
      .filter((request) => request.method === method)
      .map((request) => request.json()),
  )) as object[]
const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

describe('saved views', () => {
  it('[VIEW-2] are not asked for before they are needed', async () => {
    await open()
    expect(requestsTo(path)).toEqual([])
  })

  it('[VIEW-2] open with search, columns and the address of the view, and close again', async () => {
    const { user, address } = await open()
    const views = await panel(user)
    expect(within(views.getByRole('region', { name: 'My views' })).getAllByRole('link')).toHaveLength(1)
    expect(within(views.getByRole('region', { name: 'Shared views' })).getAllByRole('link')).toHaveLength(1)
    expect(views.queryByText('Of contacts')).toBeNull()
    await user.click(views.getByRole('link', { name: 'Second deal' }))
    await waitFor(() => expect(screen.queryByText('Deal 001')).toBeNull())
    expect(address()).toBe('/mpg/opportunities?q=002&view=1')
    expect(await screen.findByRole('button', { name: 'View: Second deal' })).toBeVisible()
    expect(headers()).not.toContain('Tags')

    await user.click(screen.getByRole('button', { name: 'View: Second deal' }))
    await user.click(screen.getByRole('link', { name: 'All' }))
    expect(await screen.findByText('Deal 001')).toBeVisible()
    expect(address()).toBe('/mpg/opportunities')
  })

  it('[VIEW-2] change nothing until they are saved, and can be reset', async () => {
    const { user, address } = await open('?q=002&view=1')
    await screen.findByRole('button', { name: 'View: Second deal' })
    await user.type(screen.getByRole('searchbox'), '{Backspace}3')
    await waitFor(() => expect(address()).toContain('q=003'))
    expect(await sent('PATCH')).toEqual([])
    const changed = await panel(user, /^View: Second deal \(changed\)/)
    await user.click(changed.getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(address()).toBe('/mpg/opportunities?q=002&view=1'))

    await user.click(screen.getByRole('button', { name: 'Compact' }))
    const again = await panel(user, /^View: Second deal \(changed\)/)
    await user.click(again.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('button', { name: 'View: Second deal' })).toBeVisible()
    expect(await sent('PATCH')).toEqual([
      { query: 'q=002', hidden_columns: ['tags'], shown_columns: [], density: 'compact' },
    ])
  })

  it('[VIEW-2, TRUST-28] are made of the list as it is, once', async () => {
    const { user, address } = await open('?q=00&sort=-opportunity_name')
    const views = await panel(user)
    await user.click(views.getByRole('button', { name: 'Save as a view' }))
    const form = within(await screen.findByRole('dialog', { name: 'Save View' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(form.getByLabelText('Name *')).toHaveAccessibleDescription('This field is required'),
    )
    await user.type(form.getByLabelText('Name *'), 'Backwards')
    await user.click(form.getByRole('switch', { name: 'Shared with all users' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('button', { name: 'View: Backwards' })).toBeVisible()
    expect(address()).toBe('/mpg/opportunities?q=00&sort=-opportunity_name&view=4')
    expect(await sent('POST')).toEqual([
      expect.objectContaining({
        name: 'Backwards',
        list: 'opportunities',
        query: 'q=00&sort=-opportunity_name',
        is_shared: true,
      }),
    ])
  })

  it('[VIEW-2] of colleagues are changed only by saving them as own ones', async () => {
    const { user } = await open('?sort=opportunity_name&view=2')
    await screen.findByRole('button', { name: 'View: By volume (changed)' })
    const views = await panel(user, /By volume/)
    const save = views.getByRole('button', { name: 'Save' })
    expect(save).toBeDisabled()
    expect(save).toHaveAttribute(
      'title',
      "Only its author changes a view; the provider's team may delete it.",
    )
    expect(views.queryByRole('button', { name: 'Delete' })).toBeNull()
    expect(views.getByRole('button', { name: 'Save as' })).toBeEnabled()
  })

  it('[VIEW-2] are renamed and deleted, and the list stays as it is', async () => {
    const { user, address } = await open('?q=002&view=1')
    await screen.findByRole('button', { name: 'View: Second deal' })
    await user.click((await panel(user, /Second deal/)).getByRole('button', { name: 'Rename or share' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit View' }))
    await user.clear(form.getByLabelText('Name *'))
    await user.type(form.getByLabelText('Name *'), 'The second')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'View: The second' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const confirm = within(await screen.findByRole('dialog', { name: 'Delete View' }))
    await user.click(confirm.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByRole('button', { name: 'Views' })).toBeVisible()
    expect(address()).toBe('/mpg/opportunities?q=002')
    expect(screen.getByText('Deal 002')).toBeVisible()
    expect(screen.queryByText('This view is not there any more.')).toBeNull()
  })

  it('[VIEW-3] one of them is the user’s default, with which the list opens', async () => {
    const { user, address, navigate } = await open('?q=002&view=1')
    const views = await panel(user, /Second deal/)
    await user.click(views.getByRole('button', { name: 'Make it my default' }))
    expect(await views.findByText('· default')).toBeVisible()
    navigate('/mpg/organizations')
    await screen.findByRole('heading', { level: 1, name: 'Organizations' })
    navigate('/')
    await waitFor(() => expect(address()).toBe('/?q=002&view=1'))
    expect(await screen.findByRole('button', { name: 'View: Second deal' })).toBeVisible()

    // All of them can still be seen, and so can what another address asks for.
    await user.click((await panel(user, /Second deal/)).getByRole('link', { name: 'All' }))
    expect(await screen.findByText('Deal 001')).toBeVisible()
    expect(address()).toBe('/?view=0')
    navigate('/mpg/opportunities?q=003')
    expect(await screen.findByText('Deal 003')).toBeVisible()
    expect(address()).toBe('/mpg/opportunities?q=003')
  })

  it('[VIEW-3] without search and filters it keeps an address of its own; the menu opens the default', async () => {
    const { user, address, navigate } = await open('?q=002&view=1')
    const views = await panel(user, /Second deal/)
    await user.click(views.getByRole('button', { name: 'Make it my default' }))
    expect(await views.findByText('· default')).toBeVisible()
    navigate('/mpg/opportunities?opportunity_name_contains=003')
    await user.click(await screen.findByRole('button', { name: /^Remove the filter by/ }))
    expect(await screen.findByText('Deal 001')).toBeVisible()
    expect(address()).toBe('/mpg/opportunities?view=0')
    // Also as it is opened anew.
    navigate('/mpg/organizations')
    await screen.findByRole('heading', { level: 1, name: 'Organizations' })
    navigate('/mpg/opportunities?view=0')
    expect(await screen.findByText('Deal 001')).toBeVisible()
    expect(address()).toBe('/mpg/opportunities?view=0')
    // As the link of the menu does.
    navigate('/mpg/opportunities')
    await waitFor(() => expect(address()).toBe('/mpg/opportunities?q=002&view=1'))
    await waitFor(() => expect(screen.queryByText('Deal 001')).toBeNull())
    await user.clear(screen.getByRole('searchbox'))
    expect(await screen.findByText('Deal 001')).toBeVisible()
    expect(address()).toMatch(/^\/mpg\/opportunities\?sort=[^&]+&view=1$/)
  })

  it('[VIEW-2] one that its address names alone is opened as it is now, and can be emptied', async () => {
    const { user, address } = await renderPage('/mpg/opportunities?view=1', { world: world() })
    expect(await screen.findByRole('button', { name: 'View: Second deal' })).toBeVisible()
    expect(await screen.findByText('Deal 002')).toBeVisible()
    await waitFor(() => expect(address()).toBe('/mpg/opportunities?q=002&view=1'))
    await waitFor(() => expect(screen.queryByText('Deal 001')).toBeNull())
    await user.clear(screen.getByRole('searchbox'))
    expect(await screen.findByText('Deal 001')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'View: Second deal (changed)' })).toBeVisible()
  })

  it('[VIEW-1, VIEW-3] an address with a filter that is not known is not left to the default', async () => {
    const { user, address, navigate } = await open('?q=002&view=1')
    const views = await panel(user, /Second deal/)
    await user.click(views.getByRole('button', { name: 'Make it my default' }))
    expect(await views.findByText('· default')).toBeVisible()
    navigate('/mpg/opportunities?stage=bogus')
    expect(await screen.findByText('Deal 001')).toBeVisible()
    expect(screen.getByText(/does not know: stage=bogus/)).toBeVisible()
    expect(address()).toBe('/mpg/opportunities?stage=bogus')
  })

  it('[VIEW-3] a search that was cleared shows all, and without a default nothing changes', async () => {
    const { user, address } = await open('?q=002')
    await user.clear(screen.getByRole('searchbox'))
    expect(await screen.findByText('Deal 001')).toBeVisible()
    expect(address()).toBe('/mpg/opportunities')
  })

  it.each([
    ['is deleted, or a colleague’s own', 99],
    ['is one of another list', 3],
  ])('[VIEW-2] one that %s is told to be gone; the list stays as its address says', async (_, view) => {
    const { address } = await open(`?q=002&view=${view}`)
    expect(await screen.findByText('This view is not there any more.')).toBeVisible()
    await waitFor(() => expect(address()).toBe('/mpg/opportunities?q=002'))
    expect(screen.queryByText('Deal 001')).toBeNull()
    expect(screen.getByRole('button', { name: 'Views' })).toBeVisible()
  })
})
