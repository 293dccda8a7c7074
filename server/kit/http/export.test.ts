import { parse } from 'csv-parse/sync'
import readXlsx from 'read-excel-file/node'
import { contract, type Row } from '../../../src/contract'
import type { ListAnswer } from '../../../src/contract/answers'
import { exportCountHeader, exportPath } from '../../../src/contract/exports'
import { startApi, type TestApi } from '../../testing/api'
import { quoteMaker } from '../../testing/gas'
import { unzip } from '../../testing/unzip'
import type { Cell } from '../export/cells'
import { csvFile } from '../export/csv'
import { xlsxFile } from '../export/xlsx'

let api: TestApi
let make: ReturnType<typeof quoteMaker>
let broker: string
beforeAll(async () => {
  api = await startApi()
  make = quoteMaker(api)
  broker = (await api.signIn()).access
}, 60_000)
afterAll(() => api.close())

const fetchFile = async (path: string, query: Record<string, string>, token = broker) =>
  fetch(`${api.url}${path}?${new URLSearchParams(query)}`, { headers: { authorization: `Bearer ${token}` } })

const csvOf = async (response: Response): Promise<string[][]> => {
  expect(response.status).toBe(200)
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
  expect(text.startsWith('\uFEFF')).toBe(true)
  return parse(text, { bom: true, record_delimiter: '\r\n' })
}
const xlsxOf = async (response: Response) => {
  expect(response.status).toBe(200)
  const [sheet] = await readXlsx(Buffer.from(await response.arrayBuffer()))
  return sheet?.data ?? []
}

