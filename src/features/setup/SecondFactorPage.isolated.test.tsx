import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { appConfirmation, appPath, secondFactorPath } from '../../contract/secondFactor'
import { secondFactorRequired } from '../../contract/secondFactorFields'
import { refusal } from '../../testing/handlers'
import { renderApp } from '../../testing/renderApp'
import { server } from '../../testing/server'
import { restartApplication } from './restartApplication'

jest.mock('./restartApplication')

const heading = () => screen.findByRole('heading', { level: 1, name: 'Set up a second factor' })

describe('an account that must have a second factor', () => {
  const required = () =>
    server.use(
      http.post(`*${appPath}`, () => HttpResponse.json({ setup_key: 'ABCD', setup_uri: 'otpauth://totp/x' })),
      http.post(`*${appConfirmation.path}`, () => HttpResponse.json({ recovery_codes: ['abcd-efgh-jkmn'] })),
      http.all('*/api/*', ({ request }) =>
        new URL(request.url).pathname === secondFactorPath
          ? undefined
          : refusal(409, 'Your account must have a second factor.', secondFactorRequired),
      ),
    )

  it.each(['/mpg/opportunities', '/account', '/setup/'])(
    '[MFA-7] is led to set one up, from %s, and stays signed in',
    async (path) => {
      required()
      const { store, address } = await renderApp(path)
      expect(await heading()).toBeVisible()
      expect(address()).toBe('/setup/second-factor')
      expect(store.getState().session.tokens).not.toBeNull()
    },
  )

  it('[MFA-7] goes on once its recovery codes are kept', async () => {
    required()
    const { user } = await renderApp('/mpg/opportunities')
    await heading()
    await user.click(await screen.findByRole('button', { name: 'Set up an app' }))
    const asked = within(await screen.findByRole('dialog'))
    await user.type(asked.getByLabelText(/^Your password/), 'citygate-demo-2026')
    await user.click(asked.getByRole('button', { name: 'Continue' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Scan the code with your app' }))
    await user.type(dialog.getByLabelText(/^Code that the app shows/), '123456')
    await user.click(dialog.getByRole('button', { name: 'Confirm' }))
    await user.click(await screen.findByRole('button', { name: 'I have kept them' }))
    expect(restartApplication).toHaveBeenCalledTimes(1)
  })

  it('[MFA-7] signs in first', async () => {
    const { address } = await renderApp('/setup/second-factor', { as: null })
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    expect(address()).toBe('/login?returnUrl=%2Fsetup%2Fsecond-factor')
  })
})
