import { accessibilityFaults } from './accessibility'
import { signIn } from './actions'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()

test('[HOOK-1, HOOK-5] the team makes a webhook, and sees what became of a test', async () => {
  const { page, ignoreErrors } = await newSession()
  await signIn(page, 'team', '/mpg/webhooks')
  await page.getByRole('button', { name: 'Create Webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('ERP')
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://127.0.0.1/hook')
  await dialog.getByRole('checkbox', { name: 'Tag created' }).check()
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('PRIVATE_HOSTS does not allow').first().waitFor()
  ignoreErrors(/400/)
  // A name that no resolver knows: it is refused at the delivery only.
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://receiver.invalid/hook')
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect(await page.getByLabel('Signing secret of “ERP”').inputValue()).toMatch(/^whsec_/)
  await page.getByRole('button', { name: 'Send a test: ERP' }).click()
  await page.getByText('test: Failed').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Delete: ERP' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('There is no webhook.').waitFor()
})
