import type { Row } from '../../../src/contract'
import { startApi, type TestApi } from '../../testing/api'
import { sendForm } from '../../testing/forms'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const contacts = '/api/mpg/contacts/'
const person = { title: 'ms', first_name: 'Colleen', last_name: 'Abbott' }
const create = (path: string, body: object) => api.asBroker<Record<string, unknown>>('POST', path, body)

test.each([
  [contacts, { ...person, last_name: 'Ab\u200Bbott\u202E' }, 'last_name', 'Abbott'],
  [contacts, { ...person, personal_email: 'a\u200B@x.example' }, 'personal_email', 'a@x.example'],
  [contacts, { ...person, personal_email: '\u202Aa4@x.example\u202C' }, 'personal_email', 'a4@x.example'],
  [contacts, { ...person, first_name: 'نور\u200Cا' }, 'first_name', 'نور\u200Cا'],
  [contacts, { ...person, department: ' 👩\u200D💻\t' }, 'department', '👩\u200D💻'],
  ['/api/mpg/opportunities/', { opportunity_name: '\uFEFFMill\u00AD' }, 'opportunity_name', 'Mill'],
  ['/api/mpg/opportunities/', { opportunity_name: 'x', notes: 'a\r\nb\u202E' }, 'notes', 'a\nb'],
  ['/api/mpg/tag/', { name: 'hid\u2060den', color: '#222', description: 'x' }, 'name', 'hidden'],
  [
    '/api/mpg/organizations/',
    { name: 'شركة الغاز \u202Etxt.exe', state: 'TX', tax_id: '98\u200B-1' },
    'name',
    'شركة الغاز txt.exe',
  ],
])('[K8, TRUST-46] %s: of %j the field %s keeps what can be seen', async (path, body, field, kept) => {
  const answer = await create(path, body)
  expect([answer.status, answer.body[field]]).toEqual([201, kept])
})

const oneLine = 'Must be one line without control characters.'

test.each([
  [contacts, { ...person, last_name: '\u3164' }, 'last_name', 'This field is required'],
  ['/api/mpg/opportunities/', { opportunity_name: '\u200B' }, 'opportunity_name', 'This field is required'],
  ['/api/mpg/organizations/', { name: '\u0301', state: 'TX' }, 'name', 'This field is required'],
  [contacts, { ...person, last_name: 'bell\u0007' }, 'last_name', oneLine],
  [contacts, { ...person, last_name: 'In\tner' }, 'last_name', oneLine],
  [contacts, { ...person, department: 'In\nner' }, 'department', oneLine],
  [contacts, { ...person, salutation: 'a\u0085b' }, 'salutation', oneLine],
  ['/api/mpg/tag/', { name: 'a\u2028b', color: '#222', description: 'x' }, 'name', oneLine],
  [
    '/api/mpg/addresses/',
    { address_street: 'a\u001Bb', city: 'x', zip_code: '1', state: 1 },
    'address_street',
    oneLine,
  ],
  [contacts, { ...person, last_name: 'a\uD800b' }, 'last_name', 'Contains characters that cannot be stored.'],
])('[K8, TRUST-46] %s: %j is refused by its %s', async (path, body, field, text) => {
  const answer = await api.asBroker('POST', path, body)
  expect([answer.status, answer.body.fields]).toEqual([400, { [field]: text }])
})

test('[K8] marks around a name that signs in, and in what is searched for, do no harm', async () => {
  const signIn = (username: string) =>
    api.send('POST', '/api/token/', { body: { username, password: 'citygate-demo-2026' } })
  for (const username of ['broker\u200B', '\u202Abroker\u202C', ' broker\u2060\t'])
    expect((await signIn(username)).status).toBe(200)
  expect((await signIn('bro\u0007ker')).body.fields).toEqual({
    username: oneLine,
  })
  await create('/api/mpg/tag/', { name: 'Searchable', color: '#222', description: 'x' })
  const found = (q: string) =>
    api.asBroker<{ results: Row<'tags'>[] }>('GET', `/api/mpg/tag/?q=${encodeURIComponent(q)}`)
  expect((await found('Sear\u200Bchable\u202C')).body.results).toHaveLength(1)
  const refused = await api.asBroker('GET', `/api/mpg/tag/?q=${encodeURIComponent('a\u2028b')}`)
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['q']])
})

test('[K8, TRUST-46] the same holds for a form', async () => {
  const { access } = await api.signIn()
  const send = (name: string) =>
    sendForm<Row<'organizations'>>(
      api,
      access,
      ['POST', '/api/mpg/organizations/'],
      [
        { name: 'name', value: name },
        { name: 'state', value: 'TX' },
      ],
    )
  expect((await send('Larkfield\u202E Gas')).body.name).toBe('Larkfield Gas')
  expect((await send('Larkfield\u0007Gas')).status).toBe(400)
})
