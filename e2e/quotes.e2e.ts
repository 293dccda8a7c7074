import { randomBytes } from 'node:crypto'
import { contract, type Row } from '../src/contract'
import type { ListAnswer } from '../src/contract/answers'
import { changesPath } from '../src/contract/events'
import { addMonths, marketDay } from '../src/contract/gas/calendar'
import { accessibilityFaults } from './accessibility'
import { pick, signIn } from './actions'
import { callAs } from './api'
import { useBrowserSessions } from './browserSession'

const newSession = useBrowserSessions()

const monthly = [1800, 1550, 1200, 700, 400, 250, 200, 200, 300, 700, 1150, 1550]
const names = Object.keys(contract.bids.fields).filter((name) => /^(?!annual).+_volume$/.test(name))

/** A bid with volumes, of an opportunity of its own, and two suppliers. */
const makeBid = async () => {
  const mark = randomBytes(4).toString('hex')
  const make = <T>(path: string, body: object) => callAs<T>('broker', 'POST', path, body)
  const { opportunity_id: opportunity } = await make<Row<'opportunities'>>(contract.opportunities.path, {
    opportunity_name: `Quoted ${mark}`,
    broker_fee: 0.12,
    dekatherms: true,
  })
  const { organization_id: legal_entity } = await make<Row<'organizations'>>(contract.organizations.path, {
    name: `Mills ${mark}`,
    state: 'TX',
  })
  const { results } = await callAs<ListAnswer<Row<'utilityStates'>>>(
    'broker',
    'GET',
    `${contract.utilityStates.path}?status=active&limit=1`,
  )
  const { bid_id } = await make<Row<'bids'>>(contract.bids.path, {
    opportunity,
    legal_entity,
    supplier: 'direct',
    utility_state: results[0]?.utility_state_id,
    terms: [12],
    swing: [0.1],
    pricing_type: [1],
    pricing_point: 'Burner Tip',
    start_date: '2027-01-01',
    annual_volume: 10_000,
    ...Object.fromEntries(names.map((name, index) => [name, monthly[index]])),
  })
  const suppliers = [`Alder ${mark}`, `Birch ${mark}`] as const
  await make(contract.suppliers.path, { name: suppliers[0] })
  await make(contract.suppliers.path, { name: suppliers[1], price_unit: 'th' })
  return { address: `/mpg/opportunities/${opportunity}/bid/${bid_id}/quotes`, suppliers }
}

