import type { Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import { startApi, type TestApi } from '../testing/api'
import { sendForm } from '../testing/forms'
import { expectOrderings, firstOf, folded } from '../testing/orderings'
import { recordMaker, type MakeRecord } from '../testing/records'

type Opportunity = Row<'opportunities'>
type Organization = Row<'organizations'>
type Nested = Record<string, unknown>

const path = '/api/mpg/opportunities/'

let api: TestApi
let record: MakeRecord
beforeAll(async () => {
  api = await startApi()
  record = recordMaker(api)
})
afterAll(() => api.close())

const make = (body: object = {}) => record('opportunities', { opportunity_name: 'Larkfield Mill', ...body })
const one = ({ opportunity_id }: Opportunity) => `${path}${opportunity_id}/`
const read = async (row: Opportunity) => (await api.asBroker<Opportunity>('GET', one(row))).body
const change = async (row: Opportunity, body: object, method = 'PATCH') =>
  (await api.asBroker<Opportunity>(method, one(row), { version: (await read(row)).version, ...body })).body
const statusOf = async (url: string) => (await api.asBroker('GET', url)).status
const countOf = async (url: string) => (await api.asBroker<{ count: number }>('GET', url)).body.count
const organization = (name: string) => record('organizations', { name })

/** A bid on an opportunity, for a service of its own. */
async function makeBid(
  { opportunity_id }: Opportunity,
  { organization_id }: Organization,
): Promise<Row<'bids'>> {
  const { utility_id } = await record('utilities', { name: `Utility for ${opportunity_id}` })
  const { utility_state_id } = await record('utilityStates', {
    name: 'Firm transport',
    utility: utility_id,
    state: 36,
  })
  return record('bids', {
    name: 'Winter',
    opportunity: opportunity_id,
    legal_entity: organization_id,
    utility_state: utility_state_id,
  })
}

/** Names of the default list of source names. */
const sourceNames = async () =>
  (await api.asBroker<ListAnswer<Row<'sourceNames'>>>('GET', '/api/mpg/source-names/')).body.results.map(
    ({ name }) => name,
  )

test('[OPN-4, OPN-8, API-1] the wizard of an indirect deal stores all that it sends, trimmed', async () => {
  const [source_name = ''] = await sourceNames()
  const sent = {
    source_type: 'INDIRECT',
    source_rfp: 4711,
    source_fee: 0.015,
    fee_determinant_indirect: true,
    fee_determinant_direct: false,
    dekatherms: false,
    estimated_annual_volume: 125000.5,
    expected_close_date: '2027-03-31',
  }
  const row = await make({
    ...sent,
    opportunity_name: '  Larkfield Mill ',
    sales_represented: ' Ames ',
    source_name: ` ${source_name.toUpperCase()} `,
  })
  expect(row).toMatchObject({
    ...sent,
    opportunity_name: 'Larkfield Mill',
    sales_represented: 'Ames',
    source_name,
  })
  expect(await read(row)).toEqual(row)
})

test.each([
  [{ source_type: 'INDIRECT' }, ['source_name']],
  [{ source_type: 'INDIRECT', source_name: ' ' }, ['source_name']],
  [{ source_type: 'DIRECT' }, ['estimated_annual_volume', 'expected_close_date']],
  [{ source_type: 'DIRECT', expected_close_date: '2027-03-31' }, ['estimated_annual_volume']],
  [{ source_type: 'DIRECT', estimated_annual_volume: 0 }, ['expected_close_date']],
  [
    { source_type: 'DIRECT', estimated_annual_volume: -1 },
    ['estimated_annual_volume', 'expected_close_date'],
  ],
])('[OPN-3] a new deal with %j lacks what its source needs', async (source, lacking) => {
  const answer = await api.asBroker('POST', path, { opportunity_name: 'Larkfield Mill', ...source })
  expect([answer.status, Object.keys(answer.body.fields ?? {}).sort()]).toEqual([400, lacking])
})

test('[OPN-3] a deal that is there already may be changed without what its source needs', async () => {
  const row = await make()
  expect(await change(row, { source_type: 'INDIRECT' })).toMatchObject({ source_type: 'INDIRECT' })
})

test('[OPN-4, OPE-3] what is not sent has its default or is empty', async () => {
  expect(await make()).toMatchObject({
    credit_request: 'no',
    source_fee: 0,
    source_type: null,
    source_name: null,
    source_rfp: null,
    fee_determinant_indirect: null,
    fee_determinant_direct: null,
    dekatherms: null,
    broker_name: null,
    broker_fee: null,
    sales_annual_volume_manual: null,
    estimated_annual_volume: null,
    pricing_due_date: null,
    expected_close_date: null,
    notes: null,
    tags: [],
    organizations: [],
    bids: [],
  })
})

test('[OPE-3] a credit request is no or yes, and no again once it is cleared', async () => {
  const row = await make({ credit_request: 'yes' })
  expect(row.credit_request).toBe('yes')
  expect((await change(row, { credit_request: null })).credit_request).toBe('no')
})

test('[OPN-4] the source fills what a new deal says nothing about, and nothing later', async () => {
  const [source_name] = await sourceNames()
  const source = { source_name, source_fee: 0.02, estimated_annual_volume: 9000 }
  const row = await make(source)
  expect(row).toMatchObject({
    broker_name: source_name,
    broker_fee: 0.02,
    sales_annual_volume_manual: 9000,
  })
  const own = { broker_name: 'Quillfeather', broker_fee: 0, sales_annual_volume_manual: 0 }
  expect(await make({ ...source, ...own })).toMatchObject(own)
  expect((await make({ source_fee: 0 })).broker_fee).toBeNull()

  const cleared = { broker_name: null, broker_fee: null, sales_annual_volume_manual: null }
  expect(await change(row, cleared)).toMatchObject({ ...source, ...cleared })
  expect(await change(row, { ...source, opportunity_name: 'Larkfield' }, 'PUT')).toMatchObject(cleared)
})

test('[OPN-9, API-4] a source name has to be one of the list, which deals outlive', async () => {
  const fields = { source_name: 'Choose an entry of the list.' }
  const [name = '', other] = await sourceNames()
  const unknown = { opportunity_name: 'Larkfield', source_name: 'Nobody and Sons' }
  const refused = await api.asBroker('POST', path, unknown)
  expect([refused.status, refused.body.fields]).toEqual([400, fields])
  const row = await make({ source_name: name })
  const changed = await api.asBroker('PATCH', one(row), { source_name: 'Nobody and Sons' })
  expect([changed.status, changed.body.fields]).toEqual([400, fields])
  expect((await change(row, { source_name: null })).source_name).toBeNull()

  await change(row, { source_name: name.toLowerCase() })
  expect((await read(row)).source_name).toBe(name)
  const { access } = await api.signIn('team')
  const replaced = await api.send('PUT', '/api/mpg/source-names/', {
    token: access,
    body: { names: [other] },
  })
  expect(replaced.status).toBe(200)
  const edited = { opportunity_name: 'Larkfield', source_name: name, notes: 'Kept' }
  expect(await change(row, edited, 'PUT')).toMatchObject(edited)
  expect((await api.asBroker('POST', path, edited)).body.fields).toEqual(fields)
})

test.each([
  [{ opportunity_name: undefined }, { opportunity_name: 'This field is required' }],
  [{ opportunity_name: '   ' }, { opportunity_name: 'This field is required' }],
  [{ broker_fee: 'a lot' }, { broker_fee: 'Enter a number.' }],
  [{ broker_fee: [1] }, { broker_fee: 'Enter a number.' }],
  [{ source_rfp: 'RFP 7' }, { source_rfp: 'Enter a number.' }],
  [{ source_fee: {} }, { source_fee: 'Enter a number.' }],
  [{ sales_annual_volume_manual: '-0.1' }, { sales_annual_volume_manual: 'Must be 0 or more.' }],
  [{ estimated_annual_volume: -1 }, { estimated_annual_volume: 'Must be 0 or more.' }],
  [{ estimated_annual_volume: 1.7976931348623157e308 }, { estimated_annual_volume: 'At most 15 digits.' }],
  [{ source_type: 'BROKER' }, { source_type: 'Choose one of: INDIRECT, DIRECT.' }],
  [{ credit_request: 'YES' }, { credit_request: 'Choose one of: no, yes.' }],
  [{ fee_determinant_direct: 'Per_Therm' }, { fee_determinant_direct: 'Send true or false.' }],
  [{ expected_close_date: '2027-03-01T00:00:00Z' }, { expected_close_date: 'Enter a date as YYYY-MM-DD.' }],
  [{ sales_represented: 'x'.repeat(256) }, { sales_represented: 'At most 255 characters.' }],
  [{ notes: 'x'.repeat(10_001) }, { notes: 'At most 10000 characters.' }],
  [{ organizations: 4 }, { organizations: 'Send a list.' }],
  [
    { opportunity_name: '', broker_fee: 'x', credit_request: 'maybe' },
    {
      opportunity_name: 'This field is required',
      broker_fee: 'Enter a number.',
      credit_request: 'Choose one of: no, yes.',
    },
  ],
])('[OPE-3, OPN-4, API-4] a deal with %j is refused by field', async (body, fields) => {
  const answer = await api.asBroker('POST', path, { opportunity_name: 'Larkfield Mill', ...body })
  expect([answer.status, answer.body.fields]).toEqual([400, fields])
})

test('[OPE-3, API-1] numbers keep fifteen digits and no noise, also as text; the longest texts pass', async () => {
  const volumes = [999999999999.123, 123456789.012345, 0.000123456789012345, 1e-7, 0, 300000]
  for (const volume of volumes)
    for (const sent of [volume, String(volume)])
      expect((await make({ sales_annual_volume_manual: sent })).sales_annual_volume_manual).toBe(volume)
  expect((await make({ broker_fee: 0.1 + 0.2 })).broker_fee).toBe(0.3)
  expect((await make({ broker_fee: -0.0125 })).broker_fee).toBe(-0.0125)
  const texts = { opportunity_name: 'x'.repeat(255), notes: 'y'.repeat(10_000) }
  expect(await make(texts)).toMatchObject(texts)
})

test('[OPN-4, API-1] a due day stays a day through every change, a due moment is told in UTC', async () => {
  const row = await make({ pricing_due_date: '2027-03-28', expected_close_date: '2027-10-31' })
  const days = { pricing_due_date: '2027-03-28', expected_close_date: '2027-10-31' }
  expect(row).toMatchObject(days)
  expect(await change(row, { ...row, notes: 'Edited' }, 'PUT')).toMatchObject(days)
  expect((await change(row, { pricing_due_date: '2027-03-28T23:30:00-05:00' })).pricing_due_date).toBe(
    '2027-03-29T04:30:00.000Z',
  )
  expect((await change(row, { pricing_due_date: '' })).pricing_due_date).toBeNull()
})

test('[OPE-5, API-6] the server counts versions and says who changed what last', async () => {
  const row = await make({ created_by: 3, modified_by: 3, version: 9, created_at: '2001-01-01T00:00:00Z' })
  const { access, user: team } = await api.signIn('team')
  expect([row.version, row.modified_by, row.modified_at]).toEqual([1, row.created_by, row.created_at])
  const answer = await api.send<Opportunity>('PATCH', one(row), {
    token: access,
    body: { notes: 'Checked', created_by: team.id, modified_at: '2001-01-01T00:00:00Z' },
  })
  expect(answer.headers.get('etag')).toMatch(/^"2\.opportunities-\d+"$/)
  expect(answer.body).toMatchObject({
    version: 2,
    created_by: row.created_by,
    created_at: row.created_at,
    modified_by: team.id,
  })
  expect(answer.body.modified_at >= row.modified_at).toBe(true)
  expect(row.created_by).not.toBe(team.id)
})

test.each([
  ['PUT', 'If-Match'],
  ['PUT', 'version'],
  ['PATCH', 'If-Match'],
  ['PATCH', 'version'],
  ['DELETE', 'If-Match'],
  ['DELETE', 'version'],
])(
  '[OPE-5, API-4] a %s with an old %s changes nothing and shows the record as it is',
  async (method, how) => {
    const row = await make({ notes: 'first' })
    const current = await change(row, { notes: 'theirs' })
    const send = (version: number) =>
      api.asBroker<{ code: string; detail: string; current: Opportunity }>(
        method,
        one(row),
        { opportunity_name: 'Mine', ...(how === 'version' ? { version } : {}) },
        how === 'version' ? {} : { 'if-match': `"${version}"` },
      )
    for (const version of [1, 3]) {
      const refused = await send(version)
      expect(refused.status).toBe(409)
      expect(refused.body).toMatchObject({
        code: 'stale_version',
        detail: 'Opportunity was changed by somebody else meanwhile.',
        current,
      })
    }
    expect(await read(row)).toEqual(current)
    expect((await send(2)).status).toBe(method === 'DELETE' ? 204 : 200)
  },
)

/** A deal with a bid. */
async function dealWithBid() {
  const deal = await make({ opportunity_name: 'Bramblewick' })
  const legalEntity = await organization('Bramblewick Dairy')
  return { deal, bid: await makeBid(deal, legalEntity), legalEntity }
}

test('[API-3, API-1] the detail nests whatever the page shows, in one call; the light mode has ids', async () => {
  const tag = await record('tags', { name: 'Whole', color: '#1f6feb' })
  const legalEntity = await record('organizations', {
    name: 'Aldermoor Foundry',
    address_street: '1 Foundry Way',
    city: 'Akron',
    zip_code: '44301',
    state: 'OH',
  })
  const deal = await make({
    opportunity_name: 'Aldermoor renewal',
    tags: [tag.tag_id],
    organizations: [legalEntity.organization_id],
  })
  const bid = await makeBid(deal, legalEntity)
  const expand =
    'created_by,modified_by,tags,bids.opportunity,bids.utility_state.utility,bids.utility_state.state,' +
    'bids.legal_entity,organizations.addresses.state'
  const answer = await api.asBroker<Nested>('GET', `${path}${deal.opportunity_id}?expand=${expand}`)
  expect(answer.body).toMatchObject({
    opportunity_name: 'Aldermoor renewal',
    created_by: { username: 'broker' },
    modified_by: { username: 'broker' },
    tags: [{ tag_id: tag.tag_id, name: 'Whole', color: '#1f6feb' }],
    bids: [
      {
        bid_id: bid.bid_id,
        name: 'Winter',
        opportunity: { opportunity_id: deal.opportunity_id, opportunity_name: 'Aldermoor renewal' },
        utility_state: {
          utility_state_id: bid.utility_state,
          name: 'Firm transport',
          status: 'active',
          utility: { name: `Utility for ${deal.opportunity_id}` },
          state: { acronym: 'OH' },
        },
        legal_entity: { organization_id: legalEntity.organization_id, name: 'Aldermoor Foundry' },
        created_by: deal.created_by,
      },
    ],
    organizations: [
      {
        organization_id: legalEntity.organization_id,
        name: 'Aldermoor Foundry',
        bids: [bid.bid_id],
        addresses: [{ address_street: '1 Foundry Way', city: 'Akron', state: { name: 'Ohio' } }],
      },
    ],
  })
  expect((await read(deal)).bids).toEqual([bid.bid_id])
  expect(await read(deal)).toMatchObject({
    created_by: deal.created_by,
    tags: [tag.tag_id],
    organizations: [legalEntity.organization_id],
  })
})

test('[API-3] relations nest four deep and no deeper', async () => {
  const { deal } = await dealWithBid()
  const expanded = (expand: string) => api.asBroker<Nested>('GET', `${one(deal)}?expand=${expand}`)
  const answer = await expanded('bids.utility_state.utility.created_by')
  expect(answer.body['bids']).toMatchObject([
    { utility_state: { utility: { created_by: { username: 'broker' } } } },
  ])
  const refused = await expanded('bids.utility_state.utility.created_by.profile')
  expect([refused.status, Object.keys(refused.body['fields'] as object)]).toEqual([400, ['expand']])
})

test('[OPL-6, API-3] the list nests users and tags, and a bid leads back to its deal', async () => {
  const tags = [(await record('tags', { name: 'Listed' })).tag_id]
  await make({ opportunity_name: 'Listed deal', tags })
  const answer = await api.asBroker<ListAnswer<Nested>>(
    'GET',
    `${path}?q=listed deal&limit=10&offset=0&ordering=-opportunity_name&expand=created_by,modified_by,tags`,
  )
  expect(answer.body).toMatchObject({
    count: 1,
    results: [{ created_by: { username: 'broker' }, tags: [{ name: 'Listed' }], bids: [] }],
  })
})

test('[OPL-4, LIST-4, API-2] deals sort by every column, both ways, whatever the page', async () => {
  const tag = async (name: string) => (await record('tags', { name })).tag_id
  const tags = [await tag('zulu'), await tag('Émile'), await tag('emil'), await tag('Alpha')]
  for (const [index, deal] of [
    { opportunity_name: 'élan', sales_represented: 'Ames', pricing_due_date: '2027-01-31' },
    { opportunity_name: 'Elan', sales_represented: 'ämes', sales_annual_volume_manual: 90 },
    {
      opportunity_name: 'elan 2',
      pricing_due_date: '2027-01-31T15:00:00Z',
      sales_annual_volume_manual: 1200.5,
    },
    { opportunity_name: 'Elan', sales_represented: 'baker', sales_annual_volume_manual: 0 },
    {
      opportunity_name: 'ZZ',
      pricing_due_date: '2027-01-30',
      sales_annual_volume_manual: 90,
      dekatherms: false,
    },
  ].entries())
    await make({ ...deal, tags: [tags.slice(0, index), tags.slice(index)][index % 2] })
  await expectOrderings<'opportunities', Omit<Opportunity, 'tags'> & { tags: Row<'tags'>[] }>(
    api,
    'opportunities',
    {
      opportunity_name: (row) => folded(row.opportunity_name),
      tags: (row) => firstOf(row.tags.map(({ name }) => name)),
      sales_annual_volume_manual: ({ sales_annual_volume_manual: volume, dekatherms }) =>
        volume !== null && dekatherms === false ? volume / 10 : volume,
      pricing_due_date: (row) => row.pricing_due_date,
      created_at: (row) => row.created_at,
      modified_at: (row) => row.modified_at,
      sales_represented: (row) => folded(row.sales_represented),
      ready_score: (row) => row.ready_score,
    },
    'expand=tags',
  )
})

test('[API-2] deals can be narrowed to an organization or a tag', async () => {
  const { organization_id } = await organization('Narrow Lane Laundry')
  const { tag_id } = await record('tags', { name: 'Narrow' })
  const both = await make({ organizations: [organization_id], tags: [tag_id] })
  const tagged = await make({ tags: [tag_id] })
  const idsOf = async (query: string) =>
    (
      await api.asBroker<ListAnswer<Opportunity>>('GET', `${path}?ordering=created_at&${query}`)
    ).body.results.map(({ opportunity_id }) => opportunity_id)
  expect(await idsOf(`tags=${tag_id}`)).toEqual([both.opportunity_id, tagged.opportunity_id])
  expect(await idsOf(`tags=${tag_id}&organizations=${organization_id}`)).toEqual([both.opportunity_id])
  expect(await idsOf('organizations=999999')).toEqual([])
  expect(await statusOf(`${path}?organizations=all`)).toBe(400)
})

test('[BUR-4, OPE-5] the list of organizations is taken as records, in its order, and two people lose nothing', async () => {
  const [a, b, c] = [await organization('Adder'), await organization('Boar'), await organization('Civet')]
  const row = await make({ organizations: [c.organization_id] })
  const nested = (await api.asBroker<Nested>('GET', `${one(row)}?expand=organizations`)).body
  const there = nested['organizations'] as Organization[]
  const add = (organizations: unknown[], version: number) =>
    api.asBroker<Opportunity & { current: Opportunity }>('PUT', one(row), {
      opportunity_name: row.opportunity_name,
      organizations,
      version,
    })
  const answers = await Promise.all([a, b].map((added) => add([...there, added], 1)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const [late, current] =
    answers[0]?.status === 409 ? [a, answers[0].body.current] : [b, answers[1]?.body.current]
  expect(current).toMatchObject({ version: 2, organizations: [c.organization_id, expect.any(Number)] })
  const merged = [...(current?.organizations ?? []), late.organization_id]
  expect((await add(merged, 2)).body.organizations).toEqual(merged)
  const reordered = merged.toReversed()
  expect((await change(row, { organizations: [...reordered, reordered[0]] })).organizations).toEqual(
    reordered,
  )
  expect((await change(row, { notes: 'Nothing of organizations' })).organizations).toEqual(reordered)
  expect((await change(row, { organizations: null })).organizations).toEqual([])
})

test('[OPD-2, API-1] a deleted deal takes its bids, notes and files out of sight; restored, it brings them back', async () => {
  const { deal, bid, legalEntity } = await dealWithBid()
  const elsewhere = await make()
  const otherBid = await makeBid(elsewhere, legalEntity)
  const object_id = `opportunity-${deal.opportunity_id}`
  const note = await record('notes', { object_id, description: '<p>Call back</p>' })
  const bidNote = await record('notes', { object_id: String(bid.bid_id), description: '<p>Priced</p>' })
  const { access } = await api.signIn()
  const file = await sendForm<Row<'files'>>(
    api,
    access,
    ['POST', '/api/mpg/file/'],
    [
      { name: 'file', value: 'Usage', filename: 'usage.csv', type: 'text/csv' },
      { name: 'object_id', value: object_id },
    ],
  )
  expect(file.status).toBe(201)
  const held = [
    one(deal),
    `/api/mpg/bids/${bid.bid_id}/`,
    `/api/mpg/notes/${note.id}/`,
    `/api/mpg/notes/${bidNote.id}/`,
    `/api/mpg/file/${file.body.file_id}/`,
  ]
  const lists = [
    `${path}?q=bramblewick`,
    `/api/mpg/bids/?opportunity=${deal.opportunity_id}`,
    `/api/mpg/notes/?object_id=${object_id}`,
    `/api/mpg/notes/?object_id=${bid.bid_id}`,
    `/api/mpg/file/?object_id=${object_id}`,
  ]
  const bidsOfEntity = async () =>
    (await api.asBroker<Organization>('GET', `/api/mpg/organizations/${legalEntity.organization_id}/`)).body
      .bids
  const seen = async () => ({
    statuses: await Promise.all(held.map(statusOf)),
    counts: await Promise.all(lists.map(countOf)),
    bids: await bidsOfEntity(),
    ofEntity: await countOf(`/api/mpg/bids/?legal_entity=${legalEntity.organization_id}`),
  })
  const before = await seen()
  expect(before).toMatchObject({
    statuses: [200, 200, 200, 200, 200],
    bids: [bid.bid_id, otherBid.bid_id],
    ofEntity: 2,
  })
  expect(before.counts.slice(1)).toEqual([1, 1, 1, 1])

  expect((await api.asBroker('DELETE', one(deal))).status).toBe(204)
  const gone = await seen()
  expect(gone).toMatchObject({ statuses: [404, 404, 404, 404, 404], bids: [otherBid.bid_id], ofEntity: 1 })
  expect(gone.counts).toEqual([(before.counts[0] ?? 0) - 1, 0, 0, 0, 0])
  const changes = await Promise.all([
    api.asBroker('PATCH', `/api/mpg/bids/${bid.bid_id}/`, { name: 'Summer' }),
    api.asBroker('DELETE', `/api/mpg/bids/${bid.bid_id}/`),
    api.asBroker('PATCH', `/api/mpg/bids/${otherBid.bid_id}/`, { opportunity: deal.opportunity_id }),
    api.asBroker('POST', '/api/mpg/notes/', { object_id, description: 'Late' }),
  ])
  expect(changes.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  const trash = await api.asBroker<ListAnswer<Opportunity>>('GET', `${path}trash/?q=bramblewick`)
  expect(trash.body.results.map(({ opportunity_id }) => opportunity_id)).toContain(deal.opportunity_id)

  const restored = await api.asBroker<Opportunity>('POST', `${one(deal)}restore/`)
  expect([restored.status, restored.body.bids]).toEqual([200, [bid.bid_id]])
  expect(await seen()).toEqual(before)
  expect((await api.asBroker('POST', `${one(deal)}restore/`)).status).toBe(404)
  expect((await read(elsewhere)).bids).toEqual([otherBid.bid_id])
})

test('[OPD-2] what changes while a deal is in the trash is found once it is back', async () => {
  const { deal, bid, legalEntity } = await dealWithBid()
  await api.asBroker('DELETE', one(deal))
  const url = `/api/mpg/organizations/${legalEntity.organization_id}/`
  await api.asBroker('PATCH', url, { name: 'Thistledown Dairy' })
  expect(await countOf('/api/mpg/bids/?q=thistledown')).toBe(0)
  await api.asBroker('POST', `${one(deal)}restore/`)
  const found = await api.asBroker<ListAnswer<Row<'bids'>>>('GET', '/api/mpg/bids/?q=thistledown')
  expect(found.body.results.map(({ bid_id }) => bid_id)).toEqual([bid.bid_id])
})

test('[API-6, TRUST-38] create, change, delete and restore are audited, with before and after', async () => {
  const row = await make({ notes: 'first' })
  await change(row, { notes: 'second' })
  await change(row, { ...row, notes: 'third', version: 2 }, 'PUT')
  await api.asBroker('DELETE', one(row))
  await api.asBroker('POST', `${one(row)}restore/`)
  const rows = await api.database.db
    .selectFrom('audit')
    .selectAll()
    .where('resource', '=', 'opportunities')
    .where('record_id', '=', row.opportunity_id)
    .orderBy('id')
    .execute()
  const notesIn = (text: string | null) => (text === null ? null : (JSON.parse(text) as Opportunity).notes)
  expect(rows.map(({ action, before, after }) => [action, notesIn(before), notesIn(after)])).toEqual([
    ['create', null, 'first'],
    ['update', 'first', 'second'],
    ['update', 'second', 'third'],
    ['delete', 'third', null],
    ['restore', null, 'third'],
  ])
  expect(rows.every(({ actor, request_id }) => actor === row.created_by && request_id !== null)).toBe(true)
})
