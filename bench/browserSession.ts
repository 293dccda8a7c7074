import type { BrowserContext } from 'playwright-core'

/** The stored session of a browser. */
export type BrowserSession = Awaited<ReturnType<BrowserContext['storageState']>>

/** Signs in as a broker of the demo in a browser that is closed afterwards; returns the stored session. */
export async function signIn(context: BrowserContext, url: string): Promise<BrowserSession> {
  const page = await context.newPage()
  await page.goto(`${url}/login`)
  await page.getByText('Brokers').click()
  await page.getByLabel('Username').fill('broker')
  await page.getByLabel('Password').fill('citygate-demo-2026')
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByText(/^Showing/).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}
