import type { Row } from '../../src/contract'
import { swingFractions, termMonths } from '../../src/contract/bids'
import type { ListAnswer } from '../../src/contract/answers'
import { startApi, type TestApi } from '../testing/api'
import { expectOrderings, folded } from '../testing/orderings'
import { recordMaker, type MakeRecord } from '../testing/records'

type Bid = Row<'bids'>
type Nested = Record<string, unknown>

const path = '/api/mpg/bids/'

let api: TestApi
let record: MakeRecord
/** The relations that every bid needs. */
let base: { opportunity: number; legal_entity: number; utility_state: number }
beforeAll(async () => {
  api = await startApi()
  record = recordMaker(api)
  base = {
    opportunity: await makeDeal('Larkfield Mill'),
    legal_entity: await makeEntity('Larkfield Textiles'),
    utility_state: await makeService('Brackwater Gas'),
  }
})
afterAll(() => api.close())

const makeDeal = async (opportunity_name: string) =>
  (await record('opportunities', { opportunity_name })).opportunity_id
const makeEntity = async (name: string) => (await record('organizations', { name })).organization_id
const makeService = async (utility: string, name = 'Firm transport') => {
  const { utility_id } = await record('utilities', { name: utility })
  return (await record('utilityStates', { name, utility: utility_id, state: 36 })).utility_state_id
}
const bodyOf = (change: object = {}) => ({
  ...base,
  supplier: 'direct',
  terms: [12],
  swing: [0.1],
  pricing_type: [1],
  ...change,
})
const make = (change: object = {}) => record('bids', { ...base, ...change })
const post = (change: object) => api.asBroker('POST', path, bodyOf(change))
const one = ({ bid_id }: Bid) => `${path}${bid_id}/`
const read = async (bid: Bid) => (await api.asBroker<Bid>('GET', one(bid))).body
const change = async (bid: Bid, body: object, method = 'PATCH') =>
  (await api.asBroker<Bid>(method, one(bid), body)).body
const list = async <R = Bid>(query: string) => (await api.asBroker<ListAnswer<R>>('GET', path + query)).body
const idsBy = async (query: string) => (await list(query)).results.map(({ bid_id }) => bid_id)

const monthly = Object.fromEntries(
  [
    'january',
    'february',
    'march',
    'april',
    'may',
    'june',
    'july',
    'august',
    'september',
    'october',
    'november',
    'december',
  ].map((month, index) => [`${month}_volume`, index + 0.1]),
)

test('[BID-2, API-1, API-6] a bid stores every field of the form, and answers ids', async () => {
  const sent = {
    name: 'Winter',
    supplier: 'utility',
    annual_volume: 67.2,
    volume_unit: 'th',
    ...monthly,
    terms: [12, 24],
    swing: [0.05, 1],
    pricing_type: [2, 3],
    site_count: 3,
    meter_count: 7,
    start_date: '2027-04-01',
    special_pricing_needs: 'SP-7',
    new_renewal: 'Renewal',
    index_name: 'Henry Hub',
    pricing_point: 'Burner Tip',
  }
  const answer = await api.asBroker<Bid>('POST', '/api/mpg/bids', bodyOf({ ...sent, name: '  Winter ' }))
  expect([answer.status, answer.headers.get('etag')]).toEqual([201, `"1.bids-${answer.body.bid_id}"`])
  expect(answer.body).toMatchObject({
    ...sent,
    ...base,
    version: 1,
    created_by: answer.body.modified_by,
    created_at: answer.body.modified_at,
  })
  expect(await read(answer.body)).toEqual(answer.body)
  expect((await api.asBroker<Bid>('GET', `${path}${answer.body.bid_id}`)).body).toEqual(answer.body)
})

test('[BID-2] what is not sent is empty; the volume unit is dth', async () => {
  const { body: bid } = await api.asBroker<Bid>('POST', path, bodyOf())
  expect(bid.volume_unit).toBe('dth')
  for (const name of [
    'name',
    'annual_volume',
    'january_volume',
    'december_volume',
    'site_count',
    'meter_count',
    'start_date',
    'special_pricing_needs',
    'new_renewal',
    'index_name',
    'pricing_point',
  ] as const)
    expect([name, bid[name]]).toEqual([name, null])
})

