import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { contract, type Row } from '../src/contract'
import { accessibilityFaults } from './accessibility'
import { signIn } from './actions'
import { callAs } from './api'
import { expectEventually } from './expectEventually'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()
const { opportunities } = contract

type Deal = Row<'opportunities'>

const newDeal = () =>
  callAs<Deal>('broker', 'POST', opportunities.path, {
    opportunity_name: `Deal ${randomBytes(4).toString('hex')}`,
  })
const dealPath = ({ opportunity_id }: Deal, rest: string) => `/mpg/opportunities/${opportunity_id}/${rest}`
const namesOf = async ({ opportunity_id }: Deal) => {
  const { organizations } = await callAs<{ organizations: Row<'organizations'>[] }>(
    'broker',
    'GET',
    `${opportunities.path}${opportunity_id}/?expand=organizations`,
  )
  return organizations.map(({ name }) => name)
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const queue = (page: Page) => page.getByRole('region', { name: 'Organizations Queue' })

/** Businesses of the demo registry: five laundries in one city, one of them an organization of the demo data. */
const searchFor = async (page: Page, name: string, city = 'Nampa') => {
  await page.getByRole('heading', { level: 1, name: 'Find Organization' }).waitFor()
  const state = page.getByLabel('State')
  await state.click()
  await state.pressSequentially('ID')
  await page.getByText('Idaho (ID)').click()
  await page.locator('input[name=city]').fill(city)
  await page.getByLabel('Organization Name').fill(name)
  await page.keyboard.press('Enter')
}

it('[BUR-1, BUR-2, BUR-4] brings businesses and an organization from the search to an opportunity', async () => {
  const deal = await newDeal()
  const { page } = await newSession()
  await signIn(page, 'broker', dealPath(deal, 'organizations'))
  await page.getByRole('link', { name: 'Add', exact: true }).click()
  await searchFor(page, 'laundry', 'Napma')
  await page.getByText('5 businesses found').waitFor()
  await page.getByText('similar city: “Nampa” for “Napma”').first().waitFor()
  const alive = page.getByRole('listitem').filter({ hasText: 'This organization already exist' })
  await alive.getByRole('heading', { name: 'Marlobourne Laundry' }).waitFor()
  expect(await alive.getByRole('button', { name: /^Add / }).isDisabled()).toBe(true)

  await button(page, 'Select Marlobourne Laundry').click()
  await button(page, 'Select Isterfold Laundry').click()
  await button(page, 'Select Bodkingate Laundry Co.').click()
  await button(page, 'UnSelect Bodkingate Laundry Co.').click()
  expect(await accessibilityFaults(page)).toEqual([])
  // The queue survives a reload, and so does the search.
  await page.reload()
  await page.getByText('5 businesses found').waitFor()
  await expectEventually(async () => (await queue(page).getByRole('listitem').count()) === 2)
  await button(page, 'Add to Opportunity').click()
  await page.locator('.toast').getByText('Add successfully.').waitFor()
  await page.waitForURL(`**${dealPath(deal, 'organizations')}`)
  await page.getByRole('heading', { level: 2, name: /Isterfold Laundry/i }).waitFor()
  expect(await namesOf(deal)).toEqual(['Marlobourne Laundry', 'Isterfold Laundry'])
})

it('[BUR-3, BUR-5, BID-6] makes one by hand on the way from a bid, whose draft is kept', async () => {
  const deal = await newDeal()
  const name = `By hand ${randomBytes(4).toString('hex')}`
  const { page } = await newSession()
  await signIn(page, 'broker', dealPath(deal, 'bid/new'))
  await page.locator('input[name=name]').fill('Winter strip')
  await page.getByRole('link', { name: 'HERE' }).click()
  await searchFor(page, name)
  await page.getByText(/^No organizations matching your criteria\./).waitFor()
  await page.getByRole('link', { name: 'manually create an organization' }).click()
  await page.getByRole('heading', { level: 1, name: 'Create Organization' }).waitFor()
  // The search is prefilled.
  expect(await page.locator('input[name=name]').inputValue()).toBe(name)
  expect(await page.locator('input[name=city]').inputValue()).toBe('Nampa')
  await page.locator('input[name=city]').fill('')
  await button(page, 'Save').click()
  await page.getByRole('heading', { level: 1, name: 'Find Organization' }).waitFor()
  await queue(page).getByText(name).waitFor()
  await button(page, 'Add to Opportunity').click()
  await page.waitForURL(`**${dealPath(deal, 'bid/new')}`)
  await page.getByText('What you had typed is back.').waitFor()
  expect(await page.locator('input[name=name]').inputValue()).toBe('Winter strip')
  expect(await namesOf(deal)).toEqual([name])
  // Only the state of its address is known, which is the initial value.
  await page.goto(dealPath(deal, 'organizations'))
  await page.getByText('Legal Address').waitFor()
  expect(await page.locator('.organization-panel dd').first().textContent()).toBe('ID')
})

it('[BUR-3] makes an organization of a business, and goes on to it', async () => {
  const { page } = await newSession()
  await signIn(
    page,
    'broker',
    '/mpg/organizations/experian/search?state=ID&city=Nampa&organization_name=Furzecombe',
  )
  await button(page, 'Add Furzecombe Laundry L.P.').click()
  await page.waitForURL(/\/mpg\/organizations\/\d+\/details$/)
  await page.getByRole('heading', { level: 1, name: /Furzecombe Laundry/i }).waitFor()
})
