import { setTimeout as wait } from 'node:timers/promises'
import { contract, type Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import { importKinds, type ImportAnswer, type ImportOptions } from '../../src/contract/imports'
import { timelinePath, type TimelineAnswer } from '../../src/contract/history'
import { followPath, notificationsPath, type NotificationsAnswer } from '../../src/contract/notifications'
import { problems } from '../../src/contract/problems'
import type { RecordImport } from '../../src/contract/recordImports'
import { inTransaction } from '../kit/context'
import { startApi, type TestApi } from '../testing/api'
import { sendForm } from '../testing/forms'
import { untilAnswer } from '../testing/until'
import { workbook } from '../testing/workbooks'
import { beginRun, createImportRunner } from './imports/records/run'

let api: TestApi
let token: string
let other: string
/** Statements that put organizations into the trash. */
const deletions: string[] = []
beforeAll(async () => {
  api = await startApi({}, (text) => {
    if (/^update "organizations" set "deleted_at"/.test(text)) deletions.push(text)
  })
  token = (await api.signIn('broker')).access
  other = (await api.signIn('team')).access
})
afterAll(() => api.close())

type Answer = ImportAnswer & ErrorAnswer

interface Sent {
  options?: Partial<ImportOptions>
  mapping?: Record<string, number>
  as?: string
}

const proposed = async (
  name: RecordImport,
  file: string | Buffer | readonly string[],
  { options, mapping, as = token }: Sent = {},
) =>
  sendForm<Answer>(
    api,
    as,
    ['POST', importKinds[name].path],
    [
      ...(mapping ? [{ name: 'mapping', value: JSON.stringify(mapping) }] : []),
      ...(options ? [{ name: 'options', value: JSON.stringify(options) }] : []),
      {
        name: 'file',
        value: typeof file === 'string' || Buffer.isBuffer(file) ? file : file.join('\n'),
        filename: 'records.csv',
        type: 'text/csv',
      },
    ],
  )

const read = async <T>(address: string) => {
  const { status, body } = await api.send<T>('GET', address, { token })
  expect([address, status]).toEqual([address, 200])
  return body
}
const act = (name: RecordImport, id: number, action: 'commit' | 'undo', as = token) =>
  api.send<Answer>('POST', `${importKinds[name].path}${id}/${action}/`, { token: as })
const ended = (name: RecordImport, id: number) =>
  untilAnswer(
    () => read<ImportAnswer>(`${importKinds[name].path}${id}/`),
    ({ state }) => state !== 'running' && state !== 'returning',
  )

async function load(name: RecordImport, file: string | Buffer | readonly string[], sent: Sent = {}) {
  const { status, body } = await proposed(name, file, sent)
  expect([status, body.detail]).toEqual([201, undefined])
  const begun = await act(name, body.import_id, 'commit', sent.as)
  expect([begun.status, begun.body.state]).toEqual([200, 'running'])
  return { before: body, after: await ended(name, body.import_id) }
}

async function undo(name: RecordImport, id: number) {
  const { status } = await act(name, id, 'undo')
  expect(status).toBe(200)
  return ended(name, id)
}

const list = async <N extends RecordImport>(name: N, q: string, more = '') =>
  (await read<ListAnswer<Row<N>>>(`${contract[name].path}?q=${encodeURIComponent(q)}&limit=50${more}`))
    .results
const only = async <N extends RecordImport>(name: N, q: string): Promise<Row<N>> => {
  const [row, ...others] = await list(name, q)
  expect([q, row === undefined, others.length]).toEqual([q, false, 0])
  return row as Row<N>
}
const create = async <T>(path: string, body: object) => {
  const answer = await api.send<T>('POST', path, { token, body })
  expect([path, answer.status]).toEqual([path, 201])
  return answer.body
}

test('[GAS-7, IMP-1] numbers in a workbook are texts with all their digits, or are refused', async () => {
  const number = (digits: string) => ({ xml: `<v>${digits}</v>` })
  const { body } = await proposed(
    'organizations',
    workbook([
      ['Name', 'Experian ID', 'Tax ID', 'State'],
      ['Digits Bakery', number('1234567890123456'), number('123456789'), 'TX'],
      ['Digits Dairy', number('1.23456789012346E+15'), number('123456788'), 'TX'],
    ]),
  )
  expect(body.rows).toMatchObject([{ bin_number: '1234567890123456', tax_id: '123456789' }])
  expect(body.refused).toEqual([
    {
      line: 3,
      reason: 'Experian ID: A spreadsheet keeps only 15 digits of a number: format the column as text.',
    },
  ])
})

test('[GAS-7, IMP-1] plain days of a workbook that counts from 1904 are its own', async () => {
  const file = workbook(
    [
      ['Title', 'First name', 'Last name', 'Birthday'],
      ['ms', 'Nina', 'Nineteen', 30_000],
    ],
    { date1904: '1' },
  )
  const { body } = await proposed('contacts', file)
  expect([body.refused, body.rows]).toMatchObject([[], [{ date_of_birth: '1986-02-19' }]])
})

test('[GAS-7, IMP-1] what a workbook shows of a ZIP code or a tax ID is read, and no time of day is lost', async () => {
  const number = (value: string, format: number) => ({ xml: `<v>${value}</v>`, format })
  const { body } = await proposed(
    'organizations',
    workbook(
      [
        ['Name', 'Tax ID', 'ZIP', 'State', 'Last verification date'],
        ['Zeros Bakery', number('12345678', 1), number('2134', 0), 'MA', ''],
        ['Hours Bakery', number('12345679', 1), number('2134', 0), 'MA', number('45809.5', 2)],
      ],
      { formats: ['00000', '00\\-0000000', 'yyyy\\-mm\\-dd\\ hh:mm'] },
    ),
  )
  expect(body.rows).toMatchObject([
    { tax_id: '01-2345678', zip_code: '02134' },
    // As exports write moments, in UTC.
    { tax_id: '01-2345679', last_verification_date: '2025-06-01T12:00:00.000Z' },
  ])
})

test.each([
  ['00000\\-0000', '21341234', '02134-1234'],
  ['00000-0000', '21341234', '02134-1234'],
  ['[&lt;=99999]00000;00000\\-0000', '21341234', '02134-1234'],
  ['[&lt;=99999]00000;00000\\-0000', '2134', '02134'],
  ['000-00-0000', '12345678', '012-34-5678'],
  ['\\(000\\)\\ 000\\-0000', '7135550188', '(713) 555-0188'],
  ['[&lt;=9999999]###\\-####;\\(###\\)\\ ###\\-####', '7135550188', '(713) 555-0188'],
  ['###-####', '5550188', '555-0188'],
  ['###-####', '50188', '50188'],
  ['# ##0', '1234567', '1234567'],
  ['000&quot;/&quot;000', '12345', '012/345'],
  ['000-0000', '17135550188', '1713555-0188'],
  ['(00000)', '2134', '02134'],
  ['00000_);[Red]\\(00000\\)', '2134', '02134'],
  ['0&quot; dth&quot;', '2134', '2134'],
  ['#,##0', '2134', '2134'],
])('[GAS-7, IMP-1] with the format %s the number %s is the text %s', async (format, number, text) => {
  const cell = { xml: `<v>${number}</v>`, format: 1 }
  const file = workbook(
    [
      ['Name', 'State', 'Experian ID'],
      ['Masked', 'MA', cell],
    ],
    { formats: ['General', format] },
  )
  const { body } = await proposed('organizations', file)
  expect([body.refused, body.rows]).toMatchObject([[], [{ bin_number: text }]])
})

test('[IMP-1] of a workbook the first sheet that people see is read, or the first of them with headers', async () => {
  const rows = [
    ['Name', 'City', 'State'],
    ['Sheeted Mills', 'Larkfield', 'TX'],
  ]
  const other = [
    ['Name', 'City', 'State'],
    ['Other Mills', 'Larkfield', 'TX'],
  ]
  const remarks = [['Report of customers'], ['of', 'this', 'week']]
  const namesIn = async (file: Buffer) =>
    (await proposed('organizations', file)).body.rows.map(({ name }) => name)
  for (const state of ['hidden', 'veryHidden'])
    expect(await namesIn(workbook(rows, { before: [{ state, rows: other }] }))).toEqual(['Sheeted Mills'])
  const visible = { state: 'visible', rows: other }
  expect(await namesIn(workbook(rows, { before: [visible] }))).toEqual(['Other Mills'])
  const before = [
    { state: 'visible', rows: remarks },
    { state: 'visible', rows: [] },
  ]
  expect(await namesIn(workbook(rows, { before }))).toEqual(['Sheeted Mills'])
  expect(await namesIn(workbook(rows, { before: [{ state: 'visible', rows: [] }, visible] }))).toEqual([
    'Other Mills',
  ])
  const none = await proposed('organizations', workbook(remarks, { before }))
  expect(none.body.headers).toEqual(['Report of customers', '', ''])
})

test('[IMP-1] cells of a workbook that do not say where they are follow each other', async () => {
  const rows = [
    ['Name', 'City', 'State', 'Experian ID'],
    ['Unplaced Mills', { xml: '' }, 'TX', { xml: '<v>123456789012345</v>' }],
    [],
    ['Unplaced Silos', 'Larkfield', 'OH', { type: 'e', xml: '<v>#N/A</v>' }],
  ]
  const { body } = await proposed('organizations', workbook(rows, { isUnplaced: true }))
  expect(body.rows).toMatchObject([{ name: 'Unplaced Mills', state: 'TX', bin_number: '123456789012345' }])
  expect(body.refused).toEqual([{ line: 4, reason: 'Experian ID: The spreadsheet has an error here: #N/A.' }])
})

test('[IMP-1] organizations are proposed as they would be stored, then stored as by their form', async () => {
  const { before, after } = await load('organizations', [
    'Company,Website,Employees,Street,City,ST,State,Zip,NAICS,Comment',
    'Importer Mills,https://mills.example,"1,200",1 Mill Lane,Larkfield,x,texas,77001,"3112;311211",hello',
    'Importer Silos,,,,,,TX,,,',
    'Importer Wrong,no address,many,,,,Nowhere,,,',
    ',,,,,,TX,,,only a state',
  ])
  expect(before.mapping).toEqual({
    ...{ name: 0, web_page: 1, estimated_emplpoyee_count: 2, address_street: 3 },
    ...{ city: 4, state: 6, zip_code: 7, naics: 8 },
  })
  expect(before.rows[0]).toEqual({
    ...{ becomes: 'New', name: 'Importer Mills', web_page: 'https://mills.example' },
    ...{ estimated_emplpoyee_count: 1200, naics: ['3112', '311211'], address_street: '1 Mill Lane' },
    ...{ city: 'Larkfield', zip_code: '77001', state: 'TX' },
  })
  expect(before.counts).toEqual({ new: 2, same: 0, replaced: 0, refused: 2 })
  expect(before.refused).toEqual([
    {
      line: 4,
      reason: expect.stringMatching(
        /^Estimated employee count: .* State: No state is called Nowhere\.$/,
      ) as string,
    },
    { line: 5, reason: 'Name: This field is required.' },
  ])
  expect([after.state, after.counts, after.progress?.done]).toEqual(['committed', before.counts, 2])
  const mills = await only('organizations', 'Importer Mills')
  expect(mills).toMatchObject({ version: 1, web_page: 'https://mills.example' })
  const { results: addresses } = await read<ListAnswer<Row<'addresses'>>>(
    `${contract.addresses.path}?q=${encodeURIComponent('1 Mill Lane')}`,
  )
  expect(addresses).toMatchObject([{ city: 'Larkfield', current_organizations: [mills.organization_id] }])
  // By the city as well, which its address brings.
  expect(await list('organizations', 'larkfield')).toEqual(
    expect.arrayContaining([expect.objectContaining({ organization_id: mills.organization_id })]),
  )
  const history = await read<ListAnswer<{ action: string }>>(
    `${contract.organizations.path}${mills.organization_id}/history/`,
  )
  expect(history.results.map(({ action }) => action)).toEqual(['create'])
})

test('[IMP-2] rows of stored records change them, leave them or are new, as is said; empty cells erase nothing', async () => {
  const { after: first } = await load('organizations', [
    'Name,Tax ID,DUNS,Email,City,State,Phone',
    'Known Foods,12-3456789,,known@foods.example,Larkfield,TX,',
    'Known Steel,,123456789,,Larkfield,TX,',
    'Known Paper,,,,Ashford,OH,',
  ])
  expect(first.counts.new).toBe(3)
  const again = [
    'Name,Tax ID,DUNS,Email,City,State,Phone,DBA',
    'Known Foods Inc,123456789,,,,,,',
    ',,12-345-6789,,,,,Steelies',
    'Known Paper,,,,Ashford,ohio,,',
    'Known Paper,,,,Elsewhere,OH,,',
    'Other Foods,,,KNOWN@foods.example,,,(713) 555-0188,',
  ]
  const skipped = await proposed('organizations', again, { options: { matches: 'skip' } })
  expect(skipped.body.counts).toEqual({ new: 1, same: 4, replaced: 0, refused: 0 })
  const created = await proposed('organizations', again, { options: { matches: 'create' } })
  // A new one needs its name and state.
  expect(created.body.counts).toEqual({ new: 2, same: 0, replaced: 0, refused: 3 })
  const { before, after } = await load('organizations', again, { options: { matches: 'update' } })
  expect(before.counts).toEqual({ new: 1, same: 1, replaced: 3, refused: 0 })
  expect(after.counts).toEqual(before.counts)
  expect(before.rows.map(({ becomes }) => String(becomes).replace(/\d+/, '1'))).toEqual([
    'Changes Known Foods (#1)',
    'Changes Known Steel (#1)',
    'Unchanged: Known Paper (#1)',
    'New',
    'Changes Known Foods (#1)',
  ])
  expect(await only('organizations', 'Other Foods')).toMatchObject({
    ...{ name: 'Other Foods', tax_id: '123456789', email: 'KNOWN@foods.example', version: 3 },
  })
  expect(await only('organizations', 'Known Steel')).toMatchObject({ dba: 'Steelies', name: 'Known Steel' })
})

test('[IMP-2] a row that another one would overwrite is refused before, by whatever both are found', async () => {
  const refusedIn = async (name: RecordImport, file: string[]) => {
    const { before, after } = await load(name, file)
    expect([file, after.counts]).toEqual([file, before.counts])
    return before.refused
  }
  const header = 'Name,Tax ID,Email,City,State'
  expect(
    await refusedIn('organizations', [
      header,
      'Dry One,91-0000001,dry@x.example,Erie,PA',
      'Dry Two,,dry@x.example,Erie,PA',
      'Dry One,,,Erie,PA',
      'Dry One,,,Elsewhere,PA',
      // Another tax ID is another organization.
      'Dry Three,91-0000003,dry@x.example,Erie,PA',
    ]),
  ).toEqual([
    { line: 3, reason: 'Its email stands in line 2 already.' },
    { line: 4, reason: 'Its name stands in line 2 already.' },
  ])
  expect(await only('organizations', 'Dry One Erie')).toMatchObject({
    ...{ name: 'Dry One', tax_id: '91-0000001', version: 1 },
  })
  // Stored ones, of which one takes what the other is found by.
  expect(
    await refusedIn('organizations', [
      header,
      'Dry Four,91-0000001,,,',
      'Dry Five,91-0000001,,,',
      'Dry Four,,four@x.example,Erie,PA',
    ]),
  ).toEqual([
    { line: 3, reason: 'Its tax ID stands in line 2 already.' },
    { line: 4, reason: 'Its name stands in line 2 already.' },
  ])
  expect(
    await refusedIn('contacts', [
      'Title,First name,Last name,Personal email,Organization',
      'Ms,Ada,Dry,ada@dry.example,Dry Three',
      'Ms,Ada,Dry,,Dry Three',
      'Ms,Ada,Dry,,',
    ]),
  ).toEqual([{ line: 3, reason: 'Its name stands in line 2 already.' }])
})

test('[IMP-2] a match that is not clear is refused with the reason', async () => {
  await load('organizations', [
    'Name,Tax ID,DUNS,City,State',
    'Twin Foods,99-0000001,,Dayton,OH',
    'Twin Foods,99-0000002,990000002,Dayton,OH',
  ])
  const { body } = await proposed('organizations', [
    'Name,Tax ID,DUNS,City,State',
    'Twin Foods,,,Dayton,OH',
    'Twin Foods,99-0000001,990000002,Dayton,OH',
    // Another tax ID is another organization.
    'Twin Foods,99-0000003,,,OH',
    'Lone Foods,99-0000009,,,OH',
    'Lone Foods,990000009,,,OH',
  ])
  expect(body.counts).toEqual({ new: 2, same: 0, replaced: 0, refused: 3 })
  expect(body.refused.map(({ line, reason }) => [line, reason.replaceAll(/#\d+/g, '#1')])).toEqual([
    [2, '2 records have this name: Twin Foods (#1), Twin Foods (#1).'],
    [3, '2 records have this tax ID, DUNS number: Twin Foods (#1), Twin Foods (#1).'],
    [6, 'Its tax ID stands in line 5 already.'],
  ])
})

test('[IMP-3] contacts and addresses are linked to the organization they name, opportunities get theirs and tags', async () => {
  await load('organizations', ['Name,State', '"Linked, Foods Inc",TX', 'Linked Steel,TX'])
  const foods = await only('organizations', 'Linked, Foods Inc')
  const steel = await only('organizations', 'Linked Steel')
  const people = [
    'Prefix,First,Last,Email,Company,Position,Work email,Status',
    'Mr.,Linus,Linkman,linus@home.example,"linked, foods INC",Buyer,linus@foods.example,active',
    'Dr,Lena,Linkman,,Linked Steel,,,',
    'Ms,Lotte,Linkman,,,Buyer,,',
    'Ms,Lola,Linkman,,Unheard of,,,',
  ]
  const contacts = await load('contacts', people)
  expect(contacts.before.refused).toEqual([
    { line: 4, reason: 'Job title: The row names no organization to which it belongs.' },
    { line: 5, reason: 'Organization: No organization is called Unheard of.' },
  ])
  const linus = await only('contacts', 'Linus Linkman')
  expect(linus).toMatchObject({
    ...{ title: 'mr', personal_email: 'linus@home.example', job_title: 'Buyer' },
    current_organizations: [foods.organization_id],
  })
  const moved = await load('contacts', [
    'First,Last,Work email,Company,Position',
    'Linus,Linkman,linus@foods.example,Linked Steel,Head of buying',
    'Lena,Linkman,,Linked Steel,Smith',
  ])
  expect(moved.after.counts).toEqual({ new: 0, same: 0, replaced: 2, refused: 0 })
  expect((await only('contacts', 'Linus Linkman')).current_organizations).toEqual([
    foods.organization_id,
    steel.organization_id,
  ])
  expect(await only('contacts', 'Lena Linkman')).toMatchObject({ job_title: 'Smith', version: 1 })

  const addresses = await load('addresses', [
    'Street;City;ZIP;State;Company;Type',
    '7 Linked Road;Austin;73301;Texas;Linked Steel;Billing, HQ',
  ])
  expect(addresses.after.counts.new).toBe(1)
  expect(await only('addresses', '7 Linked Road')).toMatchObject({
    current_organizations: [steel.organization_id],
  })

  const tag = await create<Row<'tags'>>(contract.tags.path, {
    name: 'Winter, early',
    color: '#1f6feb',
    description: 'A tag',
  })
  const second = await create<Row<'tags'>>(contract.tags.path, {
    name: 'Import tag',
    color: '#1f6feb',
    description: 'A tag',
  })
  const deals = await load('opportunities', [
    'Deal,Organizations,Tags,Annual volume,Fee determinant,Due date,Credit request',
    'Linked Deal,"Linked, Foods Inc; Linked Steel","Winter, early","$1,000",Per_Therm,12/31/2026,YES',
  ])
  expect(deals.before.refused).toEqual([])
  const more = await load('opportunities', ['Deal\tTags', 'Linked deal\timport TAG'])
  expect(more.after.counts.replaced).toBe(1)
  expect(await only('opportunities', 'Linked Deal')).toMatchObject({
    organizations: [foods.organization_id, steel.organization_id],
    tags: [tag.tag_id, second.tag_id],
    ...{ sales_annual_volume_manual: 1000, dekatherms: false, pricing_due_date: '2026-12-31' },
    credit_request: 'yes',
  })
})

const people = (rows: readonly string[]) => ['First,Last,Title,Email,Mobile,Company,Position', ...rows]
const linksOf = async (resource: 'organizationContacts' | 'organizationAddresses', organization: number) =>
  (
    await read<ListAnswer<Record<string, unknown>>>(
      `${contract[resource].path}?organization=${organization}&limit=50`,
    )
  ).results

test('[IMP-11, IMP-6] one contact at several organizations of a file is made once, with a link to each; undo takes all back', async () => {
  await load('organizations', ['Name,State', 'Joined North,TX', 'Joined South,TX', 'Joined West,TX'])
  const [north, south, west] = await Promise.all(
    ['North', 'South', 'West'].map(
      async (name) => (await only('organizations', `Joined ${name}`)).organization_id,
    ),
  )
  const { before, after } = await load(
    'contacts',
    people([
      'Ida,Joiner,ms,ida@joined.example,,Joined North,Buyer',
      // Not in the same transaction.
      ...Array.from({ length: 9 }, (_, index) => `Ina ${index},Other,ms,,,Joined North,`),
      'Ida,Joiner,ms,IDA@joined.example,(713) 555-0188,Joined South,Head',
      ',,,ida@joined.example,,Joined West,',
      'Ida,Joiner,ms,ida@joined.example,,Joined West,Twice',
      'Eda,Joiner,ms,ida@joined.example,(713) 555-0199,,',
    ]),
  )
  expect(before.counts).toEqual({ new: 10, same: 0, replaced: 2, refused: 2 })
  expect(before.rows.slice(-2).map(({ becomes }) => becomes)).toEqual(['Adds to line 2', 'Adds to line 2'])
  expect(before.refused).toEqual([
    { line: 14, reason: 'Its email stands in line 13 already.' },
    { line: 15, reason: 'Its email stands in line 2 already.' },
  ])
  expect(after.counts).toEqual(before.counts)
  const ida = await only('contacts', 'Ida Joiner')
  expect(ida).toMatchObject({ personal_email: 'ida@joined.example', personal_mobile: '713-555-0188' })
  expect(ida.current_organizations).toEqual([north, south, west])
  expect((await linksOf('organizationContacts', south ?? 0)).map(({ job_title }) => job_title)).toEqual([
    'Head',
  ])
  const again = await proposed('contacts', people(['Ida,Joiner,ms,ida@joined.example,,Joined South,Head']))
  expect(again.body.counts).toEqual({ new: 0, same: 1, replaced: 0, refused: 0 })

  const taken = await undo('contacts', after.import_id)
  expect([taken.state, taken.progress?.kept_count]).toEqual(['undone', 0])
  expect(await list('contacts', 'Joiner')).toEqual([])
  for (const id of [north, south, west]) expect(await linksOf('organizationContacts', id ?? 0)).toEqual([])
  expect(await only('organizations', 'Joined South')).toMatchObject({ version: 1 })
})

test('[IMP-11] a row that says something else of a record than one before is refused with the field and the line', async () => {
  await load('organizations', ['Name,State', 'Contra North,TX', 'Contra South,TX'])
  const { before, after } = await load(
    'contacts',
    people([
      'Nora,Contra,ms,nora@contra.example,(713) 555-0111,Contra North,',
      'Norah,Contra,ms,nora@contra.example,(713) 555-0112,Contra South,',
    ]),
  )
  expect(before.refused).toEqual([
    {
      line: 3,
      reason:
        'First name: Line 2 says something else of the same record. Personal mobile: Line 2 says something else of the same record.',
    },
  ])
  expect(after.counts).toEqual({ new: 1, same: 0, replaced: 0, refused: 1 })
})

test('[IMP-11] a phone number that is written in two ways is the same', async () => {
  await load('organizations', ['Name,State', 'Twoway North,TX', 'Twoway South,TX'])
  const { before, after } = await load(
    'contacts',
    people([
      'Tova,Twoway,ms,tova@twoway.example,(713) 555-0111,Twoway North,',
      'Tova,Twoway,ms,tova@twoway.example,713.555.0111,Twoway South,',
    ]),
  )
  expect(before.refused).toEqual([])
  expect(after.counts).toEqual({ new: 1, same: 0, replaced: 1, refused: 0 })
  expect(await list('contacts', 'Twoway')).toMatchObject([{ personal_mobile: '713-555-0111' }])
})

test('[IMP-11, IMP-6] rows of a stored record link it to several organizations, whatever becomes of matches', async () => {
  await load('organizations', ['Name,State', 'Stored North,TX', 'Stored South,TX', 'Stored West,TX'])
  await load('contacts', people(['Sten,Storer,mr,sten@stored.example,,Stored North,']))
  const rows = people([
    'Sten,Storer,mr,sten@stored.example,(713) 555-0133,Stored South,',
    'Sten,Storer,mr,sten@stored.example,(713) 555-0133,Stored North,',
    'Sven,Storer,mr,sven@stored.example,,Stored South,',
    'Sven,Storer,mr,sven@stored.example,,Stored West,',
  ])
  const skipped = await load('contacts', rows, { options: { matches: 'skip' } })
  // Those that are stored are left; what the file itself makes is no stored record.
  expect(skipped.before.counts).toEqual({ new: 1, same: 2, replaced: 1, refused: 0 })
  expect(skipped.after.counts).toEqual(skipped.before.counts)
  expect((await only('contacts', 'Sven Storer')).current_organizations).toHaveLength(2)
  expect(await only('contacts', 'Sten Storer')).toMatchObject({ version: 1, personal_mobile: null })
  const changed = await load('contacts', rows.slice(0, 3), { options: { matches: 'update' } })
  // The link to the first organization is there.
  expect(changed.before.counts).toEqual({ new: 0, same: 1, replaced: 1, refused: 0 })
  expect(changed.after.counts).toEqual(changed.before.counts)
  const sten = await only('contacts', 'Sten Storer')
  expect([sten.personal_mobile, sten.current_organizations.length]).toEqual(['713-555-0133', 2])
  await undo('contacts', changed.after.import_id)
  const back = await only('contacts', 'Sten Storer')
  expect([back.personal_mobile, back.current_organizations.length]).toEqual([null, 1])
})

test('[IMP-11, IMP-6] one address of several organizations of a file is made once, with a link to each', async () => {
  await load('organizations', ['Name,State', 'Shared North,TX', 'Shared South,TX'])
  const south = (await only('organizations', 'Shared South')).organization_id
  const { before, after } = await load('addresses', [
    'Street,City,ZIP,State,Company,Type',
    '8 Shared Road,Austin,73301,TX,Shared North,billing_address',
    '8 shared road,Austin,73301-1111,TX,Shared South,headquarters',
  ])
  expect(before.refused).toEqual([
    { line: 3, reason: 'ZIP code: Line 2 says something else of the same record.' },
  ])
  const mended = await load('addresses', [
    'Street,City,ZIP,State,Company,Type',
    '8 shared road,Austin,73301,TX,Shared South,headquarters',
  ])
  expect([after.counts.new, mended.after.counts.replaced]).toEqual([1, 1])
  const whole = await load('addresses', [
    'Street,City,ZIP,State,Company,Type',
    '9 Shared Road,Austin,73301,TX,Shared North,billing_address',
    '9 SHARED ROAD,Austin,,TX,Shared South,headquarters',
  ])
  expect([whole.before.refused, whole.before.counts]).toEqual([
    [],
    { new: 1, same: 0, replaced: 1, refused: 0 },
  ])
  expect([whole.after.refused, whole.after.counts]).toEqual([[], whole.before.counts])
  const address = await only('addresses', '9 Shared Road')
  expect([address.address_street, address.current_organizations.length]).toEqual(['9 Shared Road', 2])
  await undo('addresses', whole.after.import_id)
  expect(await list('addresses', '9 Shared Road')).toEqual([])
  expect(await linksOf('organizationAddresses', south)).toHaveLength(1)
})

test('[IMP-11, IMP-9] a cell names several organizations as exports write them, also with commas in their names', async () => {
  const names = ['Brew Corp.', 'Brew Energy, LLC', 'Brew Steel', 'Brew', 'LLC']
  await load('organizations', ['Name,State', ...names.map((name) => `"${name}",TX`)])
  const ids = new Map<string, number>()
  for (const row of await list('organizations', 'brew')) ids.set(row.name, row.organization_id)
  const of = (...some: string[]) => some.map((name) => ids.get(name)).sort((a, b) => Number(a) - Number(b))
  const made = await load(
    'contacts',
    people([
      'Ada,Brewer,Ms,ada@brew.example,,"Brew Corp., Brew Energy, LLC",',
      'Bea,Brewer,Ms,bea@brew.example,,"Brew Steel; Brew Energy, LLC",',
      'Cleo,Brewer,Ms,cleo@brew.example,,"Brew Corp., Brew Steel",Buyer',
      'Dora,Brewer,Ms,dora@brew.example,,"Brew Corp., Unheard, Inc.",',
      'Edda,Brewer,Ms,edda@brew.example,,"Brew Energy, LLC",Buyer',
    ]),
  )
  expect(made.before.refused).toEqual([
    { line: 4, reason: 'Job title: The row names several organizations. Write a row for each.' },
    { line: 5, reason: 'Organization: No organization is called Unheard.' },
  ])
  expect(made.after.counts).toEqual({ new: 3, same: 0, replaced: 0, refused: 2 })
  const employers = async (name: string) =>
    [...(await only('contacts', name)).current_organizations].sort((a, b) => a - b)
  expect(await employers('Ada Brewer')).toEqual(of('Brew Corp.', 'Brew Energy, LLC'))
  expect(await employers('Bea Brewer')).toEqual(of('Brew Steel', 'Brew Energy, LLC'))
  expect(await employers('Edda Brewer')).toEqual(of('Brew Energy, LLC'))
  // Linked already, with the job title at one of them, and linked to a further one.
  await load('contacts', people(['Ada,Brewer,,ada@brew.example,,Brew Corp.,Buyer']))
  const rows = [
    'Ada,Brewer,,ada@brew.example,,"Brew Corp., Brew Energy, LLC",Buyer',
    'Ada,Brewer,,ada@brew.example,,"Brew Corp., Brew Energy, LLC",Seller',
    'Bea,Brewer,,bea@brew.example,,"Brew Energy, LLC, Brew Steel, Brew Corp.",',
  ]
  const again = await load('contacts', people([rows[0] ?? '', rows[2] ?? '']))
  expect(again.after.counts).toEqual({ new: 0, same: 1, replaced: 1, refused: 0 })
  expect(await employers('Bea Brewer')).toEqual(of('Brew Corp.', 'Brew Energy, LLC', 'Brew Steel'))
  const other = await proposed('contacts', people([rows[1] ?? '']))
  expect(other.body.counts.refused).toBe(1)
  await undo('contacts', again.before.import_id)
  expect(await employers('Bea Brewer')).toEqual(of('Brew Steel', 'Brew Energy, LLC'))
  // Two ways to read the commas.
  await load('organizations', ['Name,State', '"Brew, LLC",TX'])
  const unclear = await proposed(
    'contacts',
    people(['Fay,Brewer,Ms,fay@brew.example,,"Brew Corp., Brew, LLC",']),
  )
  expect(unclear.body.refused).toEqual([
    {
      line: 2,
      reason: 'Organization: Its commas can be read in two ways: write ; between the names.',
    },
  ])
})

test('[IMP-1, IMP-9] a name in one cell is that of a contact where there are no columns for its parts', async () => {
  const named = (rows: readonly string[]) => ['Title,Name,Email,Mobile', ...rows]
  const { before, after } = await load(
    'contacts',
    named([
      'Ms,"Wholly, Ada",ada@wholly.example,',
      'Ms,Bea Wholly,,',
      'Ms,"Wholly , Cleo  M.",,',
      'Ms,Wholly,,',
      'Ms,Dora van Wholly,,',
      'Ms,"Wholly, Jr., Edda",,',
    ]),
  )
  expect(before.mapping).toMatchObject({ name: 1 })
  expect(before.rows.map(({ name, first_name, last_name }) => [name, first_name, last_name])).toEqual([
    ['Wholly, Ada', 'Ada', 'Wholly'],
    ['Wholly, Bea', 'Bea', 'Wholly'],
    ['Wholly, Cleo M.', 'Cleo M.', 'Wholly'],
  ])
  const why = 'Name: Write it as Last, First.'
  expect(before.refused).toEqual([5, 6, 7].map((line) => ({ line, reason: why })))
  expect(after.counts).toEqual({ new: 3, same: 0, replaced: 0, refused: 3 })
  const again = await load(
    'contacts',
    named([
      // By its email, with another name; the others by their names.
      ',"Wholly-Holt, Ada",ada@wholly.example,',
      ',Bea Wholly,,(713) 555-0123',
      ',"wholly, cleo m.",,',
    ]),
  )
  expect(again.after.counts).toEqual({ new: 0, same: 0, replaced: 3, refused: 0 })
  expect(await only('contacts', 'ada@wholly.example')).toMatchObject({ name: 'Wholly-Holt, Ada' })
  expect(await only('contacts', 'Bea Wholly')).toMatchObject({ personal_mobile: '713-555-0123' })
  // A middle name of its own stands behind the first one.
  const cleo = await only('contacts', 'cleo m.')
  await api.send('PATCH', `${contract.contacts.path}${cleo.contact_id}/`, {
    token,
    body: { first_name: 'Cleo', middle_name: 'M.', last_name: 'Wholly', version: cleo.version },
  })
  const same = await proposed('contacts', named([',"Wholly, Cleo M.",,', ',"WHOLLY, Cleo M.",,']))
  expect(same.body.counts).toEqual({ new: 0, same: 1, replaced: 0, refused: 1 })
  // Columns for the parts come first.
  const parts = await proposed('contacts', ['Title,Name,First,Last', 'Ms,Other,Fay,Wholly'])
  expect(parts.body.mapping).toEqual({ title: 0, first_name: 2, last_name: 3 })
  expect(parts.body.rows).toMatchObject([{ first_name: 'Fay', last_name: 'Wholly' }])
})

test('[IMP-2] a contact without email and organization is known by its name, unless it is that of several', async () => {
  const first = await load('contacts', [
    'First,Last,Title,Email,Mobile',
    'Ida,Lone,Ms,,',
    'Jane,Lone,Ms,,(713) 555-0151',
    'Kate,Lone,Ms,kate@lone.example,',
  ])
  expect(first.after.counts.new).toBe(3)
  await create(contract.contacts.path, { title: 'ms', first_name: 'Jane', last_name: 'Lone' })
  const { body } = await proposed('contacts', [
    'First,Last,Title,Email,Mobile',
    'IDA,Lone,,,',
    'Jane,Lone,,,',
    // One with an email may be another one, and so may one with another phone.
    'Kate,Lone,Ms,,',
    'Ida,Lone,Ms,ida@lone.example,',
    'Ida,Lone,,,',
  ])
  expect(body.rows.map(({ becomes }) => String(becomes).replace(/\d+/, '1'))).toEqual([
    'Changes Lone, Ida (#1)',
    'New',
    'New',
  ])
  expect(body.refused.map(({ line, reason }) => [line, reason.replaceAll(/#\d+/g, '#1')])).toEqual([
    [3, '2 records have this name without email and organization: Lone, Jane (#1), Lone, Jane (#1).'],
    [6, 'Its name without email and organization stands in line 2 already.'],
  ])
})

test('[IMP-10] of names that differ in case or accents only the closest one is meant', async () => {
  const made: number[] = []
  for (const name of ['José Núñez', 'Jose Nunez', 'JOSE NUNEZ', 'Zoë Works', 'Zoé Works']) {
    const row = await create<Row<'organizations'>>(contract.organizations.path, { name, state: 'TX' })
    made.push(row.organization_id)
  }
  const said = [
    'José Núñez',
    'Jose Nunez',
    'JOSE NUNEZ',
    'josé núñez',
    'jose nunez',
    'zoe works',
    'ZOË WORKS',
  ]
  const { before, after } = await load('opportunities', [
    'Deal;Organizations',
    ...said.map((name, index) => `Named Deal ${index};${name}`),
    // Its letters and their accents are characters of their own.
    `Named Deal 7;${'José Núñez'.normalize('NFD')}`,
  ])
  expect(before.refused).toEqual([
    { line: 6, reason: 'Organizations: 2 records are called jose nunez but for capital letters.' },
    { line: 7, reason: 'Organizations: 2 records are called zoe works but for accents.' },
  ])
  expect(after.counts).toEqual(before.counts)
  const deals = await list('opportunities', 'Named Deal')
  expect(
    Object.fromEntries(deals.map(({ opportunity_name, organizations }) => [opportunity_name, organizations])),
  ).toEqual({
    ...{ 'Named Deal 0': [made[0]], 'Named Deal 1': [made[1]], 'Named Deal 2': [made[2]] },
    ...{ 'Named Deal 3': [made[0]], 'Named Deal 6': [made[3]], 'Named Deal 7': [made[0]] },
  })
})

test('[IMP-3] nothing gets in that a form would refuse', async () => {
  const { body } = await proposed('opportunities', [
    'Deal,Source type,Source name,Pricing due date',
    'Refused 1,DIRECT,,',
    'Refused 2,INDIRECT,Nobody knows this one,',
    `${'x'.repeat(300)},,,`,
    'Refused 4,,,31.12.2026',
  ])
  expect(body.counts).toEqual({ new: 0, same: 0, replaced: 0, refused: 4 })
  const [first, second] = body.refused
  const sent = await api.send('POST', contract.opportunities.path, {
    token,
    body: { opportunity_name: 'Refused 1', source_type: 'DIRECT' },
  })
  expect(sent.status).toBe(400)
  for (const text of Object.values(sent.body.fields ?? {})) expect(first?.reason).toContain(text)
  expect(second?.reason).toContain('Choose an entry of the list.')
  const nothing = await act('opportunities', body.import_id, 'commit')
  expect(nothing.status).toBe(200)
  expect((await ended('opportunities', body.import_id)).counts.refused).toBe(4)
})

test('[IMP-3] a cell with very many names is refused, and the row without headers above it stays', async () => {
  const many = Array.from({ length: 40_000 }, (_, index) => `a${index}`).join(';')
  const { status, body } = await proposed('opportunities', ['Deal,Tags', `Too many,"${many}"`, 'Few,'])
  expect([status, body.counts]).toEqual([201, { new: 1, same: 0, replaced: 0, refused: 1 }])
  expect(body.refused[0]?.reason).toContain('At most 2000 characters of names.')
  const { body: foreign } = await proposed(
    'opportunities',
    ['Bezeichnung,Bemerkung', 'Under foreign headers,One', 'Another,Notes'],
    { mapping: { opportunity_name: 0, notes: 1 } },
  )
  expect(foreign.counts).toEqual({ new: 2, same: 0, replaced: 0, refused: 0 })
})

test('[IMP-4] refused rows are mended in their file and imported again', async () => {
  const { before } = await load('addresses', ['Street,City,Zip,State', '1 Mended Way,Larkfield,77001,Utopia'])
  const { body: file } = await api.send<string>(
    'GET',
    `${importKinds.addresses.path}${before.import_id}/refused/`,
    { token },
  )
  expect(file).toBe(
    'Line,Reason,Street,City,Zip,State\r\n2,State: No state is called Utopia.,1 Mended Way,Larkfield,77001,Utopia\r\n',
  )
  const { after } = await load('addresses', file.replaceAll('Utopia\r', 'TX\r'))
  expect(after.counts).toEqual({ new: 1, same: 0, replaced: 0, refused: 0 })
})

test('[IMP-4, EXP-1] the file of refused rows has its mark of UTF-8, and quotes cells of several lines', async () => {
  const { before } = await load('addresses', [
    'Street,City,State,Notes',
    '"1 Café Way\nSuite 2, back",Larkfield,Utopia,',
  ])
  const address = `${api.url}${importKinds.addresses.path}${before.import_id}/refused/`
  const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(bytes.toString('utf8')).toContain(',"1 Café Way\nSuite 2, back",Larkfield')
})

test('[IMP-4, TRUST-22] texts that our files keep from being formulas are imported as they were before', async () => {
  const { before } = await load('organizations', [
    'Name,DBA,Phone,City,State',
    '-Dash Foods,=Eq Foods,+44 20 7946 0958,Larkfield,Utopia',
    "@At Foods,'Tis Foods,,Larkfield,Utopia",
  ])
  const address = `${importKinds.organizations.path}${before.import_id}/refused/`
  const { body: file } = await api.send<string>('GET', address, { token })
  expect(file).toContain("'-Dash Foods,'=Eq Foods,'+44 20 7946 0958")
  const { after } = await load('organizations', file.replaceAll('Utopia\r', 'TX\r'))
  expect(after.counts).toEqual({ new: 2, same: 0, replaced: 0, refused: 0 })
  const dash = { name: '-Dash Foods', dba: '=Eq Foods', phone: '+44 20 7946 0958' }
  expect(await only('organizations', 'Dash Foods')).toMatchObject(dash)
  expect(await only('organizations', 'At Foods')).toMatchObject({ name: '@At Foods', dba: "'Tis Foods" })

  const again = await load(
    'organizations',
    workbook([
      ['Name', 'DBA', 'City', 'State'],
      ["'-Dash Foods", "'-Dash Again", 'Larkfield', 'TX'],
    ]),
  )
  expect(again.after.counts).toEqual({ new: 0, same: 0, replaced: 1, refused: 0 })
  expect(await only('organizations', 'Dash Foods')).toMatchObject({ ...dash, dba: '-Dash Again' })
})

test('[IMP-2] an option that is none is refused with those that there are', async () => {
  const refusal = async (options: object) =>
    (await proposed('organizations', 'Name\nA\n', { options })).body.fields
  expect(await refusal({ matches: 'foo' })).toEqual({
    options: "matches: 'foo' is none of update, skip, create.",
  })
  expect(await refusal({ organization: 'x' })).toEqual({
    options: "organization: 'x' is none of an id, null.",
  })
  expect(await refusal({ nope: 1 })).toEqual({
    options:
      "'nope' is none of last_day_inclusive, replace, organization, utility_state, matches, time_zone, values.",
  })
})

test('[IMP-1] one of two is said in its own words, or as yes or no', async () => {
  const words = ['Y', 'n', '1', '0', 'TRUE', 'false', 'yes', 'No', 'dth', 'Per Therm']
  const { body } = await proposed('opportunities', [
    'Opportunity Name,Fee Determinant',
    ...words.map((word) => `Determined ${word},${word}`),
    'Determined Maybe,maybe',
  ])
  expect(body.rows.map(({ dekatherms }) => dekatherms)).toEqual(words.map((_, index) => index % 2 === 0))
  expect(body.refused).toEqual([
    {
      line: words.length + 2,
      reason:
        "Fee determinant: 'maybe' is none of yes, per dekatherm, dekatherm, dekatherms, dth, / dth, mmbtu, no, per therm, therm, therms, th, / th.",
    },
  ])
})

test('[IMP-8] numbers have spaces between their thousands, also those that do not break', async () => {
  const { body } = await proposed('organizations', [
    'Name;State;Employees;Revenue',
    'Spaced One;TX;1 234;$1 234 567.5',
    'Spaced Two;TX;1\u00A0234;1\u202F234\u202F567',
    'Spaced Three;TX;1 2 34;',
  ])
  expect(body.rows).toMatchObject([
    { estimated_emplpoyee_count: 1_234, estimated_revenue: 1_234_567.5 },
    { estimated_emplpoyee_count: 1_234, estimated_revenue: 1_234_567 },
  ])
  expect(body.refused).toEqual([{ line: 4, reason: `Estimated employee count: ${problems.separators}` }])
})

test('[IMP-8] days of a workbook before March 1900 are those that a spreadsheet shows', async () => {
  const day = (serial: string) => ({ xml: `<v>${serial}</v>`, format: 1 })
  const file = (date1904?: string) =>
    workbook(
      [
        ['Title', 'First name', 'Last name', 'Birthday'],
        ...['1', '59', '60', '61'].map((serial) => ['ms', 'Olga', `Old ${serial}`, day(serial)]),
      ],
      { formats: ['General', 'yyyy\\-mm\\-dd'], ...(date1904 !== undefined && { date1904 }) },
    )
  const { body } = await proposed('contacts', file())
  expect(body.rows).toMatchObject([
    { last_name: 'Old 1', date_of_birth: '1900-01-01' },
    { last_name: 'Old 59', date_of_birth: '1900-02-28' },
    { last_name: 'Old 61', date_of_birth: '1900-03-01' },
  ])
  expect(body.refused).toEqual([
    {
      line: 4,
      reason: 'Date of birth: There was no 29 February 1900, though spreadsheets count it.',
    },
  ])
  for (const date1904 of ['1', 'true']) {
    const later = await proposed('contacts', file(date1904))
    expect(later.body.rows.map(({ date_of_birth }) => date_of_birth)).toEqual([
      ...['1904-01-02', '1904-02-29', '1904-03-01', '1904-03-02'],
    ])
  }
})

test('[IMP-1] moments in a workbook keep their time of day, as in CSV; days are days', async () => {
  const dated = (serial: string) => ({ xml: `<v>${serial}</v>`, format: 1 })
  const file = workbook(
    [
      ['Name', 'Due date', 'Expected close', 'Notes'],
      ['Timed Deal', dated('46371.6458333333'), dated('46371.6458333333'), dated('46371.75')],
      ['Dated Deal', dated('46371'), dated('46371'), dated('46371')],
    ],
    { formats: ['General', 'yyyy-mm-dd hh:mm:ss'] },
  )
  const mapping = { opportunity_name: 0, pricing_due_date: 1, expected_close_date: 2 }
  const { after } = await load('opportunities', file, { mapping })
  expect(after.counts).toEqual({ new: 2, same: 0, replaced: 0, refused: 0 })
  await load('opportunities', ['Name,Due date', 'Written Deal,2026-12-15 15:30'], {
    options: { time_zone: 'America/New_York' },
  })
  const written = await only('opportunities', 'Written Deal')
  expect(await only('opportunities', 'Timed Deal')).toMatchObject({
    pricing_due_date: written.pricing_due_date,
    expected_close_date: '2026-12-15',
  })
  expect(written.pricing_due_date).toContain(':30')
  expect(await only('opportunities', 'Dated Deal')).toMatchObject({ pricing_due_date: '2026-12-15' })
})

test('[IMP-1] files of every kind are read: encodings, separators, quotes, formulas, titles above the headers', async () => {
  const rows = [
    'Report of addresses;;;',
    ';;;',
    'Strasse;City;Street;Zip;State',
    'x;"Zürich ""A""";=1+1 Hörnli;10001;NY',
    ';;;;',
    ' ; ; ; ; ',
  ]
  const text = rows.join('\r\n')
  const files = {
    utf8: Buffer.from(`\uFEFF${text}`),
    utf16: Buffer.from(`\uFEFF${text}`, 'utf16le'),
    windows: Buffer.from(text, 'latin1'),
  }
  for (const [name, file] of Object.entries(files)) {
    const { status, body } = await proposed('addresses', file)
    expect([name, status, body.refused, body.rows]).toEqual([
      name,
      201,
      [],
      [
        {
          ...{ becomes: 'New', city: 'Zürich "A"', address_street: '=1+1 Hörnli' },
          ...{ zip_code: '10001', state: 'New York' },
        },
      ],
    ])
  }
  const twice = await proposed('addresses', ['Street,Street,City', 'a,b,c'])
  expect(twice.body.mapping).toEqual({ address_street: 0, city: 2 })
  const broken = await proposed('addresses', ['Street,City', '"a,b'])
  expect([broken.status, broken.body.fields?.['file']]).toEqual([400, expect.stringContaining('quote')])
})

test('[IMP-1] the mapping and what becomes of matches are remembered', async () => {
  const file = ['Weg,Ort,PLZ,Land', '3 Remembered Street,Larkfield,77001,TX']
  const mapping = { address_street: 0, city: 1, zip_code: 2, state: 3 }
  await load('addresses', file, { mapping, options: { matches: 'skip' } })
  await load('addresses', ['Street,City,Zip,State', '4 Remembered Street,Larkfield,77001,TX'], {
    options: { matches: 'skip' },
  })
  const { body } = await proposed('addresses', file)
  expect([body.mapping, body.options?.matches, body.counts.same]).toEqual([mapping, 'skip', 1])
})

test('[IMP-5, IMP-6] an undo takes rows back in portions, whose records share the statements', async () => {
  const lines = Array.from(
    { length: 20 },
    (_, index) => `Portion ${index + 10},7${index + 10} Portion Row,Larkfield,TX`,
  )
  const { after } = await load('organizations', ['Name,Street,City,State', ...lines])
  const { organization_id: named } = await only('organizations', 'Portion 17')
  await create(contract.notes.path, { description: '<p>a</p>', object_id: `organization-${named}` })
  deletions.length = 0
  const undone = await undo('organizations', after.import_id)
  expect(undone.progress?.kept).toEqual([
    { line: 9, name: 'Portion 17', reason: 'Note was added to it since.' },
  ])
  expect((await list('organizations', 'Portion')).map(({ name }) => name)).toEqual(['Portion 17'])
  expect((await list('addresses', 'Portion Row')).map(({ address_street }) => address_street)).toEqual([
    '717 Portion Row',
  ])
  // Whole portions, and parts of the one whose row is refused.
  expect(deletions.length).toBeLessThan(12)
})

test('[IMP-6] an undo within seven days puts new records into the trash and gives others their old values; changed ones stay', async () => {
  const { after: made } = await load('organizations', [
    'Name,Tax ID,City,State',
    'Undone Foods,77-0000001,Larkfield,TX',
    'Undone Steel,77-0000002,,TX',
  ])
  const foods = await only('organizations', 'Undone Foods')
  const { after: changed } = await load('organizations', [
    'Name,Tax ID,City,State,DBA,Zip',
    'Undone Foods GmbH,77-0000001,Ashford,OH,UF,44001',
    'Undone Steel,77-0000002,,,US,',
    'Undone Paper,,Ashford,OH,,',
    'Undone Glass,,Ashford,OH,,',
    'Undone Wood,,Ashford,OH,,',
  ])
  expect(changed.counts).toEqual({ new: 3, same: 0, replaced: 2, refused: 0 })
  const tooEarly = await act('organizations', made.import_id, 'undo')
  expect(tooEarly.status).toBe(200)
  const first = await ended('organizations', made.import_id)
  expect(first.progress?.kept.map(({ line, name, reason }) => [line, name, reason])).toEqual([
    [2, 'Undone Foods GmbH', expect.stringMatching(/ was changed since\.$/)],
    [3, 'Undone Steel', 'Organization Undone Steel was changed since.'],
  ])
  const steel = await only('organizations', 'Undone Steel')
  await api.send('PATCH', `${contract.organizations.path}${steel.organization_id}/`, {
    token,
    body: { phone: '(713) 555-0188', version: steel.version },
  })
  const paper = await only('organizations', 'Undone Paper')
  await create(contract.opportunities.path, {
    opportunity_name: 'Of paper',
    organizations: [paper.organization_id],
  })
  const glass = await only('organizations', 'Undone Glass')
  await create(contract.notes.path, {
    ...{ description: '<p>a</p>', object_id: `organization-${glass.organization_id}` },
  })
  const after = await undo('organizations', changed.import_id)
  expect([after.state, after.progress?.kept_count]).toEqual(['undone', 3])
  expect(after.progress?.kept).toEqual([
    { line: 3, name: 'Undone Steel', reason: 'Organization Undone Steel was changed since.' },
    { line: 4, name: 'Undone Paper', reason: 'Opportunity was added to it since.' },
    { line: 5, name: 'Undone Glass', reason: 'Note was added to it since.' },
  ])
  expect(await only('organizations', 'Undone Foods')).toMatchObject({
    ...{ organization_id: foods.organization_id, name: 'Undone Foods', dba: null },
  })
  const [address] = (
    await read<ListAnswer<Row<'addresses'>>>(
      `${contract.addresses.path}?current_organizations=${foods.organization_id}`,
    )
  ).results
  expect(address).toMatchObject({ city: 'Larkfield', zip_code: '' })
  expect(await list('organizations', 'Undone Wood')).toEqual([])
  const trash = await read<ListAnswer<Row<'organizations'>>>(
    `${contract.organizations.path}trash/?q=${encodeURIComponent('Undone Wood')}`,
  )
  expect(trash.count).toBe(1)
  const again = await act('organizations', changed.import_id, 'undo')
  expect([again.status, again.body.detail]).toEqual([409, 'Only a stored import can be taken back.'])

  const { after: old } = await load('addresses', ['Street,City,Zip,State', '1 Old Street,Larkfield,77001,TX'])
  await api.database.db
    .updateTable('imports')
    .set({ committed_at: '2020-01-01T00:00:00.000Z' })
    .where('import_id', '=', old.import_id)
    .execute()
  const late = await act('addresses', old.import_id, 'undo')
  expect([late.status, late.body.detail]).toEqual([409, 'It can be taken back for 7 days only.'])
})

test('[IMP-6] two rows that changed one record are both taken back', async () => {
  await load('organizations', ['Name,Tax ID,City,State', 'Twofold Foods,77-0000101,Larkfield,TX'])
  const { after } = await load('organizations', [
    'Name,Tax ID,City,State,DBA,Employees',
    'Twofold Foods,77-0000101,,,One,',
    'Twofold Foods,,Larkfield,TX,Two,12',
  ])
  expect(after.counts).toEqual({ new: 0, same: 0, replaced: 2, refused: 0 })
  expect(await only('organizations', 'Twofold Foods')).toMatchObject({ dba: 'Two' })
  const undone = await undo('organizations', after.import_id)
  expect([undone.state, undone.progress?.kept]).toEqual(['undone', []])
  expect(await only('organizations', 'Twofold Foods')).toMatchObject({
    ...{ dba: null, estimated_emplpoyee_count: null },
  })
})

test('[IMP-4, IMP-5] an import whose user is closed is stopped, and the other rows are in the file of refused ones', async () => {
  const { db } = api.database
  const { body } = await proposed('addresses', ['Street,City,Zip,State', '9 Late Street,Larkfield,77001,TX'])
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'broker')
    .executeTakeFirstOrThrow()
  await inTransaction(api.database, { actor: id, requestId: 'late' }, (write) =>
    beginRun(write, 'addresses', body.import_id, 'commit'),
  )
  await db.updateTable('users').set({ status: 'deactivated' }).where('id', '=', id).execute()
  const runner = createImportRunner(api.database, (error) => {
    throw error
  })
  runner.wake()
  const after = await untilAnswer(
    () =>
      db
        .selectFrom('imports')
        .select(['state', 'refused_rows'])
        .where('import_id', '=', body.import_id)
        .executeTakeFirstOrThrow(),
    ({ state }) => state !== 'running',
  )
  await runner.stop()
  await db.updateTable('users').set({ status: 'active' }).where('id', '=', id).execute()
  expect(after).toEqual({ state: 'committed', refused_rows: 1 })
  const [row] = await db
    .selectFrom('import_rows')
    .select(['state', 'reason'])
    .where('import_id', '=', body.import_id)
    .where('line', '>', 0)
    .execute()
  expect(row).toEqual({
    state: 'refused',
    reason: 'The import was stopped: its user is no longer active.',
  })
})

test('[IMP-5] two people who import one file at once make each record once', async () => {
  const rows = Array.from(
    { length: 60 },
    (_, index) => `Ms,Twice ${index},Importer,twice${index}@two.example`,
  )
  const file = ['Title,First name,Last name,Email', ...rows]
  const [one, two] = await Promise.all([
    proposed('contacts', file, { options: { matches: 'skip' } }),
    proposed('contacts', file, { options: { matches: 'skip' }, as: other }),
  ])
  expect([one.body.counts.new, two.body.counts.new]).toEqual([60, 60])
  await Promise.all([
    act('contacts', one.body.import_id, 'commit'),
    act('contacts', two.body.import_id, 'commit', other),
  ])
  const [first, second] = await Promise.all([
    ended('contacts', one.body.import_id),
    ended('contacts', two.body.import_id),
  ])
  expect(first.counts.new + second.counts.new).toBe(60)
  expect(first.counts.same + second.counts.same).toBe(60)
  const { count } = await read<ListAnswer<unknown>>(`${contract.contacts.path}?q=Twice%20Importer&limit=1`)
  expect(count).toBe(60)
})

test('[IMP-4] rows stored together leave each record its own history, order, search and notices', async () => {
  const towns = [
    'Ashport',
    'Birchport',
    'Cedarport',
    'Dogwoodport',
    'Elmport',
    'Firport',
    'Gumport',
    'Hazelport',
  ]
  const { after: stored } = await load('organizations', [
    'Name,Street,City,State,Zip',
    ...towns.map(
      (town, index) => `Together ${town},${index} Pier,${town},${index % 2 ? 'OH' : 'TX'},7700${index}`,
    ),
  ])
  expect(stored.counts).toEqual({ new: 8, same: 0, replaced: 0, refused: 0 })
  for (const town of towns) {
    // Found by the city of its address, whose text is searched in the organization.
    const { organization_id: id, name } = await only('organizations', `${town} Together`)
    expect(name).toBe(`Together ${town}`)
    const { results } = await read<TimelineAnswer>(timelinePath('organizations', id))
    expect(results.map(({ action, kind }) => [action, kind])).toEqual([
      ['create', 'changes'],
      ['create', 'links'],
    ])
    expect(results[0]?.changes).toContainEqual({ field: 'name', before: null, after: name })
    expect(results[1]?.record).toMatchObject({
      resource: 'addresses',
      name: expect.stringContaining(`${towns.indexOf(town)} Pier`) as string,
    })
  }
  const { results: addresses } = await read<ListAnswer<Row<'addresses'>>>(
    `${contract.addresses.path}?q=Together&limit=50&ordering=-current_organizations`,
  )
  expect(addresses.map(({ city }) => city)).toEqual([...towns].reverse())
  const [first] = await list('organizations', 'Together Ashport')
  const id = first?.organization_id ?? 0
  await api.send('PUT', followPath('organizations', id), { token: other })
  await load('contacts', [
    'Title,First name,Last name,Organization',
    ...towns.map((town) => `Ms,${town},Togetherson,Together ${town}`),
  ])
  const { body } = await api.send<NotificationsAnswer>('GET', notificationsPath, { token: other })
  const told = body.results.filter(({ record }) => record?.resource === 'organizations')
  expect(told.map(({ record, part, count }) => [record?.id, part, count])).toEqual([
    [id, 'organizationContacts', 1],
  ])
})

test('[IMP-5] a second commit, and one of another kind, are refused', async () => {
  const { body } = await proposed('addresses', ['Street,City,Zip,State', '1 Once Street,Larkfield,77001,TX'])
  await act('addresses', body.import_id, 'commit')
  await ended('addresses', body.import_id)
  const again = await act('addresses', body.import_id, 'commit')
  expect([again.status, again.body.detail]).toEqual([409, 'This import is stored already.'])
  expect((await act('contacts', body.import_id, 'undo')).status).toBe(404)
  const wrong = await proposed('addresses', ['Street', 'a'], {
    options: { matches: 'sometimes' as 'skip' },
  })
  expect(wrong.status).toBe(400)
})

test('[IMP-5] what has changed since a file was looked at is seen when it is stored, row by row', async () => {
  const { body } = await proposed('organizations', [
    'Name,Tax ID,City,State,DBA',
    'Pair Foods,88-0000001,Dayton,OH,first',
    // Stored apart from it, as another organization of this name.
    'Pair Foods,88-0000002,Dayton,OH,second',
    'Late Foods,,Dayton,OH,late',
    'Free Foods,,Dayton,OH,free',
  ])
  expect(body.counts).toEqual({ new: 4, same: 0, replaced: 0, refused: 0 })
  for (let made = 0; made < 2; made++)
    await create(contract.organizations.path, { name: 'Late Foods', state: 'OH' })
  await act('organizations', body.import_id, 'commit')
  const { counts, refused } = await ended('organizations', body.import_id)
  expect(counts).toEqual({ new: 3, same: 0, replaced: 0, refused: 1 })
  expect(refused).toEqual([
    { line: 4, reason: expect.stringMatching(/^2 records have this name: Late Foods/) as string },
  ])
  const pair = (await list('organizations', 'Pair Foods')).map(({ dba, tax_id }) => [dba, tax_id])
  expect(pair.sort()).toEqual([
    ['first', '88-0000001'],
    ['second', '88-0000002'],
  ])
  expect(await only('organizations', 'Free Foods')).toMatchObject({ dba: 'free' })
})

test('[IMP-1] 20,000 rows are looked at while others go on', async () => {
  const rows = Array.from(
    { length: 20_000 },
    (_, index) => `Ms,Many ${index},Person,many${index}@many.example`,
  )
  let isDone = false
  let slowest = 0
  const large = proposed('contacts', ['Title,First name,Last name,Email', ...rows]).finally(
    () => (isDone = true),
  )
  while (!isDone) {
    const begun = performance.now()
    await read(`${contract.tags.path}?limit=1`)
    slowest = Math.max(slowest, performance.now() - begun)
    await wait(20)
  }
  const { body } = await large
  expect(body.counts).toEqual({ new: 20_000, same: 0, replaced: 0, refused: 0 })
  expect(slowest).toBeLessThan(2_000)
})
