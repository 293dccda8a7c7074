/** What cells of imported records say, in the forms in which spreadsheets and people write it. */
import { contract } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import { columnsByHeaders } from '../../src/contract/importHeaders'
import { importKinds, type ImportAnswer, type ImportOptions } from '../../src/contract/imports'
import type { RecordImport } from '../../src/contract/recordImports'
import { startApi, type TestApi } from '../testing/api'
import { sendForm } from '../testing/forms'
import { untilAnswer } from '../testing/until'
import { workbook } from '../testing/workbooks'

let api: TestApi
let token: string
beforeAll(async () => {
  api = await startApi()
  token = (await api.signIn('broker')).access
})
afterAll(() => api.close())

type Answer = ImportAnswer & ErrorAnswer

async function propose(
  name: RecordImport,
  file: Buffer | readonly string[],
  options: Partial<ImportOptions> | null = null,
): Promise<Answer> {
  const { body } = await sendForm<Answer>(
    api,
    token,
    ['POST', importKinds[name].path],
    [
      ...(options ? [{ name: 'options', value: JSON.stringify(options) }] : []),
      {
        ...{ name: 'file', value: Buffer.isBuffer(file) ? file : file.join('\n') },
        ...{ filename: 'records.csv', type: 'text/csv' },
      },
    ],
  )
  return body
}

/** Stores a proposed import. */
async function store(name: RecordImport, { import_id: id }: Answer): Promise<ImportAnswer> {
  const path = `${importKinds[name].path}${id}/`
  expect((await api.send('POST', `${path}commit/`, { token })).status).toBe(200)
  return untilAnswer(
    async () => (await api.send<ImportAnswer>('GET', path, { token })).body,
    ({ state }) => state === 'committed',
  )
}

/** The first of the records that a search finds. */
async function found(name: RecordImport, q: string): Promise<Record<string, unknown> | undefined> {
  const { body } = await api.send<ListAnswer<Record<string, unknown>>>(
    'GET',
    `${contract[name].path}?q=${encodeURIComponent(q)}`,
    { token },
  )
  return body.results[0]
}

const dueOf = async (header: string, cell: string, options: Partial<ImportOptions> | null) => {
  const { rows, refused } = await propose('opportunities', [`Name,${header}`, `Due Deal,"${cell}"`], options)
  return refused[0]?.reason ?? rows[0]?.['pricing_due_date']
}

test.each([
  ['Due date', '2027-01-05 14:30', '2027-01-05T20:30:00.000Z'],
  ['Due date', '2027-01-05T14:30:15', '2027-01-05T20:30:15.000Z'],
  ['Due date', '2027-07-05 14:30', '2027-07-05T19:30:00.000Z'],
  ['Due date (UTC)', '2027-01-05 14:30', '2027-01-05T14:30:00.000Z'],
  ['Due date', '2027-01-05T14:30:00Z', '2027-01-05T14:30:00.000Z'],
  ['Due date', '2027-01-05 14:30 UTC', '2027-01-05T14:30:00.000Z'],
  ['Due date', '2027-01-05T14:30:00-05:00', '2027-01-05T19:30:00.000Z'],
  ['Due date', '2027-01-05 14:30 -0500', '2027-01-05T19:30:00.000Z'],
  ['Due date', '2027-01-05', '2027-01-05'],
  ['Due date', '1/5/2027 0:00', '2027-01-05'],
  ['Due date', '2027-01-05T00:00:00Z', '2027-01-05T00:00:00.000Z'],
  // Twice, where clocks are put back: the earlier one.
  ['Due date', '2027-11-07 01:30', '2027-11-07T06:30:00.000Z'],
])('[IMP-12] below %s the time %s is of the zone of the file: %s', async (header, cell, moment) => {
  expect(await dueOf(header, cell, { time_zone: 'America/Chicago' })).toBe(moment)
})

test('[IMP-12] a time that the clocks of the zone leave out is refused', async () => {
  expect(await dueOf('Due date', '2027-03-14 02:30', { time_zone: 'America/Chicago' })).toBe(
    'Pricing due date: There is no 02:30 on 2027-03-14 in America/Chicago: clocks are put forward then.',
  )
})

