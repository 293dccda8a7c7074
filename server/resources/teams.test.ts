import { contract, type Row } from '../../src/contract'
import { changesPath } from '../../src/contract/events'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import { schemaName } from '../../src/contract/schema'
import { startApi, type TestApi } from '../testing/api'
import type { ApiDocument } from '../testing/apiDocument'
import { expectOrderings, folded } from '../testing/orderings'
import { recordMaker, type MakeRecord } from '../testing/records'

type Record = Row<'teams'>

const { path } = contract.teams

let api: TestApi
let record: MakeRecord
let token: string
beforeAll(async () => {
  api = await startApi()
  ;({ access: token } = await api.signIn('team'))
  record = recordMaker(api)
})
afterAll(() => api.close())

/** As a user who administers users. */
const asTeam = <T = ErrorAnswer>(method: string, address: string, body?: unknown) =>
  api.send<T>(method, address, { token, body })

const list = async (query = '') => (await api.asBroker<ListAnswer<Record>>('GET', path + query)).body

test('[API-1, API-6] a record is created, read, found, changed and refused in an older version', async () => {
  const answer = await asTeam<Record>('POST', path, { name: '  Brackwater ' })
  expect(answer.status).toBe(201)
  const made = answer.body
  expect(made).toMatchObject({ name: 'Brackwater', version: 1, created_by: made.modified_by })
  expect(await list('?q=brackw')).toEqual({ count: 1, results: [made] })
  const one = `${path}${made.team_id}/`
  const changed = await asTeam<Record>('PUT', one, { name: 'Brackwater & Sons', version: 1 })
  expect(changed.body).toMatchObject({ name: 'Brackwater & Sons', version: 2 })
  expect((await api.asBroker('GET', one)).body).toEqual(changed.body)
  expect((await asTeam('PATCH', one, { name: 'Late', version: 1 })).status).toBe(409)
})

test('[API-4, TEAM-1] a team needs a name that no other one has', async () => {
  const { status, body } = await asTeam('POST', path, { name: ' ' })
  expect([status, body.fields]).toEqual([400, { name: 'This field is required' }])
  await record('teams', { name: 'Quarry' })
  const twice = await asTeam('POST', path, { name: 'QUARRY' })
  expect([twice.status, twice.body.fields]).toEqual([409, { name: 'A team with this name exists already.' }])
})

test('[API-2] the list sorts by every column', async () => {
  for (const name of ['élan', 'Elbe', 'amber']) await record('teams', { name })
  await expectOrderings(api, 'teams', {
    name: ({ name }) => folded(name),
    created_at: ({ created_at }) => created_at,
    modified_at: ({ modified_at }) => modified_at,
  })
})

test('[API-1] what is deleted is in the trash, and restored as it was', async () => {
  const made = await record('teams')
  const one = `${path}${made.team_id}/`
  expect((await asTeam('DELETE', one)).status).toBe(204)
  expect((await api.asBroker('GET', one)).status).toBe(404)
  const trash = await api.asBroker<ListAnswer<Record>>('GET', `${path}trash/`)
  expect(trash.body.results).toMatchObject([{ team_id: made.team_id, deleted_by: made.created_by }])
  expect((await asTeam('POST', `${one}restore/`)).body).toEqual(made)
})

test('[TRUST-38] each change is in the audit', async () => {
  const { team_id } = await record('teams')
  await asTeam('DELETE', `${path}${team_id}/`)
  const rows = await api.database.db
    .selectFrom('audit')
    .select('action')
    .where('resource', '=', 'teams')
    .where('record_id', '=', team_id)
    .orderBy('id')
    .execute()
  expect(rows).toEqual([{ action: 'create' }, { action: 'delete' }])
})

test('[LIVE-1] open pages are told of a change', async () => {
  const { access } = await api.signIn()
  const page = await fetch(api.url + changesPath, { headers: { authorization: `Bearer ${access}` } })
  const reader = page.body?.pipeThrough(new TextDecoderStream()).getReader()
  const { team_id } = await record('teams')
  let heard = ''
  while (!heard.includes('"created"')) heard += (await reader?.read())?.value ?? ''
  expect(heard).toContain(
    `data: ${JSON.stringify({ resource: 'teams', id: team_id, action: 'created', version: 1 })}`,
  )
})

test('[TEAM-1] teams are administered by those who administer users, and read by all', async () => {
  const { team_id } = await record('teams')
  const one = `${path}${team_id}/`
  const refused = { detail: "Only the provider's team administers teams." }
  for (const [method, address] of [
    ['POST', path],
    ['PATCH', one],
    ['DELETE', one],
  ] as const) {
    const answer = await api.asBroker(method, address, method === 'DELETE' ? undefined : { name: 'Other' })
    expect([method, answer.status, answer.body]).toMatchObject([method, 409, refused])
  }
  expect((await api.asBroker('GET', one)).status).toBe(200)
})

test('[API-8] the API document describes its routes', async () => {
  const { body } = await api.asBroker<ApiDocument>('GET', '/api/schema/')
  expect(Object.keys(body.paths[path] ?? {}).sort()).toEqual(['get', 'post'])
  expect(Object.keys(body.paths[`${path}{id}/`] ?? {}).sort()).toEqual(['delete', 'get', 'patch', 'put'])
  expect(body.tags.map(({ name }) => name)).toContain(schemaName(contract.teams))
})