describe('of opportunities', () => {
  const path = exportPath('opportunities')
  const columns =
    'opportunity_name,tags,sales_annual_volume_manual,broker_fee,pricing_due_date,expected_close_date,created_at,credit_request,created_by,quotes_open'
  let deals: Row<'opportunities'>[]
  beforeAll(async () => {
    const ids: number[] = []
    for (const name of ['Winter, "cold"', '=1+1']) ids.push((await make.record('tags', { name })).tag_id)
    const hostile = ['=1+1', '@x', '+1', '-1', '\u2028Ünïcode <&> _x0041_']
    for (const [index, name] of hostile.entries())
      await make.record('opportunities', {
        opportunity_name: `Export ${index}`,
        sales_represented: name,
        broker_fee: -1.5,
        tags: index === 0 ? ids : [],
        dekatherms: index !== 1,
        sales_annual_volume_manual: 1_234.5,
        pricing_due_date: index === 0 ? '2026-03-09' : '2026-03-09T17:30:00.018Z',
        expected_close_date: '2026-12-31',
      })
    const { body } = await api.asBroker<ListAnswer<Row<'opportunities'>>>(
      'GET',
      `${contract.opportunities.path}?q=Export&ordering=-opportunity_name`,
    )
    deals = body.results
  })
  const query = { q: 'Export', ordering: '-opportunity_name' }

  test('[EXP-1] a CSV file has what the list has, in its order, with names, units and moments in UTC', async () => {
    const titles = JSON.stringify([
      ...['Name', 'Tags', 'Volume', 'Fee', 'Due', 'Close', 'Created', 'Credit', 'By', 'Open'],
    ])
    const labels = JSON.stringify({ credit_request: { no: 'NO' } })
    const response = await fetchFile(path, { ...query, format: 'csv', columns, titles, labels, limit: '3' })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="Opportunities \d{4}-\d\d-\d\d\.csv"; filename\*=UTF-8''Opportunities%20/,
    )
    expect(response.headers.get(exportCountHeader)).toBe('3')
    const [head, ...rows] = await csvOf(response)
    expect(head).toEqual([
      ...[
        'Name',
        'Tags',
        'Volume (dth)',
        'Fee ($/dth)',
        'Due (UTC)',
        'Close',
        'Created (UTC)',
        'Credit',
        'By',
        'Open',
      ],
    ])
    expect(rows).toEqual(
      deals
        .slice(0, 3)
        .map(({ opportunity_name, created_at }) => [
          opportunity_name,
          '',
          '1234.5',
          '-1.5',
          '2026-03-09T17:30:00.018Z',
          '2026-12-31',
          created_at,
          'NO',
          'broker',
          '',
        ]),
    )
    const [, first] = await csvOf(
      await fetchFile(path, { q: 'Export 0', format: 'csv', columns: 'tags,pricing_due_date' }),
    )
    expect(first).toEqual(['Winter, "cold", =1+1', '2026-03-09'])
    const inTherms = {
      q: 'Export',
      format: 'csv',
      columns: 'sales_annual_volume_manual,broker_fee,opportunity_name',
      unit: 'th',
    }
    const volumes = await csvOf(await fetchFile(path, inTherms))
    expect(volumes[0]?.slice(0, 2)).toEqual(['Sales annual volume manual (th)', 'Broker fee ($/th)'])
    expect(volumes[2]).toEqual(['1234.5', '-1.5', 'Export 1'])
    expect(volumes[3]).toEqual(['12345', '-0.15', 'Export 2'])
  })

  test('[EXP-2] the columns of a workbook are as wide as what they hold', async () => {
    const some = 'opportunity_name,pricing_due_date,expected_close_date,broker_fee'
    const response = await fetchFile(path, { ...query, format: 'xlsx', columns: some })
    const parts = await unzip(Buffer.from(await response.arrayBuffer()))
    const widths = [
      ...(parts.get('xl/worksheets/sheet1.xml') ?? '').matchAll(/<col min="(\d)" max="\1" width="(\d+)"/g),
    ]
    expect(widths.map(([, at, width]) => [at, width])).toEqual([
      ...[
        ['1', '32'],
        ['2', '20'],
        ['3', '12'],
        ['4', '14'],
      ],
    ])
  })

  test('[EXP-1, TRUST-22] texts of several lines are one cell', async () => {
    const notes = 'first, "quoted"\n=1+1\nlast'
    const named = { opportunity_name: 'Of several lines', notes }
    expect((await api.asBroker('POST', contract.opportunities.path, named)).status).toBe(201)
    const file = await fetchFile(path, { q: 'Of several lines', format: 'csv', columns: 'notes' })
    expect((await file.text()).split('\r\n').slice(1)).toEqual(['"first, ""quoted""\n=1+1\nlast"', ''])
  })

  test('[EXP-2] a workbook has numbers and dates as such, and the same texts', async () => {
    const response = await fetchFile(path, { ...query, format: 'xlsx', columns, limit: '4' })
    const [head, ...rows] = await xlsxOf(response)
    expect(head?.slice(0, 3)).toEqual(['Opportunity name', 'Tags', 'Sales annual volume manual (dth)'])
    expect(rows).toEqual(
      deals
        .slice(0, 4)
        .map(({ opportunity_name, created_at, dekatherms }) => [
          opportunity_name,
          null,
          dekatherms ? 1234.5 : 123.45,
          dekatherms ? -1.5 : -15,
          new Date('2026-03-09T17:30:00.018Z'),
          new Date('2026-12-31T00:00:00Z'),
          new Date(created_at),
          'no',
          'broker',
          null,
        ]),
    )
  })

  test('[EXP-2, TRUST-22] no text is a formula, and negative numbers stay numbers', async () => {
    // That of the second one is per therm.
    const texts = [
      ["'=1+1", -1.5],
      ["'@x", -15],
      ["'+1", -1.5],
      ["'-1", -1.5],
    ] as const
    const wanted = { q: 'Export', format: 'csv', columns: 'sales_represented,broker_fee' }
    const [, ...lines] = await csvOf(await fetchFile(path, wanted))
    expect(lines.slice(0, 4)).toEqual(texts.map(([text, fee]) => [text, String(fee)]))
    const [, ...rows] = await xlsxOf(await fetchFile(path, { ...wanted, format: 'xlsx' }))
    expect(rows.slice(0, 4)).toEqual(texts)
    expect(rows[4]?.[0]).toBe(lines[4]?.[0])
    expect(lines[4]?.[0]).toContain('Ünïcode <&> _x0041_')
  })

  test.each([
    [{ format: 'pdf' }, 'format'],
    [{ format: 'csv', columns: 'password' }, 'columns'],
    [{ format: 'csv', columns: 'notes', titles: '["a","b"]' }, 'titles'],
    [{ format: 'csv', labels: '[' }, 'labels'],
    [{ format: 'csv', unit: 'mcf' }, 'unit'],
    [{ format: 'csv', ordering: 'notes' }, 'ordering'],
  ])('[EXP-1] %j is refused', async (query, name) => {
    const { status, body } = await api.asBroker('GET', `${path}?${new URLSearchParams(query)}`)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [name]])
  })

  test('[EXP-1] the trash is exported, too', async () => {
    const { opportunity_id: id, opportunity_name } = await make.record('opportunities')
    await api.asBroker('DELETE', `${contract.opportunities.path}${id}/`)
    const query = { format: 'csv', columns: 'opportunity_name,deleted_by', q: opportunity_name }
    const inTrash = { ...query, trash: 'true', ordering: '-deleted_at' }
    const trash = await csvOf(await fetchFile(path, inTrash))
    expect(trash).toEqual([
      ['Opportunity name', 'Deleted by'],
      [opportunity_name, 'broker'],
    ])
    expect(await csvOf(await fetchFile(path, query))).toHaveLength(1)
  })
})

