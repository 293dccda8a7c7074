import { contract, type Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import { addDays, addMonthsToDay, marketDay } from '../../src/contract/gas/calendar'
import { importKinds, type ImportAnswer } from '../../src/contract/imports'
import { startApi, type TestApi } from '../testing/api'
import { sendForm } from '../testing/forms'
import { quoteMaker } from '../testing/gas'
import { workbook } from '../testing/workbooks'
import { until } from '../testing/until'

const { path } = importKinds.contracts

let api: TestApi
let team: string
let makers: ReturnType<typeof quoteMaker>
beforeAll(async () => {
  api = await startApi()
  makers = quoteMaker(api)
  team = (await api.signIn('team')).access
})
afterAll(() => api.close())

type Answer = ImportAnswer & ErrorAnswer
type Contract = Row<'contracts'>
type Under = Row<'contractAccounts'>

const propose = (file: string | Buffer, mapping?: Record<string, number>) =>
  sendForm<Answer>(
    api,
    team,
    ['POST', path],
    [
      ...(mapping ? [{ name: 'mapping', value: JSON.stringify(mapping) }] : []),
      { name: 'file', value: file, filename: 'contracts.csv', type: 'text/csv' },
    ],
  )
const act = (id: number, action: 'commit' | 'undo') =>
  api.send<Answer>('POST', `${path}${id}/${action}/`, { token: team })
async function load(file: string, mapping?: Record<string, number>) {
  const { body } = await propose(file, mapping)
  const done = await act(body.import_id, 'commit')
  expect([done.status, done.body.state]).toEqual([200, 'committed'])
  return body
}

const read = async <T>(address: string) => (await api.asBroker<T>('GET', address)).body
const contractsOf = async (organization: number) =>
  (
    await read<ListAnswer<Contract>>(
      `${contract.contracts.path}?organization=${organization}&ordering=start_date`,
    )
  ).results
const accountsUnder = async ({ contract_id }: Contract) =>
  (await read<ListAnswer<Under>>(`${contract.contractAccounts.path}?contract=${contract_id}`)).results

let count = 0
/** A customer with two accounts, and a supplier. */
async function customer() {
  count += 1
  const { utility_id } = await makers.record('utilities')
  const { utility_state_id } = await makers.record('utilityStates', { utility: utility_id, state: 36 })
  const organization = await makers.record('organizations', { name: `Imported Foods ${count}` })
  const supplier = await makers.record('suppliers', { name: `Imported Gas ${count}` })
  const accounts = []
  for (const end of ['a', 'b'])
    accounts.push(
      await makers.record('utilityAccounts', {
        organization: organization.organization_id,
        utility_state: utility_state_id,
        account_number: `00-5${count}${end}`,
      }),
    )
  const [first, second] = accounts.map(({ account_number }) => account_number)
  return {
    organization: organization.organization_id,
    name: organization.name,
    supplier: supplier.supplier_id,
    supplierName: supplier.name,
    utility_state: utility_state_id,
    accounts: accounts.map(({ utility_account_id }) => utility_account_id),
    numbers: [first ?? '', second ?? ''] as const,
  }
}

const header =
  'Contract No.,Customer Name,Supplier,LDC Accounts,Start Date,Term,End Date,Date Signed,Product,Price ($/th),Swing,Broker Fee ($/dth),After Term,Notice,January,July,Notes\n'

test('[CTR-1, CTR-2, GAS-7] contracts of customers who are there come with their accounts, and go again', async () => {
  const { organization, name, supplier, supplierName, utility_state, accounts, numbers } = await customer()
  const lines = [
    `C-1,${name.toUpperCase()},${supplierName},${numbers[0]}; ${numbers[1].replace('-', ' ')},11/1/2023,24 months,,10/2/2023,Fixed,$0.405,10 %,0.15,Holdover,61 days,1800,150,"Kept, as it is"`,
    `,${name},${supplierName},,2026-11-01,,2027-10-31,,NYMEX+,(0.01),,,,,,,`,
  ]
  const file = `${header}${lines.join('\n')}\n`
  const made = await load(file)
  expect([made.counts, made.refused]).toEqual([{ new: 2, same: 0, replaced: 0, refused: 0 }, []])
  expect(made.rows[0]).toMatchObject({
    contract_number: 'C-1',
    customer: name,
    supplier_name: supplierName,
    accounts: numbers.join(', '),
    end_date: '2025-10-31',
    price: 0.405,
    price_unit: 'th',
  })
  const [first, draft] = await contractsOf(organization)
  expect(first).toMatchObject({
    ...{ contract_number: 'C-1', supplier, utility_state, pricing_type: 1, price: 0.405, price_unit: 'th' },
    ...{ swing: 0.1, fee: 0.15, fee_unit: 'dth', term: 24, start_date: '2023-11-01', end_date: '2025-10-31' },
    ...{ signed_on: '2023-10-02', after_end: 'holdover', state: 'holdover', notice_days: 61 },
    ...{ notice_by: '2025-08-29', january_volume: 1_800, july_volume: 150, march_volume: null },
    ...{ volume_unit: 'dth', notes: 'Kept, as it is', version: 1 },
  })
  expect(draft).toMatchObject({
    contract_number: null,
    term: 12,
    price: -0.01,
    state: 'draft',
    pricing_type: 2,
  })
  const under = await accountsUnder(first as Contract)
  expect(under.map(({ utility_account, status, flow_end }) => [utility_account, status, flow_end])).toEqual(
    accounts.map((account) => [account, 'ended', '2025-10-31']),
  )

  const again = await load(file)
  expect(again.counts).toEqual({ new: 0, same: 2, replaced: 0, refused: 0 })
  const other = await propose(file.replace('24 months', '12').replace('$0.405', '$0.41'))
  expect(other.body.refused).toEqual([{ line: 2, reason: 'Contract C-1 is stored with another term.' }])
  await act(again.import_id, 'undo')
  const undone = await act(made.import_id, 'undo')
  expect([undone.status, undone.body.state]).toEqual([200, 'undone'])
  expect([await contractsOf(organization), await accountsUnder(first as Contract)]).toEqual([[], []])
  const { count: left } = await read<ListAnswer<Contract>>(`${contract.contracts.path}?q=${name}`)
  expect(left).toBe(0)
})

test('[GAS-7, CTR-1] a percentage of a workbook is the one that it shows', async () => {
  const { name, supplierName } = await customer()
  const swing = (value: string, format: number) => ({ xml: `<v>${value}</v>`, format })
  const { body } = await propose(
    workbook(
      [
        ['Contract No.', 'Customer Name', 'Supplier', 'Start Date', 'Term', 'Swing'],
        ['P-1', name, supplierName, '2025-11-01', 12, swing('0.07', 0)],
        ['P-2', name, supplierName, '2025-12-01', 12, swing('0.10000000000000001', 1)],
        ['P-3', name, supplierName, '2026-01-01', 12, swing('0.1', 2)],
      ],
      { formats: ['0%', '0.00%', '0.00'] },
    ),
  )
  expect(body.refused).toEqual([])
  expect(body.rows.map((row) => row['swing'])).toEqual([0.07, 0.1, 0.1])
})

test('[GAS-7, CTR-1] the number of a contract keeps the digits that a workbook has', async () => {
  const { name, supplierName } = await customer()
  const contractWith = (digits: string) => [{ xml: `<v>${digits}</v>` }, name, supplierName, '2025-11-01', 12]
  const { body } = await propose(
    workbook([
      ['Contract No.', 'Customer Name', 'Supplier', 'Start Date', 'Term'],
      contractWith('20261234567890123'),
      contractWith('2.02612345678901E+16'),
    ]),
  )
  expect(body.rows).toMatchObject([{ contract_number: '20261234567890123' }])
  expect(body.refused).toEqual([
    {
      line: 3,
      reason: 'Contract number: A spreadsheet keeps only 15 digits of a number: format the column as text.',
    },
  ])
})

test('[CTR-1, IMP-10] of customers whose names differ in accents only the one that is called so is meant', async () => {
  const accented = await makers.record('organizations', { name: 'Imported Café' })
  const plain = await makers.record('organizations', { name: 'Imported Cafe' })
  await makers.record('organizations', { name: 'IMPORTED CAFE' })
  await load(
    'Customer,Start,Term\nImported Café,2026-01-01,12\nImported Cafe,2026-01-01,24\nimported café,2028-01-01,12\n',
  )
  expect((await contractsOf(accented.organization_id)).map(({ term }) => term)).toEqual([12, 12])
  expect((await contractsOf(plain.organization_id)).map(({ term }) => term)).toEqual([24])
  const { body } = await propose('Customer,Start,Term\nimported cafe,2026-01-01,12\n')
  expect(body.refused).toEqual([
    { line: 2, reason: '2 organizations are called imported cafe but for capital letters.' },
  ])
})

test('[CTR-1, GAS-7] what cannot be used is refused with its column, and comes back as a file', async () => {
  const { name, supplierName, numbers } = await customer()
  const stranger = await customer()
  const twice = await makers.record('organizations', { name: 'Imported Twice' })
  await makers.record('organizations', { name: twice.name })
  const columns = 'Customer,Supplier,Accounts,Start,Term,End,Signed,Price,Price Unit,Swing,After End,Type\n'
  const rows: [row: string, reason: string][] = [
    [`Nobody Foods,,,2026-01-01,12,,,,,,,`, 'No organization is called Nobody Foods.'],
    [`${twice.name},,,2026-01-01,12,,,,,,,`, '2 organizations are called Imported Twice.'],
    [`${name},No Gas,,2026-01-01,12,,,,,,,`, 'No supplier is called No Gas.'],
    [
      `${name},,${stranger.numbers[0]},2026-01-01,12,,,,,,,`,
      `${name} has no account ${stranger.numbers[0]}.`,
    ],
    [`${name},,,03/04/26,12,,,,,,,`, 'Start date: Enter a date such as 2027-01-05 or 1/5/2027.'],
    [`${name},,,2026-01-01,130,,,,,,,`, 'Term: Must be 120 or less.'],
    [`${name},,,2026-01-01,,2026-12-30,,,,,,`, 'End date: No whole number of months ends on this day.'],
    [`${name},,,2026-01-01,12,2027-12-31,,,,,,`, 'End date: The term ends on 2026-12-31.'],
    [`${name},,,2026-01-01,12,,,4/th,dth,,,`, 'Price unit: Its units say two things.'],
    [`${name},,,2026-01-01,12,,,,,10,,`, 'Swing: Write it as 10 % or 0.1.'],
    [
      `${name},,,2026-01-01,12,,,,,,month to month,`,
      "After the end: 'month to month' is none of ends, evergreen, holdover, auto-renew.",
    ],
    [`${name},,,2026-01-01,12,,,-4,,,,Fixed`, 'price: Must be 0 or more.'],
    [`${name},${supplierName},,2026-01-01,12,,2025-12-01,,,,,`, 'Accounts: This field is required'],
    [`${name},${supplierName},${numbers[0]},2026-01-01,12,,2025-12-01,4/th,,,,`, ''],
    [`${name},${supplierName},,2026-01-01,24,,,,,,,`, 'Stands in line 15 already.'],
    [
      `${name},,${numbers[0]},2026-12-01,12,,,,,,,`,
      `Account ${numbers[0]} stands in line 15 for some of these days.`,
    ],
    [
      `${name},${supplierName},${numbers[0]},2029-01-01,12,,2099-01-01,,,,,`,
      'Signed on: Must not be in the future.',
    ],
    [`${name},,,9999-12-01,120,,,,,,,`, 'Start date: Enter a year up to 2199.'],
  ]
  const { body } = await propose(`${columns}${rows.map(([row]) => row).join('\n')}\n`)
  expect(body.refused.map(({ reason }) => reason)).toEqual(rows.flatMap(([, reason]) => reason || []))
  expect(body.counts).toEqual({ new: 1, same: 0, replaced: 0, refused: 17 })
  const file = await api.send<string>('GET', `${path}${body.import_id}/refused/`, { token: team })
  expect(file.body.split('\r\n')[1]).toBe(
    '2,No organization is called Nobody Foods.,Nobody Foods,,,2026-01-01,12,,,,,,,',
  )
})

test('[CTR-1, GAS-7] a row without a number is the numbered contract of its supplier and start before it', async () => {
  const { name, supplierName } = await customer()
  const rows = ['N-1', 'N-2', ''].map((number) => `${name},${supplierName},${number},2026-01-01,12`)
  const { body } = await propose(`Customer,Supplier,Contract,Start,Term\n${rows.join('\n')}\n`)
  expect(body.counts).toEqual({ new: 2, same: 0, replaced: 0, refused: 1 })
  expect(body.refused).toEqual([{ line: 4, reason: 'Stands in line 2 already.' }])
  expect((await act(body.import_id, 'commit')).status).toBe(200)
})

test('[CTR-4, GAS-7] an account flows under one contract at a time, also if that came after the proposal', async () => {
  const { name, supplierName, organization, supplier, accounts, numbers } = await customer()
  const columns = 'Customer,Supplier,Account,Start,Term,Signed On\n'
  const file = `${columns}${name},${supplierName},${numbers[0]},2026-01-01,12,2025-12-01\n`
  const proposed = await propose(file)
  const { contract_id } = await makers.record('contracts', {
    ...{ organization, supplier, contract_number: 'Before', start_date: '2026-06-01', term: 12 },
  })
  await makers.record('contractAccounts', { contract: contract_id, utility_account: accounts[0] ?? 0 })
  const why = 'This account flows under contract Before from 2026-06-01 to 2027-05-31.'
  const late = await act(proposed.body.import_id, 'commit')
  expect([late.status, late.body.detail]).toEqual([
    409,
    `Line 2: ${why} The stored contracts have changed: choose the file again.`,
  ])
  // Nothing of it is left.
  expect((await contractsOf(organization)).map((one) => one.contract_number)).toEqual(['Before'])
  expect((await propose(file)).body.refused).toEqual([{ line: 2, reason: `Account ${numbers[0]}: ${why}` }])
})

test('[CTR-1, GAS-7] the mapping of a file is remembered for the next one with the same headers', async () => {
  const { name, organization } = await customer()
  const columns = 'Who,Since,How long\n'
  const unknown = await propose(`${columns}${name},2026-01-01,12\n`)
  expect(unknown.body.refused[0]?.reason).toBe('No column holds the customer.')
  const mapping = { customer: 0, start_date: 1, term: 2 }
  const made = await load(`${columns}${name},2026-01-01,12\n`, mapping)
  const next = await propose(`${columns}${name},2027-01-01,12\n`)
  expect([next.body.mapping, next.body.counts.new]).toEqual([mapping, 1])
  await act(made.import_id, 'undo')
  expect(await contractsOf(organization)).toEqual([])
})

test('[CTR-1, CTR-8, GAS-7] what rests on an import keeps it, but for the tasks of its notices', async () => {
  const { name, supplierName, organization, numbers } = await customer()
  const today = marketDay(new Date().toISOString(), 'America/New_York')
  const start = addMonthsToDay(addDays(today, 40), -12)
  const columns = 'Contract,Customer,Supplier,Account,Start,Term,Signed,Notice Days\n'
  const { import_id } = await load(
    `${columns}N-1,${name},${supplierName},${numbers[0]},${start},12,${start},30\n`,
  )
  const [made] = await contractsOf(organization)
  const [under] = await accountsUnder(made as Contract)
  expect([made?.state, under?.status]).toEqual(['active', 'flowing'])
  const tasks = async () =>
    (await read<ListAnswer<Row<'todos'>>>(`${contract.todos.path}?q=contract N-1 with ${name}`)).results.map(
      (task) => task.name,
    )
  await until(async () => (await tasks()).length === 1)

  const refusal = async () => (await act(import_id, 'undo')).body.detail
  const patch = (address: string, body: object) => api.asBroker('PATCH', address, body)
  const underPath = `${contract.contractAccounts.path}${under?.contract_account_id}/`
  await patch(underPath, { status: 'enrolled' })
  expect(await refusal()).toBe(`Contract account ${under?.contract_account_id} has been changed since.`)
  await patch(underPath, { status: 'flowing' })
  const { contract_id } = await makers.record('contracts', { organization, renews: made?.contract_id ?? 0 })
  expect(await refusal()).toBe(`Contract ${contract_id} rests on it.`)
  await patch(`${contract.contracts.path}${contract_id}/`, { renews: null })
  expect((await act(import_id, 'undo')).status).toBe(200)
  expect((await contractsOf(organization)).map((one) => one.contract_id)).toEqual([contract_id])
  expect(await tasks()).toEqual([])
  const changed = await load(`${columns}N-2,${name},,,2030-01-01,12,,\n`)
  const second = (await contractsOf(organization)).find((one) => one.contract_number === 'N-2')
  await patch(`${contract.contracts.path}${second?.contract_id ?? 0}/`, { notes: 'Called' })
  expect((await act(changed.import_id, 'undo')).body.detail).toMatch(
    /^Contract \d+ has been changed since\.$/,
  )
})
