import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { mailCallbackPath, mailRedirectPath } from '../../contract/mail'
import { tellOutcome } from '../../resources/mailAccount/consent'
import { aProfile } from '../../testing/builders'
import { renderApp } from '../../testing/renderApp'
import { server } from '../../testing/server'
import { createWorld } from '../../testing/world'

const consentPage = 'https://mail.example/consent'

afterEach(() => jest.restoreAllMocks())

describe('a mail account that has expired', () => {
  it('[SETUP-1] is connected anew from above any page, and the form below stays as it is', async () => {
    const world = createWorld()
    world.tables.profiles[0] = aProfile({ nylas_access_token: 'expired' })
    server.use(
      http.get(`*${mailRedirectPath}`, () => HttpResponse.json({ url: consentPage })),
      http.get(`*${mailCallbackPath}`, () => {
        world.tables.profiles[0] = aProfile({ nylas_access_token: 'connected' })
        return HttpResponse.json(world.tables.profiles[0])
      }),
    )
    const opened = { closed: false, close: jest.fn(), location: { href: '' } }
    jest.spyOn(window, 'open').mockReturnValue(opened as unknown as Window)

    const { user } = await renderApp('/mpg/contacts/create', { world })
    const name = await screen.findByRole('textbox', { name: /^First name/i })
    fireEvent.change(name, { target: { value: 'Half typed' } })
    const notice = within(await screen.findByRole('region', { name: 'Mail account' }))
    expect(notice.getByText(/has expired/)).toBeVisible()
    await user.click(notice.getByRole('button', { name: 'Reconnect' }))
    await waitFor(() => expect(opened.location.href).toBe(consentPage))
    act(() => tellOutcome({ code: 'a-code' }))
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Mail account' })).not.toBeInTheDocument(),
    )
    expect(name).toHaveValue('Half typed')
  })

  it('[SETUP-1] is not spoken of while it is connected', async () => {
    await renderApp('/mpg/tags')
    await screen.findByRole('heading', { level: 1, name: 'Tags' })
    expect(screen.queryByRole('region', { name: 'Mail account' })).not.toBeInTheDocument()
  })
})
