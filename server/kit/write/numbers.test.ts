import type { Row } from '../../../src/contract'
import { startApi, type TestApi } from '../../testing/api'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const deals = '/api/mpg/opportunities/'
const tooLong = 'At most 15 digits.'

test.each([
  ['sales_annual_volume_manual', 1e308, tooLong],
  ['sales_annual_volume_manual', 12345678901234567890, tooLong],
  ['sales_annual_volume_manual', '12345678901234567890', tooLong],
  ['sales_annual_volume_manual', 1e15, tooLong],
  ['sales_annual_volume_manual', 1_000_000_000_001, 'Must be 1,000,000,000,000 or less.'],
  ['broker_fee', '0.30000000000000004', tooLong],
  ['broker_fee', '0.1234567890123456', tooLong],
  ['broker_fee', -1e12 - 1, 'Must be -1,000,000,000,000 or more.'],
  ['broker_fee', 1e-31, tooLong],
  ['source_rfp', 1e15, tooLong],
])('[K18] an opportunity whose %s is %j is refused as the form would', async (field, value, text) => {
  const answer = await api.asBroker('POST', deals, { opportunity_name: 'Mill', [field]: value })
  expect([answer.status, answer.body.fields]).toEqual([400, { [field]: text }])
})

test.each([
  [
    '/api/mpg/addresses/',
    { address_street: 'a', city: 'b', zip_code: '1', state: 1 },
    'latitude',
    41.1234567890123456,
  ],
  ['/api/mpg/organizations/', { name: 'Mill', state: 'TX' }, 'estimated_revenue', 1e300],
  ['/api/mpg/organizations/', { name: 'Mill', state: 'TX' }, 'number_of_locations', 1e21],
])('[K18] %s: %j with %s %d is refused', async (path, body, field, value) => {
  const answer = await api.asBroker('POST', path, { ...body, [field]: value })
  expect([answer.status, answer.body.fields]).toEqual([400, { [field]: tooLong }])
})

test('[K18] up to 15 digits every one is kept', async () => {
  const numbers = {
    sales_annual_volume_manual: 123_456_789.012345,
    broker_fee: 0.000000123456789012345,
    source_rfp: 999_999_999_999_999,

    source_fee: -0.01325,
    estimated_annual_volume: 1_000_000_000_000,
  }
  const answer = await api.asBroker<Row<'opportunities'>>('POST', deals, {
    opportunity_name: 'Mill',
    ...numbers,
  })
  expect([answer.status, answer.body]).toMatchObject([201, numbers])
})
