/** Role × action × resource, through HTTP (ROLE-1 to ROLE-4). */
import { contract, type ResourceName, type Row } from '../../src/contract'
import { bulkChangesPath, type BulkChange } from '../../src/contract/bulkChanges'
import { profileFetchPath } from '../../src/contract/contacts'
import { erasePath, personalDataPath } from '../../src/contract/erasures'
import { rolePolicy } from '../../src/contract/policy'
import { rights, roles, type Right, type Role, type RoleFields } from '../../src/contract/roles'
import { rightsOf } from '../http/routeRights'
import { replacedSourceNamesPath } from '../../src/contract/sourceNames'
import { startApi, type TestApi } from '../testing/api'
import { recordMaker, type MakeRecord } from '../testing/records'
import { untilAnswer } from '../testing/until'

type User = Row<'users'>

const password = 'seven small lanterns'

let api: TestApi
let team: string
let make: MakeRecord
beforeAll(async () => {
  api = await startApi()
  team = (await api.signIn('team')).access
  make = recordMaker(api)
})
afterAll(() => api.close())

let made = 0
/** An account of the provider's team, so that nothing is refused for its type, and its access token. */
const userWith = async (given: Partial<RoleFields> = {}, user_type: User['user_type'] = 'team') => {
  const username = `role${++made}`
  const { body: user } = await api.send<User>('POST', '/api/users/', {
    token: team,
    body: { username, first_name: 'Pat', last_name: 'Brook', user_type, is_active: true, password },
  })
  await give(user.id, given)
  const { body } = await api.send<{ access: string }>('POST', '/api/token/', { body: { username, password } })
  return { id: user.id, username, token: body.access }
}
/** Gives a role as an operator does: there need not be an administrator. */
const give = async (
  id: number,
  { role = null, granted_rights = [], withheld_rights = [] }: Partial<RoleFields>,
) => {
  await api.database.db
    .updateTable('users')
    .set({
      role,
      granted_rights: JSON.stringify(granted_rights),
      withheld_rights: JSON.stringify(withheld_rights),
    })
    .where('id', '=', id)
    .execute()
}

/** What a refusal says, by the right that is lacking: told apart from the refusals of other rules. */
const refusals: Readonly<Record<Right, string>> = {
  write: 'Your role only reads: it changes no shared records.',
  export: 'Your account exports nothing.',
  import: 'Your account does not import files.',
  bulk_delete: 'Your account does not delete many records at once, or for good.',
  users: 'Your account does not administer users.',
  installation: 'Your account does not look after connections, webhooks and the audit.',
}
const lackedIn = ({ status, body }: { status: number; body: unknown }): Right | undefined => {
  const { code, detail } = (body ?? {}) as { code?: string; detail?: string }
  return status === 409 && code === 'refused' ? rights.find((right) => refusals[right] === detail) : undefined
}

/** What each role may do, written once more: a changed entry of the policy fails here. */
const expected: Readonly<Record<Role, readonly Right[]>> = {
  administrator: ['write', 'export', 'import', 'bulk_delete', 'users', 'installation'],
  manager: ['write', 'export', 'import', 'bulk_delete', 'installation'],
  member: ['write'],
  read_only: [],
}

interface Route {
  method: string
  path: string
  isPublic: boolean
}
const routes = (): Route[] =>
  Object.entries(api.app.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { security?: unknown[] }>).map(([method, { security }]) => ({
      method: method.toUpperCase(),
      path,
      isPublic: security?.length === 0,
    })),
  )
const asked = (path: string) => path.replaceAll(/\{\w+\}/g, '999999')

/** Paths below which those who only read may write: what is their own. Users are refused by the handler. */
const own =
  /^\/api\/(sessions|users|support|mpg\/views|mpg\/message-templates|mpg\/view-choices|mpg\/notifications)\/|^\/nylas\/messages\/|\/follow\/$|profile/

test('[ROLE-1] the policy is as documented, role by role', () => {
  for (const role of roles)
    expect([role, rights.filter((right) => rolePolicy[role][right])]).toEqual([role, expected[role]])
})

