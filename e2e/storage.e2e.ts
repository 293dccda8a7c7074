import { fillSignIn } from './actions'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()

/** Simulates a browser that blocks all storage ("Block all cookies"), before the page's scripts run. */
const blockStorage = () => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      configurable: true,
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
}
/** Simulates a browser whose storage is full. */
const fillStorage = () => {
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
}

it.each([
  ['is blocked', blockStorage, 'This browser keeps nothing of this page'],
  ['is full', fillStorage, 'The storage of this browser is full'],
])(
  '[K9] works for the page where storage %s, says it once, and is signed out by a reload',
  async (_, hinder, said) => {
    const { page, context } = await newSession()
    await context.addInitScript(hinder)
    await page.goto('/login')
    await fillSignIn(page, 'broker')
    const list = page.getByRole('table', { name: 'Opportunities' })
    await list.getByRole('link').first().waitFor()
    const notice = page.locator('.toast').filter({ hasText: said })
    await notice.waitFor()
    expect(await notice.count()).toBe(1)
    await notice.getByRole('button', { name: 'Close' }).click()

    // List state, drafts and preferences work without further messages.
    await page.getByRole('button', { name: 'Compact' }).click()
    await list.locator('tbody').getByRole('link').first().click()
    await page.getByRole('link', { name: 'Edit', exact: true }).first().click()
    await page.getByLabel('Broker Fee').fill('0.05')
    await page.getByRole('button', { name: 'Cancel', exact: true }).first().waitFor()
    await page.goBack()
    expect(await notice.count()).toBe(0)

    await page.goto('/mpg/opportunities')
    await page.waitForURL('**/login?**')
    await page.getByRole('radio', { name: 'Brokers' }).waitFor()
    expect(await page.getByText('renewed meanwhile').count()).toBe(0)
    await fillSignIn(page, 'broker')
    await list.getByRole('link').first().waitFor()
  },
)
