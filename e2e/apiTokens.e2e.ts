import { accessibilityFaults } from './accessibility'
import { signInByForm } from './actions'
import { useBrowserSessions } from './browserSession'
import { sharedUrl } from './shared'

const newSession = useBrowserSessions()

test('[TOKEN-5] a token is made on the account page, used by a program, and revoked', async () => {
  const { page } = await newSession()
  await signInByForm(page, 'broker')
  await page.goto('/account')
  const area = page.getByRole('region', { name: 'API tokens' })
  await area.getByRole('button', { name: 'Make a token' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Nightly sync')
  await page.getByRole('dialog').getByLabel('Your password').fill('citygate-demo-2026')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Make the token' }).click()
  const token = await area.getByLabel('Token “Nightly sync”').inputValue()
  expect(token).toMatch(/^cg_[\w-]{43}$/)
  const read = async () =>
    (await fetch(`${sharedUrl()}/api/mpg/tag/`, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await read()).toBe(200)
  await area.getByRole('button', { name: 'Revoke: Nightly sync' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await area.getByText('There is no API token.').waitFor()
  expect(await read()).toBe(401)
})
