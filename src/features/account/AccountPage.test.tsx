import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { apiTokenPath, apiTokensPath, type ApiToken } from '../../contract/apiTokens'
import { ownFeedPath } from '../../contract/calendarFeed'
import { calendarsPath } from '../../contract/mail'
import { sessionPath, sessionsPath, type SignedInPlace } from '../../contract/session'
import { emailLinkPath, passwordPath, type EmailLink } from '../../contract/users'
import { aProfile } from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { renderApp, renderPage } from '../../testing/renderApp'
import { holdAnswers, requestsTo, server } from '../../testing/server'
import { createWorld } from '../../testing/world'

const linux = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const aPlace = (id: string, given: Partial<SignedInPlace> = {}): SignedInPlace => ({
  id,
  user_agent: phone,
  address: '203.0.113.9',
  created_at: '2026-03-01T18:05:00.000Z',
  last_used_at: '2026-03-02T18:05:00.000Z',
  is_current: false,
  ...given,
})

/** Sessions on the mocked server; ended ones are removed. */
let places: SignedInPlace[]
/** The feed on the mocked server: creation time, and number of creations. */
let feed: { created_at: string | null; made: number }
beforeEach(() => {
  feed = { created_at: null, made: 0 }
  places = [aPlace('there'), aPlace('here', { user_agent: linux, is_current: true })]
  server.use(
    http.get(`*${sessionsPath}`, () => HttpResponse.json({ count: places.length, results: places })),
    http.delete<{ id: string }>(`*${sessionPath(':id')}`, ({ params }) => {
      places = places.filter(({ id }) => id !== params.id)
      return new HttpResponse(null, { status: 204 })
    }),
    http.delete(`*${sessionsPath}`, () => {
      const ended_sessions = places.length - 1
      places = places.filter(({ is_current }) => is_current)
      return HttpResponse.json({ ended_sessions })
    }),
    http.get(`*${ownFeedPath}`, () => HttpResponse.json({ created_at: feed.created_at })),
    http.put(`*${ownFeedPath}`, () => {
      feed = { created_at: '2026-03-02T18:05:00.000Z', made: feed.made + 1 }
      return HttpResponse.json({
        secret_address: `https://desk.example/api/calendar/secret${feed.made}.ics`,
        created_at: feed.created_at,
      })
    }),
    http.delete(`*${ownFeedPath}`, () => {
      feed.created_at = null
      return new HttpResponse(null, { status: 204 })
    }),
    http.get(`*${calendarsPath}`, () =>
      HttpResponse.json({
        count: 2,
        results: ['Calendar', 'Meetings'].map((name) => ({ id: name, name, is_default: false })),
      }),
    ),
  )
})

const section = (name: string) => screen.findByRole('region', { name })
/** Required fields have an asterisk after their label. */
const input = (label: string) => screen.getByLabelText(new RegExp(`^${label}( \\*)?$`))
const type = (label: string, value: string) => fireEvent.change(input(label), { target: { value } })

