import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import {
  appConfirmation,
  appPath,
  appRemovalPath,
  passkeyPath,
  recoveryCodesPath,
  secondFactorPath,
  type SecondFactors,
} from '../../contract/secondFactor'
import { sessionsPath } from '../../contract/session'
import { redactSecrets } from '../../store/devtools'
import { refusal } from '../../testing/handlers'
import { renderPage } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'

const codes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jkm${index}`)
const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
let factors: SecondFactors
beforeEach(() => {
  factors = { can_have: true, can_have_passkeys: true, app_since: null, recovery_codes_left: 0, passkeys: [] }
  const since = '2026-03-02T18:05:00.000Z'
  server.use(
    http.get(`*${sessionsPath}`, () => HttpResponse.json({ count: 0, results: [] })),
    http.get(`*${secondFactorPath}`, () => HttpResponse.json(factors)),
    http.post(`*${appPath}`, () =>
      HttpResponse.json({ setup_key: key, setup_uri: `otpauth://totp/Citygate:broker?secret=${key}` }),
    ),
    http.post(`*${appConfirmation.path}`, () => {
      factors = { ...factors, app_since: since, recovery_codes_left: 10 }
      return HttpResponse.json({ recovery_codes: codes })
    }),
    http.post(`*${appRemovalPath}`, () => {
      factors = { ...factors, app_since: null, recovery_codes_left: 0 }
      return new HttpResponse(null, { status: 204 })
    }),
    http.post(`*${recoveryCodesPath}`, () => HttpResponse.json({ recovery_codes: codes })),
  )
})
afterEach(() => jest.restoreAllMocks())

const section = async () => within(await screen.findByRole('region', { name: 'Second factor' }))
const withApp = () => {
  factors = { ...factors, app_since: '2026-03-02T18:05:00.000Z', recovery_codes_left: 3 }
}
const giveKnownPassword = async (
  user: Awaited<ReturnType<typeof renderPage>>['user'],
  title: string,
  button: string,
) => {
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  await user.type(dialog.getByLabelText(/^Your password/), 'citygate-demo-2026')
  await user.click(dialog.getByRole('button', { name: button }))
}

