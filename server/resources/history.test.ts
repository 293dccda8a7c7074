import { contract, type Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import { historyPath, type HistoryEntry } from '../../src/contract/history'
import { startApi, type TestApi } from '../testing/api'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const { path } = contract.opportunities
type Opportunity = Row<'opportunities'>

const create = async (body: object = {}) =>
  (await api.asBroker<Opportunity>('POST', path, { opportunity_name: 'Larkfield Mill', ...body })).body
const historyOf = async (id: number, query = '') =>
  (await api.asBroker<ListAnswer<HistoryEntry>>('GET', `${historyPath('opportunities', id)}${query}`)).body

test('[HIST-1] a record tells who changed which field from what to what, the last change first', async () => {
  const tag = async (name: string) =>
    (await api.asBroker<Row<'tags'>>('POST', contract.tags.path, { name, color: '#222', description: 'd' }))
      .body.tag_id
  const [one, other] = [await tag('One'), await tag('Other')]
  const { opportunity_id: id, created_by } = await create({ notes: 'Two sites', tags: [one] })
  const url = `${path}${id}/`
  await api.asBroker('PATCH', url, { notes: 'Three sites', broker_name: 'Quillfeather' })
  const { access: token } = await api.signIn('team')
  await api.send('PATCH', url, { token, body: { broker_name: '', tags: [other, one], version: 2 } })
  await api.asBroker('PATCH', url, { notes: 'stale' }, { 'if-match': '"1"' })
  expect((await api.asBroker('DELETE', url)).status).toBe(204)
  expect((await api.asBroker('POST', `${url}restore/`)).status).toBe(200)

  const { count, results } = await historyOf(id)
  expect(count).toBe(5)
  expect(results.map(({ action }) => action)).toEqual(['restore', 'delete', 'update', 'update', 'create'])
  const [, , third, second, first] = results
  expect(third?.changes).toEqual([
    { field: 'tags', before: [one], after: [other, one], names: { [one]: 'One', [other]: 'Other' } },
    { field: 'broker_name', before: 'Quillfeather', after: null },
  ])
  expect(third?.actor).not.toBe(created_by)
  expect([second?.actor, second?.actor_name]).toEqual([created_by, expect.stringMatching(/\w/)])
  expect(second?.changes).toEqual([
    { field: 'broker_name', before: null, after: 'Quillfeather' },
    { field: 'notes', before: 'Two sites', after: 'Three sites' },
  ])
  expect(first?.changes).toContainEqual({ field: 'opportunity_name', before: null, after: 'Larkfield Mill' })
  expect(first?.changes.map(({ field }) => field)).not.toContain('version')
  expect(Date.parse(second?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(first?.at ?? ''))
})

test('[HIST-1] a history is read page by page', async () => {
  const { opportunity_id: id } = await create()
  for (const notes of ['a', 'b', 'c']) await api.asBroker('PATCH', `${path}${id}/`, { notes })
  const page = await historyOf(id, '?limit=2&offset=1')
  expect([page.count, page.results.map(({ changes }) => changes[0]?.after)]).toEqual([4, ['b', 'a']])
  const refused = await api.asBroker('GET', `${historyPath('opportunities', id)}?limit=few`)
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['limit']])
})

test('[HIST-1] there is none of a record that is not there, in the trash, or not for all', async () => {
  const { opportunity_id: id } = await create()
  await api.asBroker('DELETE', `${path}${id}/`)
  for (const url of [historyPath('opportunities', id), historyPath('opportunities', 999_999)])
    expect((await api.asBroker('GET', url)).status).toBe(404)
  for (const url of ['/api/mpg/users/1/history/', '/api/mpg/views/1/history/'])
    expect((await api.asBroker('GET', url)).status).toBe(404)
})

test('[HIST-1, GAS-4] fields that a user does not see are missing from the history, too', async () => {
  const { body } = await api.asBroker<Row<'suppliers'>>('POST', contract.suppliers.path, {
    name: 'Copperlamp Energy',
    lag_months: 2,
  })
  const url = historyPath('suppliers', body.supplier_id)
  const fieldsFor = async (username: string) => {
    const { access: token } = await api.signIn(username)
    const answer = await api.send<ListAnswer<HistoryEntry>>('GET', url, { token })
    return answer.body.results.flatMap(({ changes }) => changes.map(({ field }) => field))
  }
  expect(await fieldsFor('broker')).toContain('lag_months')
  const seen = await fieldsFor('customer')
  expect(seen).toContain('name')
  expect(seen).not.toContain('lag_months')
})
