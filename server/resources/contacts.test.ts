import type { Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import { startApi, type TestApi } from '../testing/api'
import { recordMaker, type MakeRecord } from '../testing/records'

type Nested = Record<string, unknown>
type Contact = Row<'contacts'>

let api: TestApi
let make: MakeRecord
beforeAll(async () => {
  api = await startApi()
  make = recordMaker(api)
})
afterAll(() => api.close())

const path = '/api/mpg/contacts/'
const create = (body: object) =>
  api.asBroker<Contact>('POST', path, { title: 'ms', first_name: 'Ada', last_name: 'Quill', ...body })
const read = async (id: number, query = '') =>
  (await api.asBroker<Nested>('GET', `${path}${id}/${query}`)).body
const list = async (query: string) => (await api.asBroker<ListAnswer<Nested>>('GET', path + query)).body

test('[K8] an email with the apostrophe of an autocorrection is stored with that of its mailbox', async () => {
  const { status, body } = await api.asBroker<Nested>('POST', path, {
    ...{ title: 'ms', first_name: 'Una', last_name: 'Oneil', personal_email: 'o\u2019neil@x.example' },
  })
  expect(status).toBe(201)
  expect(body.personal_email).toBe("o'neil@x.example")
})

test('[CON-3, CON-4, API-6] a new contact answers its id and what was sent, trimmed', async () => {
  const sent = {
    title: 'doctor',
    first_name: 'Maren',
    middle_name: 'Lou',
    last_name: 'Ødegaard',
    gender: 'female',
    date_of_birth: '1980-02-29',
    personal_email: 'maren@odegaard.example',
    personal_mobile: '312-555-0147',
    personal_address: '4 Birch Row, Decatur',
    linkedin_url: 'https://www.linkedin.example/in/maren',
    salutation: 'Dear Maren',
    department: 'Purchasing',
  }
  const answer = await create({ ...sent, first_name: '  Maren ', last_name: 'Ødegaard\t' })
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    ...sent,
    contact_id: expect.any(Number) as number,
    person_title: 'Dr',
    name: 'Ødegaard, Maren Lou',
    job_title: null,
    organizations_contacts: [],
    current_organizations: [],
    crystal_profile: null,
    version: 1,
  })
  expect(await read(answer.body.contact_id)).toEqual(answer.body)
})

test('[CON-3] gender is male unless told otherwise, and what is not sent is empty', async () => {
  const { body } = await create({})
  expect(body).toMatchObject({ gender: 'male', middle_name: null, date_of_birth: null, personal_email: null })
  expect((await create({ gender: null, date_of_birth: '' })).body).toMatchObject({
    gender: 'male',
    date_of_birth: null,
  })
})

test.each([
  ['doctor', 'Dr'],
  ['mr', 'Mr'],
  ['ms', 'Ms'],
  ['mrs', 'Mrs'],
  ['miss', 'Miss'],
  ['professor', 'Professor'],
  ['sir', 'Sir'],
])('[CON-3] the title %s is written %s', async (title, person_title) => {
  expect((await create({ title })).body).toMatchObject({ title, person_title })
})

const required = 'This field is required'
const email = 'You should provide a valid email.'
const phone = 'You should provide a phone number (###-###-####)'
test.each([
  [
    { title: null, first_name: ' ', last_name: '' },
    { title: required, first_name: required, last_name: required },
  ],
  [{ title: 'lord' }, { title: 'Choose one of: doctor, mr, ms, mrs, miss, professor, sir.' }],
  [{ first_name: 'x'.repeat(256) }, { first_name: 'At most 255 characters.' }],
  [{ middle_name: 'x'.repeat(256) }, { middle_name: 'At most 255 characters.' }],
  [{ last_name: 'x'.repeat(256) }, { last_name: 'At most 255 characters.' }],
  [{ department: 'x'.repeat(256) }, { department: 'At most 255 characters.' }],
  [{ personal_email: 'maren@odegaard' }, { personal_email: email }],
  [{ personal_email: 'maren @odegaard.example' }, { personal_email: email }],
  [{ personal_email: 'maren@odegaard.example?subject=hi' }, { personal_email: email }],
  [{ personal_mobile: '312-555-014' }, { personal_mobile: phone }],
  [{ personal_mobile: '555-0147' }, { personal_mobile: phone }],
  [{ linkedin_url: 'linkedin.example/in/maren' }, { linkedin_url: 'You should provide a valid url.' }],
  [{ gender: 'other' }, { gender: 'Choose one of: male, female.' }],
  [{ date_of_birth: '02/29/1980' }, { date_of_birth: 'Enter a date as YYYY-MM-DD.' }],
  [{ date_of_birth: '1981-02-29' }, { date_of_birth: 'Enter a date as YYYY-MM-DD.' }],
  [
    { last_name: '', personal_mobile: '1', date_of_birth: '9999-12-31' },
    { last_name: required, personal_mobile: phone, date_of_birth: 'Must not be in the future.' },
  ],
])('[CON-3, API-4] %j is refused by field', async (wrong, fields) => {
  const refused = await api.asBroker('POST', path, { title: 'ms', first_name: 'A', last_name: 'B', ...wrong })
  expect([refused.status, refused.body.fields]).toEqual([400, fields])
})

