import type { Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import { startApi, type TestApi } from '../testing/api'
import { recordMaker, type MakeRecord } from '../testing/records'

type Nested = Record<string, unknown>
type Address = Row<'addresses'>

let api: TestApi
let make: MakeRecord
let texas: number
beforeAll(async () => {
  api = await startApi()
  make = recordMaker(api)
  const states = await api.asBroker<ListAnswer<Row<'states'>>>('GET', '/api/mpg/states/?q=texas')
  texas = states.body.results[0]?.state_id ?? 0
})
afterAll(() => api.close())

const path = '/api/mpg/addresses/'
const sent = { address_street: '7 Kiln Street', city: 'Marfa', zip_code: '79843-0012' }
const read = async (id: number, query = '') =>
  (await api.asBroker<Nested>('GET', `${path}${id}/${query}`)).body
const list = async (query: string) => (await api.asBroker<ListAnswer<Nested>>('GET', path + query)).body

test('[ADR-2, API-6] a new address answers its id and what was sent, places on the map empty', async () => {
  const answer = await api.asBroker<Address>('POST', path, {
    ...sent,
    address_street: ' 7 Kiln Street ',
    state: texas,
  })
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    ...sent,
    address_id: expect.any(Number) as number,
    state: texas,
    latitude: null,
    longitude: null,
    organizations_addresses: [],
    current_organizations: [],
    version: 1,
  })
  expect(await read(answer.body.address_id)).toEqual(answer.body)
})

test('[ADR-2, API-4] street, city, zip and state are required, and all asked for at once', async () => {
  const required = 'This field is required'
  const fields = { address_street: required, city: required, zip_code: required, state: required }
  for (const body of [{}, { address_street: ' ', city: '', zip_code: null, state: '' }]) {
    const answer = await api.asBroker('POST', path, body)
    expect([answer.status, answer.body.fields]).toEqual([400, fields])
  }
  const { address_id: id } = await make('addresses')
  expect((await api.asBroker('PUT', `${path}${id}/`, {})).body.fields).toEqual(fields)
  expect((await api.asBroker('PATCH', `${path}${id}/`, { city: '' })).body.fields).toEqual({ city: required })
})

test.each([
  [{ address_street: 'x'.repeat(256) }, { address_street: 'At most 255 characters.' }],
  [{ city: 'x'.repeat(256) }, { city: 'At most 255 characters.' }],
  [{ zip_code: '79843-00123' }, { zip_code: 'At most 10 characters.' }],
  [{ latitude: 'north' }, { latitude: 'Enter a number.' }],
  [{ latitude: 90.01 }, { latitude: 'Must be 90 or less.' }],
  [{ latitude: -90.01 }, { latitude: 'Must be -90 or more.' }],
  [{ longitude: 180.5 }, { longitude: 'Must be 180 or less.' }],
  [{ longitude: -180.5 }, { longitude: 'Must be -180 or more.' }],
  [{ state: 'TX' }, { state: 'Choose an entry of the list.' }],
])('[ADR-2, ADR-5, API-4] %j is refused by field', async (wrong, fields) => {
  const answer = await api.asBroker('POST', path, { ...sent, state: texas, ...wrong })
  expect([answer.status, answer.body.fields]).toEqual([400, fields])
})

test('[TRUST-10] a state that is not there is a 404 that names the field', async () => {
  const answer = await api.asBroker('POST', path, { ...sent, state: 99 })
  expect([answer.status, answer.body.fields]).toEqual([404, { state: 'State not found.' }])
})

test('[ADR-5] an update takes latitude and longitude as numbers or typed text, and clears them with null', async () => {
  const { address_id: id } = await make('addresses')
  const put = (body: object) =>
    api.asBroker<Address>('PUT', `${path}${id}/`, { ...sent, state: texas, ...body })
  expect((await put({ latitude: 30.309512345, longitude: '-104.0206' })).body).toMatchObject({
    ...sent,
    latitude: 30.309512345,
    longitude: -104.0206,
    version: 2,
  })
  expect((await put({ latitude: 90, longitude: -180 })).body).toMatchObject({ latitude: 90, longitude: -180 })
  expect((await put({})).body).toMatchObject({ latitude: 90, longitude: -180, version: 4 })
  expect((await put({ latitude: '', longitude: null })).body).toMatchObject({
    latitude: null,
    longitude: null,
  })
  expect((await put({ state: { state_id: texas, name: 'Texas', acronym: 'TX' } })).body.state).toBe(texas)
})

