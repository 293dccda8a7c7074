/* Actions on a page before its screenshot. */
import type { Page } from 'playwright-core'

export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()

export const openDialog = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page)
  await page.getByRole('dialog').waitFor()
}

export const retry = (page: Page) => page.getByRole('button', { name: 'Retry' }).first().waitFor()

export const loading = (page: Page) => page.locator('.bar').first().waitFor()

/** Saves a form without its required values. */
export const saveTooEarly = async (page: Page) => {
  await press('Save')(page)
  await page.getByText('This field is required').first().waitFor()
}
