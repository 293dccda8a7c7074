import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { contract, type Row } from '../src/contract'
import type { ListAnswer } from '../src/contract/answers'
import { accessibilityFaults } from './accessibility'
import { pick, signIn } from './actions'
import { callAs } from './api'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()
const { organizations, contacts, addresses, states, organizationAddresses } = contract

/** A unique part of record names. */
const mark = () => randomBytes(4).toString('hex')
const newOrganization = (name: string) =>
  callAs<Row<'organizations'>>('broker', 'POST', organizations.path, { name, state: 'TX' })
const newContact = (last_name: string) =>
  callAs<Row<'contacts'>>('broker', 'POST', contacts.path, { title: 'ms', first_name: 'Ada', last_name })
const newAddress = async (address_street: string) => {
  const texas = await callAs<ListAnswer<Row<'states'>>>('broker', 'GET', `${states.path}?q=texas`)
  const state = texas.results[0]?.state_id
  const body = { address_street, city: 'Marfa', zip_code: '79843', state }
  return callAs<Row<'addresses'>>('broker', 'POST', addresses.path, body)
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const counted = (page: Page, count: number, status: string) =>
  page.locator(`.status-count-${status}`, { hasText: new RegExp(`^${count} ${status}$`) }).waitFor()

it('[ORG-8, ORG-11, CON-8, CON-12] links a contact, expires and reactivates the link; counts and filter follow', async () => {
  const name = mark()
  const { organization_id } = await newOrganization(`Mills ${name}`)
  await newContact(`Quill ${name}`)
  const tab = `/mpg/organizations/${organization_id}/contacts`
  const { page, ignoreErrors } = await newSession()
  await signIn(page, 'broker', tab)
  const add = async () => {
    await page.getByRole('link', { name: 'Add Contact' }).click()
    await page.getByRole('heading', { level: 1, name: 'Add Contact' }).waitFor()
    await pick(page, 'Contact', `Quill ${name}`)
  }
  await add()
  // The list closes with an animation.
  await page.locator('.ant-select-dropdown').filter({ visible: true }).waitFor({ state: 'detached' })
  expect(await accessibilityFaults(page)).toEqual([])
  await button(page, 'Save').click()
  await page.waitForURL(`**${tab}`)
  await counted(page, 1, 'active')
  expect(await accessibilityFaults(page)).toEqual([])

  await page.getByRole('link', { name: /^Edit Quill/ }).click()
  await page.getByRole('radio', { name: 'Expired' }).check()
  await button(page, 'Save').click()
  await page.waitForURL(`**${tab}`)
  await counted(page, 0, 'active')
  await counted(page, 1, 'expired')
  await page.getByText('There are no active contacts yet.').waitFor()
  await page.getByLabel('Property Status').selectOption('Expired')
  await page.getByRole('link', { name: `Quill ${name}, Ada`, exact: true }).waitFor()

  await add()
  await button(page, 'Save').click()
  const notice = page.getByRole('alert').filter({ hasText: 'already linked' })
  await notice.getByRole('button', { name: 'Reactivate' }).click()
  await page.waitForURL(`**${tab}`)
  await counted(page, 1, 'active')
  await counted(page, 0, 'expired')
  expect(ignoreErrors(/status of 409/)).toBe(1)
})

it('[ADR-2, ADR-4, ORG-9] makes an address for an organization; links several at once and tries the failed one again', async () => {
  const name = mark()
  const made = await Promise.all(['Ash', 'Elm', 'Oak'].map((tree) => newOrganization(`${tree} ${name}`)))
  const [ash] = made
  const { page, ignoreErrors } = await newSession()
  await signIn(page, 'broker', `/mpg/addresses/create?org_id=${ash?.organization_id ?? 0}`)
  await page.getByLabel('Address Street').fill(`7 ${name} Street, Marfa, TX 79843`)
  await button(page, 'Fill street, city, state and ZIP code').click()
  await page.getByRole('checkbox', { name: 'Headquarters' }).check()
  await button(page, 'Save').click()
  await page.waitForURL(`**/mpg/organizations/${ash?.organization_id ?? 0}/addresses`)
  await page
    .getByRole('link', { name: `7 ${name} Street, Marfa, TX 79843` })
    .first()
    .waitFor()

  const { address_id } = await newAddress(`9 ${name} Street`)
  await page.goto(`/mpg/addresses/${address_id}/organization/add`)
  for (const tree of ['Ash', 'Elm', 'Oak']) await pick(page, 'Organizations', `${tree} ${name}`)
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Billing Address' }).check()
  const sent: number[] = []
  let refused: number | undefined
  await page.route(`**${organizationAddresses.path}**`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const { organization } = route.request().postDataJSON() as { organization: number }
    sent.push(organization)
    if (refused !== undefined || organization !== made[1]?.organization_id) return route.continue()
    refused = organization
    return route.abort('connectionfailed')
  })
  await button(page, 'Save').click()
  await page.getByText(/Save tries again/).waitFor()
  expect(sent).toHaveLength(3)
  await page.locator('.toast').getByText('Error.').waitFor()
  await button(page, 'Save').click()
  await page.waitForURL(`**/mpg/addresses/${address_id}/organizations`)
  expect(sent.slice(3)).toEqual([refused])
  await counted(page, 3, 'active')
  expect(ignoreErrors(/ERR_CONNECTION_FAILED/)).toBe(2)
})
