import type { Row } from '../../../src/contract'
import { startApi, type TestApi } from '../../testing/api'
import { sendForm } from '../../testing/forms'
import { recordMaker, type MakeRecord } from '../../testing/records'

type Deal = Row<'opportunities'>

let api: TestApi
let make: MakeRecord
beforeAll(async () => {
  api = await startApi()
  make = recordMaker(api)
})
afterAll(() => api.close())

const one = ({ opportunity_id }: Deal) => `/api/mpg/opportunities/${opportunity_id}/`
const change = (deal: Deal, body: object, headers = {}, method = 'PATCH') =>
  api.asBroker<Deal & { code: string }>(method, one(deal), body, headers)

describe('[TRUST-48] a list of relations', () => {
  test.each(['PATCH', 'PUT'])(
    'is not replaced by %s without the version that it builds on',
    async (method) => {
      const [tag, deal] = [await make('tags'), await make('opportunities')]
      const body = { opportunity_name: 'Mill', tags: [tag.tag_id] }
      for (const headers of [{}, { 'if-match': '*' }]) {
        const refused = await change(deal, body, headers, method)
        expect([refused.status, refused.body.code]).toEqual([428, 'version_required'])
      }
      expect((await change(deal, { organizations: null })).status).toBe(428)
      expect((await change(deal, { ...body, version: 1 }, {}, method)).body.tags).toEqual([tag.tag_id])
      expect((await change(deal, { ...body, tags: [] }, { 'if-match': '"2"' }, method)).body.tags).toEqual([])
      expect((await change(deal, { notes: 'no list' }, {}, 'PATCH')).status).toBe(200)
    },
  )

  test('takes what is added and removed without one, and two at once lose nothing', async () => {
    const [a, b, c] = [await make('organizations'), await make('organizations'), await make('organizations')]
    const [first, second] = [a.organization_id, b.organization_id]
    const deal = await make('opportunities', { organizations: [first] })
    const answers = await Promise.all([
      change(deal, { organizations: { add: [second], remove: [first] } }),
      change(deal, { organizations: { add: [c] } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { body } = await api.asBroker<Deal>('GET', one(deal))
    expect(body.organizations.toSorted()).toEqual([second, c.organization_id].toSorted())
    for (const organizations of [{ add: 'x' }, { add: [], more: [] }, { remove: ['x'] }])
      expect((await change(deal, { organizations })).status).toBe(400)
  })

  test('of a task holds to the same', async () => {
    const [todo, { organization_id }] = [await make('todos'), await make('organizations')]
    const send = (body: object) => api.asBroker<Row<'todos'>>('PATCH', `/api/mpg/todos/${todo.id}/`, body)
    expect((await send({ organizations: [organization_id] })).status).toBe(428)
    expect((await send({ organizations: { add: [organization_id] } })).body.organizations).toEqual([
      organization_id,
    ])
  })

  test('is replaced by old clients where the installation says so', async () => {
    const old = await startApi({ LISTS_WITHOUT_VERSION: '1' })
    const deal = await recordMaker(old)('opportunities')
    expect((await old.asBroker('PATCH', one(deal), { tags: [] })).status).toBe(200)
    await old.close()
  })
})

describe('[API-4] a field that no record has', () => {
  test.each([
    ['/api/mpg/opportunities/', { opportunity_name: 'Mill', volume: 7, naem: 'x' }, ['volume', 'naem']],
    ['/api/mpg/tag/', { name: 'Unknown field', color: '#222', description: 'x', colour: '#222' }, ['colour']],
    ['/api/token/', { username: 'broker', password: 'x', otp: '1' }, ['otp']],
    ['/api/support/', { text: 'Help', subject: 'x' }, ['subject']],
  ])('%s: of %j names %j', async (path, body, names) => {
    const answer = await api.asBroker('POST', path, body)
    expect([answer.status, answer.body.fields]).toEqual([
      400,
      Object.fromEntries(names.map((name) => [name, 'There is no such field.'])),
    ])
  })

  test('is refused in a form, too', async () => {
    const { access } = await api.signIn()
    const answer = await sendForm(
      api,
      access,
      ['POST', '/api/mpg/organizations/'],
      Object.entries({ name: 'Mill', state: 'TX', nmae: 'x' }).map(([name, value]) => ({ name, value })),
    )
    expect([answer.status, answer.body.fields]).toEqual([400, { nmae: 'There is no such field.' }])
  })

  test('is none that an answer holds: records are sent back whole, expanded as they were read', async () => {
    const read = async (path: string, expand = '') =>
      (await api.asBroker<Record<string, unknown>>('GET', `${path}${expand && `?expand=${expand}`}`)).body
    const { organization_id: organization } = await make('organizations')
    const { contact_id: contact } = await make('contacts')
    const link = await make('organizationContacts', { organization, contact })
    const deal = await make('opportunities', { organizations: [organization] })
    const task = await make('todos', { organizations: [organization] })
    const note = await make('notes', { object_id: `contact-${contact}` })
    for (const [path, expand] of [
      [`/api/mpg/organizations/${organization}/`, 'contacts,created_by'],
      [`/api/mpg/contacts/${contact}/`, 'organizations_contacts.organization,created_by'],
      [`/api/mpg/organization-contacts/${link.organization_contact_id}/`, 'organization,contact'],
      [`/api/mpg/opportunities/${deal.opportunity_id}/`, 'organizations,created_by,modified_by'],
      [`/api/mpg/todos/${task.id}/`, 'organizations_todos,organizations,created_by'],
      [`/api/mpg/notes/${note.id}/`, 'created_by'],
    ] as const)
      for (const body of [await read(path, expand), await read(path)]) {
        const answer = await api.asBroker('PUT', path, { ...body, version: (await read(path))['version'] })
        expect([path, answer.status]).toEqual([path, 200])
      }
  })
})