const required = 'This field is required'

test.each([
  [
    {
      opportunity: undefined,
      supplier: '',
      legal_entity: null,
      utility_state: undefined,
      terms: [],
      swing: null,
      pricing_type: undefined,
    },
    {
      opportunity: required,
      supplier: required,
      legal_entity: 'Select a valid Organization.',
      utility_state: required,
      terms: required,
      swing: required,
      pricing_type: required,
    },
  ],
  [{ legal_entity: '' }, { legal_entity: 'Select a valid Organization.' }],
  [{ legal_entity: 'Larkfield' }, { legal_entity: 'Select a valid Organization.' }],
  [{ legal_entity: { name: 'Larkfield' } }, { legal_entity: 'Select a valid Organization.' }],
  [{ swing: [''] }, { swing: required }],
  [{ utility_state: 'Ohio' }, { utility_state: 'Choose an entry of the list.' }],
  [{ supplier: 'broker' }, { supplier: 'Choose one of: utility, direct.' }],
  [{ annual_volume: -0.5 }, { annual_volume: 'Must be 0 or more.' }],
  [{ annual_volume: 'plenty' }, { annual_volume: 'Enter a number.' }],
  [{ july_volume: -1 }, { july_volume: 'Must be 0 or more.' }],
  [{ volume_unit: 'mcf' }, { volume_unit: 'Choose one of: dth, th.' }],
  [{ site_count: -1 }, { site_count: 'Must be 0 or more.' }],
  [{ meter_count: -1 }, { meter_count: 'Must be 0 or more.' }],
  [{ meter_count: 1.5 }, { meter_count: 'Enter a whole number.' }],
  [{ start_date: '2027-04-31' }, { start_date: 'Enter a date as YYYY-MM-DD.' }],
  [{ new_renewal: 'new' }, { new_renewal: 'Choose one of: New, Renewal.' }],
  [{ pricing_point: 'Citygate' }, { pricing_point: 'Choose one of: City Gate, Burner Tip.' }],
  [{ terms: [0] }, { terms: 'Choose an entry of the list.' }],
  [{ terms: [49] }, { terms: 'Choose an entry of the list.' }],
  [{ terms: [1.5] }, { terms: 'Choose an entry of the list.' }],
  [{ terms: ['a year'] }, { terms: 'Enter a number.' }],
  [{ terms: [{ label: '12 months' }] }, { terms: 'Choose an entry of the list.' }],
  [{ swing: [0] }, { swing: 'Choose an entry of the list.' }],
  [{ swing: [0.07] }, { swing: 'Choose an entry of the list.' }],
  [{ swing: [1.05] }, { swing: 'Choose an entry of the list.' }],
  [{ swing: [21] }, { swing: 'Choose an entry of the list.' }],
  [{ pricing_type: [4] }, { pricing_type: 'Choose among: 1, 2, 3.' }],
  [{ pricing_type: ['floating'] }, { pricing_type: 'Enter a number.' }],
  [{ name: 'x'.repeat(256) }, { name: 'At most 255 characters.' }],
])('[BID-3, API-4] a bid with %j is refused by field', async (body, fields) => {
  const answer = await post(body)
  expect([answer.status, answer.body.fields]).toEqual([400, fields])
})

test('[BID-3, API-4] a change keeps to the same rules, and a full one needs every required field', async () => {
  const bid = await make()
  const put = await api.asBroker('PUT', one(bid), { name: 'Summer' })
  expect([put.status, put.body.fields]).toEqual([
    400,
    {
      opportunity: required,
      supplier: required,
      legal_entity: 'Select a valid Organization.',
      utility_state: required,
      terms: required,
      swing: required,
      pricing_type: required,
    },
  ])
  const patch = await api.asBroker('PATCH', one(bid), { swing: [], legal_entity: null })
  expect([patch.status, patch.body.fields]).toEqual([
    400,
    { swing: required, legal_entity: 'Select a valid Organization.' },
  ])
  expect(await read(bid)).toEqual(bid)
})

