import type { ListAnswer } from '../../src/contract/answers'
import { participantsPath, type Participant } from '../../src/contract/session'
import { startApi, type TestApi } from '../testing/api'

type Participants = ListAnswer<Participant>

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const list = async (query = '') => (await api.asBroker<Participants>('GET', participantsPath + query)).body
const emails = async (query = '') => (await list(query)).results.map(({ email }) => email)
const post = async <T>(path: string, body: object) =>
  (await api.asBroker<T>('POST', `/api/mpg/${path}/`, body)).body
const contact = async (last_name: string, personal_email?: string) =>
  (
    await post<{ contact_id: number }>('contacts', {
      title: 'ms',
      first_name: 'Ann',
      last_name,
      ...(personal_email === undefined ? {} : { personal_email }),
    })
  ).contact_id
const organization = async (name: string) =>
  (await post<{ organization_id: number }>('organizations', { name, state: 'TX' })).organization_id
const link = async (contact: number, work_email: string, employment_status = 'active') =>
  (
    await post<{ organization_contact_id: number }>('organization-contacts', {
      contact,
      organization: await organization(`Mill ${contact} ${work_email}`),
      work_email,
      employment_status,
    })
  ).organization_contact_id

test('[SCH-1, MSG-1, AUTH-9] users and contacts who can be written to, each email once, ordered by email', async () => {
  const users = await list()
  expect(users.count).toBe(users.results.length)
  expect(users.results.map(({ email }) => email)).toEqual([...users.results.map(({ email }) => email)].sort())

  const atHome = await contact('Home', 'Zoe@home.example')
  const atWork = await contact('Work', 'private@home.example')
  await link(atWork, 'ann.work@mill.example')
  const formerly = await contact('Former', 'former@home.example')
  await link(formerly, 'former@mill.example', 'expired')
  await contact('Unreachable')
  const isUser = await contact('Same', 'BROKER@citygate.example')
  await contact('Twin', 'zoe@HOME.example')

  const { count, results } = await list()
  expect(count).toBe(users.count + 3)
  const added = results.filter(({ id }) => id > 1_000_000_000)
  const row = (id: number, email: string, last_name: string) => ({
    id: 1_000_000_000 + id,
    email,
    first_name: 'Ann',
    last_name,
  })
  expect(added).toEqual([
    row(atWork, 'ann.work@mill.example', 'Work'),
    row(formerly, 'former@home.example', 'Former'),
    row(atHome, 'Zoe@home.example', 'Home'),
  ])
  expect(results.filter(({ email }) => /^broker@/i.test(email)).map(({ id }) => id)).toEqual([3])
  expect(results.map(({ id }) => id)).not.toContain(1_000_000_000 + isUser)
})

test('[SCH-1] users are found by first and last name together, as contacts are', async () => {
  await contact('Typed', 'typed@home.example')
  expect(await emails('?q=Ann Typed')).toEqual(['typed@home.example'])
  expect(await emails('?q=robin tav')).toEqual(['broker@citygate.example'])
})

test('[MSG-1, SCH-1] an address that only looks alike is another one, on both databases', async () => {
  for (const email of ['strasse@alike.example', 'ÉCOLE@alike.example', 'école@alike.example'])
    await contact('Alike', email)
  expect(new Set(await emails('?q=alike'))).toEqual(
    new Set(['strasse@alike.example', 'ÉCOLE@alike.example', 'école@alike.example']),
  )
  const invited = ['straße@alike.example', 'STRASSE@alike.example', 'école@alike.example']
  const { participants } = await post<{ participants: { id: number | null; email: string }[] }>(
    '../../activities/api/activities',
    {
      title: 'Spelling',
      description: 'Who is meant',
      start: 1_900_000_000,
      participants: invited.map((email) => ({ email })),
    },
  )
  expect(participants.map(({ id, email }) => [id === null, email])).toEqual([
    [true, 'straße@alike.example'],
    [false, 'strasse@alike.example'],
    [false, 'école@alike.example'],
  ])
})

test('[MSG-1] what a contact is reached by follows the links, the trash and the end of accounts', async () => {
  const id = await contact('Mover', 'mover@home.example')
  expect(await emails('?q=mover')).toEqual(['mover@home.example'])
  const at = await link(id, 'mover@mill.example')
  expect(await emails('?q=mover')).toEqual(['mover@mill.example'])
  await api.asBroker('PATCH', `/api/mpg/organization-contacts/${at}/`, { employment_status: 'expired' })
  expect(await emails('?q=mover')).toEqual(['mover@home.example'])
  await api.asBroker('DELETE', `/api/mpg/contacts/${id}/`)
  expect(await emails('?q=mover')).toEqual([])

  await api.database.db
    .updateTable('users')
    .set({ is_active: false })
    .where('username', '=', 'newcomer')
    .execute()
  expect(await emails('?q=newcomer')).toEqual([])
  await contact('Successor', 'newcomer@citygate.example')
  expect(await emails('?q=newcomer')).toEqual(['newcomer@citygate.example'])
})

test('[ACT-3, LIST-1] pages of any size put together give each participant once', async () => {
  const whole = await list('?limit=999999999&offset=0')
  const walked: Participant[] = []
  for (let offset = 0; offset < whole.count; offset += 3) {
    const page = await list(`?limit=3&offset=${offset}`)
    expect(page.count).toBe(whole.count)
    walked.push(...page.results)
  }
  expect(walked).toEqual(whole.results)
  expect(await list(`?limit=5&offset=${whole.count}`)).toEqual({ count: whole.count, results: [] })
  expect((await list('?limit=0')).results).toEqual([])
})

test('[TRUST-13, TRUST-12] what is searched is taken literally, and wrong parameters are named', async () => {
  await contact('100%', 'hundred_percent@mill.example')
  expect(await emails('?q=100%25')).toEqual(['hundred_percent@mill.example'])
  expect(await emails('?q=d_p')).toEqual(['hundred_percent@mill.example'])
  expect(await emails('?q=dxp')).toEqual([])
  for (const query of ['?limit=-1', '?offset=x', '?q=%00', '?q=a&q=b', `?q=${'x'.repeat(256)}`])
    expect((await api.asBroker('GET', participantsPath + query)).status).toBe(400)
})

test('[TRUST-23] a list of thousands is sent whole, in parts', async () => {
  const stamps = { version: 1, created_by: 3, created_at: '2027-01-01T00:00:00.000Z' }
  const rows = Array.from({ length: 2_500 }, (_, index) => ({
    ...{ title: 'ms' as const, person_title: 'Ms', gender: 'female' as const, first_name: 'Many' },
    ...{ last_name: `N${index}`, name: `N${index}, Many`, name_key: `n${index}, many` },
    ...{ first_name_key: 'many', last_name_key: `n${index}`, search: `n${index}` },
    ...{ personal_email: `many.${index}@crowd.example`, ...stamps },
    ...{ modified_by: 3, modified_at: stamps.created_at },
  }))
  for (let start = 0; start < rows.length; start += 500)
    await api.database.db
      .insertInto('contacts')
      .values(rows.slice(start, start + 500))
      .execute()
  const { count, results } = await list('?limit=999999999')
  expect(results).toHaveLength(count)
  expect(new Set(results.map(({ id }) => id)).size).toBe(count)
  expect(results.filter(({ email }) => email.endsWith('@crowd.example'))).toHaveLength(2_500)
  expect((await list('?limit=10&q=n2499')).results).toHaveLength(1)
})
