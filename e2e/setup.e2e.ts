import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mailRedirectPath } from '../src/contract/mail'
import { accessibilityFaults } from './accessibility'
import { fillSignIn, pick, signInByForm } from './actions'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()

const heading = 'To properly use the system, please specify your default calendar'

it('[SHELL-1, SETUP-1, SETUP-2, SETUP-3, SETUP-4] connects the mail account of a newcomer before anything else opens', async () => {
  const { page, context } = await newSession()
  await page.goto('/mpg/tags')
  await fillSignIn(page, 'newcomer')
  await page.waitForURL('**/setup/')
  await page.goto('/mpg/opportunities')
  await page.waitForURL('**/setup/')
  const authorize = page.getByRole('button', { name: 'Authorize' })
  await authorize.waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  // The popup is closed before its end, and opened again.
  const [first] = await Promise.all([context.waitForEvent('page'), authorize.click()])
  await first.getByRole('button', { name: 'Allow' }).waitFor()
  await first.close()
  await page.getByText(/The window was closed before/).waitFor()
  const [popup] = await Promise.all([context.waitForEvent('page'), authorize.click()])
  await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Allow' }).click()])

  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  const calendar = page.getByRole('radio', { name: 'Calendar', exact: true })
  await calendar.waitFor()
  expect(await calendar.isChecked()).toBe(true)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Complete' }).click()
  await page.getByRole('heading', { level: 1, name: 'Opportunities' }).waitFor()
  await page.goto('/mpg/tags')
  await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor()
})

const services: Server[] = []
afterEach(() => {
  for (const service of services.splice(0)) service.close().closeAllConnections()
})

it('[SETUP-1, SETUP-2] connects it where the mail service asks at an origin of its own, which cuts the two windows apart', async () => {
  const service = createServer(({ url = '/' }, response) => {
    const next = new URL(url, 'http://service').searchParams.get('next') ?? ''
    response.setHeader('content-type', 'text/html').end(`<title>Mail</title><a href="${next}">Go on</a>`)
  }).listen(0, '127.0.0.1')
  services.push(service)
  await once(service, 'listening')
  const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const { page, context } = await newSession()
  await page.route(`**${mailRedirectPath}*`, async (route) => {
    const response = await route.fetch()
    const { url } = (await response.json()) as { url: string }
    const next = encodeURIComponent(new URL(url, page.url()).href)
    await route.fulfill({ response, json: { url: `${origin}/?next=${next}` } })
  })
  await signInByForm(page, 'broker', '/account')
  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: 'Reconnect' }).click(),
  ])
  await popup.getByRole('link', { name: 'Go on' }).waitFor()
  // Longer than the detection of a closed popup takes.
  await page.waitForTimeout(1_500)
  await popup.getByRole('link', { name: 'Go on' }).click()
  const connected = page.waitForResponse(/callback/)
  await popup.getByRole('button', { name: 'Allow' }).click()
  expect((await connected).status()).toBe(200)
})

it('[TASK-1, TASK-2, TASK-3, SHELL-9] creates a task from the top bar, finds, completes and deletes it', async () => {
  const { page } = await newSession()
  await signInByForm(page, 'broker', '/mpg/tags')
  await page.getByRole('button', { name: 'Create task' }).click()
  const dialog = page.getByRole('dialog', { name: 'TASK' })
  const name = `Call the plant ${Date.now()}`
  await dialog.getByLabel('Title').fill(name)
  await dialog.getByRole('textbox', { name: 'Description' }).click()
  await page.keyboard.type('About the winter price')
  await pick(page, 'Time Needed', 'Custom')
  await dialog.getByLabel('Custom time').fill('25')
  await pick(page, 'Completed Within', '3 days')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Control+s')
  await page.getByText('Add successfully.').waitFor()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Tasks', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search tasks' }).fill(name)
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name }) })
  await row.getByText('25 minutes').waitFor()
  await row.getByRole('button', { name: `Complete ${name}` }).click()
  // The menu links to open tasks.
  await row.waitFor({ state: 'detached' })
  await page.getByLabel('Status').selectOption({ label: 'Done' })
  await row.getByText('Done').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await row.getByRole('link', { name }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
})
