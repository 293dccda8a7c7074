import { contract } from '../../../src/contract'
import type { Row } from '../../../src/contract'
import { startApi, type TestApi } from '../../testing/api'
import { recordMaker } from '../../testing/records'

/**
 * Of one opportunity and one legal entity, so that expanding there and back multiplies; more than are loaded at a time.
 */
const bidCount = 520

let api: TestApi
let opportunity: number
let organization: number

beforeAll(async () => {
  api = await startApi()
  const { db } = api.database
  const make = recordMaker(api)
  opportunity = (await make('opportunities')).opportunity_id
  organization = (await make('organizations')).organization_id
  const { utility_id: utility } = await make('utilities')
  const { utility_state_id: utility_state } = await make('utilityStates', { utility, state: 1 })
  await make('bids', { opportunity, legal_entity: organization, utility_state })
  const { bid_id, annual_volume_dth, ...row } = await db
    .selectFrom('bids')
    .selectAll()
    .where('opportunity', '=', opportunity)
    .executeTakeFirstOrThrow()
  expect([bid_id > 0, annual_volume_dth]).toEqual([true, null])
  await db
    .insertInto('bids')
    .values(Array.from({ length: bidCount - 1 }, () => row))
    .execute()
})
afterAll(() => api.close())

test('[TRUST-23, API-3] a heavy list is answered whole, some records at a time', async () => {
  const rows = 20
  const { status, headers, body } = await api.asBroker<{
    count: number
    results: { legal_entity: { bids: { name: string }[] } }[]
  }>('GET', `${contract.bids.path}?opportunity=${opportunity}&limit=${rows}&expand=legal_entity.bids`)
  expect(status).toBe(200)
  expect(body.count).toBe(bidCount)
  expect(body.results.map(({ legal_entity }) => legal_entity.bids.length)).toEqual(
    Array.from({ length: rows }, () => bidCount),
  )
  // An answer written in one piece has a length.
  expect(headers.has('content-length')).toBe(false)
})

test('[TRUST-23, TRUST-25] long texts weigh as much as many records: a few of them are written in pieces', async () => {
  const make = recordMaker(api)
  const object_id = `opportunity-${opportunity}`
  const description = `<p>${'long '.repeat(18_000)}</p>`
  for (let count = 0; count < 12; count++) await make('notes', { object_id, description })
  const asked = `${contract.notes.path}?object_id=${object_id}`
  const short = await api.asBroker<{ results: unknown[] }>('GET', `${asked}&limit=4`)
  expect([short.headers.has('content-length'), short.body.results.length]).toEqual([true, 4])
  const long = await api.asBroker<{ results: unknown[] }>('GET', asked)
  expect([long.headers.has('content-length'), long.body.results.length]).toEqual([false, 12])
})

test('[TRUST-12, TRUST-23] what one record may nest has a limit: relations there and back multiply', async () => {
  const answer = (expand: string) =>
    api.asBroker('GET', `${contract.opportunities.path}${opportunity}/?expand=${expand}`)
  expect((await answer('bids.opportunity,bids.utility_state,bids.legal_entity')).status).toBe(200)
  const { status, body } = await answer('bids.legal_entity.bids.opportunity')
  expect(status).toBe(400)
  expect(body.fields).toEqual({ expand: 'One record nests more than 100000 others. Expand less.' })
})

test('[TRUST-40, API-3] a long list that cannot be answered is refused before it begins', async () => {
  const nested = 'expand=opportunity.bids.legal_entity.bids'
  const { status, body } = await api.asBroker('GET', `${contract.bids.path}?limit=${bidCount}&${nested}`)
  expect(status).toBe(400)
  expect(body.fields).toEqual({ expand: 'One record nests more than 100000 others. Expand less.' })
})

