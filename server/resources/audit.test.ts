import { contract } from '../../src/contract'
import { auditExportPath, auditPath, type AuditPage } from '../../src/contract/audit'
import type { MadeApiToken } from '../../src/contract/apiTokens'
import { demoPassword, startApi, type TestApi } from '../testing/api'

let api: TestApi
let team: string
beforeAll(async () => {
  api = await startApi()
  team = (await api.signIn('team')).access
})
afterAll(() => api.close())

const read = async (query = '') =>
  (await api.send<AuditPage>('GET', `/api/audit/${query}`, { token: team })).body
const tag = async (name: string) =>
  (
    await api.asBroker<{ tag_id: number }>('POST', '/api/mpg/tag/', {
      name,
      color: '#336699',
      description: 'A tag',
    })
  ).body.tag_id

test('[AUD-4] the team reads who did what, when and from where, with what has changed', async () => {
  expect((await api.asBroker('GET', '/api/audit/')).status).toBe(409)
  const id = await tag('Renewal')
  await api.asBroker('PATCH', `/api/mpg/tag/${id}/`, { description: 'Anew' })
  const { results } = await read(`?resource=tags&record_id=${id}`)
  expect(results.map(({ action }) => action)).toEqual(['update', 'create'])
  expect(results[0]).toMatchObject({
    resource: 'tags',
    record_id: id,
    address: '127.0.0.1',
    token_id: null,
    count: 1,
    changes: [{ field: 'description', before: 'A tag', after: 'Anew' }],
  })
  expect(results[0]?.actor_name).toBeTruthy()
  const who = results[0]?.actor
  expect((await read(`?actor=${who}&action=update`)).results).toHaveLength(1)
  const day = new Date().toISOString().slice(0, 10)
  expect((await read(`?from=${day}&to=${day}&resource=tags`)).results.length).toBeGreaterThan(0)
  expect((await read('?to=2020-01-01')).results).toEqual([])
  expect((await read('?action=sign-in')).results[0]?.address).toBe('127.0.0.1')
  for (const wrong of ['?from=yesterday', '?actor=x', '?before=0'])
    expect((await api.send('GET', `/api/audit/${wrong}`, { token: team })).status).toBe(400)
})

test('[AUD-4] no secret is in it', async () => {
  const { body } = await api.send<MadeApiToken>('POST', '/api/users/me/api-tokens/', {
    token: team,
    body: { name: 'ERP', scopes: ['read'], valid_days: 1, current_password: demoPassword },
  })
  const { results } = await read('?resource=users')
  expect(results[0]?.action).toBe('API token made')
  expect(JSON.stringify(results)).not.toContain(body.token)
})

test('[AUD-4, MAIL-2] what is private to a user is told to that user alone, and that it was changed to all who read the audit', async () => {
  const template = { name: 'Own words', text: 'Private words' }
  const { message_template_id: id } = (
    await api.asBroker<{ message_template_id: number }>('POST', contract.messageTemplates.path, template)
  ).body
  const query = `resource=messageTemplates&record_id=${id}`
  const { body } = await api.send<AuditPage>('GET', `${auditPath}?${query}`, { token: team })
  expect(body.results).toEqual([expect.objectContaining({ action: 'create', record_id: id, changes: [] })])
  const exported = await api.send<string>('GET', `${auditExportPath}?format=csv&${query}`, { token: team })
  expect(exported.body).toContain('messageTemplates')
  expect(exported.body).not.toContain('Private words')
})

test('[AUD-4] pages follow each other by the last row', async () => {
  for (let number = 0; number < 60; number++) await tag(`Tag ${number}`)
  const first = await read('?resource=tags&action=create')
  expect(first.results).toHaveLength(50)
  const second = await read(`?resource=tags&action=create&before=${first.next}`)
  expect(second.next).toBeNull()
  const ids = [...first.results, ...second.results].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual([...ids].sort((one, other) => other - one))
})

test('[AUD-5] the export has what the filters find, and is audited itself', async () => {
  await tag('=cmd')
  const answer = await fetch(`${api.url}/api/audit/export/?format=csv&resource=tags&action=create`, {
    headers: { authorization: `Bearer ${team}` },
  })
  const lines = (await answer.text()).trimEnd().split('\r\n')
  expect(lines[0]).toContain('Row,When,User,Action,Resource,Record,Address,API token,Count,Before,After')
  expect(lines.length - 1).toBe(Number(answer.headers.get('x-total-count') ?? lines.length - 1))
  expect(lines[1]).toContain(',create,tags,')
  const workbook = await fetch(`${api.url}/api/audit/export/?format=xlsx&resource=tags`, {
    headers: { authorization: `Bearer ${team}` },
  })
  expect(workbook.headers.get('content-disposition')).toMatch(/Audit \d{4}-\d\d-\d\d\.xlsx/)
  expect(
    Buffer.from(await workbook.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
  expect((await api.send('GET', '/api/audit/export/?format=pdf', { token: team })).status).toBe(400)
  const { results } = await read('?resource=audit')
  expect(results[0]).toMatchObject({ action: 'export', resource: 'audit' })
  expect((await api.asBroker('GET', '/api/audit/export/?format=csv')).status).toBe(409)
})