test('[EXP-3] a file has what its caller may see', async () => {
  const view = { name: 'Own', list: 'todos', is_shared: false }
  await api.asBroker('POST', contract.views.path, view)
  const team = (await api.signIn('team')).access
  const views = exportPath('views')
  const query = { format: 'csv', columns: 'name' }
  expect(await csvOf(await fetchFile(views, query))).toEqual([['Name'], ['Own']])
  expect(await csvOf(await fetchFile(views, query, team))).toEqual([['Name']])

  const { supplier_id } = await make.record('suppliers', { commission_model: 'residual' })
  const seen = async (token: string) => {
    const query = { format: 'csv', columns: 'supplier_id,commission_model' }
    const rows = await csvOf(await fetchFile(exportPath('suppliers'), query, token))
    return rows.find(([id]) => id === String(supplier_id))?.[1]
  }
  expect(await seen(team)).toBe('residual')
  expect(await seen((await api.signIn('customer')).access)).toBe('')
  const without = await fetch(`${api.url}${views}?format=csv`)
  expect(without.status).toBe(401)
})

test('[EXP-3] names of several parts, and an entry in the audit', async () => {
  const { address_id } = await make.record('addresses', { address_street: '7 Export Lane' })
  const query = { q: '7 Export', format: 'csv', columns: 'address_id' }
  expect(await csvOf(await fetchFile(exportPath('addresses'), query))).toEqual([
    ['Address id'],
    ['7 Export Lane, Larkfield, TX 77001'],
  ])
  expect(address_id).toBeGreaterThan(0)
  const entry = await api.database.db
    .selectFrom('audit')
    .select(['resource', 'after'])
    .where('action', '=', 'export')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(entry.resource).toBe('addresses')
  expect(JSON.parse(entry.after ?? '')).toMatchObject({ format: 'csv', q: '7 Export', count: 1 })
})

describe('of many rows', () => {
  const count = 20_000
  beforeAll(async () => {
    const { db } = api.database
    const rows = Array.from({ length: count }, (_, index) => ({
      id: 1_000 + index,
      model: `model${String(index).padStart(5, '0')}`,
      search: `model${String(index).padStart(5, '0')}`,
    }))
    for (let start = 0; start < count; start += 1_000)
      await db
        .insertInto('content_types')
        .values(rows.slice(start, start + 1_000))
        .execute()
  }, 60_000)

  test('[EXP-4] 20,000 rows arrive whole, in both formats', async () => {
    const query = { q: 'model', columns: 'model', ordering: 'model' }
    const lines = await csvOf(await fetchFile(exportPath('contentTypes'), { ...query, format: 'csv' }))
    expect(lines).toHaveLength(count + 1)
    expect(lines.at(-1)).toEqual(['model19999'])
    const rows = await xlsxOf(await fetchFile(exportPath('contentTypes'), { ...query, format: 'xlsx' }))
    expect(rows).toHaveLength(count + 1)
    expect(rows.at(-1)).toEqual(['model19999'])
  })
})

/** Portions without an end, and how many of them have been taken. */
const endless = () => {
  const taken = { portions: 0, isOver: false }
  const row: Cell[] = ['x'.repeat(100), 1, { day: '2026-01-01' }]
  const pages = async function* () {
    try {
      for (;;) {
        taken.portions++
        yield Array.from({ length: 500 }, () => row)
      }
    } finally {
      taken.isOver = true
    }
  }
  return { taken, pages: pages() }
}

test('[EXP-4] no more is read than is taken, and reading ends with the client', async () => {
  const csv = endless()
  for await (const text of csvFile(['A', 'B', 'C'], csv.pages)) if (text.includes('x')) break
  expect(csv.taken).toEqual({ portions: 1, isOver: true })

  const xlsx = endless()
  const file = xlsxFile({ header: ['A', 'B', 'C'], widths: [] }, xlsx.pages, {
    name: 'Endless',
    count: 1e9,
    at: new Date(0),
  })
  let bytes = 0
  for await (const chunk of file) {
    bytes += (chunk as Buffer).length
    if (bytes > 100_000) break
  }
  expect(xlsx.taken.portions).toBeLessThan(100)
  await new Promise((resolve) => setImmediate(resolve))
  expect(xlsx.taken.isOver).toBe(true)
})

test('[EXP-4] what does not fit into a sheet goes on in the next one', async () => {
  const rows = 1_048_576
  const pages = async function* () {
    for (let start = 0; start < rows; start += 2 ** 14) yield Array.from({ length: 2 ** 14 }, () => [null])
  }
  const file = xlsxFile({ header: ['A'], widths: [] }, pages(), {
    name: 'Long',
    count: rows,
    at: new Date(0),
  })
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('latin1')
  expect([text.includes('worksheets/sheet2.xml'), text.includes('worksheets/sheet3.xml')]).toEqual([
    true,
    false,
  ])
}, 60_000)

test.each([
  ['todos', 'Tasks'],
  ['organizationTodos', 'Organization tasks'],
  ['organizationAddresses', 'Organization addresses'],
  ['opportunities', 'Opportunities'],
  ['messageTemplates', 'Message templates'],
  ['utilityAccounts', 'Utility accounts'],
] as const)('[EXP-1] the file of exported %s is called %s, as people call them', async (resource, noun) => {
  const response = await fetchFile(exportPath(resource), { format: 'csv' })
  expect(response.headers.get('content-disposition')).toContain(`filename="${noun} 20`)
  await response.arrayBuffer()
})
