import type { Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import { startApi, type TestApi } from '../testing/api'
import { recordMaker, type MakeRecord } from '../testing/records'

type Nested = Record<string, unknown>
type Organization = Row<'organizations'>
type Address = Row<'addresses'>

let api: TestApi
let make: MakeRecord
beforeAll(async () => {
  api = await startApi()
  make = recordMaker(api)
})
afterAll(() => api.close())

const path = '/api/mpg/organizations/'
const create = (body: object) => api.asBroker<Organization>('POST', path, body)
const change = (id: number, body: object, headers = {}) =>
  api.asBroker<Organization>('PATCH', `${path}${id}/`, body, headers)
const read = async (id: number, query = '') =>
  (await api.asBroker<Nested>('GET', `${path}${id}/${query}`)).body
const addressesOf = async (id: number) => (await read(id, '?expand=addresses'))['addresses'] as Address[]
const stateOf = async (acronym: string) => {
  const answer = await api.asBroker<ListAnswer<Row<'states'>>>('GET', `/api/mpg/states/?limit=99`)
  const state = answer.body.results.find((row) => row.acronym === acronym)
  if (!state) throw new Error(`There is no state ${acronym}.`)
  return state.state_id
}

describe('what is sent', () => {
  test('[ORG-3, API-5] every field comes back as it was sent, the misspelt one included', async () => {
    const sent = {
      name: 'Hollow Creek Dairy',
      dba: 'Hollow Creek',
      zoominfo_id: 'Z-11',
      tax_id: '12-3456789',
      duns_number: '001234567',
      bin_number: '700012345',
      web_page: 'https://hollowcreek.example/about?x=1',
      email: 'office@hollowcreek.example',
      phone: '312-555-0147',
      linkedin: 'https://www.linkedin.example/company/hollow-creek',
      facebook: 'https://facebook.example/hollowcreek',
      twitter: 'https://twitter.example/hollowcreek',
      glassdoor: 'http://glassdoor.example/hollowcreek',
      contact_source: 'Trade fair',
      type: 'Corporation',
      structure: 'Private',
      founding_year: 1987,
      state_of_incorporation: 'Delaware',
      primary_industry: 'Dairy',
      naics: ['11', '3115', '311511'],
      number_of_locations: 3,
      estimated_revenue: 1250000.5,
      estimated_emplpoyee_count: 48,
      mpg_internal_id: 'M-9',
      fein_number: '98-7654321',
      last_verification_date: '2026-05-04T13:30:00.000Z',
    }
    const answer = await create({ ...sent, state: 'WI' })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ ...sent, logo: null, contacts: [], bids: [], version: 1 })
    expect(await read(answer.body.organization_id)).toEqual(answer.body)
    for (const writeOnly of ['state', 'city', 'zip_code', 'address_street', 'shared_address'])
      expect(answer.body).not.toHaveProperty(writeOnly)
  })

  test('[ORG-3, K21] emails, copied tax IDs and DUNS numbers are stored in one form, typed ones as they are', async () => {
    const { organization_id: id } = await make('organizations', {
      email: 'José <jose2@x.example>',
      tax_id: 'EIN: 12 3456789',
      fein_number: '98\u20117654321',
      duns_number: 'DUNS 80 812 3456',
    })
    expect(await read(id)).toMatchObject({
      email: 'jose2@x.example',
      tax_id: '12-3456789',
      fein_number: '98-7654321',
      duns_number: '808123456',
    })
    const others = {
      email: 'mailto:jose@x.example?subject=Hi',
      tax_id: 'DE 123456789',
      duns_number: '80-812-3456',
    }
    expect((await change(id, others)).body).toMatchObject({
      email: 'jose@x.example',
      tax_id: 'DE 123456789',
      duns_number: '80-812-3456',
    })
    expect((await change(id, { email: 'a@x.example; b@x.example' })).body).toMatchObject({
      fields: { email: 'You should provide a valid email.' },
    })
  })

  test('[ORG-3] name and state are all that is required, and both are asked for at once', async () => {
    const empty = await api.asBroker('POST', path, {})
    expect([empty.status, empty.body.fields]).toEqual([
      400,
      { name: 'This field is required', state: 'This field is required' },
    ])
    const blank = await api.asBroker('POST', path, { name: '  ', state: ' ' })
    expect(blank.body.fields).toEqual({ name: 'This field is required', state: 'This field is required' })
    const stateless = await api.asBroker('POST', path, { name: 'Nowhere Mills' })
    expect(stateless.body.fields).toEqual({ state: 'This field is required' })
    expect((await create({ name: 'Somewhere Mills', state: 'OH' })).status).toBe(201)
  })

  const url = 'You should provide a valid URL.'
  const phone = 'You should provide a phone number (###-###-####)'
  test.each([
    [{ web_page: 'hollowcreek.example' }, { web_page: url }],
    [{ web_page: 'ftp://hollowcreek.example' }, { web_page: url }],
    [{ linkedin: 'not a link' }, { linkedin: url }],
    [{ facebook: 'javascript:alert(1)' }, { facebook: url }],
    [{ twitter: 'https://' }, { twitter: url }],
    [{ glassdoor: 'https://a b.example' }, { glassdoor: url }],
    [{ email: 'office.example' }, { email: 'You should provide a valid email.' }],
    [{ phone: '555-0147' }, { phone }],
    [{ phone: '+1 555 0147' }, { phone }],
    [{ name: 'x'.repeat(256) }, { name: 'At most 255 characters.' }],
    [{ tax_id: 'x'.repeat(256) }, { tax_id: 'At most 255 characters.' }],
    [{ mpg_internal_id: 'x'.repeat(256) }, { mpg_internal_id: 'At most 255 characters.' }],
    [{ address_street: 'x'.repeat(256) }, { address_street: 'At most 255 characters.' }],
    [{ city: 'x'.repeat(256) }, { city: 'At most 255 characters.' }],
    [{ zip_code: '12345-67890' }, { zip_code: 'At most 10 characters.' }],
    [{ naics: [{ id: { toString: 1 } }] }, { naics: 'Choose an entry of the list.' }],
    [{ naics: [[[]]] }, { naics: 'Choose an entry of the list.' }],
    [{ naics: ['1'] }, { naics: 'Enter codes of 2 to 6 digits.' }],
    [{ naics: ['1234567'] }, { naics: 'Enter codes of 2 to 6 digits.' }],
    [{ naics: ['11', '12', '13', '14', '15'] }, { naics: 'At most 4 entries.' }],
    [{ founding_year: 87 }, { founding_year: 'Must be 1000 or more.' }],
    [{ founding_year: 10_000 }, { founding_year: 'Must be 9999 or less.' }],
    [{ number_of_locations: -1 }, { number_of_locations: 'Must be 0 or more.' }],
    [{ estimated_revenue: -0.5 }, { estimated_revenue: 'Must be 0 or more.' }],
    [{ estimated_emplpoyee_count: 1.5 }, { estimated_emplpoyee_count: 'Enter a whole number.' }],
    [
      { last_verification_date: 'yesterday' },
      { last_verification_date: 'Enter a date and time as YYYY-MM-DDTHH:MM:SSZ.' },
    ],
    [{ state: 'Atlantis' }, { state: 'Choose a state of the list.' }],
    [{ shared_address: 'both' }, { shared_address: 'Choose one of: create, update.' }],
    [
      { phone: '1', email: '2', web_page: '3' },
      { phone, email: 'You should provide a valid email.', web_page: url },
    ],
  ])('[ORG-3, API-4] %j is refused by field, on create and on change', async (wrong, fields) => {
    const refused = await api.asBroker('POST', path, { name: 'Hollow Creek', state: 'WI', ...wrong })
    expect([refused.status, refused.body.fields]).toEqual([400, fields])
    // The same text as for that field alone.
    expect(Object.values(fields)).toContain(refused.body.detail)
    const { organization_id: id } = await make('organizations')
    const kept = await api.asBroker('PATCH', `${path}${id}/`, wrong)
    expect([kept.status, kept.body.fields]).toEqual([400, fields])
    expect(await read(id)).toMatchObject({ version: 1 })
  })

  test('[ORG-3, API-4] a create that fails leaves no organization, address or link behind', async () => {
    const counts = async () =>
      Promise.all(
        ['organizations', 'addresses', 'organization-addresses'].map(
          async (name) =>
            (await api.asBroker<{ count: number }>('GET', `/api/mpg/${name}/?limit=0`)).body.count,
        ),
      )
    const before = await counts()
    expect((await create({ name: 'Half Made', city: 'Utica', state: 'Atlantis' })).status).toBe(400)
    expect(await counts()).toEqual(before)
  })

  test('[API-6, TRUST-11] what the server keeps is not taken from a body', async () => {
    const answer = await create({
      name: 'Own Ideas',
      state: 'WI',
      organization_id: 4711,
      version: 9,
      created_by: 1,
      addresses: [1],
      contacts: [1],
      bids: [1],
    })
    expect(answer.body).toMatchObject({ version: 1, contacts: [], bids: [] })
    expect(answer.body.organization_id).not.toBe(4711)
    expect(answer.body.addresses).toEqual([])
  })

  test('[TRUST-27] a change of an old version is a 409 with the organization as it is', async () => {
    const { organization_id: id } = await make('organizations', { dba: 'First' })
    await change(id, { dba: 'Second' })
    const stale = await api.asBroker<{ code: string; current: Organization }>('PUT', `${path}${id}/`, {
      name: 'Late',
      state: 'TX',
      version: 1,
    })
    expect([stale.status, stale.body.code]).toEqual([409, 'stale_version'])
    expect(stale.body.current).toMatchObject({ dba: 'Second', version: 2 })
    expect((await api.asBroker('DELETE', `${path}${id}/`, undefined, { 'if-match': '"1"' })).status).toBe(409)
    expect((await change(id, { dba: 'Third' }, { 'if-match': '"2"' })).body).toMatchObject({ version: 3 })
  })
})

