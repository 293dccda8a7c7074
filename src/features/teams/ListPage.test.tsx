import { screen, waitFor, within } from '@testing-library/react'
import { menuEntries } from '../menu'
import { contract } from '../../contract'
import { aUser } from '../../testing/builders'
import { renderApp, renderPage } from '../../testing/renderApp'
import { requestsTo } from '../../testing/server'
import { addRow, createWorld, removeRow } from '../../testing/world'

const { path } = contract.teams

const world = () => {
  const made = createWorld()
  // The first user is the signed-in one.
  made.tables.users = [aUser({ username: 'team', user_type: 'team' })]
  for (const name of ['Alder', 'Brackwater']) addRow(made, 'teams', { name, members: [1] })
  return made
}
const open = async (address = '/mpg/teams') => {
  const app = await renderPage(address, { world: world(), as: 'team' })
  await screen.findByText('Brackwater')
  return app
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const sent = (method: string) => requestsTo(path).filter((request) => request.method === method)

describe('the teams', () => {
  it('[LIST-1, SHELL-3] are listed where the menu leads', async () => {
    await open()
    expect(menuEntries).toContainEqual(expect.objectContaining({ label: 'Teams', to: '/mpg/teams' }))
    expect(screen.getByRole('heading', { level: 1, name: 'Teams' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Alder' })).toHaveAttribute('href', '/mpg/teams/1')
  })

  it('[LIST-1, TRUST-28] are created in a dialog, which asks for the name', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Create Team' }))
    const form = await dialog('Create Team')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(form.getByLabelText('Name *')).toHaveAccessibleDescription('This field is required'),
    )
    await user.type(form.getByLabelText('Name *'), 'Cinder Hill')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Cinder Hill')).toBeVisible()
    expect(sent('POST')[0]?.headers.get('Idempotency-Key')).toMatch(/^\w{16,}$/)
  })

  it('[OPE-5] have a page each, and are edited and deleted there', async () => {
    const { user, address, world: made } = await renderPage('/mpg/teams/2', { world: world(), as: 'team' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Brackwater' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    const form = await dialog('Edit Team')
    await user.type(form.getByLabelText('Name *'), ' & Sons')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Brackwater & Sons' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await user.click((await dialog('Delete Team')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(address()).toBe('/mpg/teams'))
    expect(made.tables.teams).toHaveLength(1)
  })

  it('[TRUST-48] wait in the trash until they are restored', async () => {
    const made = world()
    removeRow(made, 'teams', 1)
    const { user } = await renderPage('/mpg/trash/teams', { world: made, as: 'team' })
    await user.click(await screen.findByRole('button', { name: 'Restore Alder' }))
    await waitFor(() => expect(made.tables.teams).toHaveLength(2))
  })

  it('[SHELL-9] are found by the palette', async () => {
    const { user } = await renderApp('/mpg/teams', { world: world(), as: 'team' })
    await user.click(await screen.findByRole('button', { name: 'Search everything' }))
    await user.type(await screen.findByRole('combobox', { name: 'Search everything' }), 'brackw')
    expect(await screen.findByRole('option', { name: /^Brackwater/ })).toHaveAttribute('href', '/mpg/teams/2')
  })

  it('[TEAM-1] name their members', async () => {
    await open()
    expect((await screen.findAllByText('team', { selector: 'td *, td' }))[0]).toBeVisible()
  })
})

describe('an opportunity limited to a team', () => {
  const limited = () => {
    const made = world()
    const [deal] = made.tables.opportunities
    if (deal) deal.team_id = 2
    return made
  }

  it('[TEAM-5] has a lock with the name of the team in the list and on its page', async () => {
    await renderPage('/mpg/opportunities', { world: limited(), as: 'team' })
    expect(await screen.findByRole('img', { name: 'Limited to team Brackwater' })).toBeVisible()
  })

  it('[TEAM-5] is limited to another one in the form, which asks users with a team only', async () => {
    const { user } = await renderPage('/mpg/opportunities/1/edit', { world: limited(), as: 'team' })
    const field = await screen.findByRole('combobox', { name: /^Limited to team/ })
    await user.click(field)
    expect(await screen.findByRole('option', { name: 'Alder' })).toBeVisible()
  })

  it('[TEAM-5] is nothing that a form asks users without a team for', async () => {
    await renderPage('/mpg/opportunities/1/edit')
    expect(await screen.findByLabelText(/^Sales Person/)).toBeVisible()
    expect(screen.queryByText('Limited to team')).not.toBeInTheDocument()
  })
})
