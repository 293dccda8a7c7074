import { contract, type Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import {
  comparisonPath,
  opportunityComparisonPath,
  quoteSummariesPath,
  stripPath,
  type ComparedQuote,
  type QuoteSummary,
  type Strip,
} from '../../src/contract/comparisons'
import { holidaysOf, marketDay } from '../../src/contract/gas/calendar'
import { quoteState, quoteStates } from '../../src/contract/gas/quotes'
import { chunks } from '../kit/chunks'
import { anyTable } from '../kit/context'
import { startApi, type TestApi } from '../testing/api'
import { quoteMaker, strip2027 } from '../testing/gas'
import { until } from '../testing/until'

type Quote = Row<'quotes'>

const { path } = contract.quotes
const one = ({ quote_id }: Pick<Quote, 'quote_id'>) => `${path}${quote_id}/`

let api: TestApi
let team: string
let customer: string
let makers: ReturnType<typeof quoteMaker>
beforeAll(async () => {
  api = await startApi()
  makers = quoteMaker(api)
  team = (await api.signIn('team')).access
  customer = (await api.signIn('customer')).access
})
afterAll(() => api.close())

const get = async <T>(address: string) => (await api.asBroker<T>('GET', address)).body
const list = (query: string) => get<ListAnswer<Quote>>(`${path}?${query}`)
const idsBy = async (query: string) => (await list(query)).results.map(({ quote_id }) => quote_id)
const read = (quote: Quote) => get<Quote>(one(quote))
const compare = async (bid: { bid_id: number }, query = '') =>
  (await get<ListAnswer<ComparedQuote>>(`${comparisonPath(bid.bid_id)}?${query}`)).results
const act = <T = Quote>(quote: Quote, action: string, body: object = {}, headers = {}) =>
  api.asBroker<T>('POST', `${one(quote)}${action}/`, body, headers)
const refusal = async (quote: Quote, action: string, body: object = {}) => {
  const { status, body: answer } = await act<ErrorAnswer>(quote, action, body)
  return [status, answer.detail]
}

const burnerTip = { pricing_point: 'Burner Tip', term: 12, start_date: '2027-01-01' } as const
const a = {
  ...burnerTip,
  price: 3.99,
  pricing_point: 'City Gate',
  basis: 0.12,
  loss_percent: 2,
  transport: 0.08,
  fee: 0.15,
  fee_unit: 'dth',
} as const
const b = {
  ...burnerTip,
  price: 0.405,
  price_unit: 'th',
  fee: 0.012,
  fee_unit: 'th',
  fee_included: true,
} as const
const c = { ...burnerTip, price: 4.16, price_unit: 'mcf', fee: 0.1, fee_unit: 'mcf' } as const

test('[QUO-6, QUO-7, UNIT-3, WE-3] a comparison makes offers in mixed units comparable', async () => {
  const bid = await makers.makeBid()
  const [first, second, third] = [
    await makers.makeQuote(bid, a),
    await makers.makeQuote(bid, b),
    await makers.makeQuote(bid, c),
  ]
  const results = await compare(bid)
  expect(results.map(({ quote }) => quote.quote_id)).toEqual([
    second.quote_id,
    third.quote_id,
    first.quote_id,
  ])
  expect(results).toMatchObject([
    { all_in_price: 4.05, net_price: 3.93, term_cost: 40_500, commission: 1_200, rank: 1, best: true },
    {
      all_in_price: 4.108,
      net_price: 4.0116,
      term_cost: 41_080.04,
      commission: 964.32,
      rank: 2,
      best: false,
    },
    {
      all_in_price: 4.4239,
      net_price: 4.2739,
      term_cost: 44_238.78,
      commission: 1_500,
      rank: 3,
      rank_term: 3,
    },
  ])
  expect(results[0]).toMatchObject({
    state: 'open',
    heat_content: 1.037,
    curve_date: null,
    term_volume: 10_000,
    volume_source: 'profile',
    missing: [],
    months: expect.arrayContaining([{ month: '2027-01', price: 4.05, volume: 1_800 }]) as unknown,
  })
  const inTherms = await compare(bid, 'unit=th')
  expect(inTherms.map(({ all_in_price, term_cost, best }) => [all_in_price, term_cost, best])).toEqual([
    [0.405, 40_500, true],
    [0.4108, 41_080.04, false],
    [0.4424, 44_238.78, false],
  ])
})

test('[QUO-12] a comparison of an opportunity has the quotes of each of its bids, ranked within it', async () => {
  const bid = await makers.makeBid()
  const other = await makers.makeBid({ opportunity: bid.opportunity })
  await makers.makeQuote(await makers.makeBid(), a)
  for (const [of, terms] of [
    [bid, a],
    [other, a],
    [bid, b],
  ] as const)
    await makers.makeQuote(of, terms)
  const all = await get<ListAnswer<ComparedQuote>>(`${opportunityComparisonPath(bid.opportunity)}?unit=th`)
  expect(all.results).toEqual([...(await compare(bid, 'unit=th')), ...(await compare(other, 'unit=th'))])
  expect(all.results.map(({ rank }) => rank)).toEqual([1, 2, 1])
  const none = await api.asBroker('GET', opportunityComparisonPath(999_999))
  expect(none.status).toBe(404)
})

test('[GAS-4] users of the type customer see no commission', async () => {
  const bid = await makers.makeBid()
  await makers.makeQuote(bid, b)
  const { body } = await api.send<ListAnswer<ComparedQuote>>('GET', comparisonPath(bid.bid_id), {
    token: customer,
  })
  expect(body.results).toMatchObject([{ all_in_price: 4.05, commission: null }])
})

test('[GAS-4] users of the type customer neither see nor write what is agreed on commission with suppliers', async () => {
  const agreed = { commission_model: 'hybrid', upfront_percent: 40, tolerance_amount: 5 } as const
  const made = await makers.record('suppliers', agreed)
  const { path: suppliers } = contract.suppliers
  const address = `${suppliers}${made.supplier_id}/`
  const asCustomer = <T = ErrorAnswer>(method: 'GET' | 'POST' | 'PATCH', to: string, body?: object) =>
    api.send<T>(method, to, { token: customer, ...(body && { body }) })
  const none = {
    commission_model: null,
    upfront_percent: null,
    tolerance_amount: null,
    tolerance_percent: null,
  }
  expect((await asCustomer('GET', address)).body).toMatchObject({ name: made.name, ...none })
  const { body } = await asCustomer<ListAnswer<Row<'suppliers'>>>('GET', `${suppliers}?limit=100`)
  expect(body.results.find(({ supplier_id }) => supplier_id === made.supplier_id)).toMatchObject(none)
  const quote = await makers.makeQuote(await makers.makeBid(), { ...b, supplier: made.supplier_id })
  expect((await asCustomer('GET', `${one(quote)}?expand=supplier`)).body).toMatchObject({ supplier: none })
  for (const [method, to, sent] of [
    ['PATCH', address, { upfront_percent: 50 }],
    ['PATCH', address, { commission_model: null }],
    ['POST', suppliers, { name: 'Larkfield Supply', lag_months: 1 }],
  ] as const) {
    const refused = await asCustomer(method, to, sent)
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      409,
      'refused',
      'Users of the type customer see nothing of commission.',
    ])
  }
  const stale = await asCustomer('PATCH', address, { notes: 'Called', version: 99 })
  expect([stale.body.code, stale.body.current]).toEqual(['stale_version', expect.objectContaining(none)])
  expect((await asCustomer('PATCH', address, { notes: 'Called' })).body).toMatchObject({
    notes: 'Called',
    ...none,
  })
  expect((await asCustomer('POST', suppliers, { name: 'Larkfield Supply' })).status).toBe(201)
  expect(await get(address)).toMatchObject({ ...agreed, notes: 'Called' })
})

