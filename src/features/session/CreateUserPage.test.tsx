import { fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { emailConfirmation, registration } from '../../contract/users'
import { refusal } from '../../testing/handlers'
import { renderApp } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'
import { createWorld } from '../../testing/world'

const person = {
  Username: 'anna.berg',
  'First name': 'Anna',
  'Last name': 'Berg',
  Email: 'anna@berg.example',
  Password: 'seven small lanterns',
  'Password, once more': 'seven small lanterns',
}
type Typed = Partial<Record<keyof typeof person, string>>

const fill = (typed: Typed) => {
  for (const [label, value] of Object.entries(typed))
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
}
const create = () => screen.getByRole('button', { name: 'Create User' })
const open = async (world = createWorld()) => {
  const shown = await renderApp('/login/create-user', { as: null, world })
  await screen.findByRole('heading', { level: 1, name: /Create User/ })
  return shown
}
const answer = (response: () => Response) => server.use(http.post(`*${registration.path}`, response))

describe('the registration page', () => {
  it('[AUTH-16] asks for name and email, sends them once, and says that the account waits', async () => {
    answer(() => HttpResponse.json({ status: 'waiting' }))
    const { user, address } = await open()
    await user.click(await screen.findByRole('radio', { name: 'Customers' }))
    fill({ ...person, Username: ' anna.berg ' })
    await user.dblClick(create())
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Your account waits for approval' }),
    ).toBeVisible()
    const sent = requestsTo(registration.path)
    expect(sent).toHaveLength(1)
    expect(await sent[0]?.json()).toMatchObject({
      user_type: 'customer',
      first_name: 'Anna',
      last_name: 'Berg',
      email: 'anna@berg.example',
      password: 'seven small lanterns',
    })
    // The answer does not reveal whether a name was taken, so the instructions for that case are always shown.
    expect(screen.getByText(/already in use, no second account was made/)).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Back to sign-in' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    expect(address()).toBe('/login')
  })

  it('[TRUST-42] asks to open the link where one was sent, which then says what comes of it', async () => {
    answer(() => HttpResponse.json({ status: 'unconfirmed' }))
    const { user } = await open()
    await user.click(await screen.findByRole('radio', { name: 'Customers' }))
    fill({ ...person })
    await user.click(create())
    expect(await screen.findByRole('heading', { level: 1, name: 'Open the link in your mail' })).toBeVisible()
  })

  it.each([
    [HttpResponse.json({ status: 'waiting' }), 'Your account waits for approval'],
    [HttpResponse.json({ status: 'confirmed' }), 'Your email is confirmed'],
    [
      refusal(400, 'This link has expired, or has been used. Ask for another one.'),
      'The email is not confirmed',
    ],
  ])('[TRUST-42] a link is sent on once, and told of (%#)', async (response, heading) => {
    server.use(http.post(`*${emailConfirmation.path}`, () => response))
    location.hash = '#abc-DEF'
    await renderApp('/confirm-email', { as: null })
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible()
    const sent = requestsTo(emailConfirmation.path)
    expect(await Promise.all(sent.map((request) => request.json()))).toEqual([{ token: 'abc-DEF' }])
    location.hash = ''
  })

  it('[AUTH-16] says so where the account opens at once', async () => {
    answer(() => HttpResponse.json({ status: 'active' }))
    const { user } = await open()
    await user.click(await screen.findByRole('radio', { name: 'Brokers' }))
    fill(person)
    await user.click(create())
    expect(await screen.findByRole('heading', { level: 1, name: 'Your account is open' })).toBeVisible()
  })

  it('[AUTH-16, TRUST-16] checks before anything is sent, and goes to the first field at fault', async () => {
    const { user } = await open()
    await screen.findByLabelText('Username')
    await user.click(create())
    expect(await screen.findAllByText('This field is required')).toHaveLength(7)
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Customers' })).toHaveFocus())
    await user.click(screen.getByRole('radio', { name: 'Brokers' }))
    fill({
      ...person,
      Username: 'anna berg',
      Email: 'anna',
      Password: ' too short',
      'Password, once more': 'x',
    })
    for (const text of [
      'Use letters, digits and . _ @ + - only.',
      'You should provide a valid email.',
      'Leave out spaces at the beginning and at the end.',
      'The two passwords differ.',
    ])
      expect(await screen.findByText(text)).toBeVisible()
    expect(screen.getByText(/^At least 15 characters, such as four words/)).toBeVisible()
    expect(requestsTo(registration.path)).toHaveLength(0)
  })

  it('[AUTH-16, API-4] shows what the server refuses at its field, and keeps what was typed', async () => {
    const common = 'This password is too common. Choose another one.'
    answer(() => refusal(400, common, 'invalid', { fields: { password: common } }))
    const { user } = await open()
    await user.click(await screen.findByRole('radio', { name: 'Brokers' }))
    fill(person)
    await user.click(create())
    expect(await screen.findByText(common)).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus())
    expect(screen.getByLabelText('Username')).toHaveValue('anna.berg')

    const busy = 'Too many registrations. Try again in 30 seconds.'
    answer(() => refusal(429, busy, 'too_many_registrations'))
    await user.click(create())
    expect(await screen.findByRole('alert')).toHaveTextContent(busy)
    await waitFor(() => expect(create()).toBeEnabled())
  })

  it('[AUTH-16] lets a password manager and the paste key do their work', async () => {
    const { user } = await open()
    const password = await screen.findByLabelText('Password')
    expect(password).toHaveAttribute('autocomplete', 'new-password')
    expect(screen.getByLabelText('Username')).toHaveAttribute('autocomplete', 'username')
    expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'email')
    await user.click(password)
    await user.paste('seven small lanterns')
    expect(password).toHaveValue('seven small lanterns')
    expect(password).toHaveAttribute('type', 'password')
    await user.click(screen.getByLabelText('Show the passwords'))
    expect(password).toHaveAttribute('type', 'text')
  })

  it('[AUTH-16] begins with the user type that was chosen for signing in', async () => {
    const { user } = await renderApp('/login', { as: null })
    await user.click(await screen.findByRole('radio', { name: 'Brokers' }))
    await user.click(screen.getByRole('button', { name: 'Create User' }))
    expect(await screen.findByLabelText('Email')).toBeVisible()
    expect(screen.getByRole('radio', { name: 'Brokers' })).toBeChecked()
  })

  it('[AUTH-16] has no form where the installation takes no registrations', async () => {
    const world = createWorld()
    world.installation.sign_up = 'off'
    await open(world)
    expect(await screen.findByText(/Accounts are opened by the provider’s team/)).toBeVisible()
    expect(screen.queryByLabelText('Username')).not.toBeInTheDocument()
  })
})