test.each([
  [{ opportunity: 999_999 }, { opportunity: 'Opportunity not found.' }],
  [{ legal_entity: 999_999 }, { legal_entity: 'Select a valid Organization.' }],
  [{ utility_state: 999_999 }, { utility_state: 'Utility state not found.' }],
])('[BID-3, TRUST-10] a bid for %j is a 404, and none is made', async (body, fields) => {
  const { count } = await list('?limit=0')
  const answer = await post(body)
  expect([answer.status, answer.body.fields]).toEqual([404, fields])
  expect((await list('?limit=0')).count).toBe(count)
})

test.each<[unknown, number[]]>([
  [
    [2, 20, 3],
    [0.1, 1, 0.15],
  ],
  [[1], [1]],
  [
    ['1', '2', '0.35'],
    [1, 0.1, 0.35],
  ],
  [
    [0.15000000000000002, 0.1 + 0.2, 0.7000000000000001],
    [0.15, 0.3, 0.7],
  ],
  [
    [{ id: 4 }, { value: 0.25 }, { id: '5', label: '25 %' }],
    [0.2, 0.25],
  ],
  [[0.5, 0.5, 10], [0.5]],
  [0.05, [0.05]],
  [swingFractions, [...swingFractions]],
])('[BID-4] swing %j is %j of the contracted volume', async (swing, fractions) => {
  expect((await make({ swing })).swing).toEqual(fractions)
})

test('[BID-4] swing is offered from 5 % to 100 % in steps of 5 %, terms from 1 to 48 months', async () => {
  expect(swingFractions.map((fraction) => Math.round(fraction * 100))).toEqual(
    Array.from({ length: 20 }, (_, index) => (index + 1) * 5),
  )
  expect((await make({ terms: termMonths })).terms).toEqual(
    Array.from({ length: 48 }, (_, index) => index + 1),
  )
})

test.each<[unknown, number[]]>([
  [
    [24, 12],
    [24, 12],
  ],
  [['6', 6], [6]],
  [
    [{ id: 12 }, { term_id: 36, name: '36 months' }, { value: 48 }],
    [12, 36, 48],
  ],
  [18, [18]],
])('[BID-4] terms %j are %j months', async (terms, months) => {
  expect((await make({ terms })).terms).toEqual(months)
})

test.each<[unknown, number[]]>([
  [
    [1, 2, 3],
    [1, 2, 3],
  ],
  [
    ['index', 'fixed'],
    [3, 1],
  ],
  [
    ['NYMEX+', ' Fixed '],
    [2, 1],
  ],
  [
    [{ id: 2 }, { pricing_type_id: 3 }, 'fixed'],
    [2, 3, 1],
  ],
  [['nymex+', 2], [2]],
  ['fixed', [1]],
])('[BID-4] pricing types %j are %j', async (pricing_type, ids) => {
  expect((await make({ pricing_type })).pricing_type).toEqual(ids)
})

test('[BID-2, API-1] volumes keep fifteen digits and no noise; days stay days', async () => {
  const bid = await make({
    annual_volume: 123456789.012345,
    may_volume: '0.000123456789012345',
    june_volume: 0.1 + 0.2,
    july_volume: 1e12,
    start_date: '2027-03-28',
  })
  expect(bid).toMatchObject({
    annual_volume: 123456789.012345,
    may_volume: 0.000123456789012345,
    june_volume: 0.3,
    july_volume: 1e12,
    start_date: '2027-03-28',
  })
  expect(await change(bid, { ...bid, name: 'Same' }, 'PUT')).toEqual({
    ...bid,
    name: 'Same',
    version: 2,
    modified_at: expect.any(String) as string,
  })
})

test('[BID-2] a monthly sum that differs from the annual volume is no fault', async () => {
  expect(await make({ annual_volume: 1, ...monthly })).toMatchObject({ annual_volume: 1, ...monthly })
})