test('[TRUST-27] a change of an old version is a 409 with the address as it is', async () => {
  const { address_id: id } = await make('addresses')
  await api.asBroker('PATCH', `${path}${id}/`, { city: 'Alpine' })
  const stale = await api.asBroker<{ current: Address }>('PATCH', `${path}${id}/`, {
    city: 'Late',
    version: 1,
  })
  expect([stale.status, stale.body.current.city, stale.body.current.version]).toEqual([409, 'Alpine', 2])
})

describe('with organizations', () => {
  let id: number
  let active: Row<'organizationAddresses'>
  let expired: Row<'organizationAddresses'>
  beforeAll(async () => {
    id = (await make('addresses', { city: 'Terlingua' })).address_id
    const link = async (name: string, property_status: 'active' | 'expired') => {
      const { organization_id: organization } = await make('organizations', {
        name,
        bin_number: `BIN ${name}`,
        zoominfo_id: `Z ${name}`,
      })
      return make('organizationAddresses', {
        organization,
        address: id,
        property_status,
        address_type: ['service_location', 'billing_address'],
      })
    }
    expired = await link('Old Tenant', 'expired')
    active = await link('New Tenant', 'active')
  })

  const shown = ({ organization_address_id, property_status }: Row<'organizationAddresses'>, name: string) =>
    expect.objectContaining({
      organization_address_id,
      property_status,
      address: id,
      address_type: ['service_location', 'billing_address'],
      organization: expect.objectContaining({
        name,
        bin_number: `BIN ${name}`,
        zoominfo_id: `Z ${name}`,
      }) as object,
    }) as object

  test('[ADR-1, API-1, API-3] the list nests what its columns show, active links only', async () => {
    const query =
      '?q=terlingua&ordering=address_street&expand=state,created_by,modified_by,organizations_addresses.organization&organizations_addresses__property_status=active'
    const { count, results } = await list(query)
    expect(count).toBe(1)
    expect(results[0]).toMatchObject({
      state: { acronym: 'TX', name: 'Texas' },
      created_by: { username: 'broker' },
      modified_by: { username: 'broker' },
      organizations_addresses: [shown(active, 'New Tenant')],
      current_organizations: [active.organization],
    })
  })

  test('[ADR-1, ADR-3] the link filter limits the links that are named, and leaves the list and the current organizations alone', async () => {
    const all = await list('')
    const narrowedTo = async (status: string) =>
      list(
        `?organizations_addresses__property_status=${status}&expand=organizations_addresses,current_organizations`,
      )
    for (const [status, link] of [
      ['active', active],
      ['expired', expired],
    ] as const) {
      const { count, results } = await narrowedTo(status)
      expect(count).toBe(all.count)
      expect(results).toHaveLength(all.results.length)
      expect(results.find((row) => row['address_id'] === id)).toMatchObject({
        organizations_addresses: [{ organization_address_id: link.organization_address_id }],
        current_organizations: [{ name: 'New Tenant' }],
      })
    }
    const both = [expired, active].map((link) => link.organization_address_id)
    expect((await read(id))['organizations_addresses']).toEqual(both)
    expect((await list('?organizations_addresses__property_status=&q=terlingua')).results[0]).toMatchObject({
      organizations_addresses: both,
    })
    for (const bad of ['gone', 'Active', 'active&organizations_addresses__property_status=active'])
      expect(
        (await api.asBroker('GET', `${path}?organizations_addresses__property_status=${bad}`)).status,
      ).toBe(400)
  })

  test('[ADR-3, API-3] the detail nests both kinds of links', async () => {
    expect(
      await read(id, '?expand=created_by,modified_by,state,organizations_addresses.organization'),
    ).toMatchObject({
      state: { acronym: 'TX' },
      created_by: { username: 'broker' },
      organizations_addresses: [shown(expired, 'Old Tenant'), shown(active, 'New Tenant')],
    })
  })

  test('[ADR-1, API-2] pick lists take an enormous limit, and a state narrows the list', async () => {
    const { count, results } = await list('?limit=99999999&expand=state')
    expect(results).toHaveLength(count)
    const { address_id: northern } = await make('addresses', { state: texas - 1 })
    const only = await list(`?state=${texas - 1}`)
    expect(only.results.map((row) => row['address_id'])).toEqual([northern])
    expect((await api.asBroker('GET', `${path}?state=TN`)).body.fields).toHaveProperty('state')
  })
})
