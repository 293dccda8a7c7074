/** Role × action × resource, through HTTP (ROLE-1 to ROLE-4). */
import { contract, type ResourceName, type Row } from '../../src/contract'
import { bulkChangesPath, type BulkChange } from '../../src/contract/bulkChanges'
import { changesPath } from '../../src/contract/events'
import { profileFetchPath } from '../../src/contract/contacts'
import { erasePath, personalDataPath } from '../../src/contract/erasures'
import { rolePolicy } from '../../src/contract/policy'
import {
  rights,
  roles,
  separateRights,
  type Right,
  type Role,
  type RoleFields,
} from '../../src/contract/roles'
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

const line = (name: string, methods: string, paths: string, ...needed: readonly Right[]) => ({
  name,
  methods: methods.split(' '),
  paths: new RegExp(`^(?:${paths.replaceAll('ID', String.raw`\{\w+\}`)})$`),
  needed,
})
/** Shared records that a trash keeps, and those that it does not. */
const kept = `(?:/api/mpg/(?:${[
  'tag|notes|file|addresses|contacts|organizations|organization-addresses|organization-contacts|todos',
  'organization-todos|opportunities|bids|suppliers|quotes|contracts|contract-accounts|utilities',
  'utility-states|utility-accounts|meters',
].join('|')})|/activities/api/activities)/`
const unkept = '/api/mpg/(?:curves|heat-contents|market-holidays)/'
const undeletable = '/api/mpg/(?:curve-points|bill-periods)/'
const imports =
  '/api/mpg/(?:curve|heat-content|market-holiday|usage|contract|organization|contact|address|opportunity)-imports/'
const ownRecords = '(?:/api/mpg/(?:views|message-templates)|/nylas/messages)/'

/**
 * The rights that routes need, in the order in which they are refused: by hand, apart from what the server derives from the same
 * paths, which this is to check. Each route fits one line, and a new one has to be written here.
 */
const lines = [
  line(
    'reads',
    'GET',
    '(?!.*/(?:export|personal-data)/$|/fetch/|/api/(?:connections|webhooks|audit|service-tokens|users/required-factors)/).*',
  ),
  line('exports', 'GET', '(?!/api/audit/).*/(?:export|contacts/ID/personal-data)/', 'export'),
  line('export of the audit', 'GET', '/api/audit/export/', 'installation', 'export'),
  line(
    'a look at the installation',
    'GET',
    '/api/(?:connections|webhooks|audit)/|/api/webhooks/ID/deliveries/',
    'installation',
  ),
  line(
    'changes of the installation',
    'POST PATCH DELETE',
    '/api/connections/ID/try/|/api/webhooks/(?:ID/(?:test/|deliveries/ID/again/)?)?',
    'installation',
  ),
  line('service tokens', 'GET POST DELETE', '/api/service-tokens/(?:ID/)?', 'users'),
  line(
    'users',
    'POST PUT PATCH DELETE',
    '/api/users/(?:refuse/|refuse-unconfirmed/|ID/(?:password/|second-factor/)?)?',
    'users',
  ),
  line('who needs a second factor', 'GET PATCH', '/api/users/required-factors/', 'users'),
  line('teams', 'POST PUT PATCH DELETE', '/api/mpg/teams/(?:ID/(?:restore/)?)?', 'write', 'users'),
  line('the own account', 'POST PUT PATCH DELETE', '/api/(?:sessions/(?:ID/)?|users/me/.*|profile/ID/)'),
  line('own records', 'POST PUT PATCH DELETE', `${ownRecords}(?:ID/(?:restore/)?)?`),
  line(
    'what is shown to oneself',
    'POST PUT DELETE',
    `/api/mpg/(?:view-choices/ID|notifications/read|notifications/settings)/|${kept}ID/follow/`,
  ),
  line('support', 'POST', '/api/support/'),
  line('a GET that stores', 'GET', '/fetch/ID/ID/', 'write'),
  line('records', 'POST PUT PATCH DELETE', `${kept}(?:ID/(?:restore/)?)?`, 'write'),
  line('records without a trash', 'POST PUT PATCH', `(?:${unkept}|${undeletable})(?:ID/)?`, 'write'),
  line(
    'steps of deals',
    'POST',
    '/api/mpg/(?:quotes/ID/(?:award|revoke-award|withdraw)|contracts/ID/(?:sign|amend|terminate|renew))/',
    'write',
  ),
  line('changes of many', 'POST', '/api/mpg/bulk-changes/(?:ID/(?:stop|undo)/)?', 'write'),
  line('merges', 'POST', '/api/mpg/(?:(?:organizations|contacts)/ID/merge|merges/ID/undo)/', 'write'),
  line(
    'pairs that are none',
    'PUT DELETE',
    '/api/mpg/(?:organizations|contacts)/duplicate-pairs/ID/dismissal/',
    'write',
  ),
  line('credit', 'POST', '/api/mpg/(?:credit-setups|organizations/(?:search|create)_experian)/', 'write'),
  line('mail and meetings', 'POST', '/nylas/(?:send|event)/', 'write'),
  line('imports', 'POST', `${imports}(?:ID/(?:commit|undo)/)?`, 'write', 'import'),
  line('a whole list', 'PUT', '/api/mpg/source-names/', 'write', 'import', 'bulk_delete'),
  line('the list before', 'POST', '/api/mpg/source-names/replaced/', 'write', 'import', 'bulk_delete'),
  line(
    'deletion from the trash',
    'DELETE',
    `(?:${kept}|${ownRecords}|/api/mpg/teams/)trash/ID/`,
    'write',
    'bulk_delete',
  ),
  line('deletion without a trash', 'DELETE', `${unkept}ID/`, 'write', 'bulk_delete'),
  line('erasure', 'POST', '/api/mpg/contacts/ID/erase/', 'write', 'bulk_delete'),
]
/** Lines of the right to administer users whose paths are refused before what only the provider's team may do. */
const refusedByPath = ['service tokens', 'who needs a second factor']
const linesOf = ({ method, path }: Route) =>
  lines.filter(({ methods, paths }) => methods.includes(method) && paths.test(path))

