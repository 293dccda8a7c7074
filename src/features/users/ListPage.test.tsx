import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { userSecondFactorPath } from '../../contract/secondFactor'
import { serviceTokensPath, type ApiToken } from '../../contract/apiTokens'
import { passwordPath, refusal as refusalOfSome, refuseUnconfirmedPath } from '../../contract/users'
import { aUser } from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { renderApp, renderPage } from '../../testing/renderApp'
import { lastQueryTo, requestsTo, server } from '../../testing/server'
import { setViewport } from '../../testing/viewport'
import { createWorld } from '../../testing/world'

/** The world's first user is the signed-in one. */
const teamWorld = () => {
  const world = createWorld()
  world.tables.users = [
    aUser({ username: 'team', user_type: 'team', email: 'team@basin.example' }),
    aUser({ id: 2, username: 'anna', profile: 2, status: 'waiting', is_active: false }),
    aUser({ id: 3, username: 'bruno', profile: 2 }),
    aUser({ id: 4, username: 'cleo', profile: 2, status: 'deactivated', is_active: false }),
    aUser({ id: 5, username: 'dora', profile: 2, user_type: 'team', status: 'waiting', is_active: false }),
  ]
  return world
}
const open = (address = '/mpg/users', world = teamWorld()) => renderPage(address, { world, as: 'team' })
const rowOf = async (username: string) =>
  within((await screen.findByRole('button', { name: username })).closest('tr') ?? document.body)
