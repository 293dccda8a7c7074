import { contract, type Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import { startApi, type TestApi } from '../testing/api'
import { recordMaker, type MakeRecord } from '../testing/records'

type Setup = Row<'creditSetups'>

const { path } = contract.creditSetups

let api: TestApi
let record: MakeRecord
beforeAll(async () => {
  api = await startApi()
  record = recordMaker(api)
})
afterAll(() => api.close())

const aDeal = async () => {
  const first = await record('organizations')
  const second = await record('organizations')
  const organizations = [first.organization_id, second.organization_id] as const
  const { opportunity_id } = await record('opportunities', { organizations: [...organizations] })
  return { opportunity: opportunity_id, organizations }
}
const ask = (opportunity: number, organization: number, headers = {}) =>
  api.asBroker<Setup>('POST', path, { opportunity, organization }, headers)
/** An opportunity without what is counted in the background: how ready it is to be priced. */
const dealNow = async (id: number) => {
  const { body } = await api.asBroker<Row<'opportunities'>>('GET', `${contract.opportunities.path}${id}/`)
  return { ...body, ready_score: null, ready_missing: [] }
}
const setupsOf = async (opportunity: number) =>
  (await api.asBroker<ListAnswer<Setup>>('GET', `${path}?opportunity=${opportunity}`)).body

test('[OPD-9] a credit setup tells who asked and when, and the opportunity then asks for credit', async () => {
  const { opportunity, organizations } = await aDeal()
  const before = await dealNow(opportunity)
  expect(before.credit_request).toBe('no')
  const { status, body } = await api.asBroker<Setup & { created_by: { username: string } }>(
    'POST',
    `${path}?expand=created_by,opportunity`,
    { opportunity, organization: organizations[0] },
  )
  expect(status).toBe(201)
  expect(body).toMatchObject({
    organization: organizations[0],
    created_by: { username: 'broker' },
    opportunity: { opportunity_id: opportunity, credit_request: 'yes', version: before.version + 1 },
  })
  expect(Math.abs(Date.parse(body.created_at) - Date.now())).toBeLessThan(60_000)
  expect(await dealNow(opportunity)).toMatchObject({ credit_request: 'yes', version: before.version + 1 })
})

test('[OPD-9] asked for again, the first request stands and nothing changes', async () => {
  const { opportunity, organizations } = await aDeal()
  const first = await ask(opportunity, organizations[0])
  const before = await dealNow(opportunity)
  const { access } = await api.signIn('team')
  const again = await api.send<Setup>('POST', path, {
    token: access,
    body: { opportunity, organization: organizations[0] },
  })
  expect(again.status).toBe(201)
  expect(again.body).toEqual(first.body)
  expect((await setupsOf(opportunity)).count).toBe(1)
  expect(await dealNow(opportunity)).toEqual(before)
})

test('[OPD-9] two people who ask at once have asked once', async () => {
  const { opportunity, organizations } = await aDeal()
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(opportunity, organizations[1])))
  expect(new Set(answers.map(({ body }) => body.credit_setup_id)).size).toBe(1)
  expect((await setupsOf(opportunity)).results.map(({ organization }) => organization)).toEqual([
    organizations[1],
  ])
})

test('[OPD-9] each organization of an opportunity is asked for by itself', async () => {
  const { opportunity, organizations } = await aDeal()
  await ask(opportunity, organizations[0])
  const before = await dealNow(opportunity)
  await ask(opportunity, organizations[1])
  expect((await setupsOf(opportunity)).count).toBe(2)
  // Credit was requested already, so that open forms need no notice.
  expect((await dealNow(opportunity)).version).toBe(before.version)
})

test('[OPD-9, API-4] only an organization of the opportunity can be asked for', async () => {
  const { opportunity } = await aDeal()
  const { organization_id: stranger } = await record('organizations')
  const refused = await ask(opportunity, stranger)
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { fields: { organization: 'It is not an organization of this opportunity.' } },
  ])
  expect((await dealNow(opportunity)).credit_request).toBe('no')
  expect((await ask(opportunity, 999_999)).status).toBe(404)
  expect((await ask(999_999, stranger)).status).toBe(404)
  for (const body of [{}, { opportunity }, 'text', null])
    expect((await api.asBroker('POST', path, body)).status).toBe(400)
})

test('[OPD-9, TRUST-38] the request and what it does to the opportunity are audited together', async () => {
  const { opportunity, organizations } = await aDeal()
  const { body } = await ask(opportunity, organizations[0])
  const entries = await api.database.db
    .selectFrom('audit')
    .select(['action', 'resource', 'record_id', 'request_id'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(entries[0]?.request_id).toMatch(/\w/)
  expect(entries).toEqual([
    {
      action: 'create',
      resource: 'creditSetups',
      record_id: body.credit_setup_id,
      request_id: entries[0]?.request_id,
    },
    {
      action: 'update',
      resource: 'opportunities',
      record_id: opportunity,
      request_id: entries[0]?.request_id,
    },
  ])
})

test('[OPD-9] it goes to the trash with its opportunity, and comes back with it', async () => {
  const { opportunity, organizations } = await aDeal()
  await ask(opportunity, organizations[0])
  const deal = `${contract.opportunities.path}${opportunity}/`
  await api.asBroker('DELETE', deal)
  expect((await setupsOf(opportunity)).count).toBe(0)
  expect((await ask(opportunity, organizations[0])).status).toBe(404)
  await api.asBroker('POST', `${deal}restore/`)
  expect((await setupsOf(opportunity)).count).toBe(1)
})

test('a request is neither changed nor deleted', async () => {
  const { opportunity, organizations } = await aDeal()
  const { body } = await ask(opportunity, organizations[0])
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    expect((await api.asBroker(method, `${path}${body.credit_setup_id}/`, {})).status).toBe(405)
})