test('[CON-3] a date of birth is not in the future, wherever the day ends last', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  expect((await create({ date_of_birth: inDays(0) })).status).toBe(201)
  expect((await api.asBroker('POST', path, { date_of_birth: inDays(2) })).body.fields).toHaveProperty(
    'date_of_birth',
  )
  const { contact_id: id } = await make('contacts', { date_of_birth: '1980-01-01' })
  const refused = await api.asBroker('PATCH', `${path}${id}/`, { date_of_birth: inDays(2) })
  expect([refused.status, refused.body.fields]).toEqual([
    400,
    { date_of_birth: 'Must not be in the future.' },
  ])
})

test('[CON-1, CON-6] name, person_title and the order of the list follow a change', async () => {
  const zara = await make('contacts', { first_name: 'Zara', middle_name: 'Q.', last_name: 'Follows' })
  const { contact_id: id } = zara
  await make('contacts', { first_name: 'Bo', last_name: 'Follows' })
  const names = async () => (await list('?q=follows')).results.map((row) => row['name'])
  expect(await names()).toEqual(['Follows, Bo', 'Follows, Zara Q.'])
  const put = await api.asBroker<Contact>('PUT', `${path}${id}/`, {
    title: 'professor',
    first_name: 'Abe',
    last_name: 'Follows',
    middle_name: null,
    person_title: 'King',
    name: 'Somebody else',
  })
  expect(put.body).toMatchObject({ name: 'Follows, Abe', person_title: 'Professor', version: 2 })
  expect(await names()).toEqual(['Follows, Abe', 'Follows, Bo'])
  expect((await api.asBroker<Contact>('PATCH', `${path}${id}/`, { middle_name: 'Z' })).body.name).toBe(
    'Follows, Abe Z',
  )
})

test('[TRUST-27] a change of an old version is a 409 with the contact as it is', async () => {
  const { contact_id: id } = await make('contacts')
  await api.asBroker('PATCH', `${path}${id}/`, { department: 'Sales' })
  const stale = await api.asBroker<{ current: Contact }>('PATCH', `${path}${id}/`, {
    department: 'Late',
    version: 1,
  })
  expect([stale.status, stale.body.current.department, stale.body.current.version]).toEqual([409, 'Sales', 2])
})

