import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { contract, type Row } from '../src/contract'
import { accessibilityFaults } from './accessibility'
import { signIn } from './actions'
import { callAs } from './api'
import { expectEventually } from './expectEventually'
import { blockChangeStream } from './blockChangeStream'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()

/** An organization with a unique name. */
const anOrganization = async () => {
  const mark = randomBytes(4).toString('hex')
  return callAs<Row<'organizations'>>('broker', 'POST', contract.organizations.path, {
    name: `Mills ${mark}`,
    tax_id: `T-${mark}`,
    state: 'TX',
  })
}

/** Waits until the page handles keys, shortly after its content. */
const ready = async (page: Page) => {
  await signIn(page, 'broker', '/mpg/tags')
  const search = page.getByLabel('Search tags')
  await expectEventually(async () => {
    await page.keyboard.press('/')
    return search.evaluate((field) => field === document.activeElement)
  })
  await search.evaluate((field) => field.blur())
}

describe.each(['light', 'dark'] as const)('the palette, %s', (colorScheme) => {
  it.each([1440, 390])('finds an organization by its tax id and opens it, at %i px', async (width) => {
    const { name, tax_id, organization_id } = await anOrganization()
    const { page } = await newSession({ colorScheme, viewport: { width, height: 800 } })
    await blockChangeStream(page)
    await ready(page)
    await page.keyboard.press('Control+k')
    const input = page.getByRole('combobox', { name: 'Search everything' })
    await input.waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.type(tax_id ?? '')
    const found = page.getByRole('option', { name: name.toUpperCase() })
    await found.waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/mpg/organizations/${organization_id}/details`)
    await page.getByRole('heading', { level: 1, name: name.toUpperCase() }).waitFor()
  })

  it('lists the keys', async () => {
    const { page } = await newSession({ colorScheme })
    await blockChangeStream(page)
    await ready(page)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })
})

it('goes on by keys, moves through the rows in sight, and leaves what is typed alone', async () => {
  const { page } = await newSession()
  await ready(page)
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor()
  const rows = page.locator('tbody .column-name a')
  await rows.nth(9).waitFor()
  for (let row = 0; row < 10; row += 1) {
    await page.keyboard.press('j')
    expect(await rows.nth(row).evaluate((link) => link === document.activeElement)).toBe(true)
  }
  await page.keyboard.press('k')
  expect(await rows.nth(8).evaluate((link) => link === document.activeElement)).toBe(true)
  await page.keyboard.press('/')
  await page.keyboard.type('cgo?j')
  expect(await page.getByLabel('Search contacts').inputValue()).toBe('cgo?j')
  expect(new URL(page.url()).pathname).toBe('/mpg/contacts')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

it('follows keys again once the menu of a narrow screen has been closed', async () => {
  const { page } = await newSession({ viewport: { width: 390, height: 800 } })
  await ready(page)
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Contacts' }).click()
  await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
})

it('makes a link in the editor of a text by the keys that open the palette elsewhere', async () => {
  const { page } = await newSession()
  await ready(page)
  await page.getByRole('banner').getByRole('button', { name: 'Create task' }).click()
  await page.getByRole('textbox', { name: 'Description' }).click()
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: /address|link/i }).waitFor()
  expect(await page.getByRole('combobox', { name: 'Search everything' }).count()).toBe(0)
})
