/** What happens to quotes in the timelines of their bid and of its opportunity (HIST-7). */
import { sql, type Kysely } from 'kysely'
import { contract, type ResourceName, type Row } from '../../src/contract'
import { quoteActions } from '../../src/contract/comparisons'
import { timelinePath, type TimelineAnswer } from '../../src/contract/history'
import { quoteSubjects } from '../db/migrations/056-quote-subjects'
import { timelineIds } from '../kit/read/timeline'
import { startApi, type TestApi } from '../testing/api'
import { quoteMaker } from '../testing/gas'

let api: TestApi
let makers: ReturnType<typeof quoteMaker>
let copperlamp: number
let brasswick: number
beforeAll(async () => {
  api = await startApi()
  makers = quoteMaker(api)
  const supplierOf = async (name: string) => (await makers.record('suppliers', { name })).supplier_id
  copperlamp = await supplierOf('Copperlamp')
  brasswick = await supplierOf('Brasswick')
})
afterAll(() => api.close())

type Quote = Row<'quotes'>

const quotePath = ({ quote_id }: Quote) => `${contract.quotes.path}${quote_id}/`
const act = async (
  quote: Quote,
  action: (typeof quoteActions)[keyof typeof quoteActions],
  body: object = {},
) => expect((await api.asBroker('POST', `${quotePath(quote)}${action}/`, body)).status).toBe(200)
const change = async (path: string, body: object) =>
  expect((await api.asBroker('PATCH', path, body)).status).toBe(200)

const timelineOf = async (resource: ResourceName, id: number, query = '?kind=quotes') =>
  (await api.asBroker<TimelineAnswer>('GET', `${timelinePath(resource, id)}${query}`)).body

/** What entries say, in short: 'award Copperlamp'. */
const told = ({ results }: TimelineAnswer) =>
  results.map(({ action, record }) => `${action} ${record?.name ?? ''}`)

const makeOffers = async () => {
  const bid = await makers.makeBid()
  const quoteOf = (supplier: number, price: number) =>
    makers.makeQuote(bid, { supplier, price, price_unit: 'th', quote_kind: 'firm' })
  return { bid, best: await quoteOf(copperlamp, 0.4), other: await quoteOf(brasswick, 0.5) }
}

test('[HIST-7] a bid and its opportunity tell what happened to quotes, with supplier and terms as they were', async () => {
  const { bid, best, other } = await makeOffers()
  await change(quotePath(other), { price: 0.45, notes: 'By phone' })
  // What changes nothing is not told.
  await change(quotePath(other), { notes: 'By phone' })
  // Loses the other one, which is not told apart from the award.
  await act(best, quoteActions.award, { reason: 'Knows the site' })
  await act(best, quoteActions.revokeAward)
  await act(other, quoteActions.withdraw)
  expect((await api.asBroker('DELETE', quotePath(other))).status).toBe(204)
  expect((await api.asBroker('POST', `${quotePath(other)}restore/`)).status).toBe(200)

  const sides = [
    ['bids', bid.bid_id],
    ['opportunities', bid.opportunity],
  ] as const
  for (const [resource, id] of sides) {
    const timeline = await timelineOf(resource, id)
    expect(told(timeline)).toEqual([
      'restore Brasswick',
      'delete Brasswick',
      'withdraw Brasswick',
      'revoke award Copperlamp',
      'award Copperlamp',
      'update Brasswick',
      'create Brasswick',
      'create Copperlamp',
    ])
    const [, , withdrawal, revocation, award, update, creation] = timeline.results
    expect(withdrawal?.changes).toEqual([])
    expect(award).toMatchObject({
      kind: 'quotes',
      resource: 'quotes',
      record: { resource: 'quotes', id: best.quote_id, state: 'present' },
      changes: [{ field: 'award_reason', before: null, after: 'Knows the site' }],
      facts: { term: 12, pricing_type: 1, price: 0.4, price_unit: 'th', fee_unit: best.fee_unit },
    })
    expect(award?.actor_name).toMatch(/\w/)
    expect(revocation?.changes).toEqual([{ field: 'award_reason', before: 'Knows the site', after: null }])
    expect(update?.changes).toEqual([
      { field: 'price', before: 0.5, after: 0.45 },
      { field: 'notes', before: null, after: 'By phone' },
    ])
    expect([creation?.changes, creation?.facts?.['price'], update?.facts?.['price']]).toEqual([[], 0.5, 0.45])
    expect((await timelineOf(resource, id, '')).results.map(({ kind }) => kind)).toContain('quotes')
  }

  // Once it is deleted for good, its content is not told any more.
  await api.asBroker('DELETE', quotePath(other))
  const { access: token } = await api.signIn('team')
  const purge = await api.send('DELETE', `${contract.quotes.path}trash/${other.quote_id}/`, { token })
  expect(purge.status).toBe(204)
  for (const [resource, id] of sides) {
    const gone = (await timelineOf(resource, id)).results.filter(({ record }) => record?.state === 'gone')
    expect(gone).toHaveLength(6)
    for (const { record, changes, facts } of gone)
      expect([record?.name, changes, facts]).toEqual([`#${other.quote_id}`, [], null])
  }
})