test('[ROLE-1] the policy is as documented, role by role', () => {
  for (const role of roles)
    expect([role, rights.filter((right) => rolePolicy[role][right])]).toEqual([role, expected[role]])
})

test('[ROLE-2] each route stands once in the table of rights', () => {
  const all = routes().filter(({ isPublic }) => !isPublic)
  expect(all.length).toBeGreaterThan(400)
  const named = all.map((route) => [`${route.method} ${route.path}`, linesOf(route).map(({ name }) => name)])
  expect(named.filter(([, found]) => found?.length !== 1)).toEqual([])
  expect(lines.filter((one) => !all.some((route) => linesOf(route).includes(one)))).toEqual([])
})

/** Accounts by what they are called in a title: each role, and what each right alone takes away. */
const accounts = [
  ...(['team', 'broker'] as const).flatMap((type) =>
    roles
      .filter((role) => type === 'team' || role !== 'administrator')
      .map((role) => ({
        account: `${role} of the type ${type}`,
        type,
        given: { role },
        has: expected[role],
      })),
  ),
  ...separateRights.map((right) => ({
    account: `who lacks ${right} alone`,
    type: 'team' as const,
    given: { withheld_rights: [right] },
    has: rights.filter((other) => other !== right),
  })),
]

test.each(accounts)(
  '[ROLE-2] $account: is refused exactly the routes whose rights are lacking',
  async ({ type, given, has }) => {
    const { token } = await userWith(given, type)
    // Users and teams are refused by the record, which has to be there.
    const { id: user } = await userWith({}, 'broker')
    const { team_id } = await make('teams')
    const { team_id: trashed } = await make('teams')
    const path = `${contract.teams.path}${trashed}/`
    expect((await api.send('DELETE', path, { token: team })).status).toBe(204)
    const records: Readonly<Record<string, number>> = {
      '/api/users/': user,
      '/api/mpg/teams/': team_id,
      '/api/mpg/teams/{id}/restore/': trashed,
    }
    // They are looked at before the right to administer is, which their handlers know of.
    const whole = { username: `role${++made}`, user_type: 'broker', is_active: true }
    const bodies: Readonly<Record<string, object>> = {
      'POST /api/users/': { ...whole, password },
      'PUT /api/users/{id}/': whole,
      'POST /api/mpg/teams/': { name: `Those of ${made}` },
      'PUT /api/mpg/teams/{id}/': { name: `Others of ${made}` },
    }
    const wrong = []
    for (const route of routes()) {
      const [found] = linesOf(route)
      // The stream of changes does not end.
      if (route.isPublic || !found || route.path === changesPath) continue
      // A read that is not refused to those who may do least is refused to none.
      if (found.name === 'reads' && has.length > 0) continue
      const lacked = found.needed.find((right) => !has.includes(right))
      const id = records[route.path] ?? records[route.path.replace(/\{.*/, '')] ?? 999999
      const answer = await api.send(route.method, route.path.replaceAll(/\{\w+\}/g, String(id)), {
        token,
        ...(route.method === 'GET' ? {} : { body: bodies[`${route.method} ${route.path}`] ?? {} }),
      })
      // Of the provider's team alone are users and teams, and what only it does is refused with a sentence of its own.
      const isOfTeam = type !== 'team' && lacked === 'users' && !refusedByPath.includes(found.name)
      const told = lackedIn(answer)
      if (told !== (isOfTeam ? undefined : lacked) || answer.status === 401 || answer.status >= 500)
        wrong.push([route.method, route.path, answer.status, told, lacked])
    }
    expect(wrong).toEqual([])
  },
)

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
