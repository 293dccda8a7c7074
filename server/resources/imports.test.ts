import { contract, type Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import { importKinds, importsPath, type ImportAnswer, type PastImport } from '../../src/contract/imports'
import { ApiError } from '../kit/errors'
import { csvText } from '../kit/export/csv'
import { startApi, type TestApi } from '../testing/api'
import { sendForm } from '../testing/forms'
import { quoteMaker } from '../testing/gas'
import { workbook } from '../testing/workbooks'
import { readDay, readMonth, readNumber } from './imports/cells'
import { deleteOldProposals } from './imports/imports'
import { serverKinds } from './imports/kinds'

const { curves, heatContents, marketHolidays } = importKinds

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

const propose = (
  path: string,
  file: string | Buffer,
  fields: Record<string, string> = {},
  token = team,
  headers = {},
) =>
  sendForm<Answer>(
    api,
    token,
    ['POST', path],
    [
      ...Object.entries(fields).map(([name, value]) => ({ name, value })),
      { name: 'file', value: file, filename: 'table.csv', type: 'text/csv' },
    ],
    headers,
  )
const act = (path: string, id: number, action: string, token = team) =>
  api.send<Answer>('POST', `${path}${id}/${action}/`, { token })
const pointsOf = async (curve: number) => {
  const { body } = await api.asBroker<ListAnswer<Row<'curvePoints'>>>(
    'GET',
    `${contract.curvePoints.path}?curve=${curve}&ordering=delivery_month`,
  )
  return body.results.map(({ trade_date, delivery_month, price, settled }) => [
    trade_date,
    delivery_month,
    price,
    settled,
  ])
}

test.each([
  ['11/25/2026', '2026-11-25'],
  ['2026-11-25', '2026-11-25'],
  ['46351', '2026-11-25'],
  ['November 25, 2026', '2026-11-25'],
  ['Nov 25, 2026', '2026-11-25'],
  ['25-Nov-2026', '2026-11-25'],
  ['25 November 2026', '2026-11-25'],
  ['11/25/2026 0:00', '2026-11-25'],
  ['11/25/2026 12:00:00 AM', '2026-11-25'],
])('[GAS-7] the day %s is %s', (cell, day) => {
  expect(readDay(cell)).toBe(day)
})

test.each(['5-Jan-27', '25/11/2026', '5.1.2027', 'Noon 25, 2026', '1/5/2027 2:30 PM', 'Feb 30, 2027'])(
  '[GAS-7] the day %s is refused',
  (cell) => {
    expect(() => readDay(cell)).toThrow(
      /^(Enter a date such as 2027-01-05 or 1\/5\/2027|There is no such day)/,
    )
  },
)

test.each([
  ['2027-01', '2027-01'],
  ['1/2027', '2027-01'],
  ['Jan-27', '2027-01'],
  ['January 2027', '2027-01'],
  ['1/15/2027', '2027-01'],
])('[GAS-7] the month %s is %s', (cell, month) => {
  expect(readMonth(cell)).toBe(month)
})

test.each([
  ['$1,234.50', 1_234.5],
  ['(0.25)', -0.25],
  ['0.25-', -0.25],
  ['-.5', -0.5],
  ['-$5', -5],
  ['$ (1,234.50)', -1_234.5],
  ['123456789.012345', 123_456_789.012_345],
  ['1 234', 1_234],
  ['1\u00A0234\u00A0567.5', 1_234_567.5],
  ['-$1\u202F234', -1_234],
  ['(12 345)', -12_345],
])('[GAS-7] the number %s is %d', (cell, value) => {
  expect(readNumber(cell)).toBe(value)
})

test.each(['Margin 2027', 'Junk-27', 'Mayor 2027', '03/04/25'])('[GAS-7] the month %j is refused', (cell) => {
  expect(() => readMonth(cell)).toThrow('Write the month as YYYY-MM.')
})

test.each([
  '1,23',
  '12.345,6',
  '1.2.3',
  '',
  '1234567890.1234567',
  '25/12',
  '1$2',
  '$$1',
  '1e3',
  '1.2345678901234567e1',
  '0,125',
  '(-1)',
  '-1-',
  '1 2 34',
  '1 234 56',
  '1 234,5',
  '1,234 567',
  '1 234\u00A0567',
  '0 125',
])('[GAS-7, UNIT-1] the number %j is refused', (cell) => {
  expect(() => readNumber(cell)).toThrow()
})

test.each(['25/12/2026', '2/30/2027', '1/2/27', 'soon'])('[GAS-7] the day %j is refused', (cell) => {
  expect(() => readDay(cell)).toThrow()
})

test('[GAS-7, CRV-1] a file of a curve is proposed, stored, replaces its trade date as a whole, and is taken back', async () => {
  const { curve_id } = await makers.record('curves')
  const of = { curve: String(curve_id) }
  const first = await propose(
    curves.path,
    'Trade Date,Contract Month,Settle\r\n11/25/2026,2027-01,4.61\r\n11/25/2026,2027-02,$4.48\r\n11/25/2026,2027-02,4.5\r\n11/25/2026,=2027,4\r\n11/25/2026,2027-03,"4,05"\r\n',
    of,
  )
  expect([first.status, first.body]).toEqual([
    201,
    {
      import_id: first.body.import_id,
      state: 'proposed',
      filename: 'table.csv',
      target: curve_id,
      headers: ['Trade Date', 'Contract Month', 'Settle'],
      mapping: { trade_date: 0, delivery_month: 1, price: 2 },
      rows: [
        { trade_date: '2026-11-25', delivery_month: '2027-01', price: 4.61, settled: false },
        { trade_date: '2026-11-25', delivery_month: '2027-02', price: 4.48, settled: false },
      ],
      counts: { new: 2, same: 0, replaced: 0, refused: 3 },
      refused: [
        { line: 4, reason: 'Stands in line 3 already.' },
        { line: 5, reason: 'Write the month as YYYY-MM.' },
        { line: 6, reason: expect.stringContaining('commas') as unknown },
      ],
      options: null,
      unknown: [],
      unknown_count: 0,
      progress: null,
    },
  ])
  expect(await pointsOf(curve_id)).toEqual([])
  const id = first.body.import_id
  const rejected = await api.send<string>('GET', `${curves.path}${id}/refused/`, { token: team })
  expect(rejected.body.split('\r\n').slice(0, 3)).toEqual([
    'Line,Reason,Trade Date,Contract Month,Settle',
    '4,Stands in line 3 already.,11/25/2026,2027-02,4.5',
    "5,Write the month as YYYY-MM.,11/25/2026,'=2027,4",
  ])
  expect((await act(curves.path, id, 'commit')).body.state).toBe('committed')
  expect(await pointsOf(curve_id)).toEqual([
    ['2026-11-25', '2027-01', 4.61, false],
    ['2026-11-25', '2027-02', 4.48, false],
  ])
  expect((await act(curves.path, id, 'commit')).status).toBe(409)

  const second = await propose(
    curves.path,
    'Trade Date,Contract Month,Settle\n2026-11-25,2027-01,4.61\n2026-11-25,2027-03,4.05\n',
    of,
  )
  expect(second.body.counts).toEqual({ new: 1, same: 1, replaced: 0, refused: 0 })
  await act(curves.path, second.body.import_id, 'commit')
  expect(await pointsOf(curve_id)).toEqual([
    ['2026-11-25', '2027-01', 4.61, false],
    ['2026-11-25', '2027-03', 4.05, false],
  ])
  const early = await act(curves.path, id, 'undo')
  expect([early.status, early.body.detail]).toEqual([
    409,
    `Import ${second.body.import_id} rests on it. Take that back first.`,
  ])
  expect((await act(curves.path, second.body.import_id, 'undo')).body.state).toBe('undone')
  expect(await pointsOf(curve_id)).toEqual([
    ['2026-11-25', '2027-01', 4.61, false],
    ['2026-11-25', '2027-02', 4.48, false],
  ])
  await act(curves.path, id, 'undo')
  expect(await pointsOf(curve_id)).toEqual([])
})

test.each([[['General']], [null]])(
  '[GAS-7] an XLSX file with the formats %j is read as well, with its dates and every digit',
  async (formats) => {
    const { curve_id } = await makers.record('curves')
    const cells = [
      ['Date', 'Month', 'Price'],
      [46_351, '2027-01', 4.612345678901],
      ['11/25/2026', 'Feb 2027', 0.1 + 0.2],
      ['11/25/2026', 'Mar 2027', 0.000_000_5],
      ['11/25/2026', 'Apr 2027', { xml: '<v>4.1600000000000001</v>' }],
      ['11/25/2026', 'May 2027', { xml: '<v>7.0000000000000007E-2</v>' }],
      ['11/25/2026', 'Jun 2027', { xml: '<f>C2/1.037</f><v>4.4477778967222763</v>' }],
    ]
    const file = workbook(cells, { formats })
    const { status, body } = await propose(curves.path, file, { curve: String(curve_id) })
    expect([status, body.rows]).toEqual([
      201,
      [
        { trade_date: '2026-11-25', delivery_month: '2027-01', price: 4.612345678901, settled: false },
        { trade_date: '2026-11-25', delivery_month: '2027-02', price: 0.3, settled: false },
        { trade_date: '2026-11-25', delivery_month: '2027-03', price: 0.000_000_5, settled: false },
        { trade_date: '2026-11-25', delivery_month: '2027-04', price: 4.16, settled: false },
        { trade_date: '2026-11-25', delivery_month: '2027-05', price: 0.07, settled: false },
        { trade_date: '2026-11-25', delivery_month: '2027-06', price: 4.44777789672228, settled: false },
      ],
    ])
    const broken = await propose(curves.path, Buffer.from('PK\x03\x04broken', 'latin1'), {
      curve: String(curve_id),
    })
    expect(broken.status).toBe(400)
  },
)

test.each([['1'], ['true']])(
  '[GAS-7] days of a workbook that counts from 1904 (%s) are its own',
  async (date1904) => {
    const { curve_id } = await makers.record('curves')
    const shown = { format: 0, xml: '<v>44347</v>' }
    const file = workbook(
      [
        ['Date', 'Month', 'Price'],
        [44_347, 44_347, 44_347],
        [shown, '2025-07', 4.2],
        ['6/1/2025', 'Aug 2025', 4.3],
      ],
      { date1904, formats: ['yyyy\\-mm\\-dd'] },
    )
    const { body } = await propose(curves.path, file, { curve: String(curve_id) })
    expect(body.rows).toMatchObject([
      { trade_date: '2025-06-01', delivery_month: '2025-06', price: 44_347 },
      { trade_date: '2025-06-01', delivery_month: '2025-07', price: 4.2 },
      { trade_date: '2025-06-01', delivery_month: '2025-08', price: 4.3 },
    ])
  },
)

test('[GAS-7, UNIT-6] heat contents are imported for a utility, with a mapping that is used again', async () => {
  const { utility_id } = await makers.record('utilities', { name: 'Importers Gas' })
  const of = { utility: String(utility_id) }
  const file = 'A,B\n2026-01-01,1.031\n2027-01-01,1.3\n'
  const unknown = await propose(heatContents.path, file, of)
  expect(unknown.body).toMatchObject({ mapping: {}, counts: { new: 0, refused: 2 } })
  const mapped = await propose(heatContents.path, file, {
    ...of,
    mapping: JSON.stringify({ valid_from: 0, mmbtu_per_mcf: 1 }),
  })
  expect(mapped.body).toMatchObject({
    counts: { new: 1, refused: 1 },
    refused: [{ line: 3, reason: 'Must be 1.2 or less.' }],
  })
  await act(heatContents.path, mapped.body.import_id, 'commit')
  const { body: list } = await api.asBroker<ListAnswer<Row<'heatContents'>>>(
    'GET',
    `${contract.heatContents.path}?q=importers`,
  )
  expect(list.results).toMatchObject([
    { utility: utility_id, valid_from: '2026-01-01', mmbtu_per_mcf: 1.031 },
  ])
  const again = await propose(heatContents.path, 'A,B\n2026-01-01,1.032\n', of)
  expect(again.body).toMatchObject({
    mapping: { valid_from: 0, mmbtu_per_mcf: 1 },
    counts: { new: 0, replaced: 1, refused: 0 },
  })
})

test('[GAS-6, GAS-7] holidays are replaced year by year', async () => {
  const file = 'Date,Holiday\n2035-01-01,New Year\n2035-12-24,Christmas Eve\n'
  const { body } = await propose(marketHolidays.path, file)
  expect(body.counts).toEqual({ new: 1, same: 0, replaced: 1, refused: 0 })
  await act(marketHolidays.path, body.import_id, 'commit')
  const days = async () => {
    const { body: list } = await api.asBroker<ListAnswer<Row<'marketHolidays'>>>(
      'GET',
      contract.marketHolidays.path,
    )
    return list.results.flatMap(({ day, name }) => (day.startsWith('2035') ? [`${day} ${name}`] : []))
  }
  expect(await days()).toEqual(['2035-01-01 New Year', '2035-12-24 Christmas Eve'])
  await act(marketHolidays.path, body.import_id, 'undo')
  expect(await days()).toHaveLength(10)
})

test('[GAS-4, GAS-7] what cannot be imported is refused with the reason', async () => {
  const broker = (await api.signIn('broker')).access
  expect((await propose(marketHolidays.path, 'Date,Holiday\n2035-01-01,A\n', {}, broker)).status).toBe(409)
  const empty = await propose(marketHolidays.path, 'Date,Holiday\n')
  expect([empty.status, empty.body.fields]).toEqual([
    400,
    { file: 'The file has no rows below its headers.' },
  ])
  expect((await propose(curves.path, 'a\nb\n')).body.fields).toEqual({ curve: 'This field is required' })
  expect((await propose(curves.path, 'a\nb\n', { curve: '99999' })).status).toBe(404)
  expect((await act(curves.path, 99_999, 'commit')).status).toBe(404)
  expect((await act(curves.path, 99_999, 'undo')).status).toBe(404)
  const quoted = await propose(marketHolidays.path, 'Date,Holiday\n2035-01-01,A\n2035-01-02,"A"b\n')
  expect(quoted.body.fields).toEqual({
    file: 'The file is not CSV: by line 3 a quote is not closed, or stands within a cell.',
  })
  const many = await propose(marketHolidays.path, `Date,Holiday\n${'2035-01-01,A\n'.repeat(50_001)}`)
  expect(many.body.fields).toEqual({ file: 'At most 50,000 rows.' })
})

test.each([
  ['a PDF', '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'],
  ['a page', '<!DOCTYPE html>\n<html><body>Date,Holiday</body></html>\n'],
  ['bytes', Buffer.from(Array.from({ length: 500 }, (_, index) => 1 + ((index * 7) % 255)))],
  ['an old workbook', Buffer.from('D0CF11E0A1B11AE1000000000000000000000000', 'hex')],
])('[GAS-7, IMP-1] %s is no CSV or XLSX file, and said to be none', async (_, file) => {
  const { status, body } = await propose(marketHolidays.path, file)
  expect([status, body.fields]).toEqual([
    400,
    { file: 'The file is no CSV or XLSX file. Save the table as one.' },
  ])
})

test('[GAS-7] a mapping of a column or to a position that there is not is refused by name', async () => {
  const file = 'Date,Holiday\n2035-01-01,A,B\n'
  const refusal = async (mapping: object) =>
    (await propose(marketHolidays.path, file, { mapping: JSON.stringify(mapping) })).body.fields
  expect(await refusal({ nope: 0 })).toEqual({ mapping: "'nope' is none of day, name." })
  expect(await refusal({ day: 0, name: 3 })).toEqual({
    mapping: 'name: The file has no position 3, the last one is 2.',
  })
  expect(await refusal({ day: 0, name: 2 })).toBeUndefined()
})

test('[GAS-7, TRUST-28] the same key proposes once', async () => {
  const key = { 'idempotency-key': 'import 1' }
  const file = 'Date,Holiday\n2034-01-02,New Year\n'
  const first = await propose(marketHolidays.path, file, {}, team, key)
  const again = await propose(marketHolidays.path, file, {}, team, key)
  expect(again.body).toEqual(first.body)
  const next = await propose(marketHolidays.path, file)
  expect(next.body.import_id).toBe(first.body.import_id + 1)
})

test.each([
  ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
  ['UTF-16 LE', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16 BE', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ['UTF-16 LE without a byte order mark', (text: string) => Buffer.from(text, 'utf16le')],
  ['UTF-16 BE without a byte order mark', (text: string) => Buffer.from(text, 'utf16le').swap16()],
  ['Windows-1252', (text: string) => Buffer.from(text, 'latin1')],
])('[GAS-7] a file in %s is read', async (_, encoded) => {
  const { body } = await propose(marketHolidays.path, encoded('Date|Holiday\n2033-12-24|Noël\n'))
  expect([body.headers, body.rows]).toEqual([['Date', 'Holiday'], [{ day: '2033-12-24', name: 'Noël' }]])
})

test('[GAS-7] a file is read as lists of names are: its typographic quotes, its separator, and the lines of long cells', async () => {
  const text = 'Date;Holiday;Remark\n2033-02-14;Valentine\x92s Day;"one\ntwo, three"\nsoon;X;"four\nfive"\n'
  const { body } = await propose(marketHolidays.path, Buffer.from(text, 'latin1'))
  expect([body.rows, body.refused]).toEqual([
    [{ day: '2033-02-14', name: 'Valentine’s Day' }],
    [{ line: 4, reason: 'Enter a date such as 2027-01-05 or 1/5/2027.' }],
  ])
})

test('[GAS-7] the counts of a stored file tell what became of its rows', async () => {
  const { utility_id } = await makers.record('utilities')
  const file = (value: string) => `Valid from,Heat content\n2024-01-01,1.03\n2024-02-01,${value}\n`
  const proposals = []
  for (const value of ['1.03', '1.04'])
    proposals.push((await propose(heatContents.path, file(value), { utility: String(utility_id) })).body)
  expect(proposals.map(({ counts }) => counts.new)).toEqual([2, 2])
  const stored = []
  for (const { import_id } of proposals) stored.push((await act(heatContents.path, import_id, 'commit')).body)
  expect(stored.map(({ counts }) => counts)).toEqual([
    { new: 2, same: 0, replaced: 0, refused: 0 },
    { new: 0, same: 1, replaced: 1, refused: 0 },
  ])
})

test('[GAS-7] undo without groups minds the records of the import only', async () => {
  const { utility_id } = await makers.record('utilities', { name: 'Undoers Gas' })
  const list = async () => {
    const { body } = await api.asBroker<ListAnswer<Row<'heatContents'>>>(
      'GET',
      `${contract.heatContents.path}?q=undoers`,
    )
    return body.results.map(({ valid_from, mmbtu_per_mcf }) => `${valid_from} ${mmbtu_per_mcf}`).sort()
  }
  const load = async (lines: string) => {
    const { body } = await propose(heatContents.path, `From,Heat content\n${lines}`, {
      utility: String(utility_id),
    })
    return (await act(heatContents.path, body.import_id, 'commit')).body.import_id
  }
  const first = await load('2026-01-01,1.01\n')
  const second = await load('2026-01-01,1.02\n2026-02-01,1.03\n')
  expect((await act(heatContents.path, first, 'undo')).body.detail).toBe(
    `Import ${second} rests on it. Take that back first.`,
  )
  const third = await load('2026-03-01,1.04\n')
  expect((await act(heatContents.path, second, 'undo')).status).toBe(200)
  // Found by the name of the utility: what is derived has come back as well.
  expect(await list()).toEqual(['2026-01-01 1.01', '2026-03-01 1.04'])
  expect((await act(heatContents.path, third, 'undo')).status).toBe(200)
  expect(await list()).toEqual(['2026-01-01 1.01'])
})

test('[GAS-7] a commit that fails at its end leaves nothing, and can be repeated', async () => {
  const { curve_id } = await makers.record('curves')
  const of = { curve: String(curve_id) }
  const first = await propose(curves.path, 'Date,Month,Price\n2026-11-25,2027-01,4\n', of)
  await act(curves.path, first.body.import_id, 'commit')
  const second = await propose(
    curves.path,
    'Date,Month,Price\n2026-11-25,2027-01,5\n2026-11-25,2027-02,6\n',
    of,
  )
  const id = second.body.import_id
  const stored = jest
    .spyOn(serverKinds.curves, 'stored')
    .mockRejectedValueOnce(new ApiError(409, 'refused', 'It has failed.'))
  expect((await act(curves.path, id, 'commit')).body.detail).toBe('It has failed.')
  stored.mockRestore()
  expect(await pointsOf(curve_id)).toEqual([['2026-11-25', '2027-01', 4, false]])
  const answer = await act(curves.path, id, 'commit')
  expect([answer.status, answer.body.state]).toEqual([200, 'committed'])
  expect((await pointsOf(curve_id)).map(([, , price]) => price)).toEqual([5, 6])
})

test('[GAS-7] proposals of more than a day ago are deleted, others and stored imports stay', async () => {
  const days = Array.from(
    { length: 600 },
    (_, index) => `${1950 + Math.floor(index / 12)}-${(index % 12) + 1}-01,X`,
  )
  const { body: old } = await propose(marketHolidays.path, `Date,Holiday\n${days.join('\n')}\n`)
  const { body: fresh } = await propose(marketHolidays.path, 'Date,Holiday\n2031-01-02,X\n')
  const { body: stored } = await propose(marketHolidays.path, 'Date,Holiday\n2030-01-02,X\n')
  await act(marketHolidays.path, stored.import_id, 'commit')
  const { db } = api.database
  await db
    .updateTable('imports')
    .set({ created_at: new Date(Date.now() - 90_000_000).toISOString() })
    .where('import_id', 'in', [old.import_id, stored.import_id])
    .execute()
  await deleteOldProposals(api.database)
  const statuses = [old, fresh, stored].map(async ({ import_id }) => {
    const { status } = await api.send('GET', `${marketHolidays.path}${import_id}/`, { token: team })
    return status
  })
  expect(await Promise.all(statuses)).toEqual([404, 200, 200])
  const rows = await db
    .selectFrom('import_rows')
    .select('line')
    .where('import_id', '=', old.import_id)
    .execute()
  expect(rows).toEqual([])
})

test('[GAS-7] past imports are listed page by page, the newest first, of one kind and of all', async () => {
  const { curve_id, name } = await makers.record('curves')
  const { body: first } = await propose(curves.path, 'Date,Month,Price\n2026-11-25,2027-01,4\nx,y,z\n', {
    curve: String(curve_id),
  })
  const { body: second } = await propose(marketHolidays.path, 'Date,Holiday\n2032-01-02,Inventory\n')
  await act(curves.path, first.import_id, 'commit')
  const list = async (path: string, parameters: string) =>
    (await api.send<ListAnswer<PastImport> & ErrorAnswer>('GET', `${path}?${parameters}`, { token: team }))
      .body
  const { count, results } = await list(importsPath, 'limit=2')
  expect(count).toBeGreaterThan(2)
  expect(results.map(({ import_id, kind, state }) => [import_id, kind, state])).toEqual([
    [second.import_id, 'marketHolidays', 'proposed'],
    [first.import_id, 'curves', 'committed'],
  ])
  expect((await list(curves.path, 'limit=1')).results).toEqual([
    {
      import_id: first.import_id,
      kind: 'curves',
      state: 'committed',
      filename: 'table.csv',
      target: curve_id,
      target_name: name,
      counts: { new: 1, same: 0, replaced: 0, refused: 1 },
      created_by: expect.any(Number) as unknown,
      created_by_name: 'team',
      created_at: expect.any(String) as unknown,
      committed_at: expect.any(String) as unknown,
    },
  ])
  expect((await list(importsPath, 'limit=1&offset=1')).results).toMatchObject([
    { import_id: first.import_id },
  ])
  expect((await list(importsPath, 'offset=x')).code).toBe('invalid_parameter')
})

test('[EXP-1, GAS-7] cells with line breaks stand in quotes, of whichever kind they are', () => {
  expect(csvText([['a\nb', 'c\rd', 'e\r\nf', 'g']])).toBe('"a\nb","c\rd","e\r\nf",g\r\n')
})

test('[GAS-7] refused cells are no formulas', () => {
  expect(csvText([['=1+1', '+1', '-1', '@a', '\tx', 'plain', 'a,"b"']])).toBe(
    `'=1+1,'+1,'-1,'@a,'\tx,plain,"a,""b"""\r\n`,
  )
})

test('[GAS-7, GAS-8] reads and writes pass while a long import is stored and taken back, another import of the target waits', async () => {
  const { curve_id } = await makers.record('curves')
  const of = { curve: String(curve_id) }
  const rows = Array.from({ length: 9_000 }, (_, index) => {
    const month = `20${30 + Math.floor((index % 600) / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
    return `2026-11-${String(Math.floor(index / 600) + 10)},${month},${(4 + (index % 100) / 100).toFixed(2)}`
  })
  const { body } = await propose(curves.path, `Date,Month,Price\n${rows.join('\n')}\n`, of)
  expect(body.counts).toEqual({ new: 9_000, same: 0, replaced: 0, refused: 0 })
  const other = await propose(curves.path, 'Date,Month,Price\n2026-12-01,2030-01,4\n', of)
  const during = async (action: 'commit' | 'undo') => {
    let isDone = false
    const acted = act(curves.path, body.import_id, action).finally(() => {
      isDone = true
    })
    let passed = 0
    while (!isDone) {
      expect((await api.asBroker('GET', `${contract.curves.path}?limit=1`)).status).toBe(200)
      await makers.record('tags')
      const refused = await act(curves.path, other.body.import_id, 'undo')
      expect(refused.status).toBe(409)
      if (refused.body.detail.startsWith('Another import of it is being stored or taken back.')) passed++
    }
    expect(passed).toBeGreaterThan(1)
    return (await acted).body.state
  }
  expect(await during('commit')).toBe('committed')
  const count = async () =>
    (await api.asBroker<ListAnswer<unknown>>('GET', `${contract.curvePoints.path}?curve=${curve_id}&limit=1`))
      .body.count
  expect(await count()).toBe(9_000)
  expect(await during('undo')).toBe('undone')
  expect(await count()).toBe(0)
})
