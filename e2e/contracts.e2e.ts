import { randomBytes } from 'node:crypto'
import { contract, type Row } from '../src/contract'
import type { ListAnswer } from '../src/contract/answers'
import { addDays, addMonths, addYears, marketDay, monthOf } from '../src/contract/gas/calendar'
import { renewalsPath, type RenewalTotals } from '../src/contract/renewals'
import { accessibilityFaults } from './accessibility'
import { pick, signIn } from './actions'
import { callAs } from './api'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()

const monthly = [1800, 1550, 1200, 700, 400, 250, 200, 200, 300, 700, 1150, 1550]
const names = Object.keys(contract.bids.fields).filter((name) => /^(?!annual).+_volume$/.test(name))
const read = <T>(path: string) => callAs<T>('broker', 'GET', path)

/** A bid for a year from the next month on, with two firm quotes, and an account of its customer. */
const makeDeal = async () => {
  const mark = randomBytes(4).toString('hex')
  const make = <T>(path: string, body: object) => callAs<T>('broker', 'POST', path, body)
  const start = `${addMonths(monthOf(new Date().toISOString()), 1)}-01`
  const customer = `Dairy ${mark}`
  const { opportunity_id: opportunity } = await make<Row<'opportunities'>>(contract.opportunities.path, {
    opportunity_name: `Contracted ${mark}`,
    broker_fee: 0.12,
    dekatherms: true,
  })
  const { organization_id } = await make<Row<'organizations'>>(contract.organizations.path, {
    name: customer,
    state: 'TX',
  })
  const { results } = await read<ListAnswer<Row<'utilityStates'>>>(
    `${contract.utilityStates.path}?status=active&limit=1`,
  )
  const utility_state = results[0]?.utility_state_id
  const account_number = `00-${mark}`
  await make(contract.utilityAccounts.path, { organization: organization_id, utility_state, account_number })
  const { bid_id: bid } = await make<Row<'bids'>>(contract.bids.path, {
    ...{ opportunity, legal_entity: organization_id, supplier: 'direct', utility_state },
    ...{ terms: [12], swing: [0.1], pricing_type: [1], pricing_point: 'Burner Tip', start_date: start },
    annual_volume: 10_000,
    ...Object.fromEntries(names.map((name, index) => [name, monthly[index]])),
  })
  const suppliers = [`Cedar ${mark}`, `Dogwood ${mark}`] as const
  for (const [index, name] of suppliers.entries()) {
    const { supplier_id } = await make<Row<'suppliers'>>(contract.suppliers.path, { name })
    await make(contract.quotes.path, {
      ...{ bid, supplier: supplier_id, pricing_type: 1, term: 12, start_date: start, quote_kind: 'firm' },
      // The lower number is that of the dearer one: a therm is a tenth of a dekatherm.
      ...(index === 0 ? { price: 0.43, price_unit: 'th' } : { price: 4.05, price_unit: 'dth' }),
      pricing_point: 'Burner Tip',
    })
  }
  return { opportunity, bid, start, customer, organization_id, account_number, suppliers }
}

