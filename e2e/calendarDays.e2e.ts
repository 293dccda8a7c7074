import { signIn } from './actions'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()

it('reads a day as people write it, and keeps what it cannot read', async () => {
  const { page } = await newSession()
  await signIn(page, 'broker')
  await page.goto('/mpg/opportunities/new')
  await page.locator('input[name=opportunity_name]').fill('Days')
  await page.getByRole('button', { name: 'Next' }).click()
  const day = page.getByRole('textbox', { name: /close date/i }).first()
  await day.fill('5 Dec 2026')
  await day.press('Tab')
  expect(await day.inputValue()).toBe('12/05/2026')
  await day.fill('next week')
  await day.press('Enter')
  await page.getByText('“next week” is no date.').first().waitFor()
  expect(await day.inputValue()).toBe('next week')
  await day.fill('12/06/2026 or so')
  await day.press('Tab')
  await page.getByText('“12/06/2026 or so” is no date.').first().waitFor()
  // The picker may replace the text on close.
  await page.locator('.ant-picker-dropdown').first().waitFor({ state: 'hidden' })
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(await day.inputValue()).toBe('12/06/2026 or so')
  await day.click()
  await page.locator('.ant-picker-cell-in-view').getByText('15', { exact: true }).click()
  expect(await day.inputValue()).toMatch(/^\d\d\/15\/\d{4}$/)
  await page.getByText('is no date.').first().waitFor({ state: 'detached' })
})
