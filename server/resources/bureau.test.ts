import type { Row } from '../../src/contract'
import type { BureauAnswer, BureauCreateAnswer } from '../../src/contract/bureau'
import type { ListAnswer } from '../../src/contract/answers'
import { installationPath, type Installation } from '../../src/contract/session'
import type { Business } from '../ports/bureau'
import { madeUpBusinesses } from '../ports/bureau/businesses'
import { startApi, type TestApi } from '../testing/api'
import { startExperian } from '../testing/experian'

type Organization = Row<'organizations'>

const searchPath = '/api/mpg/organizations/search_experian/'
const createPath = '/api/mpg/organizations/create_experian/'
const businesses = madeUpBusinesses()

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
afterEach(() => jest.restoreAllMocks())

let taken = 0
/** A business that no other test uses. */
function nextBusiness(): Business {
  const business = businesses[taken++ * 131]
  if (!business) throw new Error('All businesses are taken.')
  return business
}
const search = ({ business_name, city, state }: Business, change: object = {}) =>
  api.asBroker<BureauAnswer>('POST', searchPath, { organization_name: business_name, city, state, ...change })
const create = (bin: unknown) => api.asBroker<BureauCreateAnswer>('POST', createPath, { bin, created: false })
const countWith = async (bin: string) =>
  (await api.asBroker<ListAnswer<Organization>>('GET', `/api/mpg/organizations/?q=${bin}`)).body.count

test('[BUR-2] a search answers name, address in one line, phone and number', async () => {
  const business = nextBusiness()
  const { business_name, street, city, state, zip, phone, bin } = business
  const answer = await search(business)
  expect(answer.status).toBe(200)
  expect(answer.body.source).toBe('Demo registry')
  expect(answer.body.results[0]).toEqual({
    business_name,
    address: `${street}, ${city}, ${state} ${zip}`,
    phone,
    bin,
    alive: false,
    created: false,
    organization_id: null,
    match: {
      confidence: 'high',
      reasons: ['name', 'city', 'state'].map((part) => ({ part, fit: 'same', spellings: [] })),
    },
  })
})

test('[BUR-5] without a bureau the installation names the demo registry, with a search that finds something there', async () => {
  const { demo_bureau: demo } = (await api.asBroker<Installation>('GET', installationPath)).body
  expect(demo?.label).toBe('Demo registry')
  const answer = await api.asBroker<BureauAnswer>('POST', searchPath, { ...demo?.example })
  expect(answer.body.source).toBe(demo?.label)
  expect(answer.body.results).not.toHaveLength(0)
})

test('[BUR-1] the state may be sent as its code, its name or its id', async () => {
  const business = nextBusiness()
  const { body: states } = await api.asBroker<ListAnswer<Row<'states'>>>('GET', '/api/mpg/states/')
  const state = states.results.find(({ acronym }) => acronym === business.state)
  const wanted = (await search(business)).body
  expect(wanted.results[0]?.bin).toBe(business.bin)
  for (const sent of [state?.name, state?.acronym.toLowerCase(), state?.state_id, String(state?.state_id)])
    expect((await search(business, { state: sent })).body).toEqual(wanted)
})

test.each([
  [{ state: undefined }, { state: 'This field is required' }],
  [{ state: ' ' }, { state: 'This field is required' }],
  [{ state: 'Atlantis' }, { state: 'Choose a state of the list.' }],
  [{ state: 99 }, { state: 'Choose a state of the list.' }],
  [{ state: ['TX'] }, { state: 'Enter text.' }],
  [{ city: undefined }, { city: 'Please provide a valid city.' }],
  [{ city: ' ' }, { city: 'Please provide a valid city.' }],
  [{ city: '—' }, { city: 'Please provide a valid city.' }],
  [{ city: 'x'.repeat(256) }, { city: 'Please provide a valid city.' }],
  [{ organization_name: '' }, { organization_name: 'Please provide a valid organization name.' }],
  [{ organization_name: '?!' }, { organization_name: 'Please provide a valid organization name.' }],
  [
    { organization_name: 'x'.repeat(256) },
    { organization_name: 'Please provide a valid organization name.' },
  ],
  [
    { organization_name: '...', city: '-', state: 'ZZ' },
    {
      organization_name: 'Please provide a valid organization name.',
      city: 'Please provide a valid city.',
      state: 'Choose a state of the list.',
    },
  ],
])('[BUR-1] a search with %j is refused by field', async (change, fields) => {
  const answer = await api.asBroker('POST', searchPath, {
    organization_name: 'Larkfield Steel',
    city: 'Tyler',
    state: 'TX',
    ...change,
  })
  expect(answer.status).toBe(400)
  expect(answer.body.fields).toEqual(fields)
})