test('[API-1, API-3] related records may be sent whole, as they were read', async () => {
  const bid = await make({ name: 'Nested' })
  const expand =
    'opportunity,legal_entity,utility_state.utility,utility_state.state,terms,created_by,modified_by'
  const nested = (await api.asBroker<Nested>('GET', `${one(bid)}?expand=${expand}`)).body
  expect(nested).toMatchObject({
    opportunity: { opportunity_name: 'Larkfield Mill' },
    legal_entity: { organization_id: base.legal_entity, name: 'Larkfield Textiles' },
    utility_state: {
      name: 'Firm transport',
      status: 'active',
      utility: { name: 'Brackwater Gas' },
      state: { acronym: 'OH' },
    },
    terms: [12],
    created_by: { username: 'broker' },
    modified_by: { username: 'broker' },
  })
  expect(await change(bid, nested, 'PUT')).toMatchObject({ ...base, name: 'Nested', version: 2 })
  const listed = await list<Nested>(`?opportunity=${base.opportunity}&q=nested&expand=${expand}`)
  expect(listed.results).toMatchObject([{ legal_entity: { name: 'Larkfield Textiles' } }])
  for (const bad of ['swing.x', 'supplier', 'legal_entity.nothing'])
    expect((await api.asBroker('GET', `${path}?expand=${bad}`)).status).toBe(400)
})

test('[API-2] bids can be narrowed to a deal, a legal entity, a service and a supplier', async () => {
  const opportunity = await makeDeal('Narrow')
  const legal_entity = await makeEntity('Narrow Lane Laundry')
  const utility_state = await makeService('Narrowgate Gas')
  const first = await make({ opportunity, name: 'a' })
  const second = await make({ opportunity, legal_entity, name: 'b', supplier: 'direct' })
  const third = await make({ legal_entity, utility_state, name: 'c' })
  expect(await idsBy(`?opportunity=${opportunity}`)).toEqual([first.bid_id, second.bid_id])
  expect(await idsBy(`?legal_entity=${legal_entity}`)).toEqual([second.bid_id, third.bid_id])
  expect(await idsBy(`?opportunity=${opportunity}&legal_entity=${legal_entity}`)).toEqual([second.bid_id])
  expect(await idsBy(`?utility_state=${utility_state}`)).toEqual([third.bid_id])
  expect(await idsBy(`?opportunity=${opportunity}&supplier=utility`)).toEqual([first.bid_id])
  expect(await idsBy('?opportunity=999999')).toEqual([])
  for (const [bad, fields] of [
    ['opportunity=none', { opportunity: 'Choose an entry of the list.' }],
    ['legal_entity=0', { legal_entity: 'Select a valid Organization.' }],
    ['supplier=both', { supplier: 'Choose one of: utility, direct.' }],
  ] as const)
    expect((await api.asBroker('GET', `${path}?${bad}`)).body.fields).toEqual(fields)
})

test('[API-2] a bid is found by its name, legal entity and utility', async () => {
  const legal_entity = await makeEntity('Quarrington Kilns')
  const utility_state = await makeService('Élan Gas & Light')
  const { bid_id } = await make({ legal_entity, utility_state, name: 'Sommer 100%' })
  for (const q of ['sommer', '100%25', 'QUARRINGTON', 'on kil', 'elan gas', 'Gas %26 L', 'elan sommer kilns'])
    expect([q, await idsBy(`?q=${q}`)]).toEqual([q, [bid_id]])
  for (const q of ['%22kilns elan%22', 'Sommer quarringtons', '%25%25'])
    expect([q, await idsBy(`?q=${q}`)]).toEqual([q, []])
})

