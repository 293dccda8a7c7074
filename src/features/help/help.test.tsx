import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { supportRequest } from '../../contract/support'
import { aMessage } from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { renderApp, renderDialog } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'
import { createWorld } from '../../testing/world'

const { path } = supportRequest

describe('the help panel', () => {
  it('[SHELL-6] sends what is asked, and keeps it where that fails', async () => {
    server.use(
      http.post(`*${path}`, () => refusal(502, 'Cannot send message.', 'mail_unavailable'), { once: true }),
      http.post(`*${path}`, () => HttpResponse.json(aMessage({ direction: 'sent' }), { status: 201 })),
    )
    const { user } = await renderDialog('help', {})
    const send = () => user.click(screen.getByRole('button', { name: 'Send' }))
    const text = await screen.findByRole('textbox', { name: /^How can we help/ })
    expect(await screen.findByText(/Bea Rowe, bea@basin.example/)).toBeVisible()
    await send()
    expect(await screen.findByText('This field is required')).toBeVisible()
    fireEvent.change(text, { target: { value: ' The list is empty. ' } })
    await send()
    expect(await screen.findByText('Cannot send your question.')).toBeVisible()
    expect(text).toHaveValue(' The list is empty. ')
    await send()
    expect(await screen.findByText('Your question has been sent.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    const [first, second] = requestsTo(path)
    expect(await second?.json()).toEqual({ text: 'The list is empty.' })
    expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'))
  })

  it('[SHELL-6] opens from the menu', async () => {
    const { user } = await renderApp('/mpg/tags')
    await screen.findByRole('heading', { level: 1, name: 'Tags' })
    await user.click(screen.getByRole('button', { name: 'Help' }))
    expect(await screen.findByRole('textbox', { name: /^How can we help/ })).toBeVisible()
  })
})

describe('the chat', () => {
  const script = 'https://chat.citygate.example/widget.js'
  const told = jest.fn()
  const element = () => document.querySelector<HTMLScriptElement>(`script[src="${script}"]`)
  const open = async (connected: boolean) => {
    const world = createWorld()
    world.installation = { ...world.installation, chat: { script, key: 'k1', command: 'TestChat' } }
    if (!connected) for (const profile of world.tables.profiles) profile.nylas_access_token = null
    return renderApp('/mpg/tags', { world })
  }
  beforeEach(() => {
    told.mockClear()
    Object.assign(window, { TestChat: told })
  })
  afterEach(() => {
    Reflect.deleteProperty(window, 'TestChat')
  })

  it('[SHELL-6] is not started before a mail account is connected', async () => {
    await open(false)
    await screen.findByRole('heading', { level: 1, name: 'Connect your mail account' })
    expect(element()).toBeNull()
    expect(told).not.toHaveBeenCalled()
  })

  it('[SHELL-6] is started with id, full name and email, then shown, and stopped at sign-out', async () => {
    const { user } = await open(true)
    await waitFor(() => expect(element()).not.toBeNull())
    await act(async () => {
      element()?.dispatchEvent(new Event('load'))
      await Promise.resolve()
    })
    await waitFor(() =>
      expect(told.mock.calls).toEqual([
        ['boot', { app_id: 'k1', user_id: '1', name: 'Bea Rowe', email: 'bea@basin.example' }],
        ['show'],
      ]),
    )
    await user.click(screen.getByRole('button', { name: 'Help' }))
    await waitFor(() => expect(told.mock.calls).toHaveLength(3))
    expect(told).toHaveBeenLastCalledWith('show')
    await user.click(screen.getByRole('link', { name: 'Sign out' }))
    await waitFor(() => expect(told).toHaveBeenLastCalledWith('shutdown'))
  })
})
