import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { passkeySignInOptionsPath, secondStep, type SignInChallenge } from '../../contract/secondFactor'
import { credentials } from '../../contract/session'
import { redactSecrets } from '../../store/devtools'
import { refusal } from '../../testing/handlers'
import { renderApp } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'
import { createWorld } from '../../testing/world'

const challenge = 'challenge-of-this-sign-in'
const asks = (kinds: SignInChallenge['second_factor']['kinds'] = ['code'], options: object | null = null) =>
  server.use(
    http.post(`*${credentials.path}`, () =>
      HttpResponse.json<SignInChallenge>({
        second_factor: { challenge, kinds, options, expires_in: 300 },
      }),
    ),
  )
const answer = (give: () => Response) => server.use(http.post(`*${secondStep.path}`, give))

const until = async () => {
  const world = createWorld()
  const shown = await renderApp('/login?returnUrl=%2Fmpg%2Fopportunities', { as: null, world })
  await shown.user.click(await screen.findByRole('radio', { name: 'Brokers' }))
  await shown.user.click(screen.getByLabelText('Remember me'))
  await shown.user.type(screen.getByLabelText('Username'), 'broker')
  await shown.user.type(screen.getByLabelText('Password'), 'citygate-demo-2026')
  await shown.user.click(screen.getByRole('button', { name: 'Log In' }))
  await screen.findByRole('button', { name: 'Continue' })
  return { ...shown, world }
}

describe('the second step of a sign-in', () => {
  it('[MFA-2] sends the code with the challenge, and begins the session', async () => {
    asks()
    const { user, world, address } = await until()
    answer(() => {
      world.access.add('access-2')
      world.refresh.add('refresh-2')
      return HttpResponse.json({
        ...{ access: 'access-2', refresh: 'refresh-2', expires_in: 600 },
        user: { id: 1, username: 'broker' },
      })
    })
    expect(screen.getByLabelText('Code')).toHaveFocus()
    expect(screen.getByLabelText('Code')).toHaveAttribute('autocomplete', 'one-time-code')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('Enter the code')).toBeVisible()
    await user.type(screen.getByLabelText('Code'), ' 123 456 ')
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Successfully signed in as broker.')).toBeVisible()
    expect(await screen.findByText('Showing 1 to 3 of 3 entries')).toBeVisible()
    const [sent] = requestsTo(secondStep.path)
    expect(await sent?.json()).toEqual({ challenge, one_time_code: '123 456' })
    await waitFor(() => expect(address()).toBe('/mpg/opportunities'))
    // As was chosen in the first step.
    expect(sessionStorage.length).toBeGreaterThan(0)
  })

  it('[MFA-2] shows at its field that a code is wrong, and keeps the challenge', async () => {
    asks()
    const { user, store } = await until()
    answer(() => refusal(401, 'The code is wrong, or has been used already.', 'wrong_code'))
    await user.type(screen.getByLabelText('Code'), '123456{Enter}')
    const wrong = 'The code is wrong, or has been used already.'
    const field = screen.getByLabelText<HTMLInputElement>('Code')
    await waitFor(() => expect(field).toHaveAccessibleDescription(wrong))
    expect(field).toBeInvalid()
    expect(field).toHaveFocus()
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 6])
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(JSON.stringify(redactSecrets(store.getState()))).not.toMatch(/challenge-of|123456|citygate-demo/)
  })

  it('[MFA-2] goes back to the password where it has taken too long', async () => {
    asks()
    const { user } = await until()
    const late = 'This sign-in has taken too long, or was completed already. Sign in again.'
    answer(() => refusal(401, late, 'challenge_ended'))
    await user.type(screen.getByLabelText('Code'), '123456{Enter}')
    expect(await screen.findByLabelText('Password')).toHaveValue('')
    expect(screen.getByLabelText('Password')).toHaveFocus()
    expect(screen.getByLabelText('Username')).toHaveValue('broker')
    expect(screen.getByRole('alert')).toHaveTextContent(late)
  })

  it('[MFA-4] asks for a recovery code where there is no app, and leads back', async () => {
    asks(['passkey'])
    const { user } = await until()
    expect(screen.getByLabelText('Recovery code')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByLabelText('Password')).toHaveFocus()
    expect(screen.getByLabelText('Username')).toHaveValue('broker')
    expect(screen.getByLabelText('Remember me')).not.toBeChecked()
  })
})

describe('a passkey that the browser asks for', () => {
  // The library looks at the second one.
  const places = [window, globalThis]
  const signals: AbortSignal[] = []
  /** Waits until it is cancelled. */
  const get = ({ signal }: CredentialRequestOptions) =>
    new Promise<never>((_, reject) => {
      if (!signal) return
      signals.push(signal)
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    })
  beforeEach(() => {
    signals.length = 0
    for (const place of places)
      Object.defineProperty(place, 'PublicKeyCredential', { configurable: true, value: jest.fn() })
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } })
    server.use(
      http.post(`*${passkeySignInOptionsPath}`, () =>
        HttpResponse.json({ challenge: 'challenge-of-a-passkey', options: { challenge: 'AAAA' } }),
      ),
    )
  })
  afterEach(() => {
    for (const place of places) Reflect.deleteProperty(place, 'PublicKeyCredential')
    Reflect.deleteProperty(navigator, 'credentials')
  })
  const untilAsked = () => waitFor(() => expect(signals).toHaveLength(1))

  it('[MFA-5] is cancelled by a sign-in with the password, whose second step stays', async () => {
    asks()
    const { user } = await renderApp('/login', { as: null })
    await user.click(await screen.findByRole('radio', { name: 'Brokers' }))
    await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }))
    await untilAsked()
    await user.type(screen.getByLabelText('Username'), 'broker')
    await user.type(screen.getByLabelText('Password'), 'citygate-demo-2026{Enter}')
    const field = await screen.findByLabelText('Code')
    expect(signals[0]?.aborted).toBe(true)
    await user.type(field, '123')
    expect(field).toHaveValue('123')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('[MFA-2] is cancelled by the way back from the second step', async () => {
    asks(['code', 'passkey'], { challenge: 'AAAA' })
    const { user } = await until()
    await user.click(screen.getByRole('button', { name: 'Use a passkey' }))
    await untilAsked()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByLabelText('Password')).toHaveFocus()
    expect(signals[0]?.aborted).toBe(true)
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

it('[MFA-5] offers no passkey where the browser knows none', async () => {
  const { user } = await renderApp('/login', { as: null })
  await user.click(await screen.findByRole('radio', { name: 'Brokers' }))
  expect(screen.getByRole('button', { name: 'Log In' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).not.toBeInTheDocument()
})