test('[API-2] search and sorting follow whatever a bid names: renamed, or another one', async () => {
  const opportunity = await makeDeal('Aspen before')
  const legal_entity = await makeEntity('Entity before')
  const utility_state = await makeService('Utility before')
  const bid = await make({ opportunity, legal_entity, utility_state, name: 'Follows' })
  const rival = await make({
    opportunity: await makeDeal('Birch'),
    legal_entity: await makeEntity('Fern'),
    utility_state: await makeService('Vale Gas'),
    name: 'Rival',
  })
  const found = (q: string) => idsBy(`?q=${q}`)
  const ids = [bid.bid_id, rival.bid_id]
  const order = async (ordering: string) =>
    (await idsBy(`?limit=999&ordering=${ordering}`)).filter((id) => ids.includes(id))
  for (const ordering of ['opportunity', 'legal_entity', 'utility_state'])
    expect([ordering, await order(ordering)]).toEqual([ordering, ids])

  const service = await api.asBroker<Row<'utilityStates'>>('GET', `/api/mpg/utility-states/${utility_state}/`)
  const rename = (url: string, body: object) => api.asBroker('PATCH', url, body)
  await rename(`/api/mpg/opportunities/${opportunity}/`, { opportunity_name: 'Willow after' })
  await rename(`/api/mpg/organizations/${legal_entity}/`, { name: 'Wren after' })
  await rename(`/api/mpg/utilities/${service.body.utility}/`, { name: 'Wold after' })
  expect([await found('entity before'), await found('utility before')]).toEqual([[], []])
  expect([await found('wren after'), await found('wold after')]).toEqual([[bid.bid_id], [bid.bid_id]])
  for (const ordering of ['opportunity', 'legal_entity', 'utility_state'])
    expect([ordering, await order(ordering)]).toEqual([ordering, ids.toReversed()])

  const { opportunity: deal, legal_entity: entity, utility_state: other } = rival
  await change(bid, { opportunity: deal, legal_entity: entity, utility_state: other })
  expect([await found('wren after'), await found('wold after')]).toEqual([[], []])
  expect(await found('fern')).toEqual([bid.bid_id, rival.bid_id])
  for (const ordering of ['opportunity', 'legal_entity', 'utility_state'])
    expect([ordering, await order(ordering)]).toEqual([ordering, ids])
  const old = await api.asBroker<Row<'opportunities'>>('GET', `/api/mpg/opportunities/${opportunity}/`)
  const now = await api.asBroker<Row<'opportunities'>>('GET', `/api/mpg/opportunities/${deal}/`)
  expect([old.body.bids, now.body.bids]).toEqual([[], ids])
})

test('[OPD-6, LIST-4, API-2] bids sort by every column, both ways, whatever the page', async () => {
  const opportunity = await makeDeal('élan')
  const legal_entity = await makeEntity('Elan Foods')
  const utility_state = await makeService('aardvark Gas')
  for (const bid of [
    { name: 'Émile', terms: [12], pricing_type: [3, 1], annual_volume: 10.5, start_date: '2027-01-31' },
    { name: 'emil', terms: [9, 36], pricing_type: [2], supplier: 'direct', start_date: '2026-12-31' },
    { name: null, terms: [2], pricing_type: ['nymex+', 'index'], annual_volume: 90, volume_unit: 'th' },
    { name: 'Zulu', terms: [48, 10], pricing_type: [3], annual_volume: 0, start_date: '2027-01-31' },
  ])
    for (const related of [{}, { opportunity, legal_entity, utility_state }])
      await make({ ...bid, ...related })
  interface Expanded extends Omit<Bid, 'opportunity' | 'legal_entity' | 'utility_state'> {
    opportunity: Row<'opportunities'>
    legal_entity: Row<'organizations'>
    utility_state: Omit<Row<'utilityStates'>, 'utility'> & { utility: Row<'utilities'> }
  }
  await expectOrderings<'bids', Expanded>(
    api,
    'bids',
    {
      name: ({ name }) => folded(name),
      opportunity: ({ opportunity }) => folded(opportunity.opportunity_name),
      supplier: ({ supplier }) => supplier,
      legal_entity: ({ legal_entity }) => folded(legal_entity.name),
      utility_state: ({ utility_state }) => folded(utility_state.utility.name),
      annual_volume: ({ annual_volume: volume, volume_unit: unit }) =>
        volume !== null && unit === 'th' ? volume / 10 : volume,
      pricing_type: ({ pricing_type }) => Math.min(...pricing_type),
      terms: ({ terms }) => Math.min(...terms),
      start_date: ({ start_date }) => start_date,
      created_at: ({ created_at }) => created_at,
      modified_at: ({ modified_at }) => modified_at,
    },
    'expand=opportunity,legal_entity,utility_state.utility',
  )
})

test.each(['PUT', 'PATCH', 'DELETE'])(
  '[OPE-5, API-4] a %s of an old version changes nothing and shows the bid as it is',
  async (method) => {
    const bid = await make({ name: 'first' })
    const current = await change(bid, { name: 'theirs' })
    for (const [body, headers] of [
      [bodyOf({ name: 'mine', version: 1 }), {}],
      [bodyOf({ name: 'mine' }), { 'if-match': '"1"' }],
      [bodyOf({ name: 'mine' }), { 'if-match': 'W/"1"' }],
    ] as const) {
      const refused = await api.asBroker<{ current: Bid; code: string }>(method, one(bid), body, headers)
      expect([refused.status, refused.body.code, refused.body.current]).toEqual([
        409,
        'stale_version',
        current,
      ])
    }
    const fresh = await api.asBroker(method, one(bid), bodyOf({ name: 'mine', version: 2 }))
    expect(fresh.status).toBe(method === 'DELETE' ? 204 : 200)
  },
)