test('[HIST-7] a later quote of a supplier is told, and not that it replaces the earlier one', async () => {
  const bid = await makers.makeBid()
  await makers.makeQuote(bid, { supplier: copperlamp, quoted_at: '2026-11-02T15:00:00Z' })
  await makers.makeQuote(bid, { supplier: copperlamp, quoted_at: '2026-11-03T15:00:00Z', price: 4.1 })
  expect(told(await timelineOf('bids', bid.bid_id))).toEqual(['create Copperlamp', 'create Copperlamp'])
})

test('[HIST-7] what was told of the quotes of a bid stays with the opportunity that it leaves', async () => {
  const { bid, best } = await makeOffers()
  const { opportunity_id: next } = await makers.record('opportunities')
  await change(`${contract.bids.path}${bid.bid_id}/`, { opportunity: next })
  await change(quotePath(best), { price: 0.39 })
  expect(told(await timelineOf('opportunities', bid.opportunity))).toEqual([
    'create Brasswick',
    'create Copperlamp',
  ])
  expect(told(await timelineOf('opportunities', next))).toEqual(['update Copperlamp'])
  expect(told(await timelineOf('bids', bid.bid_id))).toHaveLength(3)
})

test('[HIST-7] a quote that is moved to another bid tells both, and the opportunities of both, from where to where', async () => {
  const { bid, best } = await makeOffers()
  const [same, far] = [
    await makers.makeBid({ opportunity: bid.opportunity }),
    await makers.makeBid({ name: 'Far bid' }),
  ]
  await change(quotePath(best), { bid: same.bid_id })
  await change(quotePath(best), { bid: far.bid_id, price: 0.38 })
  const placeOf = ({ bid_id }: Pick<Row<'bids'>, 'bid_id'>) =>
    expect.objectContaining({ resource: 'bids', id: bid_id }) as unknown
  const first = { from: placeOf(bid), to: placeOf(same) }
  const second = { from: placeOf(same), to: placeOf(far) }
  const movesOf = async (resource: ResourceName, id: number) =>
    (await timelineOf(resource, id)).results.flatMap(({ action, moved, changes }) =>
      moved ? [[action, moved, changes.map(({ field }) => field)]] : [],
    )
  expect(await movesOf('bids', bid.bid_id)).toEqual([['update', first, []]])
  expect(await movesOf('bids', same.bid_id)).toEqual([
    ['update', second, []],
    ['update', first, []],
  ])
  expect(await movesOf('bids', far.bid_id)).toEqual([['update', second, ['price']]])
  expect(await movesOf('opportunities', bid.opportunity)).toEqual([
    ['update', second, ['price']],
    ['update', first, []],
  ])
  expect(await movesOf('opportunities', far.opportunity)).toEqual([['update', second, ['price']]])
})

test('[HIST-7, HIST-4] a page of quotes is found in the index, however many quotes there are', async () => {
  const { db, dialect } = api.database
  const ids = timelineIds({ resource: 'opportunities', id: 7 }, { kind: 'quotes', before: 99, limit: 20 })
  const plan = await db.transaction().execute(async (trx) => {
    if (dialect.kind === 'sqlite') {
      const { rows } = await sql<{ detail: string }>`explain query plan ${ids}`.execute(trx)
      return rows.map(({ detail }) => detail)
    }
    await sql`set local enable_seqscan = off`.execute(trx)
    await sql`set local enable_bitmapscan = off`.execute(trx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${ids}`.execute(trx)
    return rows.map((row) => row['QUERY PLAN'])
  })
  expect(plan.join('\n')).toMatch(/audit_subjects/)
  expect(plan.join('\n')).not.toMatch(/SCAN audit|Seq Scan|\bquotes\b.*Scan/)
})

test('[HIST-7, HIST-4, TRUST-33] what happened to quotes before it was told stands in the timelines, too', async () => {
  const { db, dialect } = api.database
  const { bid, best, other } = await makeOffers()
  await change(quotePath(best), { price: 0.39 })
  await change(quotePath(best), { price: 0.39 })
  await act(best, quoteActions.award)
  await act(best, quoteActions.revokeAward)
  await act(other, quoteActions.withdraw)
  await api.asBroker('DELETE', quotePath(other))
  const rowsOf = (resource: ResourceName, id: number) =>
    db
      .selectFrom('audit_subjects')
      .select(['audit_id', 'kind'])
      .where('resource', '=', resource)
      .where('record_id', '=', id)
      .where('kind', '=', 'quotes')
      .orderBy('audit_id')
      .execute()
  const all = () =>
    Promise.all([rowsOf('bids', bid.bid_id), rowsOf('opportunities', bid.opportunity)]).then((some) =>
      some.map((rows) => rows.map((row) => ({ ...row }))),
    )
  const written = await all()
  expect(written.map(({ length }) => length)).toEqual([7, 7])
  await db.deleteFrom('audit_subjects').where('kind', '=', 'quotes').execute()
  await quoteSubjects(db as unknown as Kysely<unknown>, dialect.kind)
  expect(await all()).toEqual(written)
  // What is there already stays as it is.
  await quoteSubjects(db as unknown as Kysely<unknown>, dialect.kind)
  expect(await all()).toEqual(written)
})