const inUs = (day: string) => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`

it.each([
  ['a desktop', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
])(
  '[QUO-7, QUO-10, CTR-2, CTR-7, CTR-8, CTR-9] quotes become a contract with its account, and a renewal a year later, on %s',
  async (_name, viewport) => {
    const { opportunity, bid, start, customer, organization_id, account_number, suppliers } = await makeDeal()
    const [dear, cheap] = suppliers
    const { page, ignoreErrors } = await newSession({ viewport })
    const check = async () => {
      expect(await accessibilityFaults(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    }

    await signIn(page, 'broker', `/mpg/opportunities/${opportunity}/bid/${bid}/quotes`)
    await page.getByText('$4.4200').waitFor()
    await page.getByRole('button', { name: new RegExp(`^${cheap}, 12 months, fixed: \\$4\\.1700`) }).waitFor()
    await page.getByText('Best', { exact: true }).waitFor()
    await check()
    await page.getByRole('button', { name: `Actions for ${cheap}, 12 months, fixed` }).click()
    await page.getByRole('menuitem', { name: 'Award' }).click()
    const award = page.getByRole('dialog', { name: 'Award Quote' })
    await award.getByRole('button', { name: 'Award' }).click()
    await award.waitFor({ state: 'detached' })
    await page.getByText('Awarded', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Not compared' }).getByText(dear).first().waitFor()

    await page.goto(`/mpg/opportunities/${opportunity}/contracts`)
    await page.getByText('Draft', { exact: true }).waitFor()
    await page.getByText(cheap).first().waitFor()
    await page
      .getByRole('link', { name: /^#\d+$/ })
      .first()
      .click()
    await page.getByRole('region', { name: 'Accounts' }).waitFor()
    await check()
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    const sign = page.getByRole('dialog', { name: 'Sign Contract' })
    const today = inUs(marketDay(new Date().toISOString(), 'America/New_York'))
    await sign.getByLabel('Signed On *').fill(today)
    await page.keyboard.press('Tab')
    await sign.getByRole('button', { name: 'Sign', exact: true }).click()
    await sign.getByText('Add at least one utility account before you sign.').waitFor()
    expect(ignoreErrors(/status of 409/)).toBe(1)
    await check()
    await sign.getByRole('button', { name: 'Add Account' }).click()
    const add = page.getByRole('dialog', { name: 'Create Contract Account' })
    await pick(page, 'Utility Account', account_number)
    await add.getByRole('button', { name: 'Save' }).click()
    // The form comes back as it was.
    expect(await sign.getByLabel('Signed On *').inputValue()).toBe(today)
    await sign.getByRole('button', { name: 'Sign', exact: true }).click()
    await sign.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Renew', exact: true }).waitFor()
    await page.getByRole('region', { name: 'Accounts' }).getByText(account_number).waitFor()
    await check()

    const id = Number(/\/(\d+)$/.exec(new URL(page.url()).pathname)?.[1])
    const end = addDays(addYears(start, 1), -1)
    const on = (day: string) => read<Row<'contracts'>>(`${contract.contracts.path}${id}/?as_of=${day}`)
    expect(await on(addDays(start, -1))).toMatchObject({ state: 'signed', bucket: null, end_date: end })
    const late = addDays(end, -45)
    expect(await on(late)).toMatchObject({ state: 'active', days_to_end: 45, bucket: 60 })
    expect(await on(addDays(end, 1))).toMatchObject({ state: 'ended', days_to_end: -1 })
    const { results: totals } = await read<ListAnswer<RenewalTotals>>(
      `${renewalsPath}?as_of=${late}&organization=${organization_id}`,
    )
    expect(totals.find(({ bucket }) => bucket === 60)).toMatchObject({
      ...{ contracts: 1, annual_dth: 10_000, yearly_fee: 1_200, without_volume: 0 },
    })

    await page.getByRole('button', { name: 'Renew', exact: true }).click()
    const renew = page.getByRole('dialog', { name: 'Renew Contract' })
    await check()
    await renew.getByRole('button', { name: 'Renew' }).click()
    await renew.waitFor({ state: 'detached' })
    const name = `${customer} — ${addYears(start, 1).slice(0, 4)} renewal`
    await page.getByRole('link', { name }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await check()
    const { results: deals } = await read<ListAnswer<Row<'opportunities'>>>(
      `${contract.opportunities.path}?q=${encodeURIComponent(name)}`,
    )
    const { results: bids } = await read<ListAnswer<Row<'bids'>>>(
      `${contract.bids.path}?opportunity=${deals[0]?.opportunity_id}`,
    )
    expect(bids).toMatchObject([
      { start_date: addYears(start, 1), new_renewal: 'Renewal', annual_volume: 10_000 },
    ])
  },
)
