import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { contract } from '../contract'
import { sessionFrom, signedIn, signedOut } from '../store/session'
import { storageKeyOf } from '../store/storedSession'
import { expectComplaint } from '../testing/console'
import { startStore } from '../testing/renderApp'
import { requestsTo } from '../testing/server'
import { connectedTabs } from '../testing/tabs'
import { createWorld } from '../testing/world'
import { createApplication } from './createApplication'

const shown = (name: string) => screen.findByRole('heading', { level: 1, name })
const address = () => window.location.pathname + window.location.search

let stop = () => {}
afterEach(() => stop())

/** Starts the application at a URL of the browser. */
const open = async (at: string, as: string | null, options: Parameters<typeof startStore>[0] = {}) => {
  const { store } = await startStore({ as, ...options })
  window.history.replaceState(null, '', at)
  const application = createApplication(store)
  stop = application.stop
  render(application.element)
  return { store, user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }) }
}

const signIn = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('radio', { name: 'Brokers' }))
  await user.type(screen.getByLabelText('Username'), 'broker')
  await user.type(screen.getByLabelText('Password'), 'citygate-demo-2026')
  await user.click(screen.getByRole('button', { name: 'Log In' }))
}

describe('the start of a visit', () => {
  it('[AUTH-1] leads through the sign-in page to where it was meant to go, in one step of the history', async () => {
    const steps = window.history.length
    const { user } = await open('/mpg/opportunities?q=deal', null)
    await shown('Sign in')
    expect(address()).toBe('/login?returnUrl=%2Fmpg%2Fopportunities%3Fq%3Ddeal')
    await signIn(user)
    const heading = await shown('Opportunities')
    await waitFor(() => expect(heading).toHaveFocus())
    expect(address()).toBe('/mpg/opportunities?q=deal')
    expect(window.history).toHaveLength(steps)
  })

  it('[OPE-2] goes back nowhere from a page that the visit began with, also after signing in again', async () => {
    const { user, store } = await open('/mpg/opportunities/1/edit', 'broker')
    await shown('Edit Opportunity')
    act(() => void store.dispatch(signedOut({ key: null, lost: true })))
    await shown('Sign in')
    await signIn(user)
    await user.click(await screen.findByRole('button', { name: 'Save' }))
    await waitFor(() => expect(address()).toBe('/mpg/opportunities/1/details'))
  })

  it('[AUTH-5] goes from the sign-in page to the next, and back by the browser’s own button', async () => {
    const { user } = await open('/login', null)
    await user.click(await screen.findByRole('radio', { name: 'Brokers' }))
    await user.click(screen.getByRole('button', { name: 'Create User' }))
    await shown('Create User')
    expect(address()).toBe('/login/create-user')
    act(() => window.history.back())
    await shown('Sign in')
    expect(address()).toBe('/login')
  })

  it('[AUTH-10] opens a page at once for a signed-in user, and the sign-in page never', async () => {
    await open('/login?returnUrl=/mpg/opportunities', 'broker')
    await shown('Opportunities')
    expect(address()).toBe('/')
  })

  it('[AUTH-11] signs out and in again without losing its way', async () => {
    const { user } = await open('/mpg/tags', 'broker')
    await shown('Tags')
    await user.click(screen.getByRole('link', { name: 'Sign out' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await shown('Tags')
    await user.click(screen.getByRole('link', { name: 'Sign out' }))
    await user.click(await screen.findByRole('button', { name: 'Sign Out' }))
    await shown('Sign in')
    await waitFor(() => expect(address()).toBe('/login'))
    await signIn(user)
    await shown('Opportunities')
    expect(address()).toBe('/')
  })

  it('[AUTH-3] begins with the type that was chosen last, and keeps another', async () => {
    const kept = { userType: '"customer"', _persist: '{"version":1,"rehydrated":true}' }
    localStorage.setItem(storageKeyOf('preferences'), JSON.stringify(kept))
    const { user } = await open('/login', null)
    expect(await screen.findByRole('radio', { name: 'Customers' })).toBeChecked()
    await user.click(screen.getByRole('radio', { name: 'Brokers' }))
    expect(screen.getByRole('radio', { name: 'Brokers' })).toBeChecked()
    await waitFor(() => expect(localStorage.getItem(storageKeyOf('preferences'))).toContain('broker'))
  })

  it('begins afresh where nothing of what is kept can be read', async () => {
    localStorage.setItem(storageKeyOf('preferences'), '{')
    expectComplaint(/redux-persist/)
    await open('/login', null)
    expect(await screen.findAllByRole('radio', { checked: false })).toHaveLength(3)
  })

  it('[AUTH-15] follows another tab that signs in', async () => {
    const world = createWorld()
    const tabs = connectedTabs()
    await open('/mpg/tags', null, { world, surroundings: { channel: tabs() } })
    await shown('Sign in')
    const other = await startStore({ as: null, world, surroundings: { channel: tabs() } })
    world.access.add('other')
    const session = sessionFrom(
      { access: 'other', refresh: 'other', expires_in: 900, user: { id: 3, username: 'broker' } },
      true,
    )
    act(() => void other.store.dispatch(signedIn(session)))
    await shown('Tags')
    expect(address()).toBe('/mpg/tags')
  })

  it.each([
    ['/setup/', 'Connect your mail account'],
    ['/schedule-working', 'Working hours'],
  ])('[SHELL-10] shows %s without a session', async (path, name) => {
    await open(path, null)
    await shown(name)
    expect(address()).toBe(path)
  })
})

describe('the read of a page', () => {
  it.each(['opportunities', 'organizations', 'contacts', 'addresses', 'tags'] as const)(
    'is sent once for the list of %s, with its chunk',
    async (resource) => {
      await open(`/mpg/${resource}?size=25`, 'broker')
      await screen.findByText(/entries$/)
      const { path } = contract[resource]
      const asked = requestsTo(path).filter(({ url }) => url.includes('limit=25'))
      expect(asked).toHaveLength(1)
    },
  )

  it('[OPD-1] is sent once for a record, and not again for its tabs', async () => {
    const { user } = await open('/mpg/opportunities/1/details', 'broker')
    await shown('Deal 001')
    await user.click(await screen.findByRole('tab', { name: /^Files/ }))
    await waitFor(() => expect(address()).toBe('/mpg/opportunities/1/files'))
    expect(requestsTo(`${contract.opportunities.path}1/`)).toHaveLength(1)
  })

  it('is sent again when the page is opened again', async () => {
    await open('/mpg/tags', 'broker')
    await shown('Tags')
    expect(requestsTo(contract.tags.path)).toHaveLength(1)
    // By the keyboard, without pointing at links.
    act(() => screen.getByRole('link', { name: 'Inbox' }).click())
    await shown('Inbox')
    act(() => window.history.back())
    await shown('Tags')
    await waitFor(() => expect(requestsTo(contract.tags.path)).toHaveLength(2))
  })

  it.each(['pointerOver', 'focusIn'] as const)(
    'is sent for a link at %s, and then not again',
    async (event) => {
      await open('/mpg/tags', 'broker')
      await shown('Tags')
      const link = screen.getByRole('link', { name: 'Contacts' })
      fireEvent[event](link)
      await waitFor(() => expect(requestsTo(contract.contacts.path)).toHaveLength(1))
      act(() => link.click())
      await shown('Contacts')
      await screen.findByText(/entries$/)
      expect(requestsTo(contract.contacts.path)).toHaveLength(1)
    },
  )
})
