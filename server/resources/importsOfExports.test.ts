/** Files that Citygate has written are imported without help, whatever they say of units (IMP-9). */
import { contract, type ResourceName, type Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import { exportFormats, exportPath, type ExportFormat } from '../../src/contract/exports'
import {
  importKinds,
  importNames,
  type ImportAnswer,
  type ImportKind,
  type ImportName,
} from '../../src/contract/imports'
import { isRecordImport } from '../../src/contract/recordImports'
import { startApi, type TestApi } from '../testing/api'
import { sendForm } from '../testing/forms'
import { putAccount, quoteMaker } from '../testing/gas'
import { untilAnswer } from '../testing/until'

let api: TestApi
let team: string
let makers: ReturnType<typeof quoteMaker>
/** What stands for the target of a kind that has one. */
let targets: Record<'curve' | 'utility', number>
beforeAll(async () => {
  api = await startApi()
  makers = quoteMaker(api)
  team = (await api.signIn('team')).access
  const { record } = makers
  const { curve_id } = await makers.makeCurve([4.5])
  const { utility_id } = await record('utilities')
  targets = { curve: curve_id, utility: utility_id }
  await record('heatContents', { utility: utility_id, valid_from: '2024-01-01', mmbtu_per_mcf: 1.03 })
  await record('marketHolidays', { day: '2031-12-24', name: 'Christmas Eve' })
  const { organization_id: organization } = await record('organizations', {
    ...{ name: 'Exported Mills', tax_id: '55-0000001', estimated_revenue: 1_234_567.5 },
    last_verification_date: '2026-11-01T18:02:29.548Z',
  })
  const { contact_id: contact } = await record('contacts', {
    ...{ first_name: 'Xenia', last_name: 'Exported', personal_email: 'xenia@exported.example' },
    date_of_birth: '1900-02-27',
  })
  await record('organizationContacts', { organization, contact })
  const { address_id: address } = await record('addresses', { address_street: '1 Exported Way' })
  await record('organizationAddresses', { organization, address })
  await record('opportunities', { opportunity_name: 'Exported Deal', ...deal, dekatherms: false })
  const draft = await record('contracts', { organization })
  await putAccount(record, draft)
  const { utility_state_id } = await record('utilityStates', { utility: utility_id, state: 36 })
  const account = await record('utilityAccounts', { organization, utility_state: utility_state_id })
  const { meter_id } = await record('meters', { utility_account: account.utility_account_id })
  await record('billPeriods', { meter: meter_id })
}, 60_000)
afterAll(() => api.close())

const deal = {
  ...{ sales_annual_volume_manual: 1_234.5, broker_fee: 0.15, source_type: 'DIRECT' as const },
  ...{
    expected_close_date: '2031-01-01',
    estimated_annual_volume: 70,
    pricing_due_date: '2031-03-09T17:30:00Z',
  },
}

type Answer = ImportAnswer & ErrorAnswer

async function exported(resource: ResourceName, format: ExportFormat, query: Record<string, string> = {}) {
  const address = `${api.url}${exportPath(resource)}?${new URLSearchParams({ format, ...query })}`
  const response = await fetch(address, { headers: { authorization: `Bearer ${team}` } })
  expect([resource, response.status]).toEqual([resource, 200])
  return Buffer.from(await response.arrayBuffer())
}

async function proposed(
  name: ImportName,
  file: Buffer | string,
  byHand?: Record<string, number>,
): Promise<ImportAnswer> {
  const { path, target } = importKinds[name]
  const { status, body } = await sendForm<Answer>(
    api,
    team,
    ['POST', path],
    [
      ...(target === null ? [] : [{ name: target, value: String(targets[target]) }]),
      ...(byHand ? [{ name: 'mapping', value: JSON.stringify(byHand) }] : []),
      { name: 'file', value: file, filename: 'exported', type: 'application/octet-stream' },
    ],
  )
  expect([name, status, body.detail]).toEqual([name, 201, undefined])
  return body
}

const stored = async (name: ImportName, file: string) => {
  const { import_id, refused } = await proposed(name, file)
  expect(refused).toEqual([])
  await api.send('POST', `${importKinds[name].path}${import_id}/commit/`, { token: team })
  return untilAnswer(
    async () =>
      (await api.send<ImportAnswer>('GET', `${importKinds[name].path}${import_id}/`, { token: team })).body,
    ({ state }) => state !== 'running',
  )
}

const dealCalled = async (name: string) => {
  const { body } = await api.send<ListAnswer<Row<'opportunities'>>>(
    'GET',
    `${contract.opportunities.path}?q=${encodeURIComponent(name)}`,
    { token: team },
  )
  return body.results.find((row) => row.opportunity_name === name)
}

/** Columns of imports that exports have by another name. */
const exportedAs: Readonly<Record<string, string>> = {
  'contracts.customer': 'organization',
  'contracts.supplier_name': 'supplier',
  'contacts.organization': 'current_organizations',
  'addresses.organization': 'current_organizations',
  'usage.meter_number': 'meter',
}

test.each(importNames.flatMap((name) => exportFormats.map((format) => [name, format] as const)))(
  '[IMP-9, EXP-1] of exported %s as %s every column is known that an import takes',
  async (name, format) => {
    const { columns, resource }: ImportKind = importKinds[name]
    const { fields } = contract[resource]
    const wanted = Object.entries(columns).flatMap(([column, { insteadOf }]) => {
      // All fields are exported.
      if (insteadOf) return []
      const field = exportedAs[`${name}.${column}`] ?? column
      return Object.hasOwn(fields, field) &&
        !(fields as Record<string, { writeOnly?: true }>)[field]?.writeOnly
        ? [{ column, field }]
        : []
    })
    expect(wanted.length).toBeGreaterThan(0)
    const { headers, mapping, counts, refused } = await proposed(name, await exported(resource, format))
    const titleOf = (field: string) => field.replaceAll('_', ' ')
    const found = wanted.map(({ column, field }) => [
      field,
      (headers[mapping[column] ?? -1] ?? '').toLowerCase().replace(/ \(.*/, ''),
    ])
    expect(found).toEqual(wanted.map(({ field }) => [field, titleOf(field)]))
    // Nothing has changed since.
    if (isRecordImport(name))
      expect([name, refused, counts]).toEqual([name, [], { ...counts, new: 0, replaced: 0 }])
  },
)

test.each(exportFormats)(
  '[IMP-9] exported contacts and addresses of several organizations are unchanged, as %s',
  async (format) => {
    const { record } = makers
    const organizations = []
    for (const name of [`Several ${format} Corp.`, `Several ${format} Energy, LLC`])
      organizations.push((await record('organizations', { name })).organization_id)
    const { contact_id: contact } = await record('contacts', {
      ...{ first_name: 'Sev', last_name: `Eral ${format}` },
    })
    const { address_id: address } = await record('addresses', { address_street: `7 Several ${format} Way` })
    for (const organization of organizations) {
      await record('organizationContacts', { organization, contact, job_title: `Buyer ${organization}` })
      await record('organizationAddresses', { organization, address })
    }
    for (const [name, q] of [
      ['contacts', `Eral ${format}`],
      ['addresses', `7 Several ${format}`],
    ] as const) {
      const { counts, refused } = await proposed(name, await exported(name, format, { q }))
      expect([name, refused, counts]).toEqual([name, [], { new: 0, same: 1, replaced: 0, refused: 0 }])
    }
  },
)

/** What the list of contacts exports. */
const listed = {
  columns: 'name,personal_email,personal_mobile,current_organizations,job_title,modified_at',
  titles: JSON.stringify(['Name', 'Email', 'Mobile', 'Current Organizations', 'Job Title', 'Modified']),
}

test.each(exportFormats)(
  '[IMP-9, IMP-2] contacts as their list exports them are known by their names and unchanged, as %s',
  async (format) => {
    const { record } = makers
    const last_name = `Listed ${format}`
    const { organization_id: organization } = await record('organizations', { name: `Listed ${format}` })
    const person = (fields: object) =>
      record('contacts', { ...{ last_name, personal_email: null, personal_mobile: null }, ...fields })
    await person({ first_name: 'Anna' })
    await person({ first_name: 'Bea', middle_name: 'M.' })
    await person({ first_name: 'Cleo', personal_email: `cleo@${format}.example` })
    const { contact_id: contact } = await person({ first_name: 'Dora', middle_name: 'D.' })
    await record('organizationContacts', { organization, contact, job_title: 'Buyer' })
    await person({ first_name: 'Edda', last_name: `${last_name}, Jr.` })
    // Two of one name, told apart by their phones.
    await person({ first_name: 'Fay', personal_mobile: '(713) 555-0141' })
    await person({ first_name: 'Fay', personal_mobile: '(713) 555-0142' })
    const past = await person({ first_name: 'Gail' })
    await record('organizationContacts', {
      ...{ organization, contact: past.contact_id, employment_status: 'expired' },
    })
    const file = await exported('contacts', format, { q: last_name, ...listed })
    const { headers, mapping, counts, refused } = await proposed('contacts', file)
    expect(headers[mapping['name'] ?? -1]).toBe('Name')
    expect([refused, counts]).toEqual([[], { new: 0, same: 8, replaced: 0, refused: 0 }])
    const whole = await proposed('contacts', await exported('contacts', format, { q: last_name }))
    expect([whole.refused, whole.counts]).toEqual([[], { new: 0, same: 8, replaced: 0, refused: 0 }])
  },
)

test('[IMP-9, IMP-2] of records of one name the one is meant that is as the file says already', async () => {
  const { record } = makers
  const { organization_id: organization } = await record('organizations', { name: 'Twofold Mills' })
  for (const job_title of ['Buyer', 'Seller']) {
    const { contact_id: contact } = await record('contacts', {
      ...{ first_name: 'Twofold', last_name: 'Person', personal_email: null },
    })
    await record('organizationContacts', { organization, contact, job_title })
  }
  for (const notes of ['first', 'second'])
    await record('opportunities', { opportunity_name: 'Twofold Deal', notes })
  for (const name of ['contacts', 'opportunities'] as const) {
    const { counts, refused } = await proposed(name, await exported(name, 'csv', { q: 'Twofold' }))
    expect([name, refused, counts]).toEqual([name, [], { new: 0, same: 2, replaced: 0, refused: 0 }])
  }
  const { counts } = await stored('opportunities', 'Opportunity Name,Notes\nTwofold Deal,second\n')
  expect(counts).toEqual({ new: 0, same: 1, replaced: 0, refused: 0 })
  const again = await proposed(
    'opportunities',
    ['Opportunity Name,Notes', 'Twofold Deal,second', 'Twofold Deal,second', 'Twofold Deal,third'].join('\n'),
  )
  expect(again.counts).toEqual({ new: 0, same: 1, replaced: 0, refused: 2 })
})

test('[IMP-9] moments of a workbook are the stored ones to the second, and stored with their milliseconds', async () => {
  const due = '2031-03-09T17:30:59.748Z'
  await makers.record('opportunities', { opportunity_name: 'Exact Deal', pricing_due_date: due })
  const { counts } = await proposed(
    'opportunities',
    await exported('opportunities', 'xlsx', { q: 'Exact Deal' }),
  )
  expect(counts).toEqual({ new: 0, same: 1, replaced: 0, refused: 0 })
  const change = async (moment: string, notes: string) =>
    stored('opportunities', `Opportunity Name,Due date,Notes\nExact Deal,${moment},${notes}\n`)
  // Another change does not round it.
  expect((await change('2031-03-09T17:31:00Z', 'first')).counts.replaced).toBe(1)
  expect(await dealCalled('Exact Deal')).toMatchObject({ pricing_due_date: due })
  expect((await change('2031-03-09T17:31:01Z', 'first')).counts.replaced).toBe(1)
  expect(await dealCalled('Exact Deal')).toMatchObject({ pricing_due_date: '2031-03-09T17:31:01.000Z' })
  expect((await change('2031-03-09T17:31:01.250Z', 'first')).counts.replaced).toBe(1)
})

test('[IMP-9] quantities of a heading with another unit are stored in that of their record', async () => {
  const file = (await exported('opportunities', 'csv', { q: 'Exported Deal', unit: 'dth' })).toString()
  expect(file).toContain('Sales annual volume manual (dth)')
  const { refused, counts } = await proposed('opportunities', file)
  expect([refused, counts]).toEqual([[], { new: 0, same: 1, replaced: 0, refused: 0 }])
  const changed = await stored(
    'opportunities',
    'Opportunity Name,Annual Volume (dth),Broker Fee ($/dth)\nExported Deal,200,2.5\n',
  )
  expect(changed.counts.replaced).toBe(1)
  expect(await dealCalled('Exported Deal')).toMatchObject({
    ...{ dekatherms: false, sales_annual_volume_manual: 2_000, broker_fee: 0.25 },
  })
})

test('[IMP-9] a new record has the unit of the heading, and columns of another one are converted', async () => {
  const { counts } = await stored(
    'opportunities',
    [
      'Opportunity Name,Annual Volume (therms),Broker Fee ($/dth),Fee Determinant',
      'Headed Therms,1000,2.5,',
      'Headed Dekatherms,1000,2.5,dth',
    ].join('\n'),
  )
  expect(counts.new).toBe(2)
  expect(await dealCalled('Headed Therms')).toMatchObject({
    ...{ dekatherms: false, sales_annual_volume_manual: 1_000, broker_fee: 0.25 },
  })
  expect(await dealCalled('Headed Dekatherms')).toMatchObject({
    ...{ dekatherms: true, sales_annual_volume_manual: 100, broker_fee: 2.5 },
  })
})

test('[IMP-9] a heading with a unit in which nothing is stored refuses its cells', async () => {
  const { rows, refused } = await proposed(
    'opportunities',
    'Opportunity Name,Annual Volume (mcf)\nHeaded Mcf,1000\nHeaded Nothing,\n',
  )
  expect(rows).toMatchObject([{ opportunity_name: 'Headed Nothing' }])
  expect(refused).toEqual([
    {
      line: 2,
      reason: 'Annual volume: The heading says mcf, but this is stored in dth or th.',
    },
  ])
})

test.each([
  ['GJ', '“GJ” is no unit that is known.'],
  ['MDth', '“MDth” is no unit that is known.'],
  ['kWh', '“kWh” is no unit that is known.'],
  ['m3', '“m3” is no unit that is known.'],
  ['Dth/day', '“Dth/day” is a rate, not a volume.'],
  ['000 therms', '“000” multiplies the numbers.'],
])('[K2] a column that is mapped by hand and whose heading says (%s) refuses its rows', async (unit, why) => {
  const file = `Name,Volume (${unit}),Fee (${unit})\nBy Hand,1000,\n`
  const deals = await proposed('opportunities', file, { opportunity_name: 0, sales_annual_volume_manual: 1 })
  expect(deals.refused).toEqual([
    { line: 2, reason: `Annual volume: The heading says “Volume (${unit})”: ${why}` },
  ])
  const bills = `Meter,From,To,Burn (${unit}),Unit\nM-1,1/1/2026,2/1/2026,100,th\n`
  const mapping = { meter_number: 0, read_from: 1, read_to: 2, quantity: 3, unit: 4 }
  expect((await proposed('usage', bills, mapping)).refused).toEqual([
    { line: 2, reason: `The heading says “Burn (${unit})”: ${why}` },
  ])
  const contracts = `Customer,Start,Jan burn (${unit})\nExported Mills,1/1/2027,100\n`
  const columns = { customer: 0, start_date: 1, january_volume: 2 }
  expect((await proposed('contracts', contracts, columns)).refused).toMatchObject([
    { reason: `Volumes: The heading says “Jan burn (${unit})”: ${why}` },
  ])
})

test.each([
  ['cents/therm', '“cents” is not in dollars.'],
  ['$/GJ', '“GJ” is no unit that is known.'],
])('[K2] prices and fees below a heading that says (%s) are refused', async (unit, why) => {
  const reason = (heading: string) => `The heading says “${heading} (${unit})”: ${why}`
  const deals = await proposed('opportunities', `Name,Margin (${unit})\nBy Hand,0.1\n`, {
    opportunity_name: 0,
    broker_fee: 1,
  })
  expect(deals.refused).toEqual([{ line: 2, reason: `Broker fee: ${reason('Margin')}` }])
  const contracts = await proposed(
    'contracts',
    `Customer,Start,Level (${unit})\nExported Mills,1/1/2027,4\n`,
    {
      ...{ customer: 0, start_date: 1, price: 2 },
    },
  )
  expect(contracts.refused).toMatchObject([{ reason: `Price: ${reason('Level')}` }])
  const curves = await proposed('curves', `Date,Month,Level (${unit})\n1/4/2027,2027-03,4\n`, {
    ...{ trade_date: 0, delivery_month: 1, price: 2 },
  })
  expect(curves.refused).toEqual([{ line: 2, reason: reason('Level') }])
})

test('[K2] prices of curves are not taken by the therm', async () => {
  const { refused } = await proposed('curves', 'Date,Month,Price ($/th)\n1/4/2027,2027-03,0.4\n')
  expect(refused).toEqual([{ line: 2, reason: 'The heading says th, but this is stored in $/dth.' }])
})

test('[K8] numbers, days and units of files are read without the invisible characters copied with them', async () => {
  const marked = (text: string) => `\u200E\u202A${text.slice(0, 2)}\u200B\u00AD${text.slice(2)}\u202C\u2069`
  const line = (cells: readonly string[]) => cells.map(marked).join(',')
  const holidays = await proposed('marketHolidays', `${line(['Day'])},Name\n${marked('12/24/2033')},Eve\n`)
  expect(holidays.rows).toMatchObject([{ day: '2033-12-24' }])
  const curves = await proposed('curves', `Date,Month,Price\n${line(['1/4/2027', 'March 2027', '$4.05'])}\n`)
  expect(curves.rows).toMatchObject([{ trade_date: '2027-01-04', delivery_month: '2027-03', price: 4.05 }])
  const deals = await proposed(
    'opportunities',
    `Opportunity Name,Annual Volume (dth),Expected Close Date\nMarked,${line(['12345', '12/4/2031'])}\n`,
  )
  expect(deals.refused).toEqual([])
  expect(deals.rows).toMatchObject([
    { sales_annual_volume_manual: 12_345, expected_close_date: '2031-12-04' },
  ])
})

test('[IMP-9] parentheses that name no unit are part of the name', async () => {
  const { mapping } = await proposed('contacts', 'First,Last,Email (old),Email\nA,B,c,d\n')
  expect(mapping).toMatchObject({ personal_email: 3 })
})