const dialog = async () => within(await screen.findByRole('dialog'))
const fromMenu = async (
  user: { click: (element: Element) => Promise<void> },
  username: string,
  action: string,
) => {
  await user.click((await rowOf(username)).getByRole('button', { name: `Actions for ${username}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}
const changesOf = async (id: number) =>
  Promise.all(
    requestsTo(`/api/users/${id}/`)
      .filter(({ method }) => method === 'PATCH')
      .map(async (request) => [request.headers.get('If-Match'), (await request.json()) as unknown]),
  )
const input = (label: string) =>
  screen.getByLabelText(new RegExp(`^${label}( \\*)?$`), { selector: ':not(th)' })
const type = (label: string, value: string) => fireEvent.change(input(label), { target: { value } })

describe('the screen of the users', () => {
  it('[AUTH-16, SHELL-3] is last in the menu of the provider’s team, and in no other menu', async () => {
    await renderApp('/mpg/tags', { world: teamWorld(), as: 'team' })
    const entries = within(await screen.findByRole('navigation', { name: 'Main' })).findAllByRole('link')
    await waitFor(async () => expect((await entries).length).toBeGreaterThan(0))
    expect(await screen.findByRole('link', { name: 'Users 2 waiting' })).toBeVisible()
    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
    expect(links.at(-1)).toHaveTextContent('Users')
  })

  it('[AUTH-16] is refused to users of another type, without a request', async () => {
    const { user, address } = await renderApp('/mpg/users')
    expect(await screen.findByText("Only the provider's team administers users.")).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Users/ })).not.toBeInTheDocument()
    expect(requestsTo('/api/users/').filter(({ url }) => !url.includes('/me/'))).toHaveLength(0)
    await user.click(screen.getByRole('link', { name: 'Back to the opportunities' }))
    await waitFor(() => expect(address()).toBe('/'))
  })

  it('[AUTH-16, LIST-1, LIST-5] tells of those who wait, and narrows to a status with its count', async () => {
    const { user, address } = await open()
    expect(await screen.findByText('Showing 1 to 5 of 5 entries')).toBeVisible()
    expect(await screen.findByText(/2 accounts wait for approval/)).toBeVisible()
    const status = screen.getByRole('combobox', { name: /^Status/ })
    await waitFor(() =>
      expect([...status.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
        'All',
        'Waiting (2)',
        'Active (2)',
        'Deactivated (1)',
      ]),
    )
    await user.click(screen.getByRole('link', { name: 'Show who' }))
    expect(await screen.findByText('Showing 1 to 2 of 2 entries')).toBeVisible()
    expect(address()).toBe('/mpg/users?status=waiting')
    expect(lastQueryTo('/api/users/')).toMatchObject({ status: 'waiting', limit: '10' })
    expect(screen.queryByText(/wait for approval/)).not.toBeInTheDocument()
  })

  it('[AUTH-16] approves an account after a confirmation of its name and type', async () => {
    const { user, world } = await open()
    await user.click((await rowOf('dora')).getByRole('button', { name: 'Approve dora' }))
    const asked = await dialog()
    expect(asked.getByText('Provider’s team')).toBeVisible()
    expect(asked.getByText(/administer the users, too/)).toBeVisible()
    await user.click(asked.getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Update successfully.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(await changesOf(5)).toEqual([['"1"', { status: 'active' }]])
    expect(world.tables.users[4]?.status).toBe('active')
    expect((await rowOf('dora')).getByText('Active')).toBeVisible()
    expect(await screen.findByText(/One account waits for approval/)).toBeVisible()
  })

  it('[TRUST-43] refuses all at once whose email is not confirmed, and says how many they are', async () => {
    const world = teamWorld()
    for (const user of world.tables.users) if (user.id === 2) user.is_email_confirmed = false
    server.use(http.post(`*${refuseUnconfirmedPath}`, () => HttpResponse.json({ refused: 1 })))
    const { user } = await open('/mpg/users', world)
    expect((await rowOf('anna')).getByText('(not confirmed)')).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Refuse all unconfirmed' }))
    const asked = await dialog()
    expect(await asked.findByText('One account')).toBeVisible()
    await user.click(asked.getByRole('button', { name: 'Refuse all' }))
    expect(await screen.findByText('One account refused.')).toBeVisible()
  })

  it('[AUTH-16, TRUST-43] refuses those selected in one call, and selects only who waits', async () => {
    const sent: unknown[] = []
    server.use(
      http.post(`*${refusalOfSome.path}`, async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ refused: 1 })
      }),
    )
    const { user } = await open()
    await user.click(await screen.findByRole('checkbox', { name: 'Select anna' }))
    expect(screen.queryByRole('checkbox', { name: 'Select bruno' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('checkbox', { name: 'All on this page' }))
    const bar = within(screen.getByRole('group', { name: 'Selection' }))
    expect(bar.getByText('2 selected')).toBeVisible()
    await user.click(bar.getByRole('button', { name: 'Refuse selected' }))
    const asked = await dialog()
    expect(asked.getByText('2 accounts')).toBeVisible()
    await user.click(asked.getByRole('button', { name: 'Refuse' }))
    expect(await screen.findByText('One account refused. One account did not wait any more.')).toBeVisible()
    expect(sent).toEqual([{ users: [2, 5] }])
    expect(screen.queryByRole('button', { name: 'Refuse selected' })).not.toBeInTheDocument()
  })

  it('[TRUST-43] selects cards of phones, one by one and all of the page', async () => {
    setViewport({ width: 390 })
    const { user } = await open()
    const all = await screen.findByRole('checkbox', { name: 'All on this page' })
    await user.click(screen.getByRole('checkbox', { name: 'Select anna' }))
    const bar = within(screen.getByRole('group', { name: 'Selection' }))
    expect(bar.getByText('1 selected')).toBeVisible()
    expect(all).toBePartiallyChecked()
    await user.click(all)
    expect(bar.getByText('2 selected')).toBeVisible()
    await user.click(bar.getByRole('button', { name: 'Clear the selection' }))
    expect(screen.getByRole('checkbox', { name: 'Select anna' })).not.toBeChecked()
  })

  it('[TRUST-42] confirms an email that no link has proved', async () => {
    const world = teamWorld()
    for (const user of world.tables.users) if (user.id === 2) user.is_email_confirmed = false
    const { user } = await open('/mpg/users', world)
    await fromMenu(user, 'anna', 'Confirm email')
    const asked = await dialog()
    await user.click(asked.getByRole('button', { name: 'Confirm' }))
    await waitFor(async () => expect(await changesOf(2)).toEqual([['"1"', { is_email_confirmed: true }]]))
    expect((await rowOf('anna')).queryByText('(not confirmed)')).not.toBeInTheDocument()
  })

  it.each([
    ['anna', 'Decline', 2, 'deactivated'],
    ['bruno', 'Deactivate', 3, 'deactivated'],
    ['cleo', 'Reactivate', 4, 'active'],
  ])('[AUTH-16, TRUST-6] has for %s: %s', async (username, action, id, status) => {
    const { user } = await open()
    await fromMenu(user, username, action)
    const asked = await dialog()
    await user.click(asked.getByRole('button', { name: action }))
    expect(await screen.findByText('Update successfully.')).toBeVisible()
    expect(await changesOf(id)).toEqual([['"1"', { status }]])
  })

  it('[AUTH-16] says in its dialog why something was refused', async () => {
    const why = 'User was changed by somebody else meanwhile.'
    server.use(http.patch('*/api/users/3/', () => refusal(409, why, 'stale_version')))
    const { user } = await open()
    await fromMenu(user, 'bruno', 'Deactivate')
    const asked = await dialog()
    await user.click(asked.getByRole('button', { name: 'Deactivate' }))
    expect(await asked.findByText(why)).toBeVisible()
    expect(asked.getByRole('button', { name: 'Cancel' })).toBeEnabled()
  })

  it('[AUTH-16] edits who an account belongs to, and of which type it is', async () => {
    const { user, world } = await open()
    await fromMenu(user, 'bruno', 'Edit')
    const asked = await dialog()
    type('Username', 'bruno.berg')
    await user.click(asked.getByRole('radio', { name: 'Customer' }))
    await user.click(asked.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('button', { name: 'bruno.berg' })).toBeVisible()
    expect(await changesOf(3)).toEqual([['"1"', { username: 'bruno.berg', user_type: 'customer' }]])
    expect(world.tables.users[2]?.user_type).toBe('customer')
  })

  it('[AUTH-16] does not offer users to close their own account, or to change its type', async () => {
    const { user } = await open()
    await user.click((await rowOf('team')).getByRole('button', { name: 'Actions for team' }))
    const edit = await screen.findByRole('menuitem', { name: 'Edit' })
    expect(screen.getAllByRole('menuitem', { hidden: true })).toEqual([edit])
    await user.click(edit)
    const asked = await dialog()
    expect(asked.getByLabelText(/^Username/)).toHaveValue('team')
    expect(asked.queryByRole('radio', { name: 'Broker' })).not.toBeInTheDocument()
  })

  it('[AUTH-16, TRUST-28] makes an account that is active at once', async () => {
    const { user, world } = await open()
    await screen.findByText('Showing 1 to 5 of 5 entries')
    await user.click(screen.getByRole('button', { name: 'Create User' }))
    const asked = await dialog()
    type('Username', 'emil')
    await user.click(asked.getByRole('radio', { name: 'Broker' }))
    type('Password', 'seven small lanterns')
    type('Password, once more', 'seven small lanterns')
    await user.dblClick(asked.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('button', { name: 'emil' })).toBeVisible()
    const made = requestsTo('/api/users/').filter(({ method }) => method === 'POST')
    expect(made).toHaveLength(1)
    expect(made[0]?.headers.get('Idempotency-Key')).toBeTruthy()
    expect(await made[0]?.json()).toEqual({
      username: 'emil',
      user_type: 'broker',
      password: 'seven small lanterns',
      is_active: true,
    })
    expect(world.tables.users).toHaveLength(6)
  })

  it('[TRUST-6] sets a password, and says how many sessions that has ended', async () => {
    server.use(http.post(`*${passwordPath(3)}`, () => HttpResponse.json({ ended_sessions: 3 })))
    const { user } = await open()
    await fromMenu(user, 'bruno', 'Set password')
    const asked = await dialog()
    type('New password', 'short')
    type('New password, once more', 'short')
    await user.click(asked.getByRole('button', { name: 'Set password' }))
    expect(await asked.findByText('At least 15 characters.')).toBeVisible()
    type('New password', 'nine copper spoons')
    type('New password, once more', 'nine copper spoons')
    await user.click(asked.getByRole('button', { name: 'Set password' }))
    expect(await screen.findByText('bruno has a new password. Sessions ended: 3.')).toBeVisible()
    const [sent] = requestsTo(passwordPath(3))
    expect(await sent?.json()).toEqual({ password: 'nine copper spoons' })
  })

  it('[MFA-8] removes the second factors that a user has lost', async () => {
    server.use(http.delete(`*${userSecondFactorPath(3)}`, () => new HttpResponse(null, { status: 204 })))
    const { user } = await open()
    await fromMenu(user, 'bruno', 'Remove second factors')
    const asked = await dialog()
    await user.click(asked.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('bruno signs in by the password alone.')).toBeVisible()
    expect(requestsTo(userSecondFactorPath(3))).toHaveLength(1)
  })

  it('[TOKEN-4, TOKEN-5] makes tokens of service users, who get no password', async () => {
    let tokens: ApiToken[] = []
    server.use(
      http.get(`*${serviceTokensPath}`, () => HttpResponse.json({ count: tokens.length, results: tokens })),
      http.post(`*${serviceTokensPath}`, () => {
        const made: ApiToken = {
          api_token_id: 7,
          name: 'ERP',
          scopes: ['read'],
          hint: 'x3Qf',
          user: { id: 9, username: 'erp-sync' },
          created_at: '2026-03-02T18:05:00.000Z',
          expires_at: '2027-03-02T18:05:00.000Z',
          last_used_at: null,
        }
        tokens = [made]
        return HttpResponse.json({ ...made, token: 'cg_secret' })
      }),
    )
    const { user } = await open()
    await user.click(await screen.findByRole('link', { name: 'Service tokens' }))
    await user.click(await screen.findByRole('button', { name: 'Make a token' }))
    const asked = within(await screen.findByRole('dialog', { name: 'New service token' }))
    await user.click(asked.getByRole('button', { name: 'Make the token' }))
    expect((await asked.findAllByText('This field is required')).length).toBeGreaterThan(0)
    fireEvent.change(asked.getByLabelText(/^Service user/), { target: { value: 'erp-sync' } })
    fireEvent.change(asked.getByLabelText(/^Name/), { target: { value: 'ERP' } })
    fireEvent.change(asked.getByLabelText('Your password'), { target: { value: 'nine copper spoons' } })
    await user.click(asked.getByRole('button', { name: 'Make the token' }))
    expect(await screen.findByLabelText('Token “ERP”')).toHaveValue('cg_secret')
    expect(screen.getByText(/As erp-sync\./)).toBeVisible()
    const sent = requestsTo(serviceTokensPath).find(({ method }) => method === 'POST')
    expect(await sent?.json()).toEqual({
      username: 'erp-sync',
      user_type: 'broker',
      name: 'ERP',
      scopes: ['read'],
      valid_days: 90,
      current_password: 'nine copper spoons',
    })
  })
})
