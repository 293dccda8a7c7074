import { accessibilityFaults } from './accessibility'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()

it('[AUTH-4, AUTH-6, AUTH-9] signs the provider’s team in through the built-in directory, and goes on to where it wanted to go', async () => {
  const { page, context } = await newSession()
  await page.goto('/mpg/opportunities?size=25')
  await page.getByRole('radio', { name: 'Provider’s team' }).check()
  const button = page.getByRole('link', { name: 'Sign in with the demo directory' })
  await button.waitFor()
  expect(await page.getByLabel('Password').count()).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
  await button.click()
  const account = page.getByRole('button', { name: /\(team\)$/ })
  await account.waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await account.click()
  await page.waitForURL('**/mpg/opportunities?size=25')
  await page.getByText('Successfully signed in as team.').waitFor()
  await page.getByRole('table', { name: 'Opportunities' }).waitFor()
  const cookies = await context.cookies()
  expect(cookies.filter(({ name }) => name.startsWith('citygate'))).toEqual([])
})

it('[AUTH-6, TRUST-17] shows nothing of a code that is not good, and takes it out of the address', async () => {
  const { page, ignoreErrors } = await newSession()
  await page.goto('/login?code=made-up&state=made-up')
  await page.getByRole('radio', { name: 'Provider’s team' }).waitFor()
  await page.waitForURL((url) => url.pathname === '/login' && url.search === '')
  expect(await page.getByRole('alert').count()).toBe(0)
  // The browser logs the refused request, and the page the reason.
  expect(
    ignoreErrors(/status of 401.*\/rest\/complete\/|Signing in through the directory has failed/),
  ).toBeGreaterThan(0)
})
