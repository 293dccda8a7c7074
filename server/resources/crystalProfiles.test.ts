import type { Row } from '../../src/contract'
import type { ProfileAnswer } from '../../src/contract/contacts'
import { startApi, type TestApi } from '../testing/api'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const post = async <T>(path: string, body: object): Promise<T> => {
  const answer = await api.asBroker<T>('POST', path, body)
  expect(answer.status).toBe(201)
  return answer.body
}
const aContact = () =>
  post<Row<'contacts'>>('/api/mpg/contacts/', {
    title: 'ms',
    first_name: 'Ines',
    last_name: 'O’Farrell <script>',
    personal_email: 'ines@larkfield.example',
  })
const read = async (id: number) =>
  (await api.asBroker<Row<'contacts'>>('GET', `/api/mpg/contacts/${id}/`)).body
const fetchFile = async (file: string) => {
  const answer = await fetch(api.url + file)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

test('[CON-11] a profile is made from the slug, kept on the contact, and opened by a plain link', async () => {
  const { contact_id, crystal_profile } = await aContact()
  expect(crystal_profile).toBeNull()
  const { organization_id } = await post<Row<'organizations'>>('/api/mpg/organizations/', {
    name: 'Larkfield Steam',
    state: 'NY',
  })
  await post('/api/mpg/organization-contacts/', {
    organization: organization_id,
    contact: contact_id,
    job_title: 'Plant manager',
    work_office_phone: '315-555-0142',
  })

  const made = await api.asBroker<ProfileAnswer>('GET', `/fetch/ines-ofarrell/${contact_id}`)
  expect(made.status).toBe(200)
  const file = await fetchFile(made.body.file)
  expect(file.status).toBe(200)
  expect(file.headers.get('content-disposition')).toContain('filename="ines-ofarrell.html"')
  for (const known of [
    'Ines',
    'O’Farrell &lt;script&gt;',
    'Plant manager',
    'Larkfield Steam',
    'ines@larkfield.example',
    '315-555-0142',
    'No profile service is connected',
  ])
    expect(file.text).toContain(known)
  expect(file.text).not.toContain('<script')
  expect((await fetchFile((await read(contact_id)).crystal_profile ?? '')).text).toBe(file.text)
})

test('[CON-11] a profile that is made again takes the place of the first', async () => {
  const { contact_id } = await aContact()
  const first = await api.asBroker<ProfileAnswer>('GET', `/fetch/first-slug/${contact_id}/`)
  await api.asBroker('GET', `/fetch/second-slug/${contact_id}/`)
  const text = (await fetchFile(first.body.file)).text
  expect(text).toContain('second-slug')
  const keys = []
  for await (const { key } of api.app.files.list()) keys.push(key)
  const kept = await api.database.db.selectFrom('contacts').select('crystal_profile_key as key').execute()
  expect(keys.sort()).toEqual(kept.flatMap(({ key }) => (key === null ? [] : [key])).sort())
})

test('[TRUST-38] who reads a profile stands in the audit, by each read of its content', async () => {
  const { contact_id } = await aContact()
  const { body } = await api.asBroker<ProfileAnswer>('GET', `/fetch/ines-ofarrell/${contact_id}`)
  await fetch(api.url + body.file, { method: 'HEAD' })
  await fetchFile(body.file)
  const rows = await api.database.db
    .selectFrom('audit')
    .select(['action', 'actor'])
    .where('resource', '=', 'contacts')
    .where('record_id', '=', contact_id)
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { action: 'create', actor: 3 },
    { action: 'profile fetched', actor: 3 },
    { action: 'profile read', actor: 3 },
  ])
})

test('[CON-11] a slug that is none, a contact that is not there, no session', async () => {
  const { contact_id } = await aContact()
  const answer = await api.asBroker('GET', `/fetch/${encodeURIComponent('a b/c')}/${contact_id}/`)
  expect([answer.status, answer.body.fields?.['linkedin_url']]).toEqual([
    400,
    'Cannot get slug from your url. Please enter valid linkedin url. Example: linkedin.com/in/your_username',
  ])
  expect((await api.asBroker('GET', '/fetch/some-body/99999/')).status).toBe(404)
  expect((await api.send('GET', `/fetch/some-body/${contact_id}/`)).status).toBe(401)
})
