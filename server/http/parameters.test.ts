import { startApi, type TestApi } from '../testing/api'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test.each([
  ['/api/mpg/tag/?colour=red&limit=1', ['colour']],
  ['/api/mpg/opportunities/?organisations=1&Limit=5', ['organisations', 'Limit']],
  ['/api/mpg/opportunities/1/?limit=5', ['limit']],
  ['/api/users/me/?depth=3', ['depth']],
  ['/api/mpg/nylas-contacts/?name=x', ['name']],
])('[TRUST-12] %s is refused, naming %j', async (path, names) => {
  const answer = await api.asBroker('GET', path)
  expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, names])
})

test.each([
  '/api/mpg/contacts/?q=a&limit=999999999&offset=0&ordering=-name&expand=organizations_contacts,organizations_contacts.organization&organizations_addresses__property_status=active',
  '/api/mpg/addresses/?limit=5&expand=state,created_by,modified_by,organizations_addresses.organization&organizations_addresses__property_status=active',
  '/api/mpg/organizations/?limit=1&tax_id=1&expand=addresses',
  '/api/mpg/notes/?object_id=contact-1&content_type=21&limit=5&expand=created_by',
  '/api/mpg/file/?limit=9999999&object_id=contact-1',
  '/activities/api/activities/?start=1&end=2',
  '/api/mpg/nylas-contacts/?limit=5',
  '/api/mpg/content-types?limit=9999999',
  '/api/mpg/states/?limit=5&expand=',
])('[TRUST-12] %s is taken, as the parts send it', async (path) => {
  expect((await api.asBroker('GET', path)).status).toBe(200)
})
