import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { signedOut } from '../store/session'
import { startStore } from '../testing/renderApp'
import { applicationOf } from './application'
import { once } from './once'
import { Visit } from './Visit'

const shown = (name: string) => screen.findByRole('heading', { level: 1, name })
const address = () => window.location.pathname + window.location.search

/** Opens a visit at a URL; without a session, on a page without the store. */
const open = async (at: string, as: string | null) => {
  const { store } = await startStore({ as })
  const application = applicationOf(store)
  window.history.replaceState(null, '', at)
  render(
    <Visit opened={as === null ? undefined : application} open={once(() => Promise.resolve(application))} />,
  )
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

  it('[AUTH-10] opens a page at once for whoever is signed in, and the sign-in page never', async () => {
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
})
