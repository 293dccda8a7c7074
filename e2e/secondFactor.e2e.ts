import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { accessibilityFaults } from './accessibility'
import { demoPassword, fillSignIn } from './actions'
import { useBrowserSessions } from './browserSession'
import { startProduct, type Product } from './product'

const newSession = useBrowserSessions()

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.stop())

/** The code of an app, of this step or a later one. */
const codeOf = (key: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + steps * 30_000,
  })

/** Puts an authenticator of passkeys in the place of the device's. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const start = (page: Page) => page.getByRole('heading', { level: 1, name: 'Opportunities' }).waitFor()
const section = (page: Page) => page.getByRole('region', { name: 'Second factor' })

const signOut = async (page: Page) => {
  await page.goto('/logout')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL('**/login')
}

/** Fills a dialog that asks for the password, and submits it. */
const giveKnownPassword = async (page: Page, button: string) => {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Your password/).fill(demoPassword)
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: button }).click()
}

/** Signs in by password up to the second step. */
const untilSecondStep = async (page: Page) => {
  await page.goto('/login')
  await fillSignIn(page, 'customer')
  await page.getByRole('button', { name: 'Continue' }).waitFor()
}

it('[MFA-1, MFA-2, MFA-3, MFA-4, MFA-5] signs in by an app, by a recovery code, and by a passkey', async () => {
  // Browsers make no passkeys for addresses of numbers.
  const { page } = await newSession({ baseURL: product.url.replace('127.0.0.1', 'localhost') })
  await addAuthenticator(page)
  await page.goto('/account')
  await fillSignIn(page, 'customer')

  await section(page).getByRole('button', { name: 'Set up an app' }).click()
  await giveKnownPassword(page, 'Continue')
  const key = (await page.locator('.app-key').textContent()) ?? ''
  await page.getByLabel(/^Code that the app shows/).fill(codeOf(key))
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Confirm' }).click()
  const list = page.getByRole('list', { name: 'Recovery codes' })
  await list.waitFor()
  const codes = await list.getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await section(page).getByText('10 of 10 unused').waitFor()

  await signOut(page)
  await untilSecondStep(page)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByLabel('Code').fill(codeOf(key, 1))
  await page.keyboard.press('Enter')
  await start(page)

  await signOut(page)
  await untilSecondStep(page)
  await page.getByLabel('Code').fill(codes[0]?.toUpperCase() ?? '')
  await page.keyboard.press('Enter')
  await start(page)

  await page.goto('/account')
  await section(page).getByText('9 of 10 unused').waitFor()
  await section(page).getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByLabel(/^Name/).fill('Laptop')
  await giveKnownPassword(page, 'Continue')
  await section(page).getByText('Laptop').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  await signOut(page)
  await untilSecondStep(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await start(page)

  await signOut(page)
  await page.getByRole('radio', { name: 'Customers' }).check()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await start(page)

  await page.goto('/account')
  await section(page)
    .getByText(/last used/)
    .waitFor()
  await section(page).getByRole('button', { name: 'Remove Laptop' }).click()
  await giveKnownPassword(page, 'Remove')
  await section(page).getByText('Laptop').waitFor({ state: 'detached' })
})

it('[MFA-7] leads a user who must have a second factor to set one up, before anything else', async () => {
  const strict = await startProduct({ REQUIRE_SECOND_FACTOR: 'customer' })
  try {
    const { page, ignoreErrors } = await newSession({ baseURL: strict.url })
    await page.goto('/mpg/opportunities')
    await fillSignIn(page, 'customer')
    await page.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor()
    await page.getByRole('button', { name: 'Set up an app' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Set up an app' }).click()
    await giveKnownPassword(page, 'Continue')
    const key = (await page.locator('.app-key').textContent()) ?? ''
    await page.getByLabel(/^Code that the app shows/).fill(codeOf(key))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByRole('table', { name: 'Opportunities' }).waitFor()
    // The browser logs the refused requests in the console.
    expect(ignoreErrors(/status of 409/)).toBeGreaterThan(0)
  } finally {
    await strict.stop()
  }
})