test("[GAS-4] heat contents, holidays and curves are changed by the provider's team only", async () => {
  for (const { path, idField } of [contract.heatContents, contract.marketHolidays, contract.curves]) {
    const made = await get<ListAnswer<Record<string, number>>>(`${path}?limit=1`)
    expect((await api.asBroker('POST', path, {})).status).toBe(400)
    const [record] = made.results
    if (!record) continue
    const address = `${path}${record[idField]}/`
    expect((await api.asBroker('DELETE', address)).status).toBe(409)
    expect((await api.asBroker('PATCH', address, {})).status).toBe(409)
  }
  const body = { name: 'Somewhere', kind: 'index' }
  expect((await api.asBroker('POST', contract.curves.path, body)).body.detail).toBe(
    "Only the provider's team changes curves.",
  )
  const { curve_id } = await makers.record('curves')
  const point = { curve: curve_id, trade_date: '2026-11-25', delivery_month: '2027-01', price: 4 }
  expect((await api.asBroker('POST', contract.curvePoints.path, point)).status).toBe(409)
})

test('[GAS-1, QUO-1] a supplier has a name of its own, and emails', async () => {
  const { path: suppliers } = contract.suppliers
  const made = await makers.record('suppliers', {
    name: 'Copperlamp Energy',
    quote_emails: ['desk@copperlamp.example'],
    price_unit: 'th',
  })
  expect(made).toMatchObject({ status: 'active', tolerance_amount: 1, tolerance_percent: 2, version: 1 })
  const twice = await api.asBroker('POST', suppliers, { name: 'COPPERLAMP energy' })
  expect([twice.status, twice.body.detail]).toEqual([409, 'A supplier with this name exists already.'])
  const wrong = await api.asBroker('POST', suppliers, { name: 'Other', quote_emails: ['desk'] })
  expect(wrong.body.fields).toEqual({ quote_emails: 'You should provide a valid email.' })
  const old = await makers.record('suppliers', { status: 'inactive' })
  const inactive = await get<ListAnswer<Row<'suppliers'>>>(`${suppliers}?status=inactive`)
  expect(inactive.results).toEqual([old])
})

test('[QUO-2, QUO-3, UNIT-2] what is not sent is filled from the bid, the supplier and the opportunity', async () => {
  const bid = await makers.makeBid({}, { broker_fee: 0.02, dekatherms: false })
  const { supplier_id: supplier } = await makers.record('suppliers', { price_unit: 'ccf' })
  const body = {
    bid: bid.bid_id,
    supplier,
    pricing_type: 1,
    term: 12,
    price: 0.41,
    pricing_point: 'Burner Tip',
  }
  const make = async (change: object = {}) =>
    (await api.asBroker<Quote>('POST', path, { ...body, ...change })).body
  const made = await make({ fee_included: true })
  expect(made).toMatchObject({
    start_date: '2027-01-01',
    price_unit: 'ccf',
    fee: 0.02,
    fee_unit: 'th',
    fee_included: true,
    quote_kind: 'indicative',
    state: 'open',
  })
  expect(Date.parse(made.valid_until)).toBeGreaterThan(Date.parse(made.quoted_at))
  expect(await make({ fee: null, term: 24 })).toMatchObject({ fee: null, fee_included: true })
  const without = await makers.makeBid({ start_date: null })
  const refused = await api.asBroker('POST', path, { ...body, bid: without.bid_id })
  expect([refused.status, refused.body.fields]).toEqual([400, { start_date: 'This field is required' }])
})

test.each([
  [{ broker_fee: 0.012, dekatherms: false }, 'dth', 0.12],
  [{ broker_fee: 0.012, dekatherms: false }, 'ccf', 0.012444],
  [{ broker_fee: 0.15, dekatherms: true }, 'th', 0.015],
  [{ broker_fee: 0.15, dekatherms: true }, 'mcf', 0.15555],
  [{ broker_fee: null, dekatherms: true }, 'mcf', null],
] as const)('[QUO-3, UNIT-2] the fee of a deal with %j, in %s, is %s', async (deal, fee_unit, fee) => {
  const bid = await makers.makeBid({}, deal)
  const { supplier_id: supplier } = await makers.record('suppliers')
  const body = { bid: bid.bid_id, supplier, pricing_type: 1, price: 4, ...burnerTip, fee_unit }
  expect((await api.asBroker<Quote>('POST', path, body)).body).toMatchObject({ fee, fee_unit })
})

test.each([
  [{ loss_percent: 2 }, { loss_percent: 'A burner-tip price covers losses.' }],
  [{ pricing_point: 'City Gate', loss_percent: 50 }, { loss_percent: 'Must be less than 50.' }],
  [{ price: -0.01 }, { price: 'Must be 0 or more.' }],
  [{ pricing_type: 3 }, { index_curve: 'This field is required' }],
  [{ pricing_type: 4 }, { pricing_type: 'Must be 3 or less.' }],
  [{ term: 121 }, { term: 'Must be 120 or less.' }],
  [{ price_unit: 'therm' }, { price_unit: 'Choose one of: dth, th, mcf, ccf.' }],
  [
    { quoted_at: '2027-03-12T15:12Z', valid_until: '2027-03-12T15:11Z' },
    { valid_until: 'Must not be before the quote was made.' },
  ],
  [{ price: 1.234_567_890_123_456 }, { price: 'At most 15 digits.' }],
  [{ price: '1.0000000000000001' }, { price: 'At most 15 digits.' }],
  [{ price: 1e13 }, { price: 'Must be 1,000,000,000,000 or less.' }],
])('[QUO-2, QUO-3, QUO-4, UNIT-1] a quote with %j is refused', async (change, fields) => {
  const bid = await makers.makeBid()
  const { supplier_id: supplier } = await makers.record('suppliers')
  const body = { bid: bid.bid_id, supplier, pricing_type: 1, price: 4, ...burnerTip }
  const answer = await api.asBroker('POST', path, { ...body, ...change })
  expect([answer.status, answer.body.fields]).toEqual([400, fields])
})

test('[UNIT-1] a number is kept digit for digit, with the unit that was typed', async () => {
  const bid = await makers.makeBid()
  const typed = {
    price: 0.405000000000001,
    price_unit: 'th',
    fee: 999_999_999_999.999,
    fee_unit: 'ccf',
  } as const
  const made = await makers.makeQuote(bid, { ...b, ...typed })
  expect(await read(made)).toMatchObject(typed)
})

