import type { Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import { startApi, type TestApi } from '../testing/api'
import { recordMaker, type MakeRecord } from '../testing/records'

type Nested = Record<string, unknown>
type Duplicate<R> = ErrorAnswer & { current: R }

let api: TestApi
let make: MakeRecord
let organization: number
let contact: number
let address: number
beforeAll(async () => {
  api = await startApi()
  make = recordMaker(api)
})
beforeEach(async () => {
  organization = (await make('organizations')).organization_id
  contact = (await make('contacts')).contact_id
  address = (await make('addresses')).address_id
})
afterAll(() => api.close())

const required = 'This field is required'

describe('contacts of organizations', () => {
  type Link = Row<'organizationContacts'> & Nested
  const path = '/api/mpg/organization-contacts/'
  const create = (body: object) => api.asBroker<Link>('POST', path, { organization, contact, ...body })
  const send = (method: string, id: number, body?: object, headers = {}) =>
    api.asBroker<Link & ErrorAnswer>(method, `${path}${id}/`, body, headers)

  test('[CON-5, CON-12, API-5] a new link is active, and answers all that was sent', async () => {
    const sent = {
      job_title: 'Buyer',
      department: 'Purchasing',
      work_email: 'ada@mill.example',
      work_mobile: '312-555-0147',
      work_office_phone: '312-555-0148',
      ice_handle: 'ada.ice',
      teams_handle: 'ada.teams',
      salutation: 'Dear Ada',
      prefered_time_day_calls: 'Morning',
      prefered_time_day_emails: 'Afternoon',
      prefered_time_week_day_calls: 'Monday',
      prefered_time_week_day_emails: 'Friday',
      prefered_checkin_frequency: 'Bi-weekly',
    }
    const answer = await create(sent)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      ...sent,
      organization_contact_id: expect.any(Number) as number,
      organization,
      contact,
      employment_status: 'active',
      version: 1,
    })
    expect((await send('GET', answer.body.organization_contact_id)).body).toEqual(answer.body)
  })

  test('[CON-12, API-1] email and phones are taken by either of their names, and answered by both', async () => {
    const aliases = { email: 'ada@mill.example', mobile_phone: '312-555-0147', office_phone: '312-555-0148' }
    const both = {
      ...aliases,
      work_email: aliases.email,
      work_mobile: aliases.mobile_phone,
      work_office_phone: aliases.office_phone,
    }
    const { body } = await create(aliases)
    expect(body).toMatchObject(both)
    const changed = await send('PATCH', body.organization_contact_id, {
      mobile_phone: '312-555-0199',
      email: null,
    })
    expect(changed.body).toMatchObject({
      work_mobile: '312-555-0199',
      mobile_phone: '312-555-0199',
      work_email: null,
      email: null,
      office_phone: '312-555-0148',
    })
    const nested = await api.asBroker<Nested>(
      'GET',
      `/api/mpg/contacts/${contact}/?expand=organizations_contacts`,
    )
    expect(nested.body['organizations_contacts']).toMatchObject([
      { work_mobile: '312-555-0199', mobile_phone: '312-555-0199', office_phone: '312-555-0148' },
    ])
    // The name in the contract decides where two different values are sent.
    expect(
      (await send('PATCH', body.organization_contact_id, { work_email: 'a@b.example', email: 'c@d.example' }))
        .body,
    ).toMatchObject({ work_email: 'a@b.example', email: 'a@b.example' })
  })

  test('[CON-12, API-1] a body that sends an answer back may have changed either name', async () => {
    const { body } = await create({ work_email: '', email: 'ada@mill.example', work_mobile: '312-555-0147' })
    expect(body).toMatchObject({ work_email: 'ada@mill.example', work_mobile: '312-555-0147' })
    const { organization_contact_id: id } = body
    const byAlias = await send('PUT', id, { ...body, mobile_phone: '312-555-0199' })
    expect(byAlias.body).toMatchObject({ work_mobile: '312-555-0199', mobile_phone: '312-555-0199' })
    const byName = await send('PUT', id, { ...byAlias.body, work_email: 'a@b.example' })
    expect(byName.body).toMatchObject({ work_email: 'a@b.example', email: 'a@b.example' })
    const emptied = await send('PUT', id, { ...byName.body, email: null })
    expect(emptied.body).toMatchObject({ work_email: null, email: null })
  })

  const phone = 'You should provide a phone number (###-###-####)'
  test.each([
    [
      { organization: null, contact: '' },
      { organization: required, contact: required },
    ],
    [{ work_email: 'ada@mill' }, { work_email: 'You should provide a valid email.' }],
    [{ work_mobile: '555-0147' }, { work_mobile: phone }],
    [{ work_office_phone: '312-555-01-48' }, { work_office_phone: phone }],
    [{ email: 'ada' }, { work_email: 'You should provide a valid email.' }],
    [{ job_title: 'x'.repeat(256) }, { job_title: 'At most 255 characters.' }],
    [{ department: 'x'.repeat(256) }, { department: 'At most 255 characters.' }],
    [{ employment_status: 'retired' }, { employment_status: 'Choose one of: active, expired.' }],
  ])('[CON-12, API-4] %j is refused by field', async (wrong, fields) => {
    const answer = await create(wrong)
    expect([answer.status, (answer.body as unknown as ErrorAnswer).fields]).toEqual([400, fields])
  })

  test('[CON-12, API-1] an update leaves out the organization, and the status is required', async () => {
    const { organization_contact_id: id } = (await create({ job_title: 'Buyer' })).body
    const put = await send('PUT', id, { contact, employment_status: 'expired', job_title: 'Seller' })
    expect(put.body).toMatchObject({
      organization,
      contact,
      employment_status: 'expired',
      job_title: 'Seller',
    })
    for (const employment_status of [null, '', ' '])
      for (const method of ['PUT', 'PATCH']) {
        const refused = await send(method, id, { contact, employment_status })
        expect([refused.status, refused.body.fields]).toEqual([400, { employment_status: required }])
      }
    expect((await send('PUT', id, { contact, organization: null })).body.fields).toEqual({
      organization: required,
    })
    expect((await send('PUT', id, {})).body.fields).toEqual({ contact: required })
    expect((await send('GET', id)).body).toMatchObject({ employment_status: 'expired', version: 2 })
  })

  test('[CON-12] a second link of the same two is a 409 with the one that is there, also when moved', async () => {
    const first = (await create({ job_title: 'Buyer', employment_status: 'expired' })).body
    const again = await api.asBroker<Duplicate<Link>>('POST', path, { organization, contact })
    expect([again.status, again.body.code]).toEqual([409, 'duplicate'])
    // The text is the whole detail: the screens show it unchanged.
    expect(again.body.detail).toBe('already linked')
    expect(again.body.fields).toEqual({ contact: 'already linked' })
    expect(again.body.current).toEqual(first)
    // As the offer to reactivate does it.
    const { organization_contact_id: id, version } = again.body.current
    expect((await send('PATCH', id, { employment_status: 'active', version })).body).toMatchObject({
      employment_status: 'active',
      job_title: 'Buyer',
    })

    const { organization_id: elsewhere } = await make('organizations')
    const other = await make('organizationContacts', { organization: elsewhere, contact })
    const moved = await api.asBroker<Duplicate<Link>>('PATCH', `${path}${other.organization_contact_id}/`, {
      organization,
    })
    expect([moved.status, moved.body.current.organization_contact_id]).toEqual([409, id])
  })

  test('[CON-12] of many that link the same two at once exactly one does', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({})))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  })

  test('[TRUST-10] an end that is not there is a 404 that names it', async () => {
    for (const [field, title] of [
      ['organization', 'Organization'],
      ['contact', 'Contact'],
    ] as const) {
      const answer = await create({ [field]: 999_999 })
      expect([answer.status, (answer.body as unknown as ErrorAnswer).fields]).toEqual([
        404,
        { [field]: `${title} not found.` },
      ])
    }
  })

  test('[CON-8, API-2, API-3] the list is narrowed by its ends and status, and nests both ends', async () => {
    const { organization_contact_id: active } = (await create({})).body
    const { organization_id: elsewhere } = await make('organizations')
    const { organization_contact_id: expired } = await make('organizationContacts', {
      organization: elsewhere,
      contact,
      employment_status: 'expired',
    })
    const ids = async (query: string) =>
      (await api.asBroker<ListAnswer<Link>>('GET', path + query)).body.results.map(
        (row) => row.organization_contact_id,
      )
    expect(await ids(`?contact=${contact}&ordering=created_at`)).toEqual([active, expired])
    expect(await ids(`?contact=${contact}&employment_status=expired`)).toEqual([expired])
    expect(await ids(`?organization=${organization}`)).toEqual([active])
    for (const query of ['employment_status=retired', 'contact=x', 'organization=1&organization=2'])
      expect((await api.asBroker('GET', `${path}?${query}`)).status).toBe(400)
    const nested = await api.asBroker<Nested>(
      'GET',
      `${path}${active}/?expand=organization,contact,created_by`,
    )
    expect(nested.body).toMatchObject({
      organization: { organization_id: organization },
      contact: { contact_id: contact, current_organizations: [organization] },
      created_by: { username: 'broker' },
    })
  })

  test('[TRUST-27] a change of an old version is a 409 with the link as it is', async () => {
    const { organization_contact_id: id } = (await create({})).body
    await send('PATCH', id, { job_title: 'Second' })
    const stale = await api.asBroker<Duplicate<Link>>('PATCH', `${path}${id}/`, {
      job_title: 'Late',
      version: 1,
    })
    expect([stale.status, stale.body.code, stale.body.current.job_title]).toEqual([
      409,
      'stale_version',
      'Second',
    ])
    expect((await send('DELETE', id, undefined, { 'if-match': '"1"' })).status).toBe(409)
    expect((await send('DELETE', id, undefined, { 'if-match': '"2"' })).status).toBe(204)
    expect((await send('GET', id)).status).toBe(404)
    expect((await create({})).status).toBe(201)
  })
})