test('[BUR-5] a search that finds nothing answers an empty list', async () => {
  const answer = await search(nextBusiness(), { organization_name: 'Zzyzx Qqwerty' })
  expect([answer.status, answer.body.results]).toEqual([200, []])
})

test('[BUR-3] a business becomes an organization with its address as headquarters', async () => {
  const business = nextBusiness()
  const made = await create(business.bin)
  expect(made.status).toBe(201)
  const id = made.body.details.organization_id
  const { body } = await api.asBroker<Record<string, unknown>>(
    'GET',
    `/api/mpg/organizations/${id}/?expand=addresses.state,addresses.organizations_addresses`,
  )
  expect(body).toMatchObject({
    name: business.business_name,
    bin_number: business.bin,
    phone: business.phone,
    state_of_incorporation: business.state_of_incorporation,
    founding_year: business.founding_year,
    primary_industry: business.primary_industry,
    addresses: [
      {
        address_street: business.street,
        city: business.city,
        zip_code: business.zip,
        state: { acronym: business.state },
        organizations_addresses: [
          { organization: id, address_type: ['headquarters'], property_status: 'active' },
        ],
      },
    ],
  })
  expect(body).not.toHaveProperty('from_bureau')
})

test('[BUR-2] a business that is here is alive, with the organization and where that came from', async () => {
  const business = nextBusiness()
  const found = async () => (await search(business)).body.results.find(({ bin }) => bin === business.bin)
  const { details } = (await create(business.bin)).body
  expect(await found()).toMatchObject({ alive: true, created: true, ...details })

  const byHand = nextBusiness()
  const { body } = await api.asBroker<Organization>('POST', '/api/mpg/organizations/', {
    name: 'Typed by hand',
    state: 'TX',
    bin_number: byHand.bin,
  })
  const typed = (await search(byHand)).body.results.find(({ bin }) => bin === byHand.bin)
  expect(typed).toMatchObject({ alive: true, created: false, organization_id: body.organization_id })
})

test('[BUR-2] an organization in the trash is not alive, and the business can be added again', async () => {
  const business = nextBusiness()
  const first = (await create(business.bin)).body.details.organization_id
  expect((await api.asBroker('DELETE', `/api/mpg/organizations/${first}/`)).status).toBe(204)
  const [found] = (await search(business)).body.results
  expect(found).toMatchObject({ bin: business.bin, alive: false, created: false, organization_id: null })
  const again = await create(business.bin)
  expect(again.status).toBe(201)
  expect(again.body.details.organization_id).not.toBe(first)
})

test('[BUR-3] a business that is here already answers its organization, also when many ask at once', async () => {
  const business = nextBusiness()
  const answers = await Promise.all(Array.from({ length: 8 }, () => create(business.bin)))
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(7).fill(200), 201])
  expect(new Set(answers.map(({ body }) => body.details.organization_id)).size).toBe(1)
  expect(await countWith(business.bin)).toBe(1)
  const later = await create(business.bin)
  expect([later.status, later.body]).toEqual([200, answers[0]?.body])
})

test.each([
  [undefined, 400, { bin: 'This field is required' }],
  [' ', 400, { bin: 'This field is required' }],
  [[], 400, { bin: 'Enter text.' }],
  ['999999999999', 404, undefined],
])('[BUR-3] the number %j makes nothing', async (bin, status, fields) => {
  const answer = await api.asBroker('POST', createPath, { bin, created: false })
  expect([answer.status, answer.body.fields]).toEqual([status, fields])
})