describe('the second factor on the account page', () => {
  it('[MFA-1, MFA-4] sets up an app by the password and a first code, and shows the recovery codes once', async () => {
    const { user, store } = await renderPage('/account')
    const own = await section()
    await user.click(await own.findByRole('button', { name: 'Set up an app' }))
    await giveKnownPassword(user, 'Set up an authenticator app', 'Continue')
    const dialog = within(await screen.findByRole('dialog', { name: 'Scan the code with your app' }))
    expect(dialog.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible()
    await user.type(dialog.getByLabelText(/^Code that the app shows/), '123456')
    await user.click(dialog.getByRole('button', { name: 'Confirm' }))
    const shown = within(await screen.findByRole('dialog', { name: 'Keep your recovery codes' }))
    const list = shown.getByRole('list', { name: 'Recovery codes' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(codes)
    expect(JSON.stringify(redactSecrets(store.getState()))).not.toMatch(/abcd-efgh|JBSWY3DP|citygate-demo/)
    expect(await own.findByText(/^In use since/)).toBeVisible()
    await user.click(shown.getByRole('button', { name: 'I have kept them' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    const [sent] = requestsTo(appConfirmation.path)
    expect(await sent?.json()).toEqual({ one_time_code: '123456' })
  })

  it('[MFA-1] shows what the server refuses at its field', async () => {
    const wrong = 'The current password is wrong.'
    server.use(
      http.post(`*${appPath}`, () => refusal(400, wrong, 'invalid', { fields: { current_password: wrong } })),
    )
    const { user } = await renderPage('/account')
    await user.click(await (await section()).findByRole('button', { name: 'Set up an app' }))
    await giveKnownPassword(user, 'Set up an authenticator app', 'Continue')
    expect(await within(screen.getByRole('dialog')).findAllByText(wrong)).not.toHaveLength(0)
  })

  it('[MFA-1, MFA-4] removes the app, and makes new codes, by the password', async () => {
    withApp()
    const { user } = await renderPage('/account')
    const own = await section()
    expect(await own.findByText(/^3 of 10 unused/)).toBeVisible()
    await user.click(own.getByRole('button', { name: 'Make new codes' }))
    await giveKnownPassword(user, 'Make new recovery codes', 'Make new codes')
    await user.click(await screen.findByRole('button', { name: 'I have kept them' }))
    expect(own.getByRole('button', { name: 'Make new codes' })).toHaveFocus()
    await user.click(own.getByRole('button', { name: 'Remove the authenticator app' }))
    await giveKnownPassword(user, 'Remove the authenticator app', 'Remove')
    expect(await own.findByRole('button', { name: 'Set up an app' })).toBeVisible()
    const [sent] = requestsTo(appRemovalPath)
    expect(await sent?.json()).toEqual({ current_password: 'citygate-demo-2026' })
  })

  it('[MFA-4] keeps new codes in the dialog until they are kept, to copy and to download', async () => {
    withApp()
    const files: Blob[] = []
    URL.createObjectURL = (file) => `blob:${files.push(file as Blob)}`
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation()
    const { user } = await renderPage('/account')
    const own = await section()
    const opener = await own.findByRole('button', { name: 'Make new codes' })
    await user.click(opener)
    await giveKnownPassword(user, 'Make new recovery codes', 'Make new codes')
    const dialog = await screen.findByRole('dialog', { name: 'Keep your recovery codes' })
    const shown = within(dialog)
    await waitFor(() =>
      expect(shown.getByRole('heading', { name: 'Keep your recovery codes' })).toHaveFocus(),
    )
    expect(shown.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument()
    await user.keyboard('{Escape}')
    const outside = dialog.closest('.ant-modal-wrap')
    if (outside) await user.click(outside)
    expect(outside).toBeInTheDocument()
    expect(shown.getByRole('list', { name: 'Recovery codes' })).toBeVisible()

    const copied = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await user.click(shown.getByRole('button', { name: 'Copy' }))
    expect(copied).toHaveBeenCalledWith(codes.join('\n'))
    expect(await shown.findByText('Copied.')).toBeVisible()
    await user.click(shown.getByRole('button', { name: 'Download' }))
    expect(await files[0]?.text()).toContain(codes.join('\n'))
    await user.click(shown.getByRole('button', { name: 'I have kept them' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(opener).toHaveFocus()
  })

  it('[MFA-4] asks before the codes are left by the history of the browser', async () => {
    withApp()
    const { user, navigate } = await renderPage('/account')
    await user.click(await (await section()).findByRole('button', { name: 'Make new codes' }))
    await giveKnownPassword(user, 'Make new recovery codes', 'Make new codes')
    await screen.findByRole('list', { name: 'Recovery codes' })
    navigate('/mpg/opportunities')
    expect(await screen.findByText('Your recovery codes are not shown again.')).toBeVisible()
  })

  it('[MFA-1] replaces the app by the password and a first code of the new one', async () => {
    withApp()
    server.use(
      http.post(`*${appConfirmation.path}`, () => {
        factors = { ...factors, app_since: '2026-05-04T18:05:00.000Z' }
        return HttpResponse.json({ recovery_codes: null })
      }),
    )
    const { user } = await renderPage('/account')
    const own = await section()
    await user.click(await own.findByRole('button', { name: 'Replace the authenticator app' }))
    await giveKnownPassword(user, 'Replace the authenticator app', 'Continue')
    const dialog = within(await screen.findByRole('dialog', { name: 'Scan the code with your app' }))
    await user.type(dialog.getByLabelText(/^Code that the app shows/), '123456')
    await user.click(dialog.getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.queryByRole('list', { name: 'Recovery codes' })).not.toBeInTheDocument()
    expect(own.getByRole('button', { name: 'Replace the authenticator app' })).toHaveFocus()
    expect(requestsTo(appConfirmation.path)).toHaveLength(1)
  })

  it('[MFA-3] lists passkeys, and renames one', async () => {
    const passkey = {
      passkey_id: 7,
      name: 'Telephone',
      created_at: '2026-03-01T18:05:00.000Z',
      last_used_at: null,
    }
    factors = { ...factors, passkeys: [passkey], recovery_codes_left: 10 }
    server.use(
      http.patch(`*${passkeyPath(7)}`, () => {
        const renamed = { ...passkey, name: 'Key on the ring' }
        factors = { ...factors, passkeys: [renamed] }
        return HttpResponse.json(renamed)
      }),
    )
    const { user } = await renderPage('/account')
    const own = await section()
    expect(await own.findByText(/not used so far$/)).toBeVisible()
    expect(own.getByText('This browser cannot use passkeys here.')).toBeVisible()
    await user.click(own.getByRole('button', { name: 'Rename Telephone' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename the passkey' }))
    const name = dialog.getByLabelText(/^Name/)
    await user.clear(name)
    await user.type(name, 'Key on the ring')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await own.findByText('Key on the ring')).toBeVisible()
  })

  it('[MFA-1] leaves it to the directory of an account without a password', async () => {
    factors = { ...factors, can_have: false }
    await renderPage('/account')
    expect(await (await section()).findByText(/asks for a second factor itself/)).toBeVisible()
  })
})