describe('the numbers that belong to one organization alone', () => {
  test.each(['tax_id', 'duns_number', 'bin_number'] as const)(
    '[ORG-3, API-2] a list is narrowed to those with a whole %s, not with a part of it',
    async (field) => {
      const one = await make('organizations', { [field]: `9-${field}` })
      await make('organizations', { [field]: `9-${field}-2` })
      const twin = await make('organizations', { [field]: `9-${field}` })
      const found = async (value: string) =>
        (
          await api.asBroker<ListAnswer<Organization>>('GET', `${path}?${field}=${value}&ordering=created_at`)
        ).body.results.map(({ organization_id: id }) => id)
      expect(await found(`9-${field}`)).toEqual([one.organization_id, twin.organization_id])
      expect(await found('9-')).toEqual([])
      await api.asBroker('DELETE', `${path}${one.organization_id}/`)
      expect(await found(`9-${field}`)).toEqual([twin.organization_id])
    },
  )
})

describe('the first address', () => {
  test.each([
    ['its code', () => 'IL'],
    ['its code in small letters', () => 'il'],
    ['its name', () => 'Illinois'],
    ['its id as text', async () => String(await stateOf('IL'))],
    ['its id', () => stateOf('IL')],
  ])('[ORG-4] is made with the organization, the state by %s', async (_how, state) => {
    const { body } = await create({
      name: 'Prairie Foundry',
      address_street: '12 Mill Road',
      city: 'Joliet',
      zip_code: '60432',
      state: await state(),
    })
    const [address, ...others] = await addressesOf(body.organization_id)
    expect(others).toEqual([])
    expect(body.addresses).toEqual([address?.address_id])
    expect(address).toMatchObject({
      address_street: '12 Mill Road',
      city: 'Joliet',
      zip_code: '60432',
      state: await stateOf('IL'),
      latitude: null,
      version: 1,
    })
    const links = await api.asBroker<ListAnswer<Row<'organizationAddresses'>>>(
      'GET',
      `/api/mpg/organization-addresses/?organization=${body.organization_id}`,
    )
    expect(links.body.results).toMatchObject([
      { address: address?.address_id, address_type: ['headquarters'], property_status: 'active' },
    ])
  })

  test('[ORG-4] is changed where it stands, part by part', async () => {
    const { organization_id: id } = await make('organizations', { city: 'Utica', state: 'NY' })
    const [before] = await addressesOf(id)
    expect((await change(id, { city: 'Rome', zip_code: '13440' })).status).toBe(200)
    expect((await change(id, { state: 'OH' })).status).toBe(200)
    const [after, ...others] = await addressesOf(id)
    expect(others).toEqual([])
    expect(after).toMatchObject({
      address_id: before?.address_id,
      city: 'Rome',
      zip_code: '13440',
      state: await stateOf('OH'),
      version: 3,
    })
    expect((await change(id, { zip_code: null })).status).toBe(200)
    expect((await addressesOf(id))[0]).toMatchObject({ city: 'Rome', zip_code: '' })
  })

  test.each([
    [{ address_street: '1 New Road' }, null],
    [{ city: 'Rome' }, null],
    [{ state: 'OH' }, null],
    [{ city: 'Utica', zip_code: '13501' }, 43.1],
  ])('[ORG-4] %j leaves its latitude and longitude at %s', async (body, latitude) => {
    const { organization_id: id, addresses } = await make('organizations', { city: 'Utica', state: 'NY' })
    const located = { latitude: 43.1, longitude: -75.2 }
    await api.asBroker('PATCH', `/api/mpg/addresses/${String(addresses[0])}/`, located)
    expect((await change(id, body)).status).toBe(200)
    const [address] = await addressesOf(id)
    expect(address).toMatchObject(latitude === null ? { latitude, longitude: null } : located)
  })

  test('[ORG-4] stays as it is when the same is sent again, or nothing of it', async () => {
    const { organization_id: id } = await make('organizations', { city: 'Utica', state: 'NY' })
    await change(id, { dba: 'Utica Works' })
    await api.asBroker('PUT', `${path}${id}/`, { name: 'Utica', city: 'Utica', state: 'NY' })
    expect(await addressesOf(id)).toMatchObject([{ city: 'Utica', version: 1 }])
    expect(await read(id)).toMatchObject({ dba: 'Utica Works', version: 3 })
  })

  describe('[ORG-4, TRUST-27] that is another one by now than the writer has seen', () => {
    const seenOf = ({ address_id, version }: Row<'addresses'>) => `${address_id}.${version}`
    const located = async () => {
      const { organization_id: id } = await make('organizations', {
        address_street: '1 Main Street',
        city: 'Utica',
        zip_code: '13501',
        state: 'NY',
      })
      const [address] = await addressesOf(id)
      if (!address) throw new Error('It has no address.')
      return { id, address }
    }
    const tell = (id: number, body: object) =>
      api.asBroker<{ code: string; current: object }>('PATCH', `${path}${id}/`, body)
    const refused = { status: 409, body: { code: 'stale_version' } }

    test('is told of instead of being changed: in another version', async () => {
      const { id, address } = await located()
      const { access: token } = await api.signIn('team')
      await api.send('PATCH', `/api/mpg/addresses/${address.address_id}/`, {
        token,
        body: { address_street: '10 Elm' },
      })
      const answer = await tell(id, { dba: 'Works', zip_code: '13502', first_address: seenOf(address) })
      const [now] = await addressesOf(id)
      expect(answer).toMatchObject({
        ...refused,
        body: {
          current: {
            organization_id: id,
            version: 1,
            dba: null,
            ...{ address_street: '10 Elm', city: 'Utica', zip_code: '13501', state: 'NY' },
            first_address: `${address.address_id}.2`,
            // Of the address: the organization itself has not been changed.
            modified_by: 2,
          },
        },
      })
      expect(now).toMatchObject({ address_street: '10 Elm', zip_code: '13501', version: 2 })
      expect(await read(id)).toMatchObject({ dba: null, version: 1 })
      expect((await tell(id, { zip_code: '13502', first_address: `${address.address_id}.2` })).status).toBe(
        200,
      )
      expect(await addressesOf(id)).toMatchObject([{ address_street: '10 Elm', zip_code: '13502' }])
    })

    test('is told of instead of being changed: another address, or none', async () => {
      const { id, address } = await located()
      await api.asBroker('DELETE', `/api/mpg/addresses/${address.address_id}/`)
      expect(
        await tell(id, { zip_code: '13502', state: 'NY', first_address: seenOf(address) }),
      ).toMatchObject({
        ...refused,
        body: { current: { first_address: '', address_street: '', city: '', zip_code: '', state: '' } },
      })
      expect((await tell(id, { city: 'Rome', state: 'OH', first_address: '' })).status).toBe(200)
      expect(await tell(id, { city: 'Troy', first_address: null })).toMatchObject({
        ...refused,
        body: { current: { city: 'Rome', state: 'OH' } },
      })
      expect((await tell(id, { city: 'Troy' })).status).toBe(200)
    })
  })

  test('[ORG-3, ORG-4] needs a state where there is none yet', async () => {
    const { organization_id: id, addresses } = await make('organizations', { city: 'Utica', state: 'NY' })
    await api.asBroker('DELETE', `/api/mpg/addresses/${String(addresses[0])}/`)
    expect(await addressesOf(id)).toEqual([])
    const refused = await api.asBroker('PATCH', `${path}${id}/`, { city: 'Rome' })
    expect([refused.status, refused.body.fields]).toEqual([400, { state: 'This field is required' }])
    expect((await change(id, { city: null, dba: 'No address' })).status).toBe(200)
    expect((await change(id, { city: 'Rome', state: 'NY' })).status).toBe(200)
    expect(await addressesOf(id)).toMatchObject([{ city: 'Rome', address_street: '' }])
  })

  /** Two organizations at one address. */
  const neighbours = async (property_status: 'active' | 'expired' = 'active') => {
    const first = await make('organizations', { city: 'Utica', state: 'NY' })
    const second = await make('organizations', { city: 'Utica', state: 'NY' })
    const [own] = second.addresses
    const link = (
      await api.asBroker<ListAnswer<Row<'organizationAddresses'>>>(
        'GET',
        `/api/mpg/organization-addresses/?organization=${second.organization_id}`,
      )
    ).body.results[0]
    await api.asBroker('DELETE', `/api/mpg/addresses/${own}/`)
    expect(link?.address).toBe(own)
    await make('organizationAddresses', {
      organization: second.organization_id,
      address: first.addresses[0] ?? 0,
      property_status,
    })
    return { first, second, shared: first.addresses[0] }
  }

  test.each([[{}], [{ shared_address: 'create' }]])(
    '[ORG-4] that others share is left to them, and a new one made: %j',
    async (choice) => {
      const { first, second, shared } = await neighbours()
      const answer = await change(first.organization_id, { city: 'Rome', ...choice })
      expect(answer.status).toBe(200)
      const [moved] = await addressesOf(first.organization_id)
      expect(moved?.address_id).not.toBe(shared)
      expect(moved).toMatchObject({ city: 'Rome', state: await stateOf('NY') })
      expect(answer.body.addresses).toEqual([moved?.address_id])
      expect(await addressesOf(second.organization_id)).toMatchObject([{ address_id: shared, city: 'Utica' }])
    },
  )

  test('[ORG-4] that others share is changed for all where the write says so', async () => {
    const { first, second, shared } = await neighbours()
    await change(first.organization_id, { city: 'Rome', shared_address: 'update' })
    for (const { organization_id: id } of [first, second])
      expect(await addressesOf(id)).toMatchObject([{ address_id: shared, city: 'Rome' }])
  })

  test('[ORG-4] that others have left is changed where it stands', async () => {
    const { first, shared } = await neighbours('expired')
    await change(first.organization_id, { city: 'Rome' })
    expect(await addressesOf(first.organization_id)).toMatchObject([{ address_id: shared, city: 'Rome' }])
  })

  test('[ORG-4] is an active one before one that has expired', async () => {
    const { organization_id: id, addresses } = await make('organizations', { city: 'Utica', state: 'NY' })
    const { address_id: later } = await make('addresses', { city: 'Rome' })
    await make('organizationAddresses', { organization: id, address: later })
    expect((await addressesOf(id)).map(({ city }) => city)).toEqual(['Utica', 'Rome'])
    const { body } = await api.asBroker<ListAnswer<Row<'organizationAddresses'>>>(
      'GET',
      `/api/mpg/organization-addresses/?organization=${id}&address=${String(addresses[0])}`,
    )
    const link = body.results[0]?.organization_address_id
    await api.asBroker('PATCH', `/api/mpg/organization-addresses/${link}/`, { property_status: 'expired' })
    expect((await addressesOf(id)).map(({ city }) => city)).toEqual(['Rome', 'Utica'])
    await change(id, { city: 'Ithaca' })
    expect((await addressesOf(id)).map(({ city }) => city)).toEqual(['Ithaca', 'Utica'])
  })
})