test('[BUR-3, BUR-5] a bureau that fails is a 502 with the text of the catalogue, and nothing is made', async () => {
  const business = nextBusiness()
  jest.spyOn(api.app.bureau, 'search').mockRejectedValueOnce(new Error('secret reason'))
  const searched = await api.asBroker('POST', searchPath, {
    organization_name: business.business_name,
    city: business.city,
    state: business.state,
  })
  expect([searched.status, searched.body.code, searched.body.detail]).toEqual([
    502,
    'bureau_unavailable',
    'No organizations matching your criteria. Please check your search information and try again or manually create an organization',
  ])
  jest.spyOn(api.app.bureau, 'find').mockRejectedValueOnce(new Error('secret reason'))
  const made = await api.asBroker('POST', createPath, { bin: business.bin, created: false })
  expect([made.status, made.body.code, made.body.detail]).toEqual([
    502,
    'bureau_unavailable',
    'Cannot create this organization this time. Please try again later.',
  ])
  expect(JSON.stringify([searched, made])).not.toContain('secret')
  expect(await countWith(business.bin)).toBe(0)
  expect((await create(business.bin)).status).toBe(201)
})

test('[BUR-3, TRUST-38] what the bureau brought is audited like everything else', async () => {
  const { bin } = nextBusiness()
  const id = (await create(bin)).body.details.organization_id
  const rows = await api.database.db
    .selectFrom('audit')
    .select(['action', 'after', 'actor'])
    .where('resource', '=', 'organizations')
    .where('record_id', '=', id)
    .execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.action).toBe('create')
  expect(rows[0]?.actor).not.toBeNull()
  expect(rows[0]?.after).toContain(bin)
})

test('[BUR-4] what several people add to an opportunity at once is all there in the end', async () => {
  type Opportunity = Row<'opportunities'>
  const { body: opportunity } = await api.asBroker<Opportunity>('POST', '/api/mpg/opportunities/', {
    opportunity_name: 'Queue of organizations',
  })
  const url = `/api/mpg/opportunities/${opportunity.opportunity_id}/`
  const made = await Promise.all([nextBusiness(), nextBusiness()].map(({ bin }) => create(bin)))
  const ids = made.map(({ body }) => body.details.organization_id)
  const append = async (id: number, { organizations, version }: Opportunity): Promise<number> => {
    const body = { organizations: [...organizations, id], version }
    const answer = await api.asBroker<{ current: Opportunity }>('PATCH', url, body)
    return answer.status === 409 ? append(id, answer.body.current) : answer.status
  }
  expect(await Promise.all(ids.map((id) => append(id, opportunity)))).toEqual([200, 200])
  const { organizations } = (await api.asBroker<Opportunity>('GET', url)).body
  expect(organizations.toSorted()).toEqual(ids.toSorted())
})

test('[BUR-2, BUR-3, BUR-4] with a bureau elsewhere everything goes alike, and its refusals never end a session', async () => {
  const service = await startExperian()
  const connected = await startApi(service.environment)
  try {
    const business = nextBusiness()
    const { business_name, city, state, bin } = business
    const query = { organization_name: business_name, city, state }
    const here = await search(business)
    const there = await connected.asBroker<BureauAnswer>('POST', searchPath, query)
    expect([there.status, there.body]).toEqual([200, { ...here.body, source: 'Experian' }])
    const made = await connected.asBroker<BureauCreateAnswer>('POST', createPath, { bin, created: false })
    expect(made.status).toBe(201)
    const again = await connected.asBroker<BureauAnswer>('POST', searchPath, query)
    expect(again.body.results.find((found) => found.bin === bin)).toMatchObject({
      alive: true,
      created: true,
      organization_id: made.body.details.organization_id,
    })
    await service.close()
    expect((await connected.asBroker('POST', searchPath, query)).status).toBe(502)
  } finally {
    await connected.close()
  }
})