describe('the account page', () => {
  it('[SHELL-2] is where the username of the top bar leads', async () => {
    const { user, address } = await renderApp('/')
    await user.click(await screen.findByRole('button', { name: 'Account of broker' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Your account (broker)' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
    expect(address()).toBe('/account')
  })

  it.each([
    ['another mailbox', 'desk@mill.example', 'desk@mill.example'],
    ['the email of the account', null, 'bea@basin.example'],
  ])('[SETUP-1] names the mailbox that is connected: %s', async (_which, mail_address, shown) => {
    const world = createWorld()
    world.tables.profiles[0] = aProfile({ mail_address })
    await renderPage('/account', { world })
    expect(await section('Mail and calendar')).toHaveTextContent(`Connected as ${shown}.`)
  })

  it('[AUTH-16] changes one’s own name and email, and nothing else', async () => {
    const { user, world } = await renderPage('/account')
    const own = within(await section('Name and email'))
    expect(own.getByText('You sign in as broker.')).toBeVisible()
    type('First name', 'Beatrice')
    await user.click(own.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Update successfully.')).toBeVisible()
    const [change] = requestsTo('/api/users/1/').filter(({ method }) => method === 'PATCH')
    expect(await change?.json()).toEqual({ first_name: 'Beatrice' })
    expect(change?.headers.get('If-Match')).toBe('"1"')
    expect(world.tables.users[0]?.first_name).toBe('Beatrice')
  })

  it('[AUTH-16] has one’s name at rest once it is saved: nothing is asked, nor sent again', async () => {
    const { user, address, navigate } = await renderPage('/account')
    const own = within(await section('Name and email'))
    const changes = () => requestsTo('/api/users/1/').filter(({ method }) => method === 'PATCH')
    const save = own.getByRole('button', { name: 'Save' })
    type('First name', 'Beatrice')
    await user.click(save)
    await waitFor(() => expect(changes()).toHaveLength(1))
    await waitFor(() => expect(save).toBeEnabled())
    fireEvent.keyDown(input('First name'), { key: 's', ctrlKey: true })
    await user.click(save)
    await waitFor(() => expect(save).toBeEnabled())
    expect(changes()).toHaveLength(1)
    type('First name', 'Bea R.')
    await user.click(save)
    await waitFor(() => expect(changes()).toHaveLength(2))
    expect(changes()[1]?.headers.get('If-Match')).toBe('"2"')
    await waitFor(() => expect(save).toBeEnabled())
    navigate('/mpg/tags')
    await waitFor(() => expect(address()).toBe('/mpg/tags'))
    expect(screen.queryByText('Leave without saving?')).not.toBeInTheDocument()
  })

  it('[AUTH-16] keeps still while one’s name is being saved, so that nothing that is typed gets lost', async () => {
    const { user } = await renderPage('/account')
    const own = within(await section('Name and email'))
    const release = holdAnswers('/api/users/1/', 'patch')
    const last = input('Last name')
    await user.clear(last)
    await user.type(last, 'Ash')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(own.getByRole('button', { name: 'Save' })).toBeDisabled())
    await user.type(last, 'ley')
    expect(last).toHaveValue('Ash')
    release()
    await waitFor(() => expect(own.getByRole('button', { name: 'Save' })).toBeEnabled())
    expect(last).toHaveValue('Ash')
    await user.type(last, 'ley')
    expect(last).toHaveValue('Ashley')
  })

  it('[TRUST-42, K20] says what an email that is not confirmed keeps from its user, and sends the link again', async () => {
    const world = createWorld()
    for (const user of world.tables.users) user.is_email_confirmed = false
    world.installation.sends_links = true
    let answers = 0
    const link: EmailLink = { good_until: null, possible_at: '2026-11-22T09:00:00.000Z' }
    server.use(
      http.get(`*${emailLinkPath}`, () => HttpResponse.json(link)),
      http.post(`*${emailLinkPath}`, () =>
        ++answers === 1
          ? refusal(429, 'Several links have been sent to this email. Try again in 1 minute.')
          : new HttpResponse(null, { status: 204 }),
      ),
    )
    const { user } = await renderPage('/account', { world })
    const own = within(await section('Name and email'))
    expect(own.getByText(/no messages, invitations or questions for help leave in your name/)).toBeVisible()
    const again = await own.findByRole('button', { name: 'Send the link again' })
    expect(await own.findByText(/^No link could be sent to it\. It will be possible again at/)).toBeVisible()
    expect(own.queryByText(/link was sent/)).not.toBeInTheDocument()
    await user.click(again)
    expect(await own.findByText(/Try again in 1 minute/)).toBeVisible()
    await user.click(again)
    expect(await own.findByText('The link was sent. Open it within an hour.')).toBeVisible()
    const tokens = ['First name', 'Last name', 'Email'].map((label) =>
      input(label).getAttribute('autocomplete'),
    )
    expect(tokens).toEqual(['given-name', 'family-name', 'email'])
  })

  it('[SCREEN-1] leads to the working hours', async () => {
    await renderPage('/account')
    const hours = within(await section('Working hours'))
    expect(hours.getByRole('link', { name: 'Change working hours' })).toHaveAttribute(
      'href',
      '/schedule-working',
    )
  })

  it('[AUTH-16] shows at its field that another user has the email', async () => {
    server.use(
      http.patch('*/api/users/1/', () =>
        refusal(409, 'This email is in use.', 'duplicate', { fields: { email: 'This email is in use.' } }),
      ),
    )
    const { user } = await renderPage('/account')
    const own = within(await section('Name and email'))
    type('Email', 'team@basin.example')
    await user.click(own.getByRole('button', { name: 'Save' }))
    expect(await own.findByText('This email is in use.')).toBeVisible()
    expect(input('Email')).toHaveValue('team@basin.example')
  })

  it('[TRUST-6, TRUST-16] changes the password with the current one, and says how many sessions that has ended', async () => {
    const wrong = 'The current password is wrong.'
    server.use(
      http.post<never, { current_password: string }>(`*${passwordPath(1)}`, async ({ request }) =>
        (await request.json()).current_password === 'seven small lanterns'
          ? HttpResponse.json({ ended_sessions: 2 })
          : refusal(400, wrong, 'invalid', { fields: { current_password: wrong } }),
      ),
    )
    const { user } = await renderPage('/account')
    const own = within(await section('Password'))
    const change = () => user.click(own.getByRole('button', { name: 'Change password' }))
    type('Current password', 'not this one')
    type('New password', 'nine copper spoons')
    type('New password, once more', 'nine copper spoon')
    await change()
    expect(await own.findByText('The two passwords differ.')).toBeVisible()
    type('New password, once more', 'nine copper spoons')
    await change()
    expect(await own.findByText(wrong)).toBeVisible()
    type('Current password', 'seven small lanterns')
    await change()
    expect(
      await own.findByText(/Your password is changed\. 2 other sessions were signed out\./),
    ).toBeVisible()
    expect(input('New password')).toHaveValue('')
    const sent = requestsTo(passwordPath(1))
    expect(await sent.at(-1)?.json()).toEqual({
      current_password: 'seven small lanterns',
      password: 'nine copper spoons',
    })
  })

  it('[AUTH-15, TRUST-6] lists where one is signed in, this device first, and signs out there', async () => {
    const { user } = await renderPage('/account')
    const own = within(await section('Signed-in devices'))
    const items = await own.findAllByRole('listitem')
    expect(items.map((item) => item.textContent)).toEqual([
      expect.stringContaining('Firefox on Linux This device') as string,
      expect.stringContaining('Safari on iPhone') as string,
    ])
    expect(items[1]).toHaveTextContent('last seen March 02, 2026 12:05 PM from 203.0.113.9')
    await user.click(own.getByRole('button', { name: 'Sign out there: Safari on iPhone' }))
    await waitFor(() => expect(own.getAllByRole('listitem')).toHaveLength(1))
    expect(own.queryByRole('button', { name: 'Sign out everywhere else' })).not.toBeInTheDocument()
  })

  it('[TRUST-6] signs out everywhere else', async () => {
    places = [...places, aPlace('third', { user_agent: null })]
    const { user } = await renderPage('/account')
    const own = within(await section('Signed-in devices'))
    expect(await own.findByText('Unknown device')).toBeVisible()
    await user.click(own.getByRole('button', { name: 'Sign out everywhere else' }))
    await waitFor(() => expect(own.getAllByRole('listitem')).toHaveLength(1))
  })

  it('says what failed of the devices, and tries again', async () => {
    server.use(http.get(`*${sessionsPath}`, () => refusal(503, 'The server is busy.'), { once: true }))
    const { user } = await renderPage('/account')
    const own = within(await section('Signed-in devices'))
    expect(await own.findByText('The server is busy.')).toBeVisible()
    await user.click(own.getByRole('button', { name: 'Retry' }))
    expect(await own.findByText('Firefox on Linux')).toBeVisible()
  })

  it('[OPL-3] keeps theme, density, unit and the clock of every time in this browser', async () => {
    const { user, store } = await renderPage('/account')
    const own = within(await section('Display'))
    expect(own.getByRole('radio', { name: 'Standard (18:05 PM)' })).toBeChecked()
    await user.click(own.getByRole('radio', { name: 'Dark' }))
    await user.click(own.getByRole('radio', { name: 'Compact, one line a row' }))
    await user.click(own.getByRole('radio', { name: 'Therms (th)' }))
    expect(store.getState().preferences).toMatchObject({
      ...{ theme: 'dark', density: 'compact', volumeUnit: 'th' },
    })
    const devices = within(await section('Signed-in devices'))
    expect((await devices.findAllByText('March 02, 2026'))[0]).toBeVisible()
    expect(devices.getAllByText('12:05 PM')).not.toHaveLength(0)
    await user.click(own.getByRole('radio', { name: '24 hours (18:05)' }))
    expect(devices.getAllByText('12:05')).not.toHaveLength(0)
    expect(devices.queryByText('12:05 PM')).not.toBeInTheDocument()
  })

  it('[SETUP-3] says which mail account is connected, and keeps another default calendar', async () => {
    const world = createWorld()
    world.tables.profiles[0] = aProfile({ nylas_default_calendar: 'Calendar' })
    const { user } = await renderPage('/account', { world })
    const own = within(await section('Mail and calendar'))
    expect(own.getByText('bea@basin.example')).toBeVisible()
    expect(own.getByRole('button', { name: 'Reconnect' })).toBeVisible()
    await waitFor(() => expect(own.getByRole('combobox')).toBeEnabled())
    fireEvent.mouseDown(own.getByRole('combobox'))
    await user.click(await screen.findByTitle('Meetings'))
    await waitFor(() => expect(world.tables.profiles[0]?.nylas_default_calendar).toBe('Meetings'))
  })

  describe('the calendar feed', () => {
    const asked = async (name: string) => within(await screen.findByRole('dialog', { name }))

    it('[FEED-5] shows the address once, copies it, and makes a new one only when that is meant', async () => {
      const { user } = await renderPage('/account')
      const own = within(await section('Calendar feed'))
      expect(await own.findByText('There is no feed address.')).toBeVisible()
      await user.click(own.getByRole('button', { name: 'Make a feed address' }))
      expect(await own.findByLabelText('Feed address')).toHaveValue(
        'https://desk.example/api/calendar/secret1.ics',
      )
      expect(own.getByText('Copy it now: it is not shown again.')).toBeVisible()
      const copied = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
      await user.click(own.getByRole('button', { name: 'Copy' }))
      expect(await own.findByText('Copied.')).toBeVisible()
      expect(copied).toHaveBeenCalledWith('https://desk.example/api/calendar/secret1.ics')

      await user.click(own.getByRole('button', { name: 'Make a new address' }))
      await user.click((await asked('Make a new address')).getByRole('button', { name: 'Cancel' }))
      expect(feed.made).toBe(1)
      await user.click(own.getByRole('button', { name: 'Make a new address' }))
      await user.click(
        (await asked('Make a new address')).getByRole('button', { name: 'Make a new address' }),
      )
      await waitFor(() =>
        expect(own.getByLabelText('Feed address')).toHaveValue(
          'https://desk.example/api/calendar/secret2.ics',
        ),
      )
    })

    it('[FEED-5] does not show an address that was made before, and revokes it', async () => {
      feed = { created_at: '2026-03-02T18:05:00.000Z', made: 1 }
      const { user } = await renderPage('/account')
      const own = within(await section('Calendar feed'))
      expect(await own.findByText(/The address was made/)).toHaveTextContent('March 02, 2026 12:05 PM')
      expect(own.queryByLabelText('Feed address')).not.toBeInTheDocument()
      await user.click(own.getByRole('button', { name: 'Revoke' }))
      await user.click((await asked('Revoke the address')).getByRole('button', { name: 'Revoke' }))
      expect(await own.findByText('There is no feed address.')).toBeVisible()
      expect(feed.created_at).toBeNull()
    })

    it('[FEED-5] says why nothing could be made or shown, and tries again', async () => {
      server.use(
        http.get(`*${ownFeedPath}`, () => refusal(503, 'The server is busy.'), { once: true }),
        http.put(`*${ownFeedPath}`, () => refusal(507, 'There is no room left on the server.'), {
          once: true,
        }),
      )
      const { user } = await renderPage('/account')
      const own = within(await section('Calendar feed'))
      expect(await own.findByText('The server is busy.')).toBeVisible()
      await user.click(own.getByRole('button', { name: 'Retry' }))
      await user.click(await own.findByRole('button', { name: 'Make a feed address' }))
      expect(await own.findByText('There is no room left on the server.')).toBeVisible()
      expect(own.queryByLabelText('Feed address')).not.toBeInTheDocument()
    })
  })
})

describe('API tokens', () => {
  const aToken = (given: Partial<ApiToken> = {}): ApiToken => ({
    api_token_id: 7,
    name: 'ERP',
    scopes: ['read', 'export'],
    hint: 'x3Qf',
    user: { id: 1, username: 'broker' },
    created_at: '2026-03-02T18:05:00.000Z',
    expires_at: '2027-03-02T18:05:00.000Z',
    last_used_at: null,
    ...given,
  })

  it('[TOKEN-5] are made, shown once, and revoked', async () => {
    let tokens: ApiToken[] = []
    server.use(
      http.get(`*${apiTokensPath}`, () => HttpResponse.json({ count: tokens.length, results: tokens })),
      http.post(`*${apiTokensPath}`, () => {
        tokens = [aToken()]
        return HttpResponse.json({ ...aToken(), token: 'cg_secret' })
      }),
      http.delete(`*${apiTokenPath(':id')}`, () => {
        tokens = []
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const { user } = await renderPage('/account')
    const area = within(await section('API tokens'))
    expect(await area.findByText('There is no API token.')).toBeVisible()
    await user.click(area.getByRole('button', { name: 'Make a token' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New API token' }))
    fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'ERP' } })
    await user.click(dialog.getByRole('checkbox', { name: 'Export' }))
    await user.click(dialog.getByRole('radio', { name: 'A year' }))
    fireEvent.change(dialog.getByLabelText('Your password'), { target: { value: 'seven small lanterns' } })
    await user.click(dialog.getByRole('button', { name: 'Make the token' }))
    expect(await area.findByLabelText('Token “ERP”')).toHaveValue('cg_secret')
    const sent = requestsTo(apiTokensPath).find(({ method }) => method === 'POST')
    expect(await sent?.json()).toEqual({
      ...{ name: 'ERP', scopes: ['read', 'export'], valid_days: 365 },
      current_password: 'seven small lanterns',
    })
    expect(area.getByText(/Read, Export\. Expires/)).toBeVisible()
    await user.click(area.getByRole('button', { name: 'Revoke: ERP' }))
    await user.click(await screen.findByRole('button', { name: 'Revoke' }))
    expect(await area.findByText('There is no API token.')).toBeVisible()
    expect(area.queryByDisplayValue('cg_secret')).not.toBeInTheDocument()
  })

  it('[TOKEN-5] say why one could not be made', async () => {
    server.use(http.post(`*${apiTokensPath}`, () => refusal(409, 'A user has 50 API tokens at most.')))
    const { user } = await renderPage('/account')
    const area = within(await section('API tokens'))
    await user.click(await area.findByRole('button', { name: 'Make a token' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New API token' }))
    fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'ERP' } })
    await user.click(dialog.getByRole('button', { name: 'Make the token' }))
    expect(await dialog.findByText('A user has 50 API tokens at most.')).toBeVisible()
  })
})