describe('the detail', () => {
  const everything =
    '?expand=addresses,addresses.state,addresses.organizations_addresses,contacts,contacts.organizations_contacts,bids,created_by,modified_by'

  test('[API-1, API-3] nests addresses, contacts, bids and users as the detail asks for them', async () => {
    const organization = await make('organizations', { city: 'Joliet', state: 'IL' })
    const { organization_id: id } = organization
    const { contact_id: contact } = await make('contacts', { last_name: 'Quill' })
    const link = await make('organizationContacts', { organization: id, contact, job_title: 'Buyer' })
    const { utility_id: utility } = await make('utilities')
    const { utility_state_id } = await make('utilityStates', { utility, state: await stateOf('IL') })
    const { opportunity_id: opportunity } = await make('opportunities')
    const bid = await make('bids', {
      opportunity,
      legal_entity: id,
      utility_state: utility_state_id,
      annual_volume: 1200.5,
      start_date: '2027-01-01',
    })

    const plain = await read(id)
    expect(plain).toMatchObject({
      addresses: organization.addresses,
      contacts: [contact],
      bids: [bid.bid_id],
      created_by: organization.created_by,
    })
    const full = await read(id, everything)
    expect(full).toMatchObject({
      created_by: { username: 'broker' },
      modified_by: { username: 'broker' },
      addresses: [
        {
          city: 'Joliet',
          state: { acronym: 'IL', name: 'Illinois' },
          organizations_addresses: [
            { organization: id, address_type: ['headquarters'], property_status: 'active' },
          ],
          created_by: organization.created_by,
        },
      ],
      contacts: [
        {
          name: 'Quill, Ada',
          organizations_contacts: [
            { organization_contact_id: link.organization_contact_id, job_title: 'Buyer', contact },
          ],
        },
      ],
      bids: [
        {
          bid_id: bid.bid_id,
          opportunity,
          name: bid.name,
          supplier: 'utility',
          annual_volume: 1200.5,
          pricing_type: [1],
          terms: [12],
          start_date: '2027-01-01',
        },
      ],
    })
    const listed = await api.asBroker<ListAnswer<Nested>>(
      'GET',
      `${path}${everything}&q=${organization.name}`,
    )
    expect(listed.body.results).toContainEqual(full)
  })

  test('[API-1, ORG-11] organizations_addresses__property_status narrows the links and not the list', async () => {
    const { organization_id: id, addresses } = await make('organizations', {
      name: 'Narrowed Mills',
      city: 'Utica',
    })
    const { address_id: old } = await make('addresses')
    await make('organizationAddresses', { organization: id, address: old, property_status: 'expired' })
    const { organization_id: bare } = await make('organizations', { name: 'Narrowed Bakery', city: 'Utica' })
    const listed = async (status: string) => {
      const query = `?q=narrowed&expand=addresses.organizations_addresses&organizations_addresses__property_status=${status}`
      const { results } = (await api.asBroker<ListAnswer<Nested>>('GET', path + query)).body
      return results.map((row) => [
        row['organization_id'],
        (row['addresses'] as Nested[]).map(({ address_id, organizations_addresses }) => [
          address_id,
          (organizations_addresses as Nested[]).map((link) => link['property_status']),
        ]),
      ])
    }
    const ofBare = (await read(bare))['addresses'] as number[]
    expect(await listed('active')).toEqual([
      [bare, [[ofBare[0], ['active']]]],
      [id, [[addresses[0], ['active']]]],
    ])
    expect(await listed('expired')).toEqual([
      [bare, []],
      [id, [[old, ['expired']]]],
    ])
    expect((await read(id))['addresses']).toEqual([addresses[0], old])
    expect((await read(id, '?organizations_addresses__property_status=active'))['addresses']).toEqual(
      addresses,
    )
    const bad = await api.asBroker('GET', `${path}?organizations_addresses__property_status=gone`)
    expect([bad.status, bad.body.fields]).toEqual([
      400,
      { organizations_addresses__property_status: 'Choose one of: active, expired.' },
    ])
  })

  test('[TRUST-10] an id that is absent, or none at all, is the same 404 on every method', async () => {
    for (const id of ['999999', '0', '-1', 'abc', '1e3', '99999999999'])
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await api.asBroker(method, `${path}${id}/`, method === 'GET' ? undefined : {})
        expect([id, method, answer.status, answer.body.detail]).toEqual([
          id,
          method,
          404,
          'Organization not found.',
        ])
      }
  })
})