test.each([
  ['2027-03-12T15:12:00Z', '2027-03-12T22:00:00.000Z'],
  ['2027-03-15T14:12:00Z', '2027-03-15T21:00:00.000Z'],
  ['2027-03-16T04:30:00Z', '2027-03-16T21:00:00.000Z'],
  ['2027-03-25T21:00:00Z', '2027-03-29T21:00:00.000Z'],
])(
  '[QUO-4, GAS-6, WE-8] quoted at %s without an end, it is valid until %s',
  async (quoted_at, valid_until) => {
    const bid = await makers.makeBid()
    const { supplier_id: supplier } = await makers.record('suppliers')
    const body = { bid: bid.bid_id, supplier, pricing_type: 1, price: 4, ...burnerTip, quoted_at }
    const { body: made } = await api.asBroker<Quote>('POST', path, body)
    expect(made.valid_until).toBe(valid_until)
    const moved = await api.asBroker<Quote>('PATCH', one(made), { valid_until: '2027-04-01T12:00Z' })
    expect(moved.body.valid_until).toBe('2027-04-01T12:00:00.000Z')
    const emptied = await api.asBroker<Quote>('PATCH', one(made), { valid_until: null })
    expect(emptied.body.valid_until).toBe(valid_until)
  },
)

test('[GAS-6] the holidays of ten years are there from the first start on', async () => {
  const { results } = await get<ListAnswer<Row<'marketHolidays'>>>(contract.marketHolidays.path)
  const years = Array.from({ length: 10 }, (_, index) => 2026 + index)
  expect(results.map(({ day, name }) => ({ day, name }))).toEqual(years.flatMap((year) => holidaysOf(year)))
  expect((await get<ListAnswer<unknown>>(`${contract.marketHolidays.path}?q=good fri`)).count).toBe(10)
  const again = { day: '2026-11-26', name: 'Again' }
  const twice = await api.send('POST', contract.marketHolidays.path, { token: team, body: again })
  expect([twice.status, twice.body.detail]).toEqual([409, 'This day is a holiday already.'])
})

test('[GAS-6] MARKET_TIME_ZONE says where 17:00 is', async () => {
  const elsewhere = await startApi({ MARKET_TIME_ZONE: 'America/Denver' })
  const { makeBid, record } = quoteMaker(elsewhere)
  const quote = await record('quotes', {
    bid: (await makeBid()).bid_id,
    supplier: (await record('suppliers')).supplier_id,
    quoted_at: '2027-03-12T15:12:00Z',
  })
  expect(quote.valid_until).toBe('2027-03-13T00:00:00.000Z')
  await elsewhere.close()
})

test('[QUO-5, GAS-5] a later quote replaces the earlier one, until it is deleted', async () => {
  const bid = await makers.makeBid()
  const { supplier_id: supplier } = await makers.record('suppliers')
  const same = { ...b, supplier }
  const first = await makers.makeQuote(bid, { ...same, quoted_at: '2026-11-01T15:00:00Z' })
  const other = await makers.makeQuote(bid, { ...same, term: 24, quoted_at: '2026-11-02T15:00:00Z' })
  const later = await makers.makeQuote(bid, { ...same, quoted_at: '2026-11-03T15:00:00Z' })
  const states = () => Promise.all([first, other, later].map(async (quote) => (await read(quote)).state))
  expect(await states()).toEqual(['replaced', 'open', 'open'])
  expect((await read(first)).replaced_at).toBe('2026-11-03T15:00:00.000Z')
  expect((await get<Quote>(`${one(first)}?as_of=2026-11-02T15:00:00Z`)).state).toBe('open')
  expect((await compare(bid)).map(({ quote }) => quote.quote_id).sort()).toEqual(
    [other.quote_id, later.quote_id].sort(),
  )
  await api.asBroker('DELETE', one(later))
  expect((await read(first)).state).toBe('open')
  await api.asBroker('POST', `${one(later)}restore/`)
  expect(await states()).toEqual(['replaced', 'open', 'open'])
  await api.asBroker('PATCH', one(later), { term: 36 })
  expect(await states()).toEqual(['open', 'open', 'open'])
})

test('[QUO-2, QUO-5, GAS-5] quotes are filtered by their state as of a moment, and by all else', async () => {
  const bid = await makers.makeBid()
  const { supplier_id: supplier } = await makers.record('suppliers')
  const early = '2026-11-01T15:00:00Z'
  const made: Quote[] = []
  for (const [index, change] of [
    {},
    { valid_until: '2026-11-02T22:00:00Z' },
    { quote_kind: 'firm' },
    { supplier, term: 24 },
    { supplier, term: 24, quoted_at: '2026-11-05T15:00:00Z' },
  ].entries())
    made.push(
      await makers.makeQuote(bid, {
        ...b,
        quoted_at: early,
        price: 0.4 + index / 100,
        ...(change as Partial<Quote>),
      }),
    )
  const [, , firm, withdrawn] = made
  if (!firm || !withdrawn) throw new Error('Five quotes are made.')
  await act(withdrawn, 'withdraw')
  await act(firm, 'award', { reason: 'Firm' })
  const all = (await list(`bid=${bid.bid_id}`)).results
  expect(all).toHaveLength(5)
  for (const asOf of [undefined, '2026-11-02T12:00:00Z', '2026-11-03', '2099-06-01T00:00:00Z']) {
    const moment = asOf === '2026-11-03' ? '2026-11-03T05:00:00Z' : (asOf ?? new Date().toISOString())
    const query = `bid=${bid.bid_id}${asOf === undefined ? '' : `&as_of=${asOf}`}`
    for (const state of quoteStates) {
      const wanted = all
        .filter((quote) => quoteState(quote, moment) === state)
        .map(({ quote_id }) => quote_id)
      const { count, results } = await list(`${query}&state=${state}`)
      expect([asOf, state, results.map(({ quote_id }) => quote_id).sort(), count]).toEqual([
        asOf,
        state,
        wanted.sort(),
        wanted.length,
      ])
      expect(results.every((quote) => quote.state === state)).toBe(true)
    }
  }
  expect((await list(`bid=${bid.bid_id}&state=open,lost,expired,withdrawn,awarded`)).count).toBe(5)
  expect((await list(`opportunity=${bid.opportunity}`)).count).toBe(5)
  expect(await idsBy(`supplier=${supplier}&term=24&ordering=quoted_at`)).toEqual(
    made.slice(3).map(({ quote_id }) => quote_id),
  )
  expect((await list(`bid=${bid.bid_id}&pricing_type=2`)).count).toBe(0)
  expect(await idsBy(`bid=${bid.bid_id}&quote_kind=firm`)).toEqual([firm.quote_id])
  expect((await list(`bid=${bid.bid_id}&valid_until_to=2026-12-01T00:00:00Z`)).count).toBe(1)
  expect((await list(`bid=${bid.bid_id}&valid_until_from=2026-12-01T00:00:00Z`)).count).toBe(4)
  const unknown = await api.asBroker('GET', `${path}?state=gone`)
  expect([unknown.status, unknown.body.code]).toEqual([400, 'invalid_parameter'])
})

