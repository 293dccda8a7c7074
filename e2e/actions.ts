import type { Page } from 'playwright-core'
import { contract } from '../src/contract'

/** Of every account of the demo data. */
export const demoPassword = 'citygate-demo-2026'

/**
 * Who signs in by password, by the type that is chosen first; the newcomer has no mail account yet. The team chooses
 * another type than its own, which may have a directory (AUTH-17).
 */
const typeNames = { customer: 'Customers', broker: 'Brokers', newcomer: 'Brokers', team: 'Brokers' } as const
type Username = keyof typeof typeNames

/** Fills the sign-in page and sends it. The page has to be open; what follows is the test's to look at. */
export async function fillSignIn(page: Page, username: Username, password = demoPassword): Promise<void> {
  await page.getByRole('radio', { name: typeNames[username] }).check()
  await fillCredentials(page, username, password)
}

/** Fills the sign-in page of somebody whose type has been chosen, and sends it. */
export async function fillCredentials(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
}

/** Signs in with a demo account and waits for the page it was meant for, the opportunity list by default. */
export async function signIn(page: Page, username: Username, path = '/mpg/opportunities'): Promise<void> {
  await page.goto(path)
  await fillSignIn(page, username)
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Does something that makes a list ask the server, and gives the query it asked with, once it is answered. */
export async function listCallAfter(page: Page, act: () => Promise<unknown>): Promise<URLSearchParams> {
  const [response] = await Promise.all([
    page.waitForResponse((each) => new URL(each.url()).pathname === contract.opportunities.path),
    act(),
  ])
  return new URL(response.url()).searchParams
}

/** Chooses the entry of a pick list that is called so. */
export async function pick(page: Page, label: string, text: string): Promise<void> {
  const list = page.locator('.pick-list', { has: page.getByRole('combobox', { name: label }) })
  const box = list.getByRole('combobox')
  await box.click()
  await box.fill(text)
  await box.press('Enter')
  // What stands below it while the answer is on its way says the text, too.
  await list.locator('.ant-select').getByText(text).filter({ visible: true }).first().waitFor()
}
