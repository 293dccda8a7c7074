import { act, screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { expectComplaint } from '../../testing/console'
import { refusal } from '../../testing/handlers'
import { renderApp } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'
import { draftSaved } from '../../store/drafts'
import { signedOut } from '../../store/session'
import { createWorld } from '../../testing/world'

const password = 'citygate-demo-2026'
const type = (name: string) => screen.findByRole('radio', { name })
const logIn = () => screen.getByRole('button', { name: 'Log In' })

type User = Awaited<ReturnType<typeof renderApp>>['user']

const signIn = async (user: User, username: string, secret: string) => {
  await user.type(screen.getByLabelText('Username'), username)
  await user.type(screen.getByLabelText('Password'), secret)
  await user.click(logIn())
}

describe('the sign-in page', () => {
  it('[AUTH-1] stands before every page, and leads back to it with its query', async () => {
    const { user, address } = await renderApp('/mpg/opportunities?q=deal&size=25', { as: null })
    await user.click(await type('Brokers'))
    expect(address()).toBe('/login?returnUrl=%2Fmpg%2Fopportunities%3Fq%3Ddeal%26size%3D25')
    await signIn(user, 'broker', password)
    expect(await screen.findByText('Showing 1 to 3 of 3 entries')).toBeVisible()
    expect(address()).toBe('/mpg/opportunities?q=deal&size=25')
  })

  it('[AUTH-1, AUTH-18] leads to / without a return address, and with one that leads elsewhere', async () => {
    const { user, address } = await renderApp('/login?returnUrl=//evil.example', { as: null })
    await user.click(await type('Customers'))
    await signIn(user, 'broker', password)
    expect(await screen.findByRole('heading', { level: 1, name: 'Opportunities' })).toBeVisible()
    expect(address()).toBe('/')
  })

  it.each([
    ['what was typed is kept', true],
    ['nothing was typed', false],
  ])('[TRUST-32] says that the session has ended: %s', async (_case, isTyped) => {
    const { store } = await renderApp('/mpg/opportunities')
    await screen.findByText('Showing 1 to 3 of 3 entries')
    if (isTyped) store.dispatch(draftSaved({ name: '1:opportunity:new', values: { notes: 'Half' } }))
    const key = store.getState().session.key
    act(() => void store.dispatch(signedOut({ key, lost: true })))
    const said = await screen.findByText('Your session has ended. Sign in again to go on where you were.')
    expect(said.closest('[role="status"]')?.textContent?.includes('What you had typed is kept')).toBe(isTyped)
  })

  it('[TRUST-32] says nothing of the kind after a sign-out, nor at a first visit', async () => {
    const { store } = await renderApp('/mpg/opportunities')
    await screen.findByText('Showing 1 to 3 of 3 entries')
    const key = store.getState().session.key
    act(() => void store.dispatch(signedOut({ key })))
    await type('Brokers')
    expect(screen.queryByText(/session has ended/)).not.toBeInTheDocument()
    await renderApp('/login', { as: null })
    await waitFor(() => expect(screen.getAllByRole('radio', { name: 'Brokers' })).toHaveLength(2))
    expect(screen.queryByText(/session has ended/)).not.toBeInTheDocument()
  })

  it('[AUTH-2] leads unknown addresses to the start', async () => {
    const { address } = await renderApp('/no/such/page?x=1')
    expect(await screen.findByRole('heading', { level: 1, name: 'Opportunities' })).toBeVisible()
    expect(address()).toBe('/')
  })

  it('[AUTH-3] first asks for the user type, which can be changed', async () => {
    const { user } = await renderApp('/login', { as: null })
    expect((await screen.findAllByRole('radio')).map((radio) => radio.closest('label')?.textContent)).toEqual(
      ['Customers', 'Provider’s team', 'Brokers'],
    )
    expect(screen.queryByLabelText('Username')).not.toBeInTheDocument()
    await user.click(await type('Customers'))
    expect(screen.getByLabelText('Username')).toBeVisible()
    await user.click(await type('Brokers'))
    expect(await type('Brokers')).toBeChecked()
    expect(await type('Customers')).not.toBeChecked()
  })

  it.each(['Customers', 'Brokers'])('[AUTH-5] asks %s for name and password', async (title) => {
    const { user } = await renderApp('/login', { as: null })
    await user.click(await type(title))
    expect(screen.getByLabelText('Username')).toHaveValue('')
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
    expect(screen.getByRole('checkbox', { name: 'Remember me' })).toBeChecked()
    expect(logIn()).toBeEnabled()
    await user.click(screen.getByRole('button', { name: 'Create User' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Create User' })).toBeVisible()
    await user.click(await screen.findByRole('link', { name: 'Back to sign-in' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  })

  it('[AUTH-4] sends the provider’s team to its directory where one is set up', async () => {
    const world = createWorld()
    world.installation.directory = { provider: 'house', label: 'the house directory' }
    const { user } = await renderApp('/login', { as: null, world })
    await user.click(await type('Provider’s team'))
    expect(await screen.findByRole('link', { name: 'Sign in with the house directory' })).toHaveAttribute(
      'href',
      '/rest/login/house/?requestUri=http%3A%2F%2Flocalhost%2Flogin',
    )
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument()
  })

  describe('coming back from the directory', () => {
    const house = () => {
      const world = createWorld()
      world.installation.directory = { provider: 'house', label: 'the house directory' }
      return world
    }
    const back = '/login?code=c-1&state=s-1&iss=https%3A%2F%2Fhouse.example'
    beforeEach(() => sessionStorage.clear())

    it('[AUTH-6] exchanges the code for a session, once, and goes on to where the visit was meant to go', async () => {
      const before = await renderApp('/login?returnUrl=%2Fmpg%2Fopportunities%3Fsize%3D25', {
        as: null,
        world: house(),
      })
      await before.user.click(await type('Provider’s team'))
      const button = await screen.findByRole('link', { name: 'Sign in with the house directory' })
      // Prevents a navigation.
      button.addEventListener('click', (event) => event.preventDefault())
      await before.user.click(button)
      before.unmount()

      const { address } = await renderApp(back, { as: null, world: house() })
      expect(await screen.findByText('Successfully signed in as broker.')).toBeVisible()
      expect(await screen.findByText('Showing 1 to 3 of 3 entries')).toBeVisible()
      expect(address()).toBe('/mpg/opportunities?size=25')
      const [call, ...more] = requestsTo('/rest/complete/house/')
      expect(more).toEqual([])
      expect(Object.fromEntries(new URL(call?.url ?? '').searchParams)).toEqual({
        code: 'c-1',
        state: 's-1',
        iss: 'https://house.example',
        requestUri: 'http://localhost/login',
      })
    })

    it('[AUTH-6] only notes in the console that it has failed, and is idle again, without the code', async () => {
      expectComplaint(/^Signing in through the directory has failed/)
      server.use(http.get('*/rest/complete/house/', () => refusal(401, 'The directory said no.')))
      const { user, address } = await renderApp(back, { as: null, world: house() })
      expect(await type('Provider’s team')).toBeVisible()
      expect(address()).toBe('/login')
      expect(screen.queryByText(/The directory said no/)).not.toBeInTheDocument()
      expect(screen.queryByRole('alert')).not.toBeInTheDocument()
      await user.click(await type('Provider’s team'))
      expect(await screen.findByRole('link', { name: 'Sign in with the house directory' })).toBeVisible()
    })

    it.each(['/login?error=access_denied&state=s-1', back])(
      '[AUTH-6] is idle at %s where there is nothing to exchange it for',
      async (from) => {
        expectComplaint(/^Signing in through the directory has failed/)
        const { address } = await renderApp(from, { as: null })
        expect(await type('Provider’s team')).toBeVisible()
        expect(address()).toBe('/login')
        expect(requestsTo('/rest/complete/house/')).toEqual([])
      },
    )
  })

  it('asks the provider’s team for a password where no directory is set up', async () => {
    const { user } = await renderApp('/login', { as: null })
    await user.click(await type('Provider’s team'))
    expect(await screen.findByLabelText('Username')).toBeVisible()
  })

  it('[AUTH-7] asks for both, after the first submit, and goes to the first one missing', async () => {
    const { user } = await renderApp('/login', { as: null })
    await user.click(await type('Brokers'))
    await user.click(screen.getByLabelText('Username'))
    await user.tab()
    expect(screen.queryByText('Username is required')).not.toBeInTheDocument()
    await user.type(screen.getByLabelText('Password'), '   ')
    await user.click(logIn())
    expect(await screen.findByText('Username is required')).toBeVisible()
    expect(screen.getByText('Password is required')).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('Username')).toHaveFocus())
    expect(requestsTo('/api/token/')).toHaveLength(0)
  })

  it('[AUTH-7] takes names of up to 150 characters', async () => {
    const { user } = await renderApp('/login', { as: null })
    await user.click(await type('Brokers'))
    await user.click(screen.getByLabelText('Username'))
    await user.paste('n'.repeat(151))
    await user.click(logIn())
    expect(await screen.findByText('At most 150 characters')).toBeVisible()
    await user.type(screen.getByLabelText('Username'), '{Backspace}')
    await waitFor(() => expect(screen.queryByText('At most 150 characters')).not.toBeInTheDocument())
  })

  it('[AUTH-7] trims both', async () => {
    const { user } = await renderApp('/login', { as: null })
    await user.click(await type('Brokers'))
    await signIn(user, '  broker ', ` ${password}  `)
    await screen.findByRole('heading', { level: 1, name: 'Opportunities' })
    expect(await requestsTo('/api/token/')[0]?.json()).toEqual({
      username: 'broker',
      password,
      remember: true,
    })
  })

  it('[AUTH-8, AUTH-12] shows why it failed as a list item above the form, and stops loading', async () => {
    const { user, address } = await renderApp('/login', { as: null })
    await user.click(await type('Brokers'))
    await signIn(user, 'broker', 'wrong')
    const item = await screen.findByRole('listitem')
    expect(item).toHaveTextContent('Wrong username or password.')
    expect(item.compareDocumentPosition(screen.getByLabelText('Username'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    )
    await waitFor(() => expect(logIn()).toBeEnabled())
    expect(address()).toBe('/login')
    expect(requestsTo('/api/token/refresh/')).toHaveLength(0)
  })

  it.each([
    [429, 'has seen too many failures', 'Too many failed sign-ins. Try again in 15 seconds.'],
    [503, 'is busy', 'The server is busy. Try again in 2 seconds.'],
  ])('[AUTH-8] shows a %i of a server that %s in the same place', async (status, _what, text) => {
    const { user } = await renderApp('/login', { as: null })
    server.use(http.post('*/api/token/', () => refusal(status, text)))
    await user.click(await type('Brokers'))
    await signIn(user, 'broker', password)
    expect(await screen.findByRole('listitem')).toHaveTextContent(text)
    await waitFor(() => expect(logIn()).toBeEnabled())
    expect(screen.getByLabelText('Username')).toHaveValue('broker')
  })

  it('[AUTH-9, SHELL-8] says who is signed in, and loads the first people to write to', async () => {
    const { user, store } = await renderApp('/login', { as: null })
    await user.click(await type('Brokers'))
    await signIn(user, 'broker', password)
    expect(await screen.findByText('Successfully signed in as broker.')).toBeVisible()
    expect(screen.getByText('Login')).toBeVisible()
    await waitFor(() => expect(store.getState().pickerCache.participants).toHaveLength(1))
    const [call] = requestsTo('/api/mpg/nylas-contacts/')
    expect(new URL(call?.url ?? '').search).toBe('?limit=50&offset=0')
  })

  it('[AUTH-10] redirects a signed-in user to /', async () => {
    const { address } = await renderApp('/login?returnUrl=/mpg/opportunities')
    expect(await screen.findByRole('heading', { level: 1, name: 'Opportunities' })).toBeVisible()
    expect(address()).toBe('/')
  })

  it('stays light: nothing of antd shows on it', async () => {
    const { user } = await renderApp('/login', { as: null })
    await user.click(await type('Brokers'))
    expect(document.querySelector('[class*="ant-"]')).toBeNull()
  })
})

describe('the sign-out page', () => {
  it.each(['/logout', '/account/logout'])('[AUTH-11] asks at %s, without the frame', async (address) => {
    await renderApp(address)
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Are you sure you want to sign out?' }),
    ).toBeVisible()
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
    expect(screen.queryByRole('banner')).not.toBeInTheDocument()
  })

  it.each(['/logout', '/account/logout'])(
    '[AUTH-11] leads from %s to the sign-in page without a session',
    async (from) => {
      const { address } = await renderApp(from, { as: null })
      expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
      expect(address()).toBe('/login')
    },
  )

  it('[AUTH-11] cancels one step back, or to / where there is none', async () => {
    const { user, address } = await renderApp('/mpg/opportunities?size=25')
    await screen.findByText('Showing 1 to 3 of 3 entries')
    await user.click(screen.getByRole('link', { name: 'Sign out' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await screen.findByText('Showing 1 to 3 of 3 entries')
    expect(address()).toBe('/mpg/opportunities?size=25')
  })

  it('[AUTH-11] cancels to / where there is no step back', async () => {
    const { user, address } = await renderApp('/logout')
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await screen.findByRole('heading', { level: 1, name: 'Opportunities' })
    expect(address()).toBe('/')
  })

  it('[AUTH-11, AUTH-15] signs out here and on the server', async () => {
    const { user, address, store, world } = await renderApp('/logout')
    expect(world.refresh.size).toBe(1)
    await user.click(await screen.findByRole('button', { name: 'Sign Out' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    expect(address()).toBe('/login')
    expect(store.getState().session.tokens).toBeNull()
    await waitFor(() => expect(world.refresh.size).toBe(0))
  })
})