test('[QUO-2, GAS-8] pages of a state are those of the whole list, where very many quotes match too', async () => {
  const bid = await makers.makeBid()
  const { quote_id: pattern } = await makers.makeQuote(bid, b)
  const { db } = api.database
  const { quote_id, ...row } = await db
    .selectFrom('quotes')
    .selectAll()
    .where('quote_id', '=', pattern)
    .executeTakeFirstOrThrow()
  expect(quote_id).toBe(pattern)
  const at = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 3_600_000).toISOString()
  const rows = Array.from({ length: 1_200 }, (_, index) => ({
    ...row,
    quoted_at: at((index * 7) % 1_200),
    // The later half is open, so that open ones come last where the oldest come first.
    valid_until: (index * 7) % 1_200 < 600 ? at(index) : '2099-01-01T22:00:00.000Z',
    lost_at: index % 10 === 3 ? at(2_000) : null,
    withdrawn_at: index % 400 === 1 ? at(2_000) : null,
  }))
  for (const some of chunks(rows, 300))
    await db
      .insertInto('quotes')
      .values([...some])
      .execute()
  for (const asked of ['state=open', 'state=expired', 'state=lost', 'state=withdrawn', 'state=open,lost'])
    for (const query of [
      `${asked}&ordering=quoted_at`,
      `${asked}&ordering=-quoted_at`,
      `${asked}&ordering=-valid_until`,
      `${asked}&term=${b.term}&ordering=-quoted_at`,
      `${asked}&valid_until_to=2027-01-01T00:00:00Z&ordering=-quoted_at`,
    ]) {
      const whole = await list(`${query}&limit=1000`)
      for (const offset of [0, 20, 480]) {
        const page = await list(`${query}&limit=10&offset=${offset}`)
        expect([query, page.count, page.results]).toEqual([
          query,
          whole.count,
          whole.results.slice(offset, offset + 10),
        ])
      }
    }
})