it.each([
  ['a desktop', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
])(
  '[QUO-7, QUO-9, QUO-10, QUO-11] quotes are entered, pasted, compared and awarded on %s, and others see it at once',
  async (_name, viewport) => {
    const { address, suppliers } = await makeBid()
    const [alder, birch] = suppliers
    const { page } = await newSession({ viewport })
    await signIn(page, 'broker', address)
    await page.getByText('There are no quotes to compare yet.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])

    const started = Date.now()
    const add = page.getByRole('button', { name: 'Add Quote' })
    await add.focus()
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Add Quote' })
    await form.getByLabel('Supplier *').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await pick(page, 'Supplier', alder)
    await form.getByLabel('Price *').focus()
    await page.keyboard.type('4.1')
    await page.keyboard.press('Control+S')
    await form.waitFor({ state: 'detached' })
    await page.getByText('$4.2200').waitFor()
    expect(Date.now() - started).toBeLessThan(20_000)

    await page.getByRole('button', { name: 'Paste Quotes' }).click()
    const paste = page.getByRole('dialog', { name: 'Paste Quotes' })
    await paste.getByLabel('Cells').fill(`${birch}\t12\tfixed\t0.405\n${birch}\t24\tfixed\t0.42`)
    await paste.getByText('2 quotes ready.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await paste.getByRole('button', { name: 'Create 2 quotes' }).click()
    await paste.waitFor({ state: 'detached' })
    await page.getByText('$4.1700').waitFor()
    await page.getByText('Best', { exact: true }).first().waitFor()

    const price = page.getByRole('button', { name: new RegExp(`^${birch}, 12 months, fixed: `) })
    await price.focus()
    await page.getByRole('tooltip').getByText('Fee, on top').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Escape')

    const other = await newSession()
    const streams = other.page.waitForResponse((each) => new URL(each.url()).pathname === changesPath)
    await signIn(other.page, 'team', address)
    await other.page.getByText('$4.1700').waitFor()
    await streams

    const act = async (action: string) => {
      await page.getByRole('button', { name: `Actions for ${birch}, 12 months, fixed` }).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await act('Mark as firm')
    await page.getByText('Firm', { exact: true }).waitFor()
    await act('Award')
    const award = page.getByRole('dialog', { name: 'Award Quote' })
    expect(await accessibilityFaults(page)).toEqual([])
    await award.getByRole('button', { name: 'Award' }).click()
    await award.waitFor({ state: 'detached' })
    for (const each of [page, other.page]) {
      await each.getByText('Awarded', { exact: true }).waitFor()
      await each.getByRole('region', { name: 'Not compared' }).getByText('Lost').first().waitFor()
    }
    await act('Revoke award')
    await page.getByRole('dialog', { name: 'Revoke Award' }).getByRole('button', { name: 'Revoke' }).click()
    for (const each of [page, other.page]) await each.getByText('Best', { exact: true }).first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  },
)

/** A file of a curve: twelve months from the one after the market's day on, and a line without one. */
const curveFile = () => {
  // By the zone of the market where none is set; its day may be the one before that of UTC.
  const today = marketDay(new Date().toISOString(), 'America/New_York')
  const months = Array.from({ length: 12 }, (_, index) => addMonths(today.slice(0, 7), index + 1))
  const lines = months.map((month, index) => `${today},${month},"$${(4 + index / 100).toFixed(2)}"`)
  return {
    name: 'curve.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['As of,Delivery,In USD', ...lines, `${today},soon,4`].join('\r\n')),
  }
}

it.each([
  ['a desktop', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
])('[GAS-7, CRV-1] a curve is imported from a file, shown, and taken back on %s', async (_name, viewport) => {
  const name = `Curve ${randomBytes(4).toString('hex')}`
  const { curve_id } = await callAs<Row<'curves'>>('team', 'POST', contract.curves.path, {
    name,
    kind: 'index',
  })
  const { page } = await newSession({ viewport })
  await signIn(page, 'team', '/mpg/curves')
  const button = page.getByRole('button', { name: 'Import' })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Import Curve' })
  await dialog.getByLabel('Curve *').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await pick(page, 'Curve', name)
  await dialog.getByLabel('browse').setInputFiles(curveFile())

  await dialog.getByText('No column holds the price.').first().waitFor()
  expect(await dialog.getByRole('button', { name: 'Commit' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Price').selectOption('In USD')
  await dialog.getByText('12 new, 0 the same, 0 replaced, 1 refused.').waitFor()
  await dialog.getByRole('cell', { name: '$4.11/dth' }).waitFor()
  await dialog.getByText('Write the month as YYYY-MM.').waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download refused rows' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('refused.csv')

  await dialog.getByRole('button', { name: 'Commit' }).click()
  await dialog.getByRole('heading', { name: 'Stored' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)

  await page.goto(`/mpg/curves/${curve_id}`)
  await page.getByRole('table', { name: 'Strip' }).getByText('$4.1100').waitFor()
  await button.click()
  await dialog.getByLabel('browse').setInputFiles(curveFile())
  // The columns are those of the last import, which the headers match.
  await dialog.getByText('0 new, 12 the same, 0 replaced, 1 refused.').waitFor()
  await dialog.getByRole('button', { name: 'Commit' }).click()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await dialog.getByRole('heading', { name: 'Taken back' }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('table', { name: 'Strip' }).getByText('$4.1100').waitFor()
})
