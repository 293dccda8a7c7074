import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { passwordReset, passwordResetRequest } from '../../contract/passwordReset'
import { refusal } from '../../testing/handlers'
import { renderApp } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'
import { createWorld } from '../../testing/world'

const done = () => new HttpResponse(null, { status: 204 })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

const forgotten = async (sendsLinks = true) => {
  const world = createWorld()
  world.installation.sends_links = sendsLinks
  const shown = await renderApp('/login', { as: null, world })
  await shown.user.click(await screen.findByRole('radio', { name: 'Brokers' }))
  await shown.user.click(screen.getByRole('link', { name: 'Forgot your password?' }))
  await heading('Forgot your password?')
  return shown
}

describe('a forgotten password', () => {
  it('[RESET-1] is asked for by name or email, and told without saying whether there is an account', async () => {
    server.use(http.post(`*${passwordResetRequest.path}`, done))
    const { user } = await forgotten()
    await user.click(await screen.findByRole('button', { name: 'Send the link' }))
    expect(await screen.findByText('Username or email is required')).toBeVisible()
    await user.type(screen.getByLabelText('Username or email'), ' anna@berg.example ')
    await user.click(screen.getByRole('button', { name: 'Send the link' }))
    expect(await heading('Look into your mail')).toBeVisible()
    expect(screen.getByText(/^If there is an active account/)).toBeVisible()
    const sent = requestsTo(passwordResetRequest.path)
    expect(await Promise.all(sent.map((request) => request.json()))).toEqual([
      { account: 'anna@berg.example' },
    ])
    await user.click(screen.getByRole('link', { name: 'Back to sign-in' }))
    expect(await heading('Sign in')).toBeVisible()
  })

  it('[RESET-1] says when there were too many', async () => {
    const busy = 'Too many links have been asked for. Try again in 30 seconds.'
    server.use(http.post(`*${passwordResetRequest.path}`, () => refusal(429, busy, 'too_many_links')))
    const { user } = await forgotten()
    await user.type(await screen.findByLabelText('Username or email'), 'anna')
    await user.click(screen.getByRole('button', { name: 'Send the link' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(busy)
  })

  it('[RESET-1] is set by the team where the installation sends no mail', async () => {
    await forgotten(false)
    expect(await screen.findByText(/provider’s team can set a new password/)).toBeVisible()
    expect(screen.queryByLabelText('Username or email')).not.toBeInTheDocument()
  })
})

describe('the page of the link', () => {
  const open = async () => {
    location.hash = '#abc-DEF'
    const shown = await renderApp('/reset-password', { as: null })
    await heading('Set a new password')
    return shown
  }
  afterEach(() => {
    location.hash = ''
  })
  const submit = async (
    { user }: Awaited<ReturnType<typeof open>>,
    password: string,
    repeated = password,
  ) => {
    await user.type(screen.getByLabelText('New password'), password)
    await user.type(screen.getByLabelText('New password, once more'), repeated)
    await user.click(screen.getByRole('button', { name: 'Set password' }))
  }

  it('[RESET-2] sets the password, and sends nothing before', async () => {
    server.use(http.post(`*${passwordReset.path}`, done))
    const shown = await open()
    expect(requestsTo(passwordReset.path)).toHaveLength(0)
    await submit(shown, 'nine copper spoons')
    expect(await heading('Your password is set')).toBeVisible()
    const [sent] = requestsTo(passwordReset.path)
    expect(await sent?.json()).toEqual({ token: 'abc-DEF', password: 'nine copper spoons' })
    expect(JSON.stringify(shown.store.getState())).not.toContain('abc-DEF')
  })

  it('[RESET-2] checks the password here, and shows what the server refuses at its field', async () => {
    const common = 'This password is too common. Choose another one.'
    server.use(
      http.post(`*${passwordReset.path}`, () =>
        refusal(400, common, 'invalid', { fields: { password: common } }),
      ),
    )
    const shown = await open()
    await submit(shown, 'nine copper spoons', 'other')
    expect(await screen.findByText('The two passwords differ.')).toBeVisible()
    await shown.user.clear(screen.getByLabelText('New password, once more'))
    await shown.user.type(screen.getByLabelText('New password, once more'), 'nine copper spoons')
    await shown.user.click(screen.getByRole('button', { name: 'Set password' }))
    expect(await screen.findByText(common)).toBeVisible()
  })

  it('[RESET-2] leads to another link where this one has ended', async () => {
    const ended = 'This link has expired, or has been used. Ask for another one.'
    server.use(
      http.post(`*${passwordReset.path}`, () => refusal(400, ended, 'invalid', { fields: { token: ended } })),
    )
    const shown = await open()
    await submit(shown, 'nine copper spoons')
    expect(await heading('The link is no longer good')).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent(ended)
    await shown.user.click(screen.getByRole('link', { name: 'Ask for another link' }))
    expect(await heading('Forgot your password?')).toBeVisible()
  })
})