test('[IMP-12] without a zone times are of that of the market, and a zone that there is not is refused', async () => {
  expect(await dueOf('Due date', '2027-01-05 14:30', null)).toBe('2027-01-05T19:30:00.000Z')
  const { fields } = await propose('opportunities', ['Name', 'Zoneless'], { time_zone: 'Mars/Olympus' })
  expect(fields).toEqual({
    options: "time_zone: 'Mars/Olympus' is none of a time zone such as America/Chicago, null.",
  })
})

test('[IMP-12] it is stored as it was proposed, also from a workbook', async () => {
  const rows = [
    ['Name', 'Due date'],
    ['Zoned Deal', { xml: '<v>46371.6458333333</v>', format: 1 }],
  ]
  const file = workbook(rows, { formats: ['General', 'yyyy-mm-dd hh:mm:ss'] })
  const body = await propose('opportunities', file, { time_zone: 'America/Denver' })
  expect(body.options).toMatchObject({ matches: 'update', time_zone: 'America/Denver' })
  await store('opportunities', body)
  expect(await found('opportunities', 'Zoned Deal')).toMatchObject({
    pricing_due_date: '2026-12-15T22:30:00.000Z',
  })
})

test.each([
  ['1/5/2027 2:30 PM', '2027-01-05T14:30:00.000Z'],
  ['1/5/2027 14:30', '2027-01-05T14:30:00.000Z'],
  ['1/5/2027 2:30:15 PM', '2027-01-05T14:30:15.000Z'],
  ['1/5/2027 12:30 AM', '2027-01-05T00:30:00.000Z'],
  ['January 05, 2027 09:30 AM', '2027-01-05T09:30:00.000Z'],
  ['January 05, 2027, 14:30 PM', '2027-01-05T14:30:00.000Z'],
  ['Jan 05, 2027 9:30 AM', '2027-01-05T09:30:00.000Z'],
  ['January 05, 2027', '2027-01-05'],
  ['Jan 5, 2027', '2027-01-05'],
  ['5-Jan-2027', '2027-01-05'],
  ['5 January 2027 14:30', '2027-01-05T14:30:00.000Z'],
])('[IMP-13] the date %s is read: %s', async (cell, moment) => {
  expect(await dueOf('Due date', cell, { time_zone: 'UTC' })).toBe(moment)
})

test.each(['5-Jan-27', '05.01.2027 14:30', '1/5/27 2:30 PM', '1/5/2027 25:30', 'soon', '1/5/2027 at two'])(
  '[IMP-13] the date %s is refused in words',
  async (cell) => {
    expect(await dueOf('Due date', cell, null)).toMatch(
      /^Pricing due date: Enter a date such as 2027-01-05 or 1\/5\/2027, with a time such as 2:30 PM\.$/,
    )
  },
)

test('[IMP-14] new contacts of a file without titles have the one that is chosen for all, others keep theirs', async () => {
  const file = [
    'First name,Last name,Email',
    'Tia,Titled,tia@titled.example',
    'Tom,Titled,tom@titled.example',
  ]
  const refused = await propose('contacts', file)
  expect([refused.counts.refused, refused.options?.values]).toEqual([2, {}])
  const first = await propose('contacts', [...file.slice(0, 2)], { values: { title: 'professor' } })
  expect([first.refused, first.rows]).toMatchObject([[], [{ title: 'professor' }]])
  expect((await store('contacts', first)).counts).toMatchObject({ new: 1, refused: 0 })
  const both = await propose('contacts', file, { values: { title: 'ms' } })
  expect(both.counts).toEqual({ new: 1, same: 1, replaced: 0, refused: 0 })
  await store('contacts', both)
  expect(await found('contacts', 'tia@titled.example')).toMatchObject({ title: 'professor' })
  expect(await found('contacts', 'tom@titled.example')).toMatchObject({ title: 'ms' })
  // It is of one file, and of columns that this has not.
  expect((await propose('contacts', [file[0] ?? '', 'Ted,Titled,'])).counts.refused).toBe(1)
  const own = await propose('contacts', [`Title,${file[0]}`, 'Dr,Dora,Titled,', ',Una,Titled,'], {
    values: { title: 'ms' },
  })
  expect([own.rows, own.counts.refused]).toMatchObject([[{ title: 'doctor' }], 1])
})