test('[BID-9, API-1] a deleted bid is gone from its deal and its legal entity too', async () => {
  const opportunity = await makeDeal('Goes')
  const legal_entity = await makeEntity('Goes too')
  const gone = await make({ opportunity, legal_entity, name: 'Gone' })
  const stays = await make({ opportunity, legal_entity, name: 'Stays' })
  expect((await api.asBroker('DELETE', `${path}${gone.bid_id}`)).status).toBe(204)
  for (const method of ['GET', 'DELETE']) expect((await api.asBroker(method, one(gone))).status).toBe(404)
  expect(await idsBy(`?opportunity=${opportunity}`)).toEqual([stays.bid_id])
  for (const url of [`/api/mpg/opportunities/${opportunity}/`, `/api/mpg/organizations/${legal_entity}/`])
    expect((await api.asBroker<{ bids: number[] }>('GET', url)).body.bids).toEqual([stays.bid_id])
})

test('[ORG-7, BID-2] a bid keeps the name of a legal entity in the trash, and can be edited', async () => {
  const legal_entity = await makeEntity('Bygone Bakery')
  const bid = await make({ legal_entity, name: 'Outlives' })
  expect((await api.asBroker('DELETE', `/api/mpg/organizations/${legal_entity}/`)).status).toBe(204)
  const nested = await api.asBroker<Nested>('GET', `${one(bid)}?expand=legal_entity`)
  expect(nested.body['legal_entity']).toMatchObject({ name: 'Bygone Bakery' })
  expect(await idsBy('?q=bygone')).toEqual([bid.bid_id])
  const edited = await change(bid, { ...bid, name: 'Edited' }, 'PUT')
  expect(edited).toMatchObject({ name: 'Edited', legal_entity, version: 2 })

  const fields = { legal_entity: 'Select a valid Organization.' }
  const created = await post({ legal_entity })
  expect([created.status, created.body.fields]).toEqual([404, fields])
  await change(bid, { legal_entity: base.legal_entity })
  const back = await api.asBroker('PATCH', one(bid), { legal_entity })
  expect([back.status, back.body.fields]).toEqual([404, fields])
})

test('[BID-5] a bid keeps a service that has become inactive', async () => {
  const utility_state = await makeService('Fading Gas')
  const bid = await make({ utility_state })
  await api.asBroker('PATCH', `/api/mpg/utility-states/${utility_state}/`, { status: 'inactive' })
  const edited = await api.asBroker<Nested>(
    'PUT',
    `${one(bid)}?expand=utility_state`,
    bodyOf({ utility_state }),
  )
  expect(edited.body['utility_state']).toMatchObject({ utility_state_id: utility_state, status: 'inactive' })
})

test('[API-6, TRUST-38] what happened to a bid is audited, with before and after', async () => {
  const bid = await make({ name: 'first' })
  await change(bid, { name: 'second', terms: [24] })
  await api.asBroker('PATCH', one(bid), { name: 'refused' }, { 'if-match': '"1"' })
  await api.asBroker('DELETE', one(bid))
  const rows = await api.database.db
    .selectFrom('audit')
    .selectAll()
    .where('resource', '=', 'bids')
    .where('record_id', '=', bid.bid_id)
    .orderBy('id')
    .execute()
  const shown = (text: string | null) => {
    if (text === null) return null
    const { name, terms } = JSON.parse(text) as Bid
    return [name, terms]
  }
  expect(rows.map(({ action, before, after }) => [action, shown(before), shown(after)])).toEqual([
    ['create', null, ['first', [12]]],
    ['update', ['first', [12]], ['second', [24]]],
    ['delete', ['second', [24]], null],
  ])
  expect(rows.every(({ actor }) => actor === bid.created_by)).toBe(true)
})
