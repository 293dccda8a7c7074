import { randomBytes } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { contract, type Row } from '../src/contract'
import type { ListAnswer } from '../src/contract/answers'
import { accessibilityFaults } from './accessibility'
import { signIn } from './actions'
import { callAs } from './api'
import { takeScreenshots } from './screenshots'
import { blockChangeStream } from './blockChangeStream'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()
const { organizations, addresses, organizationAddresses } = contract

type Organization = Row<'organizations'>

/** An image of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const toast = (page: Page, text: string) => page.locator('.toast').getByText(text, { exact: true })

const chooseState = async (page: Page, code: string): Promise<void> => {
  const field = page.getByRole('combobox', { name: 'State', exact: true })
  await field.click()
  await field.pressSequentially(code)
  await field.press('Enter')
}

const fillAll = async (form: Locator, values: Readonly<Record<string, string>>): Promise<void> => {
  for (const [label, value] of Object.entries(values))
    await form.getByLabel(label, { exact: true }).fill(value)
}

const named = async (name: string): Promise<Organization[]> =>
  (
    await callAs<ListAnswer<Organization>>(
      'broker',
      'GET',
      `${organizations.path}?q=${encodeURIComponent(name)}`,
    )
  ).results

it('[ORG-2, ORG-3, ORG-4, ORG-6, ORG-7] makes an organization with its logo, changes an address that others share, deletes it and takes that back', async () => {
  const mark = randomBytes(4).toString('hex')
  const name = `Cedar Mills ${mark}`
  const { page } = await newSession()
  // Change events of its own deletions would cause requests for records that no longer exist.
  await blockChangeStream(page)
  await signIn(page, 'broker', '/mpg/organizations/create')

  const form = page.getByRole('form', { name: 'Create organization' })
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('This field is required').first().waitFor()
  expect(await form.getByLabel('Name *').evaluate((input) => input === document.activeElement)).toBe(true)
  await fillAll(form, {
    'Name *': name,
    DBA: 'Cedar',
    Type: 'Industrial',
    Structure: 'Corporation',
    'Founding Year': '1987',
    'State of Incorporation': 'DE',
    'Contact Source': 'Referral',
    'MPG Internal ID': mark,
    Street: '12 Mill Road',
    City: 'Joliet',
    'ZIP Code': '60432',
    'Tax ID': `T-${mark}`,
    'FEIN Number': `F-${mark}`,
    'DUNS Number': `D-${mark}`,
    'Experian ID': `E-${mark}`,
    'Zoom Info ID': `Z-${mark}`,
    Email: 'gas@cedar.example',
    'Web Page': 'cedar.example',
    LinkedIn: 'https://linkedin.example/cedar',
    Facebook: 'https://facebook.example/cedar',
    Twitter: 'https://twitter.example/cedar',
    Glassdoor: 'https://glassdoor.example/cedar',
    'Primary Industry': 'Paper mills',
    'Number of Locations': '3',
    'Estimated Employee Count': '120',
    'Estimated Revenue': '2500000',
    'NAICS code 1': '322121',
  })
  await form.getByLabel('Phone', { exact: true }).pressSequentially('3125550111')
  await chooseState(page, 'IL')
  await form
    .getByLabel(/^Choose an image/)
    .setInputFiles({ name: 'cedar.png', mimeType: 'image/png', buffer: png })
  await form.getByRole('img', { name: 'The logo that is to be stored' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await takeScreenshots(page, 'organization-create')
  await form.getByRole('button', { name: 'Save' }).click()

  await heading(page, name.toUpperCase()).waitFor()
  await page.waitForURL(/\/mpg\/organizations\/\d+\/details$/)
  const [made] = await named(name)
  if (!made) throw new Error('The organization was not made.')
  expect(made).toMatchObject({
    name,
    phone: '312-555-0111',
    web_page: 'https://cedar.example',
    estimated_revenue: 2_500_000,
    naics: ['322121'],
  })
  const logo = page.getByRole('img', { name: `Logo of ${name.toUpperCase()}` })
  expect(
    await logo.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBe(1)
  await page.getByRole('heading', { name: 'Map' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  const other = await callAs<Organization>('broker', 'POST', organizations.path, {
    name: `Neighbour ${mark}`,
    state: 'IL',
  })
  const shared = made.addresses[0]
  await callAs('broker', 'POST', organizationAddresses.path, {
    organization: other.organization_id,
    address: shared,
    address_type: ['service_location'],
  })
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  const edit = page.getByRole('form', { name: 'Edit organization' })
  await edit.getByLabel('City', { exact: true }).fill('Rockford')
  await edit.getByLabel('City', { exact: true }).press('Control+s')
  const question = page.getByRole('dialog', { name: 'Others use this address, too' })
  await question.getByRole('link', { name: `NEIGHBOUR ${mark.toUpperCase()}` }).waitFor()
  await question.getByRole('button', { name: 'A new one' }).click()
  await toast(page, 'Update successfully.').waitFor()
  await heading(page, name.toUpperCase()).waitFor()
  await page.getByRole('region', { name: 'At a glance' }).getByText('Rockford, IL 60432').waitFor()
  const kept = await callAs<Row<'addresses'>>('broker', 'GET', `${addresses.path}${shared}/`)
  expect(kept).toMatchObject({ city: 'Joliet' })

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Organization' })
  await dialog.getByText("You won't be able to revert this.").waitFor()
  await dialog.getByText('its 1 address will stay').waitFor()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await heading(page, 'Organizations').waitFor()
  const undo = page.getByRole('button', { name: /^Undo/ })
  // A focused toast stays.
  await undo.focus()
  expect(await named(name)).toEqual([])
  await undo.click()
  await toast(page, 'Restored successfully.').waitFor()
  expect(await named(name)).toHaveLength(1)
})

it('[ORG-7] brings an organization back from the trash', async () => {
  const { page } = await newSession()
  const name = `Trashed ${Date.now()}`
  const made = await callAs<Organization>('broker', 'POST', organizations.path, { name, state: 'IL' })
  await callAs('broker', 'DELETE', `${organizations.path}${made.organization_id}/`)
  await signIn(page, 'broker', '/mpg/tags')
  await page.getByRole('link', { name: 'Trash', exact: true }).click()
  await page.getByRole('tab', { name: 'Organizations' }).click()
  await page.getByRole('searchbox', { name: 'Search organizations' }).fill(name)
  await page.getByText(name.toUpperCase()).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: `Restore ${name}` }).click()
  await toast(page, 'Restored successfully.').waitFor()
  await page.getByText('No organizations match').waitFor()
  expect(await named(name)).toHaveLength(1)
})