describe('with organizations', () => {
  const linkPath = '/api/mpg/organization-contacts/'

  test('[CON-1, CON-6, API-1, API-3] list and detail nest the links and their organizations', async () => {
    const { organization_id: organization, name } = await make('organizations')
    const { contact_id: contact } = await make('contacts', { last_name: 'Nested' })
    const link = await make('organizationContacts', { organization, contact, work_email: 'n@nested.example' })
    const query = 'expand=organizations_contacts,organizations_contacts.organization,created_by,modified_by'
    const full = await read(contact, `?${query}`)
    expect(full).toMatchObject({
      created_by: { username: 'broker' },
      modified_by: { username: 'broker' },
      organizations_contacts: [
        {
          organization_contact_id: link.organization_contact_id,
          organization: { organization_id: organization, name },
          contact,
          employment_status: 'active',
          work_email: 'n@nested.example',
          email: 'n@nested.example',
        },
      ],
      current_organizations: [organization],
    })
    const listed = await list(
      `?q=nested&limit=999999999&offset=0&${query}&organizations_addresses__property_status=active`,
    )
    expect(listed.results).toEqual([full])
  })

  test('[CON-1] the list takes organizations_addresses__property_status and filters nothing by it', async () => {
    const { count } = await list('?limit=0')
    for (const status of ['active', 'expired']) {
      const answer = await list(`?organizations_addresses__property_status=${status}&limit=99999`)
      expect(answer.count).toBe(count)
      expect(answer.results).toHaveLength(count)
    }
    const bad = await api.asBroker('GET', `${path}?organizations_addresses__property_status=any`)
    expect([bad.status, Object.keys(bad.body.fields ?? {})]).toEqual([
      400,
      ['organizations_addresses__property_status'],
    ])
  })

  test('[CON-8, ORG-11] organizations_contacts__employment_status names only such links', async () => {
    const { contact_id: contact } = await make('contacts', { last_name: 'Statuses' })
    const links: Record<string, number> = {}
    for (const employment_status of ['active', 'expired'] as const) {
      const { organization_id: organization } = await make('organizations')
      const link = await make('organizationContacts', { organization, contact, employment_status })
      links[employment_status] = link.organization_contact_id
    }
    for (const status of ['active', 'expired']) {
      const { results } = await list(`?q=statuses&organizations_contacts__employment_status=${status}`)
      expect(results.map((row) => row['organizations_contacts'])).toEqual([[links[status]]])
      expect(results[0]?.['current_organizations']).toHaveLength(1)
    }
  })

  test('[CON-1, CON-8] job title and current organizations follow links as they come, end, move and go', async () => {
    const first = await make('organizations', { name: 'First Employer' })
    const second = await make('organizations', { name: 'Second Employer' })
    const { contact_id: contact } = await make('contacts', { last_name: 'Mover' })
    const { contact_id: other } = await make('contacts', { last_name: 'Stayer' })
    const of = async (id: number) => {
      const { job_title, current_organizations } = await read(id)
      return [job_title, current_organizations]
    }
    const none = [null, []]
    expect(await of(contact)).toEqual(none)

    const link = await make('organizationContacts', {
      organization: first.organization_id,
      contact,
      job_title: 'Buyer',
    })
    const url = `${linkPath}${link.organization_contact_id}/`
    const change = async (body: object) => expect((await api.asBroker('PATCH', url, body)).status).toBe(200)
    expect(await of(contact)).toEqual(['Buyer', [first.organization_id]])

    await change({ job_title: 'Head buyer' })
    expect(await of(contact)).toEqual(['Head buyer', [first.organization_id]])

    await change({ employment_status: 'expired' })
    expect(await of(contact)).toEqual(none)
    await change({ employment_status: 'active' })
    expect(await of(contact)).toEqual(['Head buyer', [first.organization_id]])

    await change({ organization: second.organization_id })
    expect(await of(contact)).toEqual(['Head buyer', [second.organization_id]])

    await change({ contact: other })
    expect(await of(contact)).toEqual(none)
    expect(await of(other)).toEqual(['Head buyer', [second.organization_id]])

    expect((await api.asBroker('DELETE', url)).status).toBe(204)
    expect(await of(other)).toEqual(none)
  })

  test('[CON-1, API-2] the job title shown, and ordered by, is that of the first current organization', async () => {
    const work = async (contact: number, job_title: string) => {
      const { organization_id: organization } = await make('organizations')
      return (await make('organizationContacts', { organization, contact, job_title }))
        .organization_contact_id
    }
    const { contact_id: two } = await make('contacts', { last_name: 'Jobs' })
    const { contact_id: one } = await make('contacts', { last_name: 'Jobs' })
    const zookeeper = await work(two, 'Zookeeper')
    await work(two, 'Accountant')
    await work(one, 'Baker')
    const titles = async () =>
      (await list('?q=jobs&ordering=job_title')).results.map((row) => row['job_title'])
    expect(await titles()).toEqual(['Baker', 'Zookeeper'])
    await api.asBroker('PATCH', `${linkPath}${zookeeper}/`, { employment_status: 'expired' })
    expect(await titles()).toEqual(['Accountant', 'Baker'])
  })

  test('[CON-1] an organization narrows the list to those who work there now', async () => {
    const { organization_id: organization } = await make('organizations')
    const { contact_id: now } = await make('contacts')
    const { contact_id: before } = await make('contacts')
    await make('organizationContacts', { organization, contact: now })
    await make('organizationContacts', { organization, contact: before, employment_status: 'expired' })
    const { results } = await list(`?current_organizations=${organization}`)
    expect(results.map((row) => row['contact_id'])).toEqual([now])
  })
})

test.each([
  ['(212) 555-0100 x12', '212-555-0100 x12', '2125550100'],
  ['+44 (0)20 7946-0000', '+44 20 7946 0000', '020 7946 0000'],
  ['1-212-555-0177', '212-555-0177', '+1 (212) 555-0177'],
  ['2125550166 ext. 9', '212-555-0166 x9', '212.555.0166'],
])('[K14] %s is kept as %s, and found by %s', async (personal_mobile, kept, q) => {
  const body = { title: 'ms', first_name: 'Ada', last_name: 'Dial', personal_mobile }
  const { status, body: made } = await api.asBroker<Row<'contacts'>>('POST', path, body)
  expect([status, made.personal_mobile]).toEqual([201, kept])
  const found = await api.asBroker<{ results: Row<'contacts'>[] }>(
    'GET',
    `${path}?q=${encodeURIComponent(q)}`,
  )
  expect(found.body.results.map(({ contact_id }) => contact_id)).toContain(made.contact_id)
})