describe('an organization without an address', () => {
  test.each([
    [{ state: 'TX' }, 'TX'],
    [{ state: 'OH', address_street: '', city: null, zip_code: '  ' }, 'OH'],
    [{ state: 'ny', city: '' }, 'NY'],
  ])('[ORG-4] of which %j is known keeps its state, and makes no address', async (body, acronym) => {
    const { organization_id: id } = await make('organizations', body)
    expect(await read(id)).toMatchObject({ addresses: [], home_state: await stateOf(acronym) })
  })

  test.each(['PUT', 'PATCH'])('[ORG-4] gets one by %s once there is a street or a city', async (method) => {
    const name = `Homeless by ${method}`
    const { organization_id: id } = await make('organizations', { name, state: 'TX' })
    const send = async (body: object) =>
      (await api.asBroker(method, `${path}${id}/`, { name, ...body })).status
    expect(await send({ state: 'OH' })).toBe(200)
    expect(await read(id)).toMatchObject({ addresses: [], home_state: await stateOf('OH') })
    expect(await send({ city: 'Lima' })).toBe(200)
    expect(await read(id)).toMatchObject({ home_state: null })
    const state = await stateOf('OH')
    expect(await addressesOf(id)).toMatchObject([{ address_street: '', city: 'Lima', state }])
  })
  const nothing = { address_street: null, city: '', zip_code: null }
  const addressNow = async (id: number) => (await api.asBroker('GET', `/api/mpg/addresses/${id}/`)).status

  test('[ORG-4] is what becomes of one whose address is cleared: the state stays, the address can come back', async () => {
    const { organization_id: id, addresses } = await make('organizations', { city: 'Lima', state: 'OH' })
    const [address = 0] = addresses
    expect((await change(id, { ...nothing, state: 'NY' })).body).toMatchObject({
      addresses: [],
      home_state: await stateOf('NY'),
    })
    expect(await addressNow(address)).toBe(404)
    expect((await api.asBroker('POST', `/api/mpg/addresses/${address}/restore/`)).status).toBe(200)
    expect(await addressesOf(id)).toMatchObject([{ address_id: address, city: 'Lima' }])
  })

  test.each(['another organization', 'a note'])(
    '[ORG-4] leaves an address that is cleared to what it belongs to besides: %s',
    async (other) => {
      const { organization_id: id, addresses } = await make('organizations', { city: 'Lima', state: 'OH' })
      const [address = 0] = addresses
      if (other === 'a note') await make('notes', { object_id: `address-${address}` })
      else {
        const { organization_id: organization } = await make('organizations')
        await make('organizationAddresses', { organization, address })
      }
      expect((await change(id, { ...nothing, shared_address: 'update' })).status).toBe(200)
      expect(await read(id)).toMatchObject({ addresses: [], home_state: await stateOf('OH') })
      expect(await addressNow(address)).toBe(200)
    },
  )
})
