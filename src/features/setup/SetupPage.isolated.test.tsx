import { act, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { calendarsPath, mailCallbackPath, mailRedirectPath } from '../../contract/mail'
import { aProfile } from '../../testing/builders'
import { renderApp } from '../../testing/renderApp'
import { lastQueryTo, requestsTo, server } from '../../testing/server'
import { createWorld, type World } from '../../testing/world'
import { tellOutcome } from '../../resources/mailAccount/consent'
import { pace } from '../../resources/mailAccount/useAuthorization'
import { restartApplication } from './restartApplication'

jest.mock('./restartApplication', () => ({ restartApplication: jest.fn() }))

const heading = 'To properly use the system, please specify your default calendar'
const consentPage = 'https://mail.example/consent'

const unconnected = (): World => {
  const world = createWorld()
  world.tables.profiles = [aProfile({ nylas_access_token: null }), aProfile({ id: 2 })]
  return world
}

/** The mail service: its consent page, a code to exchange, three calendars. */
const mailService = (world: World, page = consentPage) => {
  server.use(
    http.get(`*${mailRedirectPath}`, () => HttpResponse.json({ url: page })),
    http.get(`*${mailCallbackPath}`, () => {
      const profile = aProfile({ nylas_access_token: 'connected' })
      world.tables.profiles[0] = profile
      return HttpResponse.json(profile)
    }),
    http.get(`*${calendarsPath}`, () =>
      HttpResponse.json({
        count: 3,
        results: ['Team', 'Calendar', 'Holidays'].map((name) => ({ id: name, name, is_default: false })),
      }),
    ),
  )
}

/** Mocks the browser's popup. */
const popup = (window: Partial<Window> | null) => {
  const opened = { closed: false, close: jest.fn(), location: { href: '' }, ...window }
  jest.spyOn(globalThis.window, 'open').mockReturnValue(window && (opened as unknown as Window))
  return opened
}

afterEach(() => jest.restoreAllMocks())

describe('connecting the mail account', () => {
  it('[SHELL-1, AUTH-11] is where users without one are redirected from any page, and can be left', async () => {
    const { address, user } = await renderApp('/mpg/opportunities/1/details', { world: unconnected() })
    await waitFor(() => expect(address()).toBe('/setup/'))
    expect(await screen.findByRole('button', { name: 'Authorize' })).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Log out' }))
    await waitFor(() => expect(address()).toBe('/account/logout'))
  })

  it('[SETUP-1, SETUP-3, SETUP-4] goes through the popup, the calendar and back to the start', async () => {
    const world = unconnected()
    mailService(world)
    const opened = popup({})
    const { user } = await renderApp('/setup/', { world })
    await user.click(await screen.findByRole('button', { name: 'Authorize' }))
    expect(await screen.findByText(/Please authorize Citygate in the window/)).toBeVisible()
    expect(opened.location.href).toBe(consentPage)
    expect(lastQueryTo(mailRedirectPath)).toEqual({
      redirect_url: `${location.origin}/setup/nylas/complete`,
    })
    act(() => tellOutcome({ code: 'a-code', state: 'a-state' }))
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
    expect(lastQueryTo(mailCallbackPath)).toEqual({ code: 'a-code', state: 'a-state' })
    expect(await screen.findByRole('radio', { name: 'Calendar' })).toBeChecked()
    await user.click(screen.getByRole('radio', { name: 'Team' }))
    await user.click(screen.getByRole('button', { name: 'Complete' }))
    await waitFor(() => expect(restartApplication).toHaveBeenCalled())
    const change = requestsTo('/api/profile/1/').find(({ method }) => method === 'PATCH')
    expect(await change?.json()).toEqual({ nylas_default_calendar: 'Team' })
  })

  it('[SETUP-1] says so where the popup is blocked, declined or closed half-way', async () => {
    const world = unconnected()
    mailService(world)
    popup(null)
    const { user } = await renderApp('/setup/', { world })
    await user.click(await screen.findByRole('button', { name: 'Authorize' }))
    expect(await screen.findByRole('link', { name: 'Open the authorization page' })).toHaveAttribute(
      'href',
      consentPage,
    )
    act(() => tellOutcome(null))
    expect(await screen.findByText(/The authorization was declined/)).toBeVisible()
    mailService(world, '/nylas/authorize/')
    const opened = popup({})
    await user.click(screen.getByRole('button', { name: 'Authorize' }))
    await screen.findByText(/Please authorize Citygate in the window/)
    opened.closed = true
    expect(await screen.findByText(/The window was closed before/)).toBeVisible()
  })

  it('[SETUP-1] goes on listening where the popup only seems closed, as it does at another origin', async () => {
    const world = unconnected()
    mailService(world)
    popup({ closed: true })
    const { user } = await renderApp('/setup/', { world })
    await user.click(await screen.findByRole('button', { name: 'Authorize' }))
    expect(await screen.findByText(/If you have closed it, begin again/)).toBeVisible()
    await new Promise((resolve) => setTimeout(resolve, 2 * pace))
    act(() => tellOutcome({ code: 'a-code', state: 'a-state' }))
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
  })

  it('[SETUP-2, SHELL-10] ends in a window that tells the other one, and closes', async () => {
    const close = jest.spyOn(window, 'close').mockImplementation(() => undefined)
    const heard = jest.fn<undefined, [unknown]>()
    const channel = new BroadcastChannel('citygate:mail-consent')
    channel.onmessage = ({ data }: MessageEvent<unknown>) => heard(data)
    await renderApp('/setup/nylas/complete?code=c&state=s', { as: null })
    expect(await screen.findByRole('heading', { name: 'You may close this window' })).toBeVisible()
    await waitFor(() => expect(heard).toHaveBeenCalledWith({ code: 'c', state: 's' }))
    channel.close()
    expect(close).toHaveBeenCalled()
  })

  it('[SHELL-10] asks a signed-out user to sign in first', async () => {
    await renderApp('/setup/', { as: null })
    expect(await screen.findByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      '/login?returnUrl=%2Fsetup%2F',
    )
  })
})