test('[ROLE-2] a user who only reads is refused by every writing route of shared records', async () => {
  const { token } = await userWith({ role: 'read_only' })
  const writing = routes().filter(({ method, isPublic }) => method !== 'GET' && !isPublic)
  expect(writing.length).toBeGreaterThan(100)
  const wrong: string[] = []
  let refused = 0
  for (const { method, path } of writing) {
    if (own.test(path) && !/\/trash\//.test(path)) continue
    const lacked = lackedIn(await api.send(method, asked(path), { token, body: {} }))
    if (lacked === undefined) wrong.push(`${method} ${path}`)
    else refused++
  }
  expect(wrong).toEqual([])
  expect(refused).toBeGreaterThan(90)
})

test('[ROLE-2] each role is refused exactly the routes whose rights it lacks', async () => {
  const all = routes().filter(({ isPublic }) => !isPublic)
  for (const role of roles) {
    const { token } = await userWith({ role })
    for (const { method, path } of all) {
      const needed = rightsOf(method, path.replaceAll(/\{(\w+)\}/g, ':$1'))
      const lacked = needed.find((right) => !expected[role].includes(right))
      // Those that are allowed are asked only where that changes and costs nothing.
      if (lacked === undefined && (needed.length === 0 || method !== 'GET')) continue
      const answer = await api.send(method, asked(path), { token, ...(method === 'GET' ? {} : { body: {} }) })
      expect([role, method, path, lackedIn(answer)]).toEqual([role, method, path, lacked])
    }
  }
})

test('[ROLE-2] a GET that stores what it fetches is a change, and what all users see of views is', async () => {
  const { token } = await userWith({ role: 'read_only' })
  const { contact_id } = await make('contacts')
  expect(lackedIn(await api.send('GET', profileFetchPath('ada-brook', contact_id), { token }))).toBe('write')
  const view = { name: 'Mine', list: 'contacts', query: '', is_shared: false }
  const created = await api.send<Row<'views'>>('POST', contract.views.path, { token, body: view })
  expect(created.status).toBe(201)
  const one = `${contract.views.path}${created.body.view_id}/`
  for (const [method, path] of [
    ['POST', contract.views.path],
    ['PATCH', one],
  ] as const) {
    const body = { ...view, name: 'Ours', is_shared: true }
    expect(lackedIn(await api.send(method, path, { token, body }))).toBe('write')
  }
})

test('[ROLE-3] who administers users, lacking other rights, approves accounts, which lack them then', async () => {
  const { token } = await userWith({ role: 'member', granted_rights: ['users'] })
  const { body: waiting } = await api.send<User>('POST', '/api/users/', {
    token: team,
    body: { username: `role${++made}`, user_type: 'broker', is_active: false, password },
  })
  expect(waiting).toMatchObject({ status: 'waiting', role: null })
  const { status, body } = await api.send<User>('PATCH', `/api/users/${waiting.id}/`, {
    token,
    body: { is_active: true },
  })
  expect([status, body.role, body.granted_rights]).toEqual([200, 'member', ['users']])
  const other = await userWith()
  const refused = await api.send('PATCH', `/api/users/${other.id}/`, { token, body: { is_active: false } })
  expect(refused.body.detail).toBe('Only administrators administer users who may do more than you.')
})

test('[ROLE-3, PRIV-1, PRIV-3] a right that was taken keeps from that alone', async () => {
  const { contact_id } = await make('contacts')
  const { token } = await userWith({ withheld_rights: ['bulk_delete'] })
  expect((await api.send('GET', personalDataPath(contact_id), { token })).status).toBe(200)
  const erasing = { token, body: { name: 'Else', reason: 'Asked' } }
  expect(lackedIn(await api.send('POST', erasePath(contact_id), erasing))).toBe('bulk_delete')
})

test('[ROLE-1] a list of source names needs the rights to import and to delete many, in either form', async () => {
  const { path } = contract.sourceNames
  for (const right of ['import', 'bulk_delete'] as const) {
    const { token } = await userWith({ withheld_rights: [right] })
    const headers = { 'content-type': 'text/csv' }
    for (const sent of [{ body: { names: ['Birch'] } }, { body: 'name\nBirch\n', headers }])
      expect(lackedIn(await api.send('PUT', path, { token, ...sent }))).toBe(right)
    expect(lackedIn(await api.send('POST', replacedSourceNamesPath, { token }))).toBe(right)
  }
  expect((await api.send<{ count: number }>('GET', path, { token: team })).body.count).toBe(80)
})

const makeable = [
  'tags',
  'organizations',
  'contacts',
  'opportunities',
  'todos',
  'curves',
  'suppliers',
] as const

test.each([null, ...roles])('[ROLE-2] %s: creates, changes and deletes as its rights say', async (role) => {
  const { token } = await userWith({ role })
  const mayWrite = role === null || expected[role].includes('write')
  for (const name of makeable) {
    const record = await make(name)
    const { path, idField } = contract[name as ResourceName]
    const one = `${path}${(record as unknown as Record<string, number>)[idField]}/`
    const seen = []
    seen.push((await api.send('GET', one, { token })).status)
    seen.push((await api.send('PATCH', one, { token, body: {} })).status)
    seen.push((await api.send('DELETE', one, { token })).status)
    // What no trash keeps is deleted for good.
    const mayDelete =
      mayWrite && (name !== 'curves' || role === null || expected[role].includes('bulk_delete'))
    expect([name, seen]).toEqual([name, [200, mayWrite ? 200 : 409, mayDelete ? 204 : 409]])
  }
})

test('[ROLE-2] the own account, views, notifications and sessions stay one’s own', async () => {
  const { id, token } = await userWith({ role: 'read_only' })
  const seen = [
    await api.send('PATCH', `/api/users/${id}/`, { token, body: { first_name: 'Sam' } }),
    await api.send('POST', '/api/mpg/views/', { token, body: { name: 'Mine', list: 'contacts' } }),
    await api.send('POST', '/api/mpg/notifications/read/', { token, body: {} }),
    await api.send('GET', '/api/sessions/', { token }),
  ]
  expect(seen.map(lackedIn)).toEqual([undefined, undefined, undefined, undefined])
  expect(seen.slice(0, 2).map(({ status }) => status)).toEqual([200, 201])
})

test('[ROLE-3] a right is given beside the role, or taken from one account', async () => {
  const csv = `${contract.tags.path}export/?format=csv`
  const member = await userWith({ role: 'member' })
  expect(lackedIn(await api.send('GET', csv, { token: member.token }))).toBe('export')
  await give(member.id, { role: 'member', granted_rights: ['export'] })
  expect((await api.send('GET', csv, { token: member.token })).status).toBe(200)
  const plain = await userWith({ withheld_rights: ['export'] })
  expect(lackedIn(await api.send('GET', csv, { token: plain.token }))).toBe('export')
  // What others see of it does not help one who only reads to import.
  await give(member.id, { role: 'read_only', granted_rights: ['import'] })
  const route = routes().find(({ method, path }) => method === 'POST' && path.endsWith('/commit/'))
  expect(lackedIn(await api.send('POST', asked(route?.path ?? ''), { token: member.token }))).toBe('write')
})

test('[ROLE-2] an API token acts by its user’s role, and a change counts at once', async () => {
  const { id, token } = await userWith()
  const { body } = await api.send<{ token: string }>('POST', '/api/users/me/api-tokens/', {
    token,
    body: { name: 'ERP', scopes: ['read', 'write'], valid_days: 30, current_password: password },
  })
  const create = () =>
    api.send('POST', contract.tags.path, {
      token: body.token,
      body: { name: `By token ${++made}`, color: '#123456', description: 'x' },
    })
  expect((await create()).status).toBe(201)
  await give(id, { role: 'read_only' })
  expect(lackedIn(await create())).toBe('write')
})

test('[ROLE-2] bulk deletion is refused at its beginning, and to a change that runs later', async () => {
  const ids = []
  for (let index = 0; index < 3; index++) ids.push((await make('opportunities')).opportunity_id)
  const order = { list: 'opportunities', action: 'delete', ids }
  const member = await userWith({ role: 'member' })
  expect(lackedIn(await api.send('POST', bulkChangesPath, { token: member.token, body: order }))).toBe(
    'bulk_delete',
  )

  // A restoration needs no such right; taken back by a user who lacks it, it would delete them again.
  for (const id of ids) await api.asBroker('DELETE', `${contract.opportunities.path}${id}/`)
  const { id, token } = await userWith()
  const { body, status } = await api.send<BulkChange>('POST', bulkChangesPath, {
    token,
    body: { ...order, action: 'restore' },
  })
  expect(status).toBe(201)
  const read = async () =>
    (await api.send<BulkChange>('GET', `${bulkChangesPath}${body.bulk_change_id}/`, { token })).body
  await untilAnswer(read, ({ state }) => state === 'done')
  await give(id, { role: 'member' })
  await api.send('POST', `${bulkChangesPath}${body.bulk_change_id}/undo/`, { token })
  const { counts } = await untilAnswer(read, ({ state }) => state === 'undone')
  expect([counts.undone, counts.kept]).toEqual([0, 3])
  const { body: kept } = await api.send<{ results: { reason: string }[] }>(
    'GET',
    `${bulkChangesPath}${body.bulk_change_id}/records/`,
    { token },
  )
  expect(kept.results.map(({ reason }) => reason)).toEqual(ids.map(() => refusals.bulk_delete))
})

describe('who gives roles', () => {
  const patch = (token: string, id: number, body: object) =>
    api.send<User>('PATCH', `/api/users/${id}/`, { token, body })

  test('[ROLE-4] the team until there is an administrator, then administrators alone', async () => {
    await api.database.db.updateTable('users').set({ role: null, granted_rights: '[]' }).execute()
    const [first, other, third] = [await userWith(), await userWith(), await userWith()]
    const broker = await userWith({}, 'broker')
    // Before: users of the team who lack nothing.
    expect((await patch(other.token, third.id, { role: 'member' })).status).toBe(200)
    expect((await patch(third.token, third.id, { role: null })).status).toBe(409)
    expect((await patch(first.token, first.id, { role: 'manager' })).status).toBe(409)
    const wrong = await patch(first.token, broker.id, { role: 'administrator' })
    expect([wrong.status, (wrong.body as unknown as { fields: object }).fields]).toEqual([
      400,
      { role: "Administrators are of the provider's team." },
    ])
    expect((await patch(first.token, first.id, { role: 'administrator' })).status).toBe(200)

    // After.
    expect((await patch(other.token, third.id, { role: null })).status).toBe(409)
    expect((await patch(other.token, other.id, { role: 'administrator' })).status).toBe(409)
    expect((await patch(first.token, first.id, { role: null })).status).toBe(409)
    expect((await patch(first.token, third.id, { role: 'read_only' })).status).toBe(200)
    // Neither the account of an administrator nor its password is another user's.
    for (const [method, path, body] of [
      ['PATCH', `/api/users/${first.id}/`, { email: 'mine@brook.example' }],
      ['POST', `/api/users/${first.id}/password/`, { password: 'eleven quiet harbours' }],
      ['DELETE', `/api/users/${first.id}/second-factor/`, {}],
    ] as const)
      expect((await api.send(method, path, { token: other.token, body })).status).toBe(409)
  })

  test('[ROLE-4] who administers users makes none who may do more', async () => {
    const maker = await userWith({ role: 'member', granted_rights: ['users'] })
    const body = { username: `role${++made}`, user_type: 'team', is_active: true, password }
    const { status, body: user } = await api.send<User>('POST', '/api/users/', { token: maker.token, body })
    expect([status, user.role, user.granted_rights]).toEqual([201, 'member', ['users']])
    const free = await userWith()
    expect((await patch(maker.token, free.id, { first_name: 'Sam' })).status).toBe(409)
    expect((await patch(maker.token, user.id, { first_name: 'Sam' })).status).toBe(200)
  })

  test('[ROLE-4] a right is not both given and taken, and administrators keep the users', async () => {
    const { id } = await userWith()
    const both = await patch(team, id, {
      role: 'member',
      granted_rights: ['export'],
      withheld_rights: ['export'],
    })
    expect(both.status).toBe(400)
    expect((await patch(team, id, { role: 'administrator', withheld_rights: ['users'] })).status).toBe(400)
  })
})
