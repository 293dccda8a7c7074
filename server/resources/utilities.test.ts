import type { Input, Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import { startApi, type TestApi } from '../testing/api'
import { expectOrderings, folded } from '../testing/orderings'
import { recordMaker, type MakeRecord } from '../testing/records'

type Utility = Row<'utilities'>
type Service = Row<'utilityStates'>
type Expanded = Omit<Service, 'utility' | 'state'> & { utility: Utility; state: Row<'states'> }

const utilities = '/api/mpg/utilities/'
const services = '/api/mpg/utility-states/'
const texas = 44
const ohio = 36

let api: TestApi
let record: MakeRecord
beforeAll(async () => {
  api = await startApi()
  record = recordMaker(api)
})
afterAll(() => api.close())

const makeService = async (body: Partial<Input<'utilityStates'>> = {}) =>
  record('utilityStates', {
    state: texas,
    utility: body.utility ?? (await record('utilities')).utility_id,
    ...body,
  })
const list = async <R = Service>(query: string) =>
  (await api.asBroker<ListAnswer<R>>('GET', services + query)).body
const namesBy = async (query: string) => (await list(query)).results.map(({ name }) => name)

test('[API-1, API-6] a utility is created, read, listed, changed and deleted', async () => {
  const answer = await api.asBroker<Utility>('POST', '/api/mpg/utilities', { name: '  Brackwater Gas ' })
  expect(answer.status).toBe(201)
  const utility = answer.body
  expect(utility).toMatchObject({ name: 'Brackwater Gas', version: 1, created_by: utility.modified_by })
  const found = await api.asBroker<ListAnswer<Utility>>('GET', `${utilities}?q=brackw`)
  expect(found.body).toEqual({ count: 1, results: [utility] })
  const one = `${utilities}${utility.utility_id}`
  const changed = await api.asBroker<Utility>('PUT', one, { name: 'Brackwater Gas & Light' })
  expect(changed.body).toMatchObject({ name: 'Brackwater Gas & Light', version: 2 })
  expect((await api.asBroker<Utility>('GET', `${one}/`)).body).toEqual(changed.body)
  expect((await api.asBroker('DELETE', one)).status).toBe(204)
  expect((await api.asBroker('GET', one)).status).toBe(404)
})

test('[API-4] a utility needs a name that no other one has', async () => {
  await record('utilities', { name: 'Tollgate Gas' })
  const nameless = await api.asBroker('POST', utilities, { name: ' ' })
  expect([nameless.status, nameless.body.fields]).toEqual([400, { name: 'This field is required' }])
  const twice = await api.asBroker('POST', utilities, { name: 'TOLLGATE gas' })
  expect([twice.status, twice.body.fields]).toEqual([
    409,
    { name: 'A utility with this name exists already.' },
  ])
})

test('[BID-5, API-3] a service is active unless told otherwise, and nests its utility and state', async () => {
  const { utility_id } = await record('utilities', { name: 'Larkmoor Gas' })
  const service = await makeService({ name: 'Interruptible', utility: utility_id, state: ohio })
  expect(service).toMatchObject({ status: 'active', utility: utility_id, state: ohio, version: 1 })
  const answer = await list<Expanded>('?limit=9999999&expand=state,utility&q=larkmoor')
  expect(answer.results).toMatchObject([
    {
      utility_state_id: service.utility_state_id,
      name: 'Interruptible',
      utility: { utility_id, name: 'Larkmoor Gas' },
      state: { state_id: ohio, acronym: 'OH', name: 'Ohio' },
    },
  ])
})

test('[BID-5] the active services are one question away', async () => {
  const { utility_id: utility } = await record('utilities')
  const closed = await makeService({ utility, name: 'Closed' })
  await makeService({ utility, name: 'Open' })
  await makeService({ utility, name: 'Planned', status: 'inactive', state: ohio })
  const active = `?status=active&utility=${utility}`
  expect(await namesBy(active)).toEqual(['Closed', 'Open'])
  await api.asBroker('PATCH', `${services}${closed.utility_state_id}/`, { status: 'inactive' })
  expect(await namesBy(active)).toEqual(['Open'])
  expect(await namesBy(`?status=inactive&utility=${utility}`)).toEqual(['Closed', 'Planned'])
  expect(await namesBy(`?state=${ohio}&utility=${utility}`)).toEqual(['Planned'])
  expect(await namesBy(`?utility=${utility}&ordering=-status`)).toEqual(['Planned', 'Closed', 'Open'])
  expect(await namesBy('?utility=999999')).toEqual([])
  const bad = await api.asBroker('GET', `${services}?status=sleeping`)
  expect([bad.status, bad.body.fields]).toEqual([400, { status: 'Choose one of: active, inactive.' }])
})

test.each([
  [
    { name: '', utility: null, state: undefined },
    400,
    {
      name: 'This field is required',
      utility: 'This field is required',
      state: 'This field is required',
    },
  ],
  [{ status: 'sleeping' }, 400, { status: 'Choose one of: active, inactive.' }],
  [{ state: 'Texas' }, 400, { state: 'Choose an entry of the list.' }],
  [{ state: 99 }, 404, { state: 'State not found.' }],
  [{ utility: 999_999 }, 404, { utility: 'Utility not found.' }],
])('[API-4] a service with %j is a %i', async (change, status, fields) => {
  const { utility_id } = await record('utilities')
  const body = { name: 'Firm', utility: utility_id, state: texas, ...change }
  const answer = await api.asBroker('POST', services, body)
  expect([answer.status, answer.body.fields]).toEqual([status, fields])
})

test('[API-2] services are found by name, utility and state, also after a rename', async () => {
  const { utility_id } = await record('utilities', { name: 'Hollowell Gas' })
  const { utility_state_id } = await makeService({ utility: utility_id, state: ohio, name: 'Residual' })
  const finds = async (q: string) =>
    (await list(`?q=${q}`)).results.some((row) => row.utility_state_id === utility_state_id)
  for (const q of ['residual', 'hollowell', 'OHIO', 'oh']) expect([q, await finds(q)]).toEqual([q, true])
  await api.asBroker('PATCH', `${utilities}${utility_id}/`, { name: 'Hatherton Gas' })
  expect([await finds('hollowell'), await finds('hatherton')]).toEqual([false, true])
  await api.asBroker('PATCH', `${services}${utility_state_id}/`, { state: texas })
  expect([await finds('ohio'), await finds('texas')]).toEqual([false, true])
})

test('[API-2] utilities and their services sort by every column', async () => {
  for (const [utility, state, name] of [
    ['élan Gas', texas, 'b'],
    ['Elbe Gas', ohio, 'B'],
    ['amber Gas', ohio, 'Ä'],
  ] as const)
    await makeService({ utility: (await record('utilities', { name: utility })).utility_id, state, name })
  await expectOrderings(api, 'utilities', {
    name: ({ name }) => folded(name),
    created_at: ({ created_at }) => created_at,
    modified_at: ({ modified_at }) => modified_at,
  })
  await expectOrderings<'utilityStates', Expanded>(
    api,
    'utilityStates',
    {
      name: ({ name }) => folded(name),
      status: ({ status }) => status,
      utility: ({ utility }) => folded(utility.name),
      state: ({ state }) => folded(state.name),
      created_at: ({ created_at }) => created_at,
      modified_at: ({ modified_at }) => modified_at,
    },
    'expand=utility,state',
  )
})

test('[API-4] what others name cannot be deleted: a utility with a service, a service with a bid', async () => {
  const { utility_id } = await record('utilities')
  const { utility_state_id } = await makeService({ utility: utility_id })
  const { opportunity_id } = await record('opportunities')
  const { organization_id } = await record('organizations')
  const bid = await record('bids', {
    opportunity: opportunity_id,
    legal_entity: organization_id,
    utility_state: utility_state_id,
  })
  const remove = async (path: string) => {
    const answer = await api.asBroker('DELETE', path)
    return [answer.status, answer.body.code]
  }
  const utility = `${utilities}${utility_id}/`
  const service = `${services}${utility_state_id}/`
  expect(await remove(utility)).toEqual([409, 'in_use'])
  expect(await remove(service)).toEqual([409, 'in_use'])
  const refused = await api.asBroker('DELETE', utility)
  expect(refused.body.detail).toBe('Utility is in use and cannot be deleted.')
  const audited = await api.database.db
    .selectFrom('audit')
    .select('id')
    .where('resource', '=', 'utilities')
    .where('record_id', '=', utility_id)
    .where('action', '=', 'delete')
    .execute()
  expect(audited).toEqual([])

  // A bid in the trash may be restored, and needs its service then.
  await api.asBroker('DELETE', `/api/mpg/opportunities/${opportunity_id}/`)
  expect(await remove(service)).toEqual([409, 'in_use'])
  await api.asBroker('POST', `/api/mpg/opportunities/${opportunity_id}/restore/`)
  expect(await remove(`/api/mpg/bids/${bid.bid_id}/`)).toEqual([204, undefined])
  expect(await remove(service)).toEqual([409, 'in_use'])
  const { access: token } = await api.signIn('team')
  const purge = async (path: string) => (await api.send('DELETE', path, { token })).status
  expect(await purge(`/api/mpg/bids/trash/${bid.bid_id}/`)).toBe(204)
  expect(await remove(service)).toEqual([204, undefined])
  expect(await remove(utility)).toEqual([409, 'in_use'])
  expect(await purge(`${services}trash/${utility_state_id}/`)).toBe(204)
  expect(await remove(utility)).toEqual([204, undefined])
})
