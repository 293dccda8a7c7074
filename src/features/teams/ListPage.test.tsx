import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { menuEntries } from '../menu'
import { contract } from '../../contract'
import {
  aBid,
  aContact,
  anOpportunity,
  anOrganization,
  anOrganizationContact,
  aUser,
  blank,
} from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { renderApp, renderPage } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'
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

describe('an organization or a contact limited to a team', () => {
  const limited = () => {
    const made = world()
    made.tables.organizations = [anOrganization({ team_id: 2 })]
    made.tables.contacts = [aContact({ team_id: 2 })]
    return made
  }

  it.each(['organizations', 'contacts'])('[TEAM-5, TEAM-6] has a lock in the list of %s', async (list) => {
    await renderPage(`/mpg/${list}`, { world: limited(), as: 'team' })
    expect(await screen.findByRole('img', { name: 'Limited to team Brackwater' })).toBeVisible()
  })

  it.each(['organizations/1/details', 'contacts/1/details'])(
    '[TEAM-5, TEAM-6] names the team on its page, %s',
    async (page) => {
      await renderPage(`/mpg/${page}`, { world: limited(), as: 'team' })
      expect(await screen.findByTitle('Limited to team Brackwater')).toBeVisible()
    },
  )

  it.each(['organizations/1/edit', 'contacts/1/edit'])(
    '[TEAM-5, TEAM-6] is limited to another one in the form, which asks users with a team only, %s',
    async (form) => {
      const { user, unmount } = await renderPage(`/mpg/${form}`, { world: limited(), as: 'team' })
      await user.click(await screen.findByRole('combobox', { name: /^Limited to team/ }))
      expect(await screen.findByRole('option', { name: 'Alder' })).toBeVisible()
      unmount()
      const others = createWorld()
      others.tables.contacts = [aContact()]
      await renderPage(`/mpg/${form}`, { world: others })
      expect((await screen.findAllByRole('textbox'))[0]).toBeVisible()
      expect(screen.queryByText('Limited to team')).not.toBeInTheDocument()
    },
  )
})

describe('an organization or a contact that the user does not see', () => {
  const { organizations, contacts } = contract
  /** As answers tell of it where other records name it. */
  const hiding = () => {
    const made = createWorld()
    const only = (row: object) => row as never
    made.tables.organizations.push(only({ organization_id: 9, name: 'Amsel Holding' }))
    made.tables.contacts.push(only({ contact_id: 9, name: 'Drossel, Ida' }))
    server.use(
      ...[organizations, contacts].map((resource) =>
        http.get(`${resource.path}9/`, () => refusal(404, 'not_found', `${resource.title} not found.`)),
      ),
    )
    return made
  }
  const asked = () => [...requestsTo(`${organizations.path}9/`), ...requestsTo(`${contacts.path}9/`)]

  it('[TEAM-6] stands by its name, without a link, with the opportunity that names it', async () => {
    const made = hiding()
    made.tables.opportunities.push(
      anOpportunity({ opportunity_id: 41, opportunity_name: 'Alder Creek', organizations: [9] }),
    )
    const { user } = await renderPage('/mpg/opportunities/41/organizations', { world: made })
    expect(await screen.findByRole('heading', { name: 'AMSEL HOLDING' })).toBeVisible()
    expect(screen.getByText('It is limited to a team that you are not in.')).toBeVisible()
    expect(screen.queryByText('Tax ID')).not.toBeInTheDocument()
    expect(screen.queryByRole('link', { name: /amsel/i })).not.toBeInTheDocument()
    // It can be taken off the deal.
    await user.click(screen.getByRole('button', { name: 'Remove AMSEL HOLDING' }))
    await user.click((await dialog('Remove Organization')).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('There is no data.')).toBeVisible()
    expect(asked()).toEqual([])
  })

  it('[TEAM-6] stands by its name, without a link, with the contact and the task that name it', async () => {
    const made = hiding()
    made.tables.contacts.unshift(aContact())
    made.tables.organizationContacts.push(anOrganizationContact({ organization: 9, contact: 1 }))
    const { unmount } = await renderPage('/mpg/contacts', { world: made })
    expect(await screen.findByText('AMSEL HOLDING')).toBeVisible()
    expect(screen.queryByRole('link', { name: /amsel/i })).not.toBeInTheDocument()
    unmount()
    made.tables.todos = [
      { ...blank('todos'), id: 5, name: 'Call', description: '<p>x</p>', version: 1, organizations: [9] },
    ]
    await renderPage('/mpg/tasks/5/details', { world: made })
    expect(await screen.findByText('AMSEL HOLDING')).toBeVisible()
    expect(screen.queryByRole('link', { name: /amsel/i })).not.toBeInTheDocument()
    expect(asked()).toEqual([])
  })

  it('[TEAM-6] keeps its place in a form, and is offered in none', async () => {
    const made = hiding()
    made.tables.bids = [aBid({ bid_id: 5, opportunity: 1, legal_entity: 9 })]
    const [deal] = made.tables.opportunities
    if (deal) deal.organizations = [9, 1]
    const { user } = await renderPage('/mpg/opportunities/1/bid/5/edit-from-bid', { world: made })
    const field = await screen.findByRole('combobox', { name: /^Legal Entity/ })
    expect(await screen.findByText('AMSEL HOLDING')).toBeVisible()
    await user.click(field)
    expect(await screen.findByRole('option', { name: 'HARBOR MILLS' })).toBeVisible()
    expect(screen.queryByRole('option', { name: 'AMSEL HOLDING' })).not.toBeInTheDocument()
    expect(asked()).toEqual([])
  })
})