test('[TRUST-25, API-3] what a change answers is written in pieces where it nests much, as what is read is', async () => {
  const one = `${contract.opportunities.path}${opportunity}/?expand=bids.utility_state`
  for (const method of ['PATCH', 'PUT']) {
    const changed = await api.asBroker<{ bids: unknown[] }>(method, one, { opportunity_name: method })
    expect([changed.status, changed.headers.has('content-length')]).toEqual([200, false])
    expect(changed.headers.get('etag')).toMatch(/^"\d+\.opportunities-\d+"$/)
    expect(changed.body).toEqual((await api.asBroker('GET', one)).body)
  }
})

test('[TRUST-25, TRUST-28] what an answer nests is not kept for a repetition where it is much', async () => {
  const create = () =>
    api.asBroker<Row<'opportunities'>>(
      'POST',
      `${contract.opportunities.path}?expand=organizations.bids,created_by`,
      { opportunity_name: 'Once', organizations: [organization] },
      { 'idempotency-key': 'one that nests much' },
    )
  const first = await create()
  expect([first.status, first.headers.has('content-length')]).toEqual([201, false])
  expect(first.body).toMatchObject({
    organizations: [{ organization_id: organization }],
    created_by: { username: 'broker' },
  })
  const again = await create()
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
  expect(again.body).toEqual({ ...first.body, organizations: [organization], created_by: 3 })
})

test('[TRUST-12, API-6] a change whose answer would nest too much is not made, one out of the trash neither', async () => {
  const one = `${contract.opportunities.path}${opportunity}/`
  const tooMuch = '?expand=bids.legal_entity.bids.opportunity'
  const before = (await api.asBroker('GET', one)).body
  const name = { opportunity_name: 'Renamed' }
  expect((await api.asBroker('PATCH', `${one}${tooMuch}`, name)).status).toBe(400)
  expect((await api.asBroker('GET', one)).body).toEqual(before)
  expect((await api.asBroker('DELETE', one)).status).toBe(204)
  expect((await api.asBroker('POST', `${one}restore/${tooMuch}`)).status).toBe(400)
  expect((await api.asBroker('GET', one)).status).toBe(404)
  expect((await api.asBroker('POST', `${one}restore/`)).status).toBe(200)
})

describe('records that nest thousands', () => {
  const each = 8_000
  let deals: Row<'opportunities'>[]
  beforeAll(async () => {
    const { db } = api.database
    const { bid_id, annual_volume_dth, ...row } = await db
      .selectFrom('bids')
      .selectAll()
      .where('opportunity', '=', opportunity)
      .limit(1)
      .executeTakeFirstOrThrow()
    expect([bid_id > 0, annual_volume_dth]).toEqual([true, null])
    const make = recordMaker(api)
    deals = []
    for (const name of ['Thousands 1', 'Thousands 2', 'Thousands 3']) {
      const deal = await make('opportunities', { opportunity_name: name })
      deals.push(deal)
      for (let made = 0; made < each; made += 500)
        await db
          .insertInto('bids')
          .values(Array.from({ length: 500 }, () => ({ ...row, opportunity: deal.opportunity_id })))
          .execute()
    }
  })

  test('[TRUST-23, API-3] some of them are in memory at a time, and the list is answered whole', async () => {
    const { status, body } = await api.asBroker<{ results: { bids: object[] }[] }>(
      'GET',
      `${contract.opportunities.path}?q=Thousands&limit=10&expand=bids`,
    )
    expect(status).toBe(200)
    expect(body.results.map(({ bids }) => bids.length)).toEqual(deals.map(() => each))
  })

  test('[TRUST-12, TRUST-23] one that nests more than is held at once is refused before that is read', async () => {
    const one = `${contract.opportunities.path}${deals[0]?.opportunity_id}/`
    const { status, body } = await api.asBroker('GET', `${one}?expand=bids.legal_entity.bids`)
    expect(status).toBe(400)
    expect(body.fields).toEqual({ expand: 'One record nests more than 20000 others. Expand less.' })
  })
})