test('[QUO-2, GAS-8] how many quotes are in a state follows each change of one, and is counted once beside other changes', async () => {
  const counted: string[] = []
  const other = await startApi({}, (text) => {
    if (/^select count\(.*from "quotes"/s.test(text)) counted.push(text)
  })
  try {
    const { makeBid, makeQuote } = quoteMaker(other)
    const bid = await makeBid()
    const [first] = [await makeQuote(bid, a), await makeQuote(bid, { ...a, term: 24 })]
    const open = async () =>
      (await other.asBroker<ListAnswer<Quote>>('GET', `${path}?state=open&limit=1`)).body.count
    let count = 0
    // Their prices may be stored in the background meanwhile, which changes them.
    await until(async () => {
      counted.length = 0
      const tag = { name: `Beside ${count++}`, color: '#123456', description: 'Another change' }
      await other.asBroker('POST', contract.tags.path, tag)
      expect(await open()).toBe(2)
      return counted.length === 0
    })
    await other.asBroker('POST', `${one(first)}withdraw/`, {})
    expect(await open()).toBe(1)
    expect(counted).not.toEqual([])
    await other.asBroker('DELETE', one(first))
    await makeQuote(bid, { ...a, term: 36 })
    expect(await open()).toBe(2)
  } finally {
    await other.close()
  }
})

test('[QUO-7] expired quotes are compared and never the best; withdrawn ones are not compared', async () => {
  const bid = await makers.makeBid()
  const cheap = await makers.makeQuote(bid, {
    ...b,
    price: 0.3,
    valid_until: '2026-11-02T22:00:00Z',
    quoted_at: '2026-11-02T15:00:00Z',
  })
  const open = await makers.makeQuote(bid, b)
  const gone = await makers.makeQuote(bid, { ...b, price: 0.2 })
  await act(gone, 'withdraw')
  expect(
    (await compare(bid)).map(({ quote, state, best, rank }) => [quote.quote_id, state, best, rank]),
  ).toEqual([
    [cheap.quote_id, 'expired', false, null],
    [open.quote_id, 'open', true, 1],
  ])
  expect((await compare(bid, 'as_of=2026-11-02T16:00:00Z'))[0]).toMatchObject({ state: 'open', best: true })
})

test('[QUO-8] what differs from the request of the bid is marked', async () => {
  const bid = await makers.makeBid({ swing: [0.1, 0.2], terms: [12] })
  await makers.makeQuote(bid, { ...b, swing: 0.2 })
  await makers.makeQuote(bid, { ...b, swing: 0.05, start_date: '2027-02-01', term: 24 })
  expect((await compare(bid)).map(({ differs }) => differs)).toEqual([[], ['swing', 'start_date', 'term']])
})

test('[CRV-1, CRV-2, CRV-3, WE-5] strips of a curve, and quotes that rest on it', async () => {
  const bid = await makers.makeBid()
  const floating = { ...burnerTip, pricing_type: 2, price: 0.35, fee: 0.15, fee_unit: 'dth' } as const
  const without = await makers.makeQuote(bid, floating)
  expect(without.index_curve).toBeNull()
  expect(await compare(bid)).toMatchObject([
    { all_in_price: null, rank: null, missing: ['index_curve'], curve_date: null },
  ])
  const nymex = await makers.makeCurve(strip2027, { kind: 'nymex', name: 'NYMEX Henry Hub' })
  await makers.makeQuote(bid, { ...burnerTip, price: 4.4, fee: 0.15, fee_unit: 'dth' })
  const results = await compare(bid)
  expect(results).toMatchObject([
    { all_in_price: 4.55, term_cost: 45_500 },
    {
      all_in_price: 4.7134,
      term_cost: 47_133.5,
      strip_average: 3.955,
      load_weighted: 4.2134,
      curve_date: '2026-11-25',
    },
  ])
  const later = await makers.makeQuote(bid, { ...floating, term: 24 })
  expect(later.index_curve).toBe(nymex.curve_id)
  expect((await compare(bid)).at(-1)).toMatchObject({
    all_in_price: null,
    missing: expect.arrayContaining(['curve 2028-01', 'curve 2028-12']) as unknown,
  })

  const strip = (query: string) =>
    api.asBroker<Strip & ErrorAnswer>('GET', `${stripPath(nymex.curve_id)}?${query}`)
  const { body } = await strip(`from=2027-01&months=12&bid=${bid.bid_id}&as_of=2026-11-30`)
  expect(body).toMatchObject({
    curve_date: '2026-11-25',
    curve_is_old: false,
    strip_average: 3.955,
    load_weighted: 4.2134,
    volume_source: 'profile',
  })
  expect(body.months[0]).toEqual({
    month: '2027-01',
    price: 4.61,
    settled: false,
    last_trading_day: '2026-12-29',
  })
  expect((await strip('from=2027-01&months=12&as_of=2026-12-02')).body.curve_is_old).toBe(true)
  const beyond = await strip('from=2027-06&months=12')
  expect([beyond.status, beyond.body.detail]).toEqual([400, 'The curve of 2026-11-25 ends with 2027-12.'])
  const early = await strip('from=2026-11&months=12')
  expect([early.status, early.body.detail]).toEqual([400, 'The curve of 2026-11-25 begins with 2027-01.'])
  expect((await strip('months=2&as_of=2026-12-31')).body.months.map(({ month }) => month)).toEqual([
    '2027-01',
    '2027-02',
  ])
  expect((await strip('from=2027-01&as_of=2026-11-24')).status).toBe(400)

  // A settled month counts with its settlement from then on.
  const settlement = { curve: nymex.curve_id, trade_date: '2026-12-29', price: 4.75, settled: true }
  await makers.record('curvePoints', { ...settlement, delivery_month: '2027-01' })
  await makers.record('curvePoints', { ...settlement, delivery_month: '2027-02', settled: false, price: 4.5 })
  const settled = await strip('from=2027-01&months=2&as_of=2026-12-29')
  expect(settled.body.months.map(({ price, settled }) => [price, settled])).toEqual([
    [4.75, true],
    [4.5, false],
  ])
  const twice = { ...settlement, delivery_month: '2027-01' }
  const again = await api.send('POST', contract.curvePoints.path, { token: team, body: twice })
  expect([again.status, again.body.code]).toEqual([409, 'duplicate'])
  const deleted = await api.send('DELETE', `${contract.curves.path}${nymex.curve_id}/`, { token: team })
  expect([deleted.status, deleted.body.code]).toEqual([409, 'in_use'])
  const index = await makers.record('curves')
  const wrong = await api.asBroker('POST', path, {
    ...floating,
    bid: bid.bid_id,
    supplier: later.supplier,
    index_curve: index.curve_id,
  })
  expect(wrong.body.fields).toEqual({ index_curve: 'Choose a NYMEX curve.' })
})

test('[QUO-6, WE-6] an index at the city gate', async () => {
  const bid = await makers.makeBid({ meter_count: 4 })
  const { curve_id } = await makers.makeCurve(
    strip2027.map((price) => Math.round((price - 0.22) * 100) / 100),
  )
  await makers.makeQuote(bid, {
    ...burnerTip,
    pricing_type: 3,
    index_curve: curve_id,
    price: 0.28,
    pricing_point: 'City Gate',
    loss_percent: 1.5,
    transport: 0.11,
    monthly_charge: 25,
    fee: 0.015,
    fee_unit: 'th',
  })
  expect(await compare(bid)).toMatchObject([
    { all_in_price: 4.7184, net_price: 4.5684, term_cost: 47_184.26 },
  ])
})

test('[QUO-10, QUO-11, QUO-13, UNIT-4] an award freezes the quote and loses the others; revoked, all is as before', async () => {
  const bid = await makers.makeBid()
  const firm = { quote_kind: 'firm' } as const
  const best = await makers.makeQuote(bid, { ...b, ...firm })
  const other = await makers.makeQuote(bid, { ...c, ...firm })
  const indicative = await makers.makeQuote(bid, { ...b, price: 0.5 })
  const expired = await makers.makeQuote(bid, {
    ...b,
    ...firm,
    quoted_at: '2026-11-02T15:00:00Z',
    valid_until: '2026-11-02T22:00:00Z',
  })
  expect(await refusal(indicative, 'award')).toEqual([409, 'Only a firm quote can be awarded.'])
  expect(await refusal(expired, 'award')).toEqual([409, 'This quote expired on 2026-11-02 at 17:00.'])
  const unexplained = await act<ErrorAnswer>(other, 'award')
  expect([unexplained.status, unexplained.body.fields]).toEqual([
    400,
    { reason: 'Say why this quote was chosen.' },
  ])
  expect((await act<ErrorAnswer>(best, 'award', { version: 7 })).body.code).toBe('stale_version')
  const awarded = await act(best, 'award', { version: best.version }, { 'idempotency-key': 'award 1' })
  expect(awarded.body).toMatchObject({ state: 'awarded', awarded_by: best.created_by, award_reason: null })
  expect(awarded.headers.get('etag')).toBe(`"${best.version + 1}.quotes-${best.quote_id}"`)
  const repeated = await act(best, 'award', { version: best.version }, { 'idempotency-key': 'award 1' })
  expect([repeated.body, repeated.headers.get('idempotency-replayed')]).toEqual([awarded.body, 'true'])
  const states = async () =>
    Promise.all([best, other, indicative, expired].map(async (quote) => (await read(quote)).state))
  expect(await states()).toEqual(['awarded', 'lost', 'lost', 'expired'])

  await api.asBroker('PATCH', `${contract.bids.path}${bid.bid_id}/`, {
    january_volume: 99_999,
    annual_volume: 99_999,
    meter_count: 9,
  })
  await makers.record('heatContents', { utility: bid.utility, valid_from: '2026-01-01', mmbtu_per_mcf: 0.9 })
  expect((await compare(bid)).find(({ state }) => state === 'awarded')).toMatchObject({
    all_in_price: 4.05,
    net_annual_cost: 39_300,
    meters: 1,
    term_cost: 40_500,
    commission: 1_200,
    term_volume: 10_000,
    heat_content: 1.037,
  })
  const changed = await api.asBroker('PATCH', one(best), { price: 1 })
  expect([changed.status, changed.body.detail]).toEqual([409, 'An awarded quote keeps its numbers.'])
  expect((await api.asBroker('PATCH', one(best), { notes: 'Signed soon' })).status).toBe(200)
  expect((await api.asBroker('DELETE', one(best))).status).toBe(409)
  expect(await refusal(best, 'withdraw')).toEqual([409, 'A quote that is awarded cannot be withdrawn.'])

  expect(await refusal(other, 'revoke-award')).toEqual([409, 'This quote is not awarded.'])
  expect((await act(best, 'revoke-award')).body).toMatchObject({ state: 'open', awarded_by: null })
  expect(await states()).toEqual(['open', 'open', 'open', 'expired'])
})

test('[QUO-2] an index names a curve that is not of NYMEX, also where the server filled one in before', async () => {
  const bid = await makers.makeBid()
  const nymex = await makers.makeCurve(strip2027, { kind: 'nymex', name: 'NYMEX for adders' })
  const index = await makers.makeCurve(strip2027, { kind: 'index', name: 'Index for adders' })
  const floating = { ...burnerTip, pricing_type: 2, price: 0.35 } as const
  const quote = await makers.makeQuote(bid, { ...floating, index_curve: nymex.curve_id })
  const refused = [400, { index_curve: 'Choose the curve of an index.' }]
  const changed = await api.asBroker('PATCH', one(quote), { pricing_type: 3 })
  expect([changed.status, changed.body.fields]).toEqual(refused)
  const { supplier_id: supplier } = await makers.record('suppliers')
  const body = { ...floating, bid: bid.bid_id, supplier, pricing_type: 3, index_curve: nymex.curve_id }
  const made = await api.asBroker('POST', path, body)
  expect([made.status, made.body.fields]).toEqual(refused)
  const other = await api.asBroker<Quote>('PATCH', one(quote), {
    pricing_type: 3,
    index_curve: index.curve_id,
  })
  expect(other.body).toMatchObject({ pricing_type: 3, index_curve: index.curve_id })
})

test('[QUO-10, QUO-11] an award wins the opportunity, where it has a stage; revoked, that is as it was before', async () => {
  const stageOf = async ({ opportunity }: Pick<Row<'bids'>, 'opportunity'>) => {
    const deal = await get<Row<'opportunities'>>(`${contract.opportunities.path}${opportunity}/`)
    return [deal.stage, deal.lost_reason, deal.stage_changed_on]
  }
  const day = marketDay(new Date().toISOString(), 'America/New_York')
  const makeFirm = (bid: Parameters<typeof makers.makeQuote>[0]) =>
    makers.makeQuote(bid, { ...b, quote_kind: 'firm' })

  const bid = await makers.makeBid({}, { stage: 'presented' })
  const quote = await makeFirm(bid)
  const second = await makers.record('bids', {
    ...{ opportunity: bid.opportunity, legal_entity: bid.legal_entity, utility_state: bid.utility_state },
    ...{ annual_volume: 10_000, start_date: '2027-01-01' },
  })
  const other = await makeFirm(second)
  await act(quote, 'award')
  expect(await stageOf(bid)).toEqual(['won', null, day])
  await act(other, 'award')
  await act(quote, 'revoke-award')
  expect(await stageOf(bid)).toEqual(['won', null, day])
  await act(other, 'revoke-award')
  expect(await stageOf(bid)).toEqual(['presented', null, day])

  const alone = await makers.makeBid({}, { stage: 'lost', lost_reason: 'price' })
  const only = await makeFirm(alone)
  await act(only, 'award')
  expect(await stageOf(alone)).toEqual(['won', null, day])
  await act(only, 'revoke-award')
  expect(await stageOf(alone)).toEqual(['lost', 'price', day])

  const won = await makers.makeBid({}, { stage: 'won' })
  const kept = await makeFirm(won)
  await act(kept, 'award')
  await act(kept, 'revoke-award')
  expect(await stageOf(won)).toEqual(['won', null, day])

  const without = await makers.makeBid()
  await act(await makeFirm(without), 'award')
  expect(await stageOf(without)).toEqual([null, null, null])
})

test('[QUO-13] withdrawing needs no reason, and its time is kept', async () => {
  const bid = await makers.makeBid()
  const quote = await makers.makeQuote(bid, { ...b, quote_kind: 'firm' })
  const { body } = await act(quote, 'withdraw')
  expect(body).toMatchObject({ state: 'withdrawn', version: quote.version + 1 })
  expect(Date.parse(body.withdrawn_at ?? '')).toBeGreaterThanOrEqual(Date.parse(quote.created_at))
  expect(await refusal(quote, 'withdraw')).toEqual([409, 'A quote that is withdrawn cannot be withdrawn.'])
  expect(await refusal(quote, 'award')).toEqual([409, 'A quote that is withdrawn cannot be awarded.'])
})

test('[GAS-2, QUO-10] of two who award at once one succeeds, and the other sees by whom and what', async () => {
  const bid = await makers.makeBid()
  const { supplier_id: supplier, name } = await makers.record('suppliers')
  const quotes = [
    await makers.makeQuote(bid, { ...b, supplier, quote_kind: 'firm' }),
    await makers.makeQuote(bid, { ...b, supplier, quote_kind: 'firm', term: 24 }),
  ]
  const answers = await Promise.all(
    quotes.map((quote) => act<Quote & ErrorAnswer>(quote, 'award', { version: quote.version })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const lost = answers.find(({ status }) => status === 409)?.body
  expect(lost?.current).toMatchObject({ state: 'lost', bid: bid.bid_id })
  const again = await refusal(
    quotes.find(({ quote_id }) => quote_id === (lost?.current as Quote).quote_id) as Quote,
    'award',
  )
  expect(again).toEqual([409, expect.stringContaining(`has awarded this bid to ${name} already.`)])
})

test('[GAS-3] quotes go to the trash with their bid and with its opportunity, and come back', async () => {
  const bid = await makers.makeBid()
  const quote = await makers.makeQuote(bid, b)
  const gone = await makers.makeQuote(bid, { ...b, term: 24 })
  await api.asBroker('DELETE', one(gone))
  for (const address of [
    `${contract.bids.path}${bid.bid_id}/`,
    `${contract.opportunities.path}${bid.opportunity}/`,
  ]) {
    expect((await api.asBroker('DELETE', address)).status).toBe(204)
    expect((await api.asBroker('GET', one(quote))).status).toBe(404)
    expect((await list(`bid=${bid.bid_id}`)).count).toBe(0)
    expect((await api.asBroker('POST', `${address}restore/`)).status).toBe(200)
    expect(await idsBy(`bid=${bid.bid_id}`)).toEqual([quote.quote_id])
  }
  const { supplier } = quote
  await api.asBroker('DELETE', `${contract.suppliers.path}${supplier}/`)
  const named = await get<{ supplier: Row<'suppliers'> }>(`${one(quote)}?expand=supplier`)
  expect(named.supplier).toMatchObject({ supplier_id: supplier })
})

test('[UNIT-6] a heat content that changes recomputes open quotes in the background, and tells it', async () => {
  const bid = await makers.makeBid()
  const open = await makers.makeQuote(bid, c)
  const inDth = await makers.makeQuote(bid, b)
  const stored = async () => {
    const rows = await api.database.db
      .selectFrom('quotes')
      .select(['quote_id', 'all_in_price'])
      .where('bid', '=', bid.bid_id)
      .orderBy('quote_id')
      .execute()
    return rows.map(({ all_in_price }) => all_in_price)
  }
  expect(await stored()).toEqual([41_080, 40_500])
  const told: number[] = []
  const listen = (notices: readonly { kind: string; change?: { resource: string; id: number | null } }[]) => {
    for (const { change } of notices) if (change?.resource === 'quotes' && change.id) told.push(change.id)
  }
  api.database.commitListeners.add(listen)
  const entry = await makers.record('heatContents', {
    utility: bid.utility,
    valid_from: '2026-06-01',
    mmbtu_per_mcf: 1.1,
  })
  await until(async () => (await stored())[0] === 38_727)
  expect(await stored()).toEqual([38_727, 40_500])
  await until(() => told.length > 0)
  expect(told).toEqual([open.quote_id])
  expect((await compare(bid))[0]).toMatchObject({ heat_content: 1.1, all_in_price: 3.8727 })
  const address = `${contract.heatContents.path}${entry.heat_content_id}/`
  const wrong = await api.send('PATCH', address, { token: team, body: { mmbtu_per_mcf: 1.21 } })
  expect([wrong.status, wrong.body.fields]).toEqual([400, { mmbtu_per_mcf: 'Must be 1.2 or less.' }])
  const again = { utility: bid.utility, valid_from: '2026-06-01', mmbtu_per_mcf: 1 }
  expect((await api.send('POST', contract.heatContents.path, { token: team, body: again })).status).toBe(409)
  await api.send('DELETE', address, { token: team })
  await until(async () => (await stored())[0] === 41_080)
  api.database.commitListeners.delete(listen)
  await api.asBroker('PATCH', `${contract.bids.path}${bid.bid_id}/`, { meter_count: 2 })
  await until(
    async () => (await api.database.db.selectFrom('quote_pricing_marks').select('id').execute()).length === 0,
  )
  expect(inDth.state).toBe('open')
})

test('[QUO-12] the list of opportunities knows the best price, how many quotes are open and which expire first', async () => {
  const bid = await makers.makeBid()
  const now = Date.now()
  const soon = new Date(now + 1_000 * 60).toISOString()
  await makers.makeQuote(bid, { ...c, valid_until: '2098-01-01T00:00:00Z' })
  await makers.makeQuote(bid, { ...b, valid_until: soon })
  const withdrawn = await makers.makeQuote(bid, { ...b, price: 0.1 })
  await act(withdrawn, 'withdraw')
  const none = await makers.makeBid()
  const summed = await get<ListAnswer<QuoteSummary>>(
    `${quoteSummariesPath}?ids=${bid.opportunity},${none.opportunity}`,
  )
  expect(summed).toEqual({
    count: 1,
    results: [{ opportunity: bid.opportunity, best_price: 4.05, quotes_open: 2, next_expiry: soon }],
  })
  const expiring = await get<ListAnswer<Row<'opportunities'>>>(
    `${contract.opportunities.path}?quotes_expire_today=true`,
  )
  const isToday =
    marketDay(soon, 'America/New_York') === marketDay(new Date(now).toISOString(), 'America/New_York')
  expect(expiring.results.some(({ opportunity_id }) => opportunity_id === bid.opportunity)).toBe(isToday)
  expect(expiring.results.some(({ opportunity_id }) => opportunity_id === none.opportunity)).toBe(false)
})

test('[QUO-12, GAS-8] pages of opportunities whose quotes expire today are those of the whole list, where very many do', async () => {
  const bid = await makers.makeBid()
  const quote = await makers.makeQuote(bid, b)
  const { db } = api.database
  const patternOf = async (table: 'opportunities' | 'bids' | 'quotes', idField: string, id: number) => {
    const row = await anyTable(db)
      .selectFrom(table)
      .selectAll()
      .where(idField, '=', id)
      .executeTakeFirstOrThrow()
    const ofDatabase = [idField, 'annual_volume_dth']
    return Object.fromEntries(Object.entries(row).filter(([name]) => !ofDatabase.includes(name)))
  }
  const deal = await patternOf('opportunities', 'opportunity_id', bid.opportunity ?? 0)
  const ofDeal = await patternOf('bids', 'bid_id', bid.bid_id)
  const ofBid = await patternOf('quotes', 'quote_id', quote.quote_id)
  const insert = async (table: string, rows: object[], idField: string) => {
    const ids: number[] = []
    for (const some of chunks(rows, 100)) {
      const made = await anyTable(db)
        .insertInto(table)
        .values([...some])
        .returning(idField)
        .execute()
      ids.push(...made.map((row) => row[idField] as number))
    }
    return ids
  }
  const at = (index: number) => new Date(Date.UTC(2026, 0, 1) + ((index * 7) % 300) * 3_600_000).toISOString()
  const deals = await insert(
    'opportunities',
    Array.from({ length: 300 }, (_, index) => ({ ...deal, created_at: at(index) })),
    'opportunity_id',
  )
  const bids = await insert(
    'bids',
    deals.map((opportunity) => ({ ...ofDeal, opportunity })),
    'bid_id',
  )
  const soon = new Date(Date.now() + 30_000).toISOString()
  const expiring = bids.filter((_, index) => index % 5 !== 4)
  await insert(
    'quotes',
    expiring.map((of) => ({ ...ofBid, bid: of, valid_until: soon })),
    'quote_id',
  )
  const asked = `${contract.opportunities.path}?quotes_expire_today=true`
  const page = (query: string) => get<ListAnswer<Row<'opportunities'>>>(`${asked}&${query}`)
  const idsOf = ({ results }: ListAnswer<Row<'opportunities'>>) =>
    results.map(({ opportunity_id }) => opportunity_id)
  for (const ordering of ['opportunity_name', '-created_at']) {
    const whole = await page(`ordering=${ordering}&limit=1000`)
    for (const offset of [0, 40, 170]) {
      const some = await page(`ordering=${ordering}&limit=10&offset=${offset}`)
      expect([ordering, offset, some.count, idsOf(some)]).toEqual([
        ordering,
        offset,
        whole.count,
        idsOf(whole).slice(offset, offset + 10),
      ])
    }
  }
})

/** The stored prices of a bid's quotes, by id. */
const storedPrices = async (bid: { bid_id: number }) => {
  const rows = await api.database.db
    .selectFrom('quotes')
    .select('all_in_price')
    .where('bid', '=', bid.bid_id)
    .orderBy('quote_id')
    .execute()
  return rows.map(({ all_in_price }) => all_in_price)
}
const isPriced = async () =>
  (await api.database.db.selectFrom('quote_pricing_marks').select('id').execute()).length === 0

test('[CRV-3] a day of the far future costs a strip no more than one of today', async () => {
  const { curve_id } = await makers.makeCurve(strip2027)
  const strip = (query: string) =>
    api.asBroker<Strip & ErrorAnswer>('GET', `${stripPath(curve_id)}?${query}&as_of=9999-12-31`)
  const { status, body } = await strip('from=2027-01')
  expect([status, body.curve_is_old]).toEqual([200, true])
  const last = { curve: curve_id, trade_date: '9999-12-31', delivery_month: '9999-12', price: 1 }
  await makers.record('curvePoints', last)
  expect((await strip('from=9999-12&months=1')).body.strip_average).toBe(1)
  expect((await strip('from=9999-12')).status).toBe(400)
})

test('[QUO-11] an award is revoked beside a lost quote in the trash, which comes back open', async () => {
  const bid = await makers.makeBid()
  const best = await makers.makeQuote(bid, { ...b, quote_kind: 'firm' })
  const lost = await makers.makeQuote(bid, c)
  await act(best, 'award')
  expect((await read(lost)).state).toBe('lost')
  await api.asBroker('DELETE', one(lost))
  expect((await act(best, 'revoke-award')).status).toBe(200)
  await api.asBroker('POST', `${one(lost)}restore/`)
  expect((await read(lost)).state).toBe('open')
})

test('[QUO-11, QUO-12] prices that were not kept up to date are, once a quote is open again', async () => {
  const bid = await makers.makeBid()
  const best = await makers.makeQuote(bid, { ...b, quote_kind: 'firm', monthly_charge: 10 })
  await act(best, 'award')
  await api.asBroker('PATCH', `${contract.bids.path}${bid.bid_id}/`, { meter_count: 5 })
  await until(isPriced)
  await act(best, 'revoke-award')
  expect(await storedPrices(bid)).toEqual([41_100])

  await api.asBroker('DELETE', one(best))
  await api.asBroker('PATCH', `${contract.bids.path}${bid.bid_id}/`, { meter_count: 10 })
  await until(isPriced)
  await api.asBroker('POST', `${one(best)}restore/`)
  expect(await storedPrices(bid)).toEqual([41_700])

  const heat = { utility: bid.utility, mmbtu_per_mcf: 1.1 }
  const inMcf = await makers.makeQuote(bid, { ...c, term: 24 })
  for (const [index, address] of [
    `${contract.bids.path}${bid.bid_id}/`,
    `${contract.opportunities.path}${bid.opportunity}/`,
  ].entries()) {
    await api.asBroker('DELETE', address)
    const [, before] = await storedPrices(bid)
    await makers.record('heatContents', {
      ...heat,
      mmbtu_per_mcf: 1.1 + index / 100,
      valid_from: `202${index + 4}-06-01`,
    })
    await until(isPriced)
    await api.asBroker('POST', `${address}restore/`)
    await until(async () => (await storedPrices(bid))[1] !== before)
    await until(isPriced)
    expect((await storedPrices(bid))[1]).toBe(
      Math.round(
        ((await compare(bid)).find(({ quote }) => quote.quote_id === inMcf.quote_id)?.all_in_price ?? 0) *
          10_000,
      ),
    )
  }
})

test('[QUO-7] a comparison leaves out what was quoted later', async () => {
  const bid = await makers.makeBid()
  const first = await makers.makeQuote(bid, { ...b, quoted_at: '2026-11-02T15:00:00Z' })
  const later = await makers.makeQuote(bid, { ...b, quoted_at: '2026-11-04T15:00:00Z', quote_kind: 'firm' })
  const ids = async (query: string) => (await compare(bid, query)).map(({ quote }) => quote.quote_id)
  expect(await ids('as_of=2026-11-03T15:00:00Z')).toEqual([first.quote_id])
  expect(await ids('')).toHaveLength(2)
  const future = await makers.makeQuote(bid, { ...b, quoted_at: '2098-11-04T15:00:00Z', quote_kind: 'firm' })
  expect(await refusal(future, 'award')).toEqual([409, 'This quote counts from 2098-11-04 at 10:00 on.'])
  expect(later.state).toBe('open')
})

test('[QUO-6, UNIT-6] a curve of NYMEX that becomes active or inactive is told to what rests on it', async () => {
  const nymex = await get<ListAnswer<Row<'curves'>>>(`${contract.curves.path}?kind=nymex`)
  const { curve_id } = await makers.makeCurve([5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5], {
    kind: 'nymex',
    status: 'inactive',
  })
  const others = nymex.results.filter(({ status }) => status === 'active')
  const setStatus = (curve: number, status: string) =>
    api.send('PATCH', `${contract.curves.path}${curve}/`, { token: team, body: { status } })
  for (const other of others) await setStatus(other.curve_id, 'inactive')
  await until(isPriced)
  const bid = await makers.makeBid()
  const quote = await makers.makeQuote(bid, { ...burnerTip, pricing_type: 2, price: 0.5 })
  expect([quote.index_curve, await storedPrices(bid)]).toEqual([null, [null]])
  await setStatus(curve_id, 'active')
  await until(async () => (await storedPrices(bid))[0] === 55_000)
  await setStatus(curve_id, 'inactive')
  await until(async () => (await storedPrices(bid))[0] === null)
  for (const other of others) await setStatus(other.curve_id, 'active')
})

const days = { quoted_at: '2027-03-12T15:12:00Z', valid_until: '2027-03-12T22:00:00Z' }

test.each([
  [{ price: '1e3' }, 201],
  [{ price: 1_234_567_890_123_456 }, 400],
  [{ price: '12345678901234567890' }, 400],
  [{ price: 1e13 }, 400],
  [{ price: 'NaN' }, 400],
  [{ price: null }, 400],
  [{ price: true }, 400],
  [{ price: [4] }, 400],
  [{ basis: -1e13 }, 400],
  [{ transport: '0x10' }, 400],
  [{ other_charge: 1e300 }, 400],
  [{ monthly_charge: -1 }, 400],
  [{ fee: '0.123456789012345678' }, 400],
  [{ term: -12 }, 400],
  [{ term: 0 }, 400],
  [{ term: 1.5 }, 400],
  [{ term: '12 months' }, 400],
  [{ pricing_type: 0 }, 400],
  [{ pricing_point: 'Henry Hub' }, 400],
  [{ pricing_point: 'City Gate', loss_percent: -1 }, 400],
  [{ pricing_point: 'City Gate', loss_percent: 50 }, 400],
  [{ pricing_point: 'City Gate', loss_percent: 49.999 }, 201],
  [{ swing: 1.01 }, 400],
  [{ start_date: '2027-02-30' }, 400],
  [{ start_date: '0000-01-01' }, 400],
  [{ start_date: '2199-12-31', term: 120 }, 201],
  [{ start_date: '2200-01-01' }, 400],
  [{ start_date: '9999-12-31', term: 120 }, 400],
  [{ ...days, valid_until: '2027-03-12T15:11:59Z' }, 400],
  [{ ...days, valid_until: days.quoted_at }, 201],
  [{ quoted_at: '9999-12-31T23:59:59Z', valid_until: null }, 400],
  [{ quoted_at: '0000-01-01T00:00:00Z' }, 400],
  [{ quoted_at: '2027-03-12T15:12:00+05:00' }, 201],
  [{ bid: 0 }, 400],
  [{ supplier: 999_999_999 }, 404],
  [{ index_curve: 999_999 }, 404],
  // Fields that the server sets are passed over.
  [{ state: 'awarded' }, 201],
  [{ awarded_at: '2026-01-01T00:00:00Z' }, 201],
  [{ all_in_price: 1 }, 400],
  [{ frozen: '{}' }, 400],
  [{ price: 0, monthly_charge: 1e12, term: 120 }, 201],
  [{ notes: '\u0000' }, 400],
] as const)('[QUO-4, QUO-13, UNIT-1] hostile: a quote with %j answers %i', async (change, wanted) => {
  const bid = await makers.makeBid()
  const { supplier_id: supplier } = await makers.record('suppliers')
  const body = { bid: bid.bid_id, supplier, pricing_type: 1, price: 4, ...burnerTip, ...change }
  const { status, body: made } = await api.asBroker<Quote>('POST', path, body)
  if (status === 201) expect([made.awarded_at, made.withdrawn_at]).toEqual([null, null])
  const compared = await api.asBroker('GET', comparisonPath(bid.bid_id))
  expect([status, compared.status]).toEqual([wanted, 200])
})

test('[QUO-10, QUO-11, QUO-13] hostile: awards out of turn', async () => {
  const bid = await makers.makeBid()
  const { supplier_id: supplier } = await makers.record('suppliers')
  const firm = { ...b, supplier, quote_kind: 'firm' } as const
  const replaced = await makers.makeQuote(bid, { ...firm, quoted_at: '2026-11-02T15:00:00Z' })
  const quote = await makers.makeQuote(bid, { ...firm, quoted_at: '2026-11-03T15:00:00Z' })
  expect(await refusal(replaced, 'award')).toEqual([409, 'A quote that is replaced cannot be awarded.'])
  // It expires while the dialog is open.
  const past = { valid_until: '2026-11-03T16:00:00Z' }
  const expired = (await api.asBroker<Quote>('PATCH', one(quote), past)).body
  expect((await act<ErrorAnswer>(quote, 'award', { version: quote.version })).body.code).toBe('stale_version')
  expect(await refusal(expired, 'award')).toEqual([409, 'This quote expired on 2026-11-03 at 11:00.'])
  await api.asBroker('PATCH', one(quote), { valid_until: '2099-01-01T00:00:00Z' })
  const key = { 'idempotency-key': 'award of one' }
  expect((await act(quote, 'award', {}, key)).status).toBe(200)
  expect((await act<ErrorAnswer>(quote, 'award', { reason: 'Other' }, key)).status).toBe(422)
  expect((await refusal(quote, 'award'))[0]).toBe(409)
  expect((await act(quote, 'revoke-award')).status).toBe(200)
  expect(await refusal(quote, 'revoke-award')).toEqual([409, 'This quote is not awarded.'])
})
