import type { Page } from 'playwright-core'
import { participantsPath } from '../src/contract/session'
import { accessibilityFaults } from './accessibility'
import { fillSignIn, signInByForm } from './actions'
import { takeScreenshots } from './screenshots'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()

const pathOf = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

/** Everything that the browser stores of the visit, in this tab and beyond it. */
const keptText = (page: Page) => page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))

const askedToSignOut = 'Are you sure you want to sign out?'

it('[AUTH-1, AUTH-9] leads an anonymous visit through sign-in to where it was meant to go', async () => {
  const { page } = await newSession()
  const wanted = '/mpg/opportunities?q=e&sort=-created_at'
  await page.goto(wanted)
  await page.waitForURL('**/login?**')
  expect(new URL(page.url()).searchParams.get('returnUrl')).toBe(wanted)

  const participants = page.waitForResponse((answer) => new URL(answer.url()).pathname === participantsPath)
  await fillSignIn(page, 'broker')
  await page.waitForURL(`**${wanted}`)
  const toast = page.getByRole('status').filter({ hasText: 'Successfully signed in as broker.' })
  await toast.waitFor()
  expect(await toast.textContent()).toContain('Login')
  expect((await participants).status()).toBe(200)
  await page.getByRole('table', { name: 'Opportunities' }).waitFor()
  expect(pathOf(page)).toBe(wanted)
})

it('[AUTH-8] shows a wrong password above the form and lets one try again', async () => {
  const { page, ignoreErrors } = await newSession()
  await page.goto('/login')
  await fillSignIn(page, 'broker', 'not-the-demo-password')
  await page.getByRole('alert').getByRole('listitem').waitFor()
  // The browser logs the refused request in the console.
  expect(ignoreErrors(/status of 401.*\/api\/token\//)).toBe(1)
  await fillSignIn(page, 'broker')
  await page.getByRole('heading', { level: 1, name: 'Opportunities' }).waitFor()
})

it('[AUTH-15] keeps the session over a reload, and in a tab opened later', async () => {
  const { page, context } = await newSession()
  await signInByForm(page, 'broker')
  await page.reload()
  await page.getByRole('table', { name: 'Opportunities' }).waitFor()
  await page.getByRole('banner').getByText('broker').waitFor()

  const second = await context.newPage()
  await second.goto('/mpg/opportunities')
  await second.getByRole('table', { name: 'Opportunities' }).waitFor()
})

it('[AUTH-15] keeps a session that is not to be remembered in its own tab only', async () => {
  const { page, context } = await newSession()
  await page.goto('/login')
  await page.getByRole('radio', { name: 'Brokers' }).check()
  await page.getByRole('checkbox', { name: 'Remember me' }).uncheck()
  await fillSignIn(page, 'broker')
  await page.getByRole('table', { name: 'Opportunities' }).waitFor()
  await page.reload()
  await page.getByRole('table', { name: 'Opportunities' }).waitFor()

  const second = await context.newPage()
  await second.goto('/mpg/opportunities')
  await second.waitForURL('**/login?**')
})

it('[AUTH-15] shows what another tab has chosen, and keeps it beside what is chosen here', async () => {
  const { page, context } = await newSession()
  await signInByForm(page, 'broker')
  const second = await context.newPage()
  await second.goto('/mpg/opportunities')
  await second.getByRole('table', { name: 'Opportunities' }).waitFor()
  await page.getByRole('button', { name: 'Account of broker' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark theme' }).click()
  await second.locator('html[data-theme="dark"]').waitFor()
  await second.getByRole('button', { name: 'Compact' }).click()
  await page.getByRole('button', { name: 'Compact', pressed: true }).waitFor()
  await page.reload()
  await page.getByRole('table', { name: 'Opportunities' }).waitFor()
  await page.locator('html[data-theme="dark"]').waitFor()
  await page.getByRole('button', { name: 'Compact', pressed: true }).waitFor()
})

it('[AUTH-11, SHELL-4] asks before it signs out, and goes back one step on Cancel', async () => {
  const { page } = await newSession()
  await signInByForm(page, 'broker', '/mpg/opportunities?sort=-created_at')
  await page.getByRole('link', { name: 'Sign out' }).click()
  await page.waitForURL('**/account/logout')
  await page.getByRole('heading', { name: askedToSignOut }).waitFor()
  expect(await page.getByRole('banner').count()).toBe(0)
  expect(await page.getByRole('navigation').count()).toBe(0)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL('**/mpg/opportunities?sort=-created_at')
})

it('[AUTH-11, AUTH-15] signs every tab out and leaves nothing of the session behind', async () => {
  const { page, context } = await newSession()
  await signInByForm(page, 'broker')
  const second = await context.newPage()
  await second.goto('/mpg/opportunities')
  await second.getByRole('table', { name: 'Opportunities' }).waitFor()
  expect(await keptText(page)).toContain('refresh')

  await page.goto('/logout')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL('**/login')
  await second.waitForURL('**/login**')
  for (const tab of [page, second]) {
    const kept = await keptText(tab)
    expect(kept).not.toContain('refresh')
    expect(kept).not.toContain('contact')
  }
  await page.goto('/mpg/opportunities')
  await page.waitForURL('**/login?**')
})

it('has no accessibility fault on the pages without the frame', async () => {
  const { page } = await newSession()
  await page.goto('/login')
  await page.getByRole('radio', { name: 'Brokers' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('radio', { name: 'Brokers' }).check()
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByText('Username is required').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await takeScreenshots(page, 'login')

  await signInByForm(page, 'broker', '/account/logout')
  await page.goto('/account/logout')
  await page.getByRole('heading', { name: askedToSignOut }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await takeScreenshots(page, 'logout')
})
