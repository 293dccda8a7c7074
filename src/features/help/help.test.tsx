import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { chatIdentityPath, type ChatWidget } from '../../contract/chat'
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
  const widget: ChatWidget = {
    maker: 'intercom',
    script,
    key: 'k1',
    command: 'TestChat',
    api_base: null,
    is_verified: false,
  }
  const element = () => document.querySelector<HTMLScriptElement>(`script[src="${script}"]`)
  const open = async (chat: ChatWidget, connected = true) => {
    const world = createWorld()
    world.installation = { ...world.installation, chat }
    if (!connected) for (const profile of world.tables.profiles) profile.nylas_access_token = null
    return renderApp('/mpg/tags', { world })
  }
  // The script of an earlier test is loaded already.
  const letScriptCome = async () => {
    await waitFor(() => expect(element()).not.toBeNull())
    await act(async () => {
      element()?.dispatchEvent(new Event('load'))
      await Promise.resolve()
    })
  }

  it('[SHELL-6] is not started before a mail account is connected', async () => {
    await open(widget, false)
    await screen.findByRole('heading', { level: 1, name: 'Connect your mail account' })
    expect(element()).toBeNull()
  })

  describe('of Intercom', () => {
    const told = jest.fn()
    beforeEach(() => {
      told.mockClear()
      Object.assign(window, { TestChat: told })
    })
    afterEach(() => {
      Reflect.deleteProperty(window, 'TestChat')
    })

    it('[SHELL-6] is started with id, full name and email, then shown, and stopped at sign-out', async () => {
      const { user } = await open(widget)
      await letScriptCome()
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

    it('[SHELL-6] is told the region of its data, and who talks with the proof that it wants', async () => {
      server.use(http.get(`*${chatIdentityPath}`, () => HttpResponse.json({ identity: 'proof' })))
      await open({ ...widget, api_base: 'https://api-iam.eu.intercom.io', is_verified: true })
      await letScriptCome()
      await waitFor(() =>
        expect(told).toHaveBeenCalledWith(
          'boot',
          expect.objectContaining({ user_hash: 'proof', api_base: 'https://api-iam.eu.intercom.io' }),
        ),
      )
      expect(told.mock.calls.filter(([command]) => command === 'boot')).toHaveLength(1)
    })
  })

  describe('of Chatwoot', () => {
    const told: unknown[][] = []
    const tell =
      (name: string) =>
      (...args: unknown[]) =>
        void told.push([name, ...args])
    const commands = {
      hasLoaded: false,
      ...Object.fromEntries(
        ['setUser', 'toggle', 'toggleBubbleVisibility', 'reset'].map((name) => [name, tell(name)]),
      ),
    }
    const run = jest.fn(() => Object.assign(window, { $chatwoot: commands }))
    beforeEach(() => {
      told.length = 0
      Object.assign(window, { chatwootSDK: { run } })
    })
    afterEach(() => {
      for (const name of ['chatwootSDK', '$chatwoot', 'chatwootSettings'])
        Reflect.deleteProperty(window, name)
    })

    it('[SHELL-6] is told who talks once it is ready, opened by Help, and made to forget at sign-out', async () => {
      server.use(http.get(`*${chatIdentityPath}`, () => HttpResponse.json({ identity: 'proof' })))
      const { user } = await open({ ...widget, maker: 'chatwoot', is_verified: true })
      await letScriptCome()
      await waitFor(() =>
        expect(run).toHaveBeenCalledWith({ websiteToken: 'k1', baseUrl: 'https://chat.citygate.example' }),
      )
      expect(told).toEqual([])
      window.dispatchEvent(new Event('chatwoot:ready'))
      await waitFor(() =>
        expect(told).toEqual([
          ['setUser', '1', { name: 'Bea Rowe', email: 'bea@basin.example', identifier_hash: 'proof' }],
          ['toggleBubbleVisibility', 'show'],
        ]),
      )
      await user.click(screen.getByRole('button', { name: 'Help' }))
      await waitFor(() => expect(told.at(-1)).toEqual(['toggle', 'open']))
      await user.click(screen.getByRole('link', { name: 'Sign out' }))
      await waitFor(() =>
        expect(told.slice(-3)).toEqual([['toggle', 'close'], ['toggleBubbleVisibility', 'hide'], ['reset']]),
      )
    })

    it('[SHELL-6] leaves help and sign-out as they are where it breaks', async () => {
      const { user } = await open({ ...widget, maker: 'chatwoot' })
      await letScriptCome()
      await waitFor(() => expect(run).toHaveBeenCalled())
      window.dispatchEvent(new Event('chatwoot:ready'))
      await waitFor(() => expect(told).toHaveLength(2))
      Reflect.deleteProperty(window, '$chatwoot')
      await user.click(screen.getByRole('button', { name: 'Help' }))
      expect(await screen.findByRole('textbox', { name: /^How can we help/ })).toBeVisible()
      await user.click(screen.getByRole('button', { name: 'Cancel' }))
      await user.click(screen.getByRole('link', { name: 'Sign out' }))
      expect(await screen.findByRole('button', { name: 'Sign Out' })).toBeVisible()
    })

    it('[SHELL-6] receives no user who has signed out before it was ready', async () => {
      const { user } = await open({ ...widget, maker: 'chatwoot' })
      await letScriptCome()
      await waitFor(() => expect(run).toHaveBeenCalled())
      await user.click(screen.getByRole('link', { name: 'Sign out' }))
      await screen.findByRole('button', { name: 'Sign Out' })
      window.dispatchEvent(new Event('chatwoot:ready'))
      await waitFor(() => expect(told).toEqual([['toggleBubbleVisibility', 'hide']]))
    })
  })
})
