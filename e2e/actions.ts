import type { BrowserContext, Page } from 'playwright-core'
import { contract } from '../src/contract'
import { storageKeyOf } from '../src/store/storedSession'

/** Password of every demo account. */
export const demoPassword = 'citygate-demo-2026'

/**
 * Accounts that sign in by password, by user type; the newcomer has no mail account yet. Team accounts choose another
 * type than their own, which may have a directory (AUTH-17).
 */
const typeNames = { customer: 'Customers', broker: 'Brokers', newcomer: 'Brokers', team: 'Brokers' } as const
type Username = keyof typeof typeNames

/** Submits the sign-in page, which must be open; the result is checked by the test. */
export async function fillSignIn(page: Page, username: Username, password = demoPassword): Promise<void> {
  await page.getByRole('radio', { name: typeNames[username] }).check()
  await fillCredentials(page, username, password)
}

/** Submits the sign-in page after a user type was chosen. */
export async function fillCredentials(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
}

/** Signs in with a demo account by the form, and waits for the given page, the opportunity list by default. */
export async function signInByForm(
  page: Page,
  username: Username,
  path = '/mpg/opportunities',
): Promise<void> {
  await page.goto(path)
  await fillSignIn(page, username)
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1 }).waitFor()
}

interface StoredSession {
  /** Of the product that gave it. */
  origin: string
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>
  session: string
  until: number
}

const sessionKey = storageKeyOf('session')

/** Sessions of this test file, for as long as no page renews their tokens. */
const sessions = new Map<Username, StoredSession>()
const sessionMs = 90_000

/**
 * Stores a session in a browser before its page is opened.
 * @returns whether it is one of the product that the browser looks at.
 */
async function restoreSession(context: BrowserContext, stored: StoredSession): Promise<boolean> {
  const page = await context.newPage()
  // For a document that is no page of the product, the browser asks for a default icon.
  await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }))
  await page.goto('/icon.svg')
  const isOfProduct = new URL(page.url()).origin === stored.origin
  if (isOfProduct) {
    await context.addCookies(stored.cookies)
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      sessionKey,
      stored.session,
    ] as const)
  }
  await page.close()
  return isOfProduct
}

/** For a test that signs out: the sessions of this file that others would go on with have ended. */
export const forgetSessions = (): void => sessions.clear()

/**
 * Opens a page, the opportunity list by default, signed in with a demo account. The first test of a file signs in by the
 * form; those that follow go on with its session, unless it has been ended meanwhile.
 */
export async function signIn(page: Page, username: Username, path = '/mpg/opportunities'): Promise<void> {
  const known = sessions.get(username)
  if (known && known.until > Date.now() && (await restoreSession(page.context(), known))) {
    await page.goto(path)
    const heading = page.getByRole('heading', { level: 1 })
    await heading.waitFor()
    if ((await heading.textContent()) !== 'Sign in') return
  }
  const until = Date.now() + sessionMs
  await signInByForm(page, username, path)
  const { cookies, origins } = await page.context().storageState()
  for (const { origin, localStorage: entries } of origins) {
    const session = entries.find(({ name }) => name === sessionKey)?.value
    if (session !== undefined) sessions.set(username, { origin, cookies, session, until })
  }
}

/** Returns the query of the list request caused by an action, once it is answered. */
export async function listCallAfter(page: Page, act: () => Promise<unknown>): Promise<URLSearchParams> {
  const [response] = await Promise.all([
    page.waitForResponse((each) => new URL(each.url()).pathname === contract.opportunities.path),
    act(),
  ])
  return new URL(response.url()).searchParams
}

/** Selects the option of this name in a picker. */
export async function pick(page: Page, label: string, text: string): Promise<void> {
  const list = page.locator('.pick-list', { has: page.getByRole('combobox', { name: label }) })
  const box = list.getByRole('combobox')
  await box.click()
  await box.fill(text)
  await box.press('Enter')
  // The status text below it contains the text, too, while loading.
  await list.locator('.ant-select').getByText(text).filter({ visible: true }).first().waitFor()
}
