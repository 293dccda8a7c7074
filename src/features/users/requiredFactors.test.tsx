import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { contract } from '../../contract'
import {
  accountGroups,
  requiredFactors,
  type AccountGroup,
  type RequiredFactors,
} from '../../contract/requiredFactors'
import { secondFactorPath, type SecondFactors } from '../../contract/secondFactor'
import { secondFactorRequired } from '../../contract/secondFactorFields'
import { aUser } from '../../testing/builders'
import { refusal } from '../../testing/handlers'
import { renderApp, renderPage } from '../../testing/renderApp'
import { requestsTo, server } from '../../testing/server'
import { setViewport } from '../../testing/viewport'
import { createWorld } from '../../testing/world'

let required: RequiredFactors
const requiredOf = (groups: readonly AccountGroup[], fixed: readonly AccountGroup[] = []) => {
  const chosen = Object.fromEntries(accountGroups.map((group) => [group, groups.includes(group)]))
  required = { ...(chosen as Record<AccountGroup, boolean>), fixed }
}
const ownFactors = (app_since: string | null) =>
  server.use(
    http.get(`*${secondFactorPath}`, () =>
      HttpResponse.json<SecondFactors>({
        can_have: true,
        can_have_passkeys: false,
        app_since,
        recovery_codes_left: 10,
        passkeys: [],
      }),
    ),
  )
beforeEach(() => {
  requiredOf(['manager'])
  server.use(
    http.get(`*${requiredFactors.path}`, () => HttpResponse.json<RequiredFactors>(required)),
    http.patch<never, Partial<Record<AccountGroup, boolean>>>(
      `*${requiredFactors.path}`,
      async ({ request }) => {
        required = { ...required, ...(await request.json()) }
        return HttpResponse.json<RequiredFactors>(required)
      },
    ),
  )
})

/** The list of users as an account of the team sees it, with the dialog open. */
const open = async (
  own: Parameters<typeof aUser>[0],
  others: Parameters<typeof aUser>[0] = {},
  render: typeof renderApp = renderPage,
) => {
  const world = createWorld()
  world.tables.users = [
    aUser({ username: 'team', user_type: 'team', ...own }),
    aUser({ id: 2, username: 'anna', profile: 2, user_type: 'team', ...others }),
  ]
  const page = await render('/mpg/users', { world, as: 'team' })
  await page.user.click(await screen.findByRole('button', { name: 'Second factors' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Required Second Factors' }))
  return { ...page, dialog }
}
const sent = async () =>
  Promise.all(
    requestsTo(requiredFactors.path)
      .filter(({ method }) => method === 'PATCH')
      .map((request) => request.json() as Promise<unknown>),
  )
const box = (name: string) => screen.findByRole('checkbox', { name })

it('[MFA-11] an administrator chooses roles and user types, and only changes are sent', async () => {
  ownFactors('2026-03-02T18:05:00.000Z')
  const { user, dialog } = await open({ role: 'administrator' })
  expect(await box('Manager')).toBeChecked()
  expect(await box('Administrator')).not.toBeChecked()
  await user.click(await box('Manager'))
  await user.click(await box('Administrator'))
  await user.click(await box('No role'))
  await user.click(await box('Broker'))
  expect(screen.queryByText(/^This includes your own account/)).not.toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The requirement of second factors was saved.')).toBeVisible()
  expect(await sent()).toEqual([{ administrator: true, manager: false, no_role: true, broker: true }])
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

it('[MFA-11] who requires one of the own account without having one is told before, and led to set it up', async () => {
  ownFactors(null)
  const { user, dialog, address } = await open({ role: 'administrator' }, {}, renderApp)
  await box('Member')
  expect(screen.queryByText(/^This includes your own account/)).not.toBeInTheDocument()
  await user.click(await box('Member'))
  expect(screen.queryByText(/^This includes your own account/)).not.toBeInTheDocument()
  await user.click(await box('Administrator'))
  expect(await screen.findByText(/^This includes your own account/)).toBeVisible()
  server.use(
    http.get(`*${contract.users.path}`, () =>
      refusal(409, 'Your account must have a second factor.', secondFactorRequired),
    ),
  )
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(address()).toBe('/setup/second-factor'))
  expect(await screen.findByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
})

it('[MFA-11] until there is an administrator the team chooses, and its user type is the own account', async () => {
  ownFactors(null)
  const { user } = await open({ role: null })
  await user.click(await box('Provider’s team'))
  expect(await screen.findByText(/^This includes your own account/)).toBeVisible()
})

it('[MFA-11] who gives no roles reads what is required', async () => {
  const { dialog } = await open({ role: null }, { role: 'administrator' })
  expect(await dialog.findByText('Manager')).toBeVisible()
  expect(dialog.getByText(/^Only administrators change this/)).toBeVisible()
  expect(dialog.queryByRole('checkbox')).not.toBeInTheDocument()
  expect(dialog.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
})

it('[MFA-11] who gives no roles reads what the configuration requires, too', async () => {
  requiredOf([], ['customer'])
  const { dialog } = await open({ role: null }, { role: 'administrator' })
  expect(await dialog.findByText('Customer')).toBeVisible()
  expect(dialog.queryByText('no users')).not.toBeInTheDocument()
})

it('[MFA-11] on phones a menu leads to the dialog', async () => {
  setViewport({ width: 390 })
  const world = createWorld()
  world.tables.users = [aUser({ username: 'team', user_type: 'team' })]
  const { user } = await renderPage('/mpg/users', { world, as: 'team' })
  await user.click(await screen.findByRole('button', { name: 'Actions for all users' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Second factors' }))
  expect(await screen.findByRole('dialog', { name: 'Required Second Factors' })).toBeVisible()
})

it('[MFA-11] what the configuration requires is shown, and cannot be taken away', async () => {
  requiredOf([], ['customer'])
  const { dialog } = await open({ role: 'administrator' })
  expect(await box('Customer')).toBeChecked()
  expect(await box('Customer')).toBeDisabled()
  expect(await box('Broker')).toBeEnabled()
  expect(dialog.getByText(/REQUIRE_SECOND_FACTOR\): Customer\./)).toBeVisible()
})

it('[MFA-11] a refusal stands in the dialog, which keeps the choice', async () => {
  server.use(http.patch(`*${requiredFactors.path}`, () => refusal(409, 'Only administrators give roles.')))
  const { user, dialog } = await open({ role: 'administrator' })
  await user.click(await box('Member'))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Only administrators give roles.')).toBeVisible()
  expect(await box('Member')).toBeChecked()
})