describe('addresses of organizations', () => {
  type Link = Row<'organizationAddresses'>
  const path = '/api/mpg/organization-addresses/'
  const create = (body: object) =>
    api.asBroker<Link & ErrorAnswer>('POST', path, {
      organization,
      address,
      address_type: ['service_location'],
      ...body,
    })

  test('[ADR-4, ADR-6] a link holds each of its types once, and is active unless told otherwise', async () => {
    const answer = await create({ address_type: ['headquarters', 'billing_address', 'headquarters'] })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      organization,
      address,
      address_type: ['headquarters', 'billing_address'],
      property_status: 'active',
      version: 1,
    })
    const { organization_address_id: id } = answer.body
    for (const slash of ['/', '']) {
      const put = await api.asBroker<Link>('PUT', `${path}${id}${slash}`, {
        organization,
        address,
        address_type: ['service_location'],
        property_status: 'expired',
      })
      expect([put.status, put.body]).toMatchObject([
        200,
        { address_type: ['service_location'], property_status: 'expired' },
      ])
    }
  })

  const types = 'Choose among: service_location, billing_address, headquarters.'
  test.each([
    [
      { organization: null, address: null },
      { organization: required, address: required },
    ],
    [{ address_type: ['warehouse'] }, { address_type: types }],
    [{ address_type: ['headquarters', 7] }, { address_type: 'Enter text.' }],
    [{ property_status: 'sold' }, { property_status: 'Choose one of: active, expired.' }],
  ])('[ADR-4, API-4] %j is refused by field', async (wrong, fields) => {
    const answer = await create(wrong)
    expect([answer.status, answer.body.fields]).toEqual([400, fields])
  })

  test.each([[[]], [null]])('[ADR-2] a link may be made without a type: %j', async (address_type) => {
    const { organization_id: organization } = await make('organizations')
    const answer = await create({ organization, address_type })
    expect([answer.status, answer.body.address_type]).toEqual([201, []])
  })

  test('[ADR-4] several organizations are linked at once, one call for each', async () => {
    const organizations = await Promise.all(
      Array.from({ length: 5 }, async () => (await make('organizations')).organization_id),
    )
    const answers = await Promise.all(organizations.map((organization) => create({ organization })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    const { body } = await api.asBroker<Row<'addresses'>>('GET', `/api/mpg/addresses/${address}/`)
    expect([...body.current_organizations].sort((a, b) => a - b)).toEqual(organizations.sort((a, b) => a - b))
    expect(body.organizations_addresses).toHaveLength(5)
  })

  test('[ADR-4] a second link of the same two is a 409 with the one that is there', async () => {
    const first = (await create({ property_status: 'expired' })).body
    const again = await api.asBroker<Duplicate<Link>>('POST', path, {
      organization,
      address,
      address_type: 'headquarters',
    })
    expect([again.status, again.body.detail, again.body.fields, again.body.current]).toEqual([
      409,
      'already linked',
      { address: 'already linked' },
      first,
    ])
  })

  test('[TRUST-10] an end that is not there is a 404 that names it', async () => {
    expect((await create({ organization: 999_999 })).body.fields).toEqual({
      organization: 'Organization not found.',
    })
    const answer = await create({ address: 999_999 })
    expect([answer.status, answer.body.fields]).toEqual([404, { address: 'Address not found.' }])
  })

  test('[ADR-3, API-2, API-3] the list is narrowed by its ends and status, and nests both ends', async () => {
    const { organization_address_id: id } = (await create({ property_status: 'expired' })).body
    const found = async (query: string) =>
      (await api.asBroker<ListAnswer<Link>>('GET', path + query)).body.results.map(
        (row) => row.organization_address_id,
      )
    expect(await found(`?address=${address}`)).toEqual([id])
    expect(await found(`?address=${address}&property_status=active`)).toEqual([])
    expect(await found(`?organization=${organization}&property_status=expired`)).toEqual([id])
    const nested = await api.asBroker<Nested>('GET', `${path}${id}/?expand=organization,address.state`)
    expect(nested.body).toMatchObject({
      organization: { organization_id: organization },
      address: { address_id: address, state: { acronym: 'TX' } },
    })
  })

  test('[TRUST-27] a change of an old version is a 409 with the link as it is', async () => {
    const { organization_address_id: id } = (await create({})).body
    await api.asBroker('PATCH', `${path}${id}/`, { address_type: ['headquarters'] })
    const stale = await api.asBroker<Duplicate<Link>>('PATCH', `${path}${id}/`, {
      property_status: 'expired',
      version: 1,
    })
    expect([stale.status, stale.body.current.address_type]).toEqual([409, ['headquarters']])
  })
})

test('[ORG-8, ORG-9, API-3] a rename of an organization shows wherever it is nested or listed', async () => {
  const link = await make('organizationContacts', { organization, contact })
  await make('organizationAddresses', { organization, address })
  await api.asBroker('PATCH', `/api/mpg/organizations/${organization}/`, { name: 'Renamed Tannery' })
  const only = async (list: string, query: string) =>
    (await api.asBroker<ListAnswer<Nested>>('GET', `/api/mpg/${list}/?q=renamed tannery&${query}`)).body
      .results
  expect(await only('contacts', 'expand=current_organizations')).toMatchObject([
    { contact_id: contact, current_organizations: [{ name: 'Renamed Tannery' }] },
  ])
  const [last] = await only(
    'addresses',
    'ordering=-address_street&expand=organizations_addresses.organization',
  )
  expect(last).toMatchObject({
    address_id: address,
    organizations_addresses: [{ organization: { name: 'Renamed Tannery' } }],
  })
  expect(await only('organization-contacts', 'expand=organization')).toMatchObject([
    { organization_contact_id: link.organization_contact_id, organization: { name: 'Renamed Tannery' } },
  ])
})