test('[IMP-14] values of other columns, and such that are no choice, are refused', async () => {
  const problem = async (name: RecordImport, values: Record<string, string>) =>
    (await propose(name, ['Name', 'A'], { values })).fields?.['options']
  expect(await problem('contacts', { gender: 'male' })).toBe("values: 'gender' is none of title.")
  expect(await problem('contacts', { title: 'lord' })).toMatch(/^title: 'lord' is none of doctor, mr, ms/)
  expect(await problem('organizations', { name: 'A' })).toMatch(/^values: 'name' is none of/)
})

test.each([
  ['www.acme.example', 'https://www.acme.example'],
  ['example.com', 'https://example.com'],
  ['//acme.example/us', 'https://acme.example/us'],
  ['http://acme.example', 'http://acme.example'],
])('[IMP-15] the web address %s is completed as by forms: %s', async (cell, address) => {
  const { rows } = await propose('organizations', ['Name,Web page,State', `Webbed,${cell},TX`])
  expect(rows).toMatchObject([{ web_page: address }])
})

test('[IMP-15] an email and words are no web address', async () => {
  const { refused } = await propose('organizations', [
    ...['Name,Web page,State', 'Mailed,me@acme.example,TX', 'Worded,none so far,TX'],
  ])
  expect(refused).toHaveLength(2)
})

test('[IMP-2] a row is none of a row before that is refused itself', async () => {
  const file = [
    'Name,Tax ID,State,Employees',
    'Kept Once,77-0000001,Nowhere,5',
    'Kept Once,77-0000001,TX,5',
    'Kept Once,77-0000001,TX,7',
  ]
  const { refused, counts } = await propose('organizations', file)
  expect(counts).toEqual({ new: 1, same: 0, replaced: 0, refused: 2 })
  expect(refused).toMatchObject([{ line: 2 }, { line: 4, reason: 'Its tax ID stands in line 3 already.' }])
  const late = [
    'Name,Tax ID,State,Web page',
    'Kept Late,77-0000002,TX,no address',
    'Kept Late,77-0000002,TX,',
  ]
  expect((await propose('organizations', late)).counts).toMatchObject({ new: 1, refused: 1 })
})

test.each([
  ['7102', 'NJ', '07102'],
  ['2134-1234', 'Massachusetts', '02134-1234'],
  ['7102', 'TX', '7102'],
  ['601', 'NJ', '601'],
  ['77001', 'TX', '77001'],
])('[IMP-16] the ZIP code %s in %s is %s', async (cell, state, zip) => {
  const name = `Zipped ${cell} ${state}`
  const organization = await propose('organizations', [
    ...['Name,Street,City,Zip,State', `${name},1 Zip Way,Larkfield,${cell},${state}`],
  ])
  expect([organization.refused, organization.rows]).toMatchObject([[], [{ zip_code: zip }]])
  const address = await propose('addresses', [
    ...['Street,City,Zip,State', `1 Zip Way,Larkfield,${cell},${state}`],
  ])
  expect([address.refused, address.rows]).toMatchObject([[], [{ zip_code: zip }]])
})

test('[IMP-16] an address is found by its ZIP code also where the file has lost the zero', async () => {
  const file = (zip: string) => ['Street,City,Zip,State', `9 Zero Way,Newark,${zip},NJ`]
  await store('addresses', await propose('addresses', file('07102')))
  expect((await propose('addresses', file('7102'))).counts).toMatchObject({ new: 0, same: 1 })
})

test.each([
  ['organizations', 'Company', 'name'],
  ['organizations', 'Customer Name', 'name'],
  ['organizations', 'Number of Employees', 'estimated_emplpoyee_count'],
  ['organizations', 'Zip Code', 'zip_code'],
  ['organizations', 'Zip/Postal Code', 'zip_code'],
  ['organizations', 'Phone Number', 'phone'],
  ['organizations', 'Web Site', 'web_page'],
  ['organizations', 'E-mail Address', 'email'],
  ['contacts', 'First', 'first_name'],
  ['contacts', 'Last', 'last_name'],
  ['contacts', 'Mobile Number', 'personal_mobile'],
  ['contacts', 'Phone Number', 'work_office_phone'],
  ['contacts', 'E-mail', 'personal_email'],
  ['contacts', 'Company Name', 'organization'],
  ['addresses', 'Postal Code', 'zip_code'],
] as const)('[IMP-1] in a file of %s the header %s is that of %s', (name, header, column) => {
  expect(columnsByHeaders(name, [header])).toEqual({ [column]: 0 })
})
