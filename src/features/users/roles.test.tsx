import { screen, waitFor, within } from '@testing-library/react'
import { rolePolicy } from '../../contract/policy'
import { rights, roles } from '../../contract/roles'
import { aUser } from '../../testing/builders'
import { renderApp, renderPage } from '../../testing/renderApp'
import { lastQueryTo } from '../../testing/server'
import { createWorld } from '../../testing/world'

/** The world's first user is the signed-in one. */
const worldOf = (own: Parameters<typeof aUser>[0]) => {
  const world = createWorld()
  world.tables.users = [
    aUser({ username: 'team', user_type: 'team', ...own }),
    aUser({ id: 2, username: 'anna', profile: 2, role: 'member' }),
  ]
  return world
}

it('[ROLE-6] the list shows roles, narrows to one, and has the table of roles in words', async () => {
  const { user, address } = await renderPage('/mpg/users', { world: worldOf({}), as: 'team' })
  const row = within((await screen.findByRole('button', { name: 'anna' })).closest('tr') ?? document.body)
  expect(row.getByText('Member')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Roles' }))
  const table = within(await screen.findByRole('table', { name: 'What each role may do' }))
  const cells = table.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(cells).toEqual(
    rights.flatMap((right) => roles.map((role) => (rolePolicy[role][right] ? 'Yes' : 'No'))),
  )
  await user.keyboard('{Escape}')
  await user.selectOptions(screen.getByRole('combobox', { name: /^Role/ }), 'Member')
  await waitFor(() => expect(address()).toContain('role=member'))
  await waitFor(() => expect(lastQueryTo('/api/users/')).toMatchObject({ role: 'member' }))
})

it('[ROLE-5] who only reads is told so, and offered no changes', async () => {
  await renderApp('/mpg/tags', { world: worldOf({ role: 'read_only' }), as: 'team' })
  expect(await screen.findByText(/^Your role only reads/)).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'Tags' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Create Tag' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Export' })).not.toBeInTheDocument()
  const menu = within(screen.getByRole('navigation', { name: 'Main' }))
  for (const name of [/^Users/, 'Audit', 'Webhooks', 'Connections', 'Imports'])
    expect(menu.queryByRole('link', { name })).not.toBeInTheDocument()
})

it.each([
  ['/mpg/opportunities/new', 'Create Opportunity'],
  ['/mpg/contacts/create', 'Create Contact'],
  ['/mpg/organizations/create', 'Create Organization'],
])('[ROLE-5] who only reads is told so at %s in place of a form', async (path, title) => {
  await renderApp(path, { world: worldOf({ role: 'read_only' }), as: 'team' })
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  expect(await screen.findByText('Your role only reads: it changes no shared records.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Back' })).toBeVisible()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  for (const name of ['Create task', 'Scheduler', 'Write message'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Calendar' })).toBeVisible()
})

it('[ROLE-5] actions are offered only on accounts that one may administer', async () => {
  const world = worldOf({ role: 'member', granted_rights: ['users'] })
  world.tables.users = [
    ...world.tables.users,
    aUser({ id: 3, username: 'boss', profile: 3, user_type: 'team', role: 'administrator' }),
  ]
  await renderPage('/mpg/users', { world, as: 'team' })
  expect(await screen.findByRole('button', { name: 'Actions for anna' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Actions for boss' })).not.toBeInTheDocument()
})
