import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { storageKeyOf } from '../store/storedSession'
import { sessionFrom, signedIn } from '../store/session'
import { expectComplaint } from '../testing/console'
import { startStore } from '../testing/renderApp'
import { requestsTo, server } from '../testing/server'
import { connectedTabs } from '../testing/tabs'
import { createWorld } from '../testing/world'
import { applicationOf } from './application'
import { once } from './once'
import { Visit } from './Visit'

const shown = (name: string) => screen.findByRole('heading', { level: 1, name })
const address = () => window.location.pathname + window.location.search
const logIn = () => screen.getByRole('button', { name: 'Log In' })
const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })

type Opening = () => Promise<Awaited<ReturnType<typeof startStore>>>
const opening: Opening = () => startStore({ as: null })

/** A visit without a session; counts how often the application was loaded. */
const visit = (at: string, start: Opening = opening) => {
  window.history.replaceState(null, '', at)
  const open = jest.fn(once(async () => applicationOf((await start()).store)))
  render(<Visit open={open} />)
  return open
}

/** Disables prefetching. */
const saveData = () =>
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
afterEach(() => Reflect.deleteProperty(navigator, 'connection'))

const fillIn = async () => {
  await user.click(await screen.findByRole('radio', { name: 'Brokers' }))
  await user.type(screen.getByLabelText('Username'), 'broker')
  await user.type(screen.getByLabelText('Password'), 'citygate-demo-2026')
}

describe('coming in before the application is there', () => {
  it('fetches it at rest, unless bytes are dear: then once somebody does something', async () => {
    saveData()
    const spared = visit('/login')
    await shown('Sign in')
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(spared).not.toHaveBeenCalled()
    await user.click(screen.getByRole('radio', { name: 'Brokers' }))
    expect(spared).toHaveBeenCalled()
  })

  it('fetches it at rest', async () => {
    const open = visit('/login')
    await waitFor(() => expect(open).toHaveBeenCalled())
    // Live regions are announced only if they were mounted before.
    await waitFor(() => expect(document.querySelector('.toaster')).toBeEmptyDOMElement())
  })

  it('[AUTH-3] begins with the type that was chosen last, and keeps another', async () => {
    const kept = { userType: '"customer"', _persist: '{"version":1,"rehydrated":true}' }
    localStorage.setItem(storageKeyOf('preferences'), JSON.stringify(kept))
    visit('/login')
    expect(await screen.findByRole('radio', { name: 'Customers' })).toBeChecked()
    await user.click(screen.getByRole('radio', { name: 'Brokers' }))
    expect(screen.getByRole('radio', { name: 'Brokers' })).toBeChecked()
    await waitFor(() => expect(localStorage.getItem(storageKeyOf('preferences'))).toContain('broker'))
  })

  it('begins afresh where nothing of what is kept can be read', async () => {
    localStorage.setItem(storageKeyOf('preferences'), '{')
    expectComplaint(/redux-persist/)
    visit('/login')
    expect(await screen.findAllByRole('radio', { checked: false })).toHaveLength(3)
  })

  it('[AUTH-1, AUTH-9] takes what was sent before it came, and goes on as soon as it is there', async () => {
    let letIn = () => {}
    const held = new Promise<void>((resolve) => (letIn = resolve))
    visit('/login?returnUrl=%2Fmpg%2Ftags', () => held.then(opening))
    await fillIn()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(logIn()).toBeDisabled())
    expect(requestsTo('/api/token/')).toHaveLength(0)
    letIn()
    const heading = await shown('Tags')
    await waitFor(() => expect(heading).toHaveFocus())
    expect(address()).toBe('/mpg/tags')
    expect(requestsTo('/api/token/')).toHaveLength(1)
    expect(await screen.findByText('Successfully signed in as broker.')).toBeVisible()
  })

  it.each([
    ['the server cannot be reached', () => HttpResponse.error(), /^The server cannot be reached/],
    ['a new release has taken its place', () => new HttpResponse(null), /^Citygate has been renewed/],
  ])('[AUTH-8] says why it does not come, where %s, and tries again', async (_why, answer, text) => {
    saveData()
    server.use(http.head('*/login', answer))
    let isBroken = true
    visit('/login', () => (isBroken ? Promise.reject(new Error('planted')) : opening()))
    await fillIn()
    await user.click(logIn())
    expect(await screen.findByRole('listitem')).toHaveTextContent(text)
    await waitFor(() => expect(logIn()).toBeEnabled())
    expect(screen.getByLabelText('Username')).toHaveValue('broker')
    isBroken = false
    await user.click(logIn())
    await shown('Opportunities')
  })

  it('[AUTH-15] follows another tab that signs in, also where the store was spared until then', async () => {
    saveData()
    const open = visit('/login?returnUrl=%2Fmpg%2Ftags', () => startStore({ as: 'broker' }))
    await shown('Sign in')
    window.dispatchEvent(new StorageEvent('storage', { key: 'something else' }))
    expect(open).not.toHaveBeenCalled()
    window.dispatchEvent(new StorageEvent('storage', { key: storageKeyOf('session') }))
    await shown('Tags')
    expect(address()).toBe('/mpg/tags')
  })

  it('[AUTH-15] hears of another tab by the store, once that is there', async () => {
    const world = createWorld()
    const tabs = connectedTabs()
    const open = visit('/login', () => startStore({ as: null, world, surroundings: { channel: tabs() } }))
    await waitFor(() => expect(document.querySelector('.toaster')).toBeInTheDocument())
    expect(open).toHaveBeenCalled()
    const other = await startStore({ as: null, world, surroundings: { channel: tabs() } })
    const tokens = { access: 'other', refresh: 'other', expires_in: 900 }
    world.access.add('other')
    const session = sessionFrom({ ...tokens, user: { id: 3, username: 'broker' } }, true)
    act(() => void other.store.dispatch(signedIn(session)))
    await shown('Opportunities')
  })

  it.each([
    ['/setup/', 'Connect your mail account'],
    ['/schedule-working', 'Working hours'],
  ])('leaves %s to it, which shows it to everybody', async (path, name) => {
    visit('/login')
    await shown('Sign in')
    window.history.pushState(null, '', path)
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
    await shown(name)
    expect(address()).toBe(path)
  })

  it('says that a page cannot be shown where it never comes', async () => {
    saveData()
    expectComplaint(/planted|The above error occurred/)
    visit('/setup/', () => Promise.reject(new Error('planted')))
    expect(await shown('This page could not be shown')).toBeVisible()
  })
})
