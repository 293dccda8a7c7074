import type { Page } from 'playwright-core'
import { accessibilityFaults } from './accessibility'
import { fillCredentials, signInByForm } from './actions'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()

const password = 'seven small lanterns'
const newPassword = 'nine copper spoons'

/** Opens the sign-in page and submits it as a broker, successful or not. */
const enter = async (page: Page, username: string, typed: string) => {
  await page.goto('/login')
  await page.getByRole('radio', { name: 'Brokers' }).check()
  await fillCredentials(page, username, typed)
}

const register = async (page: Page, username: string) => {
  await page.goto('/login')
  await page.getByRole('radio', { name: 'Brokers' }).check()
  await page.getByRole('button', { name: 'Create User' }).click()
  // The sign-in page, which has a field Username as well, stays until the next one is loaded.
  await page.getByRole('heading', { level: 1, name: 'Create User' }).waitFor()
  const fields = {
    Username: username,
    'First name': 'Anna',
    'Last name': 'Berg',
    Email: `${username}@berg.example`,
    Password: password,
    'Password, once more': password,
  }
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Your account waits for approval' }).waitFor()
}

/** Connects the mail account, which all other pages require. */
const setUp = async (page: Page) => {
  await page.waitForURL('**/setup/')
  const [popup] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Authorize' }).click(),
  ])
  await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Allow' }).click()])
  await page.getByRole('button', { name: 'Complete' }).click()
  await page.getByRole('heading', { level: 1, name: 'Opportunities' }).waitFor()
}

/** An ended session is detected within five seconds, without user input. */
const isOut = async (page: Page) => {
  await page.waitForURL('**/login**', { timeout: 5_000 })
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
}

/** Chooses a user's action from a button or menu, and confirms its dialog. */
const administer = async (page: Page, username: string, action: string) => {
  const button = page.getByRole('button', { name: `${action} ${username}` })
  if (action === 'Approve') await button.click()
  else {
    await page.getByRole('button', { name: `Actions for ${username}` }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  const dialog = page.getByRole('dialog', { name: `${action} User` })
  await dialog.getByRole('button', { name: action }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Opens the account page from the menu of the user's name. */
const openAccount = async (page: Page, username: string) => {
  await page.getByRole('button', { name: `Account of ${username}` }).click()
  await page.getByRole('menuitem', { name: /^Your account/ }).click()
}

it('[AUTH-15, AUTH-16, TRUST-6] lets a user register, sign in once the team approves, and sign out in every way', async () => {
  const username = `anna.${Date.now()}`
  const anna = await newSession()
  const phone = await newSession()
  const team = await newSession()

  await register(anna.page, username)
  await enter(anna.page, username, password)
  await anna.page
    .getByRole('alert')
    .getByText(/wrong, or the account is not active/)
    .waitFor()

  await signInByForm(team.page, 'team', '/mpg/users')
  await team.page.getByText(/waits? for approval/).waitFor()
  await team.page.getByRole('searchbox', { name: 'Search users' }).fill(username)
  await team.page.getByText('Showing 1 to 1 of 1 entries').waitFor()
  expect(await accessibilityFaults(team.page)).toEqual([])
  await administer(team.page, username, 'Approve')
  await team.page
    .getByRole('row', { name: new RegExp(username) })
    .getByText('Active')
    .waitFor()

  await enter(anna.page, username, password)
  await setUp(anna.page)
  await enter(phone.page, username, password)
  await phone.page.getByRole('heading', { level: 1, name: 'Opportunities' }).waitFor()

  await openAccount(anna.page, username)
  const devices = anna.page.getByRole('region', { name: 'Signed-in devices' })
  await devices.getByRole('button', { name: /^Sign out there/ }).click()
  await devices.getByRole('button', { name: /^Sign out there/ }).waitFor({ state: 'detached' })
  expect(await accessibilityFaults(anna.page)).toEqual([])
  await isOut(phone.page)

  await enter(phone.page, username, password)
  await phone.page.getByRole('heading', { level: 1, name: 'Opportunities' }).waitFor()
  await anna.page.getByLabel('Current password').fill(password)
  await anna.page.getByLabel(/^New password( \*)?$/).fill(newPassword)
  await anna.page.getByLabel('New password, once more').fill(newPassword)
  await anna.page.keyboard.press('Enter')
  await anna.page.getByText('Your password is changed. One other session was signed out.').waitFor()
  await isOut(phone.page)
  await anna.page.goto('/mpg/tags')
  await anna.page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor()

  await administer(team.page, username, 'Deactivate')
  await isOut(anna.page)
  await enter(anna.page, username, newPassword)
  await anna.page
    .getByRole('alert')
    .getByText(/wrong, or the account is not active/)
    .waitFor()

  // The browser logs refused requests in the console.
  anna.ignoreErrors(/status of 401/)
  phone.ignoreErrors(/status of 401/)
})

it('[OPL-3] writes every time by the clock that is chosen on the account page', async () => {
  const { page } = await newSession()
  await signInByForm(page, 'broker', '/mpg/opportunities')
  const times = page.locator('time .date-clock')
  await times.first().waitFor()
  expect(await times.first().textContent()).toMatch(/^\d\d:\d\d [AP]M$/)
  await openAccount(page, 'broker')
  await page.getByRole('radio', { name: '24 hours (18:05)' }).check()
  await page.getByRole('link', { name: 'Opportunities', exact: true }).click()
  await times.first().waitFor()
  expect(await times.first().textContent()).toMatch(/^\d\d:\d\d$/)
})
