/** Every answer that the API document describes, given by a real server and held against the document. */
import { tryConnectionPath } from '../../src/contract/connections'
import { contract } from '../../src/contract'
import { changesPath } from '../../src/contract/events'
import { feedsPath, ownFeedPath } from '../../src/contract/calendarFeed'
import {
  directoryCompletePath,
  directoryLoginPath,
  sessionPath,
  sessionsPath,
  type SignedInPlaces,
} from '../../src/contract/session'
import { registration } from '../../src/contract/users'
import { buildApp } from '../app'
import { openPostgres } from '../db/dialect'
import { madeUpBusinesses } from '../ports/bureau/businesses'
import { createSessions } from '../sessions'
import { demoPassword, startApi, type Answer, type TestApi } from '../testing/api'
import { jsonOf, operationsOf, readDocument, type ApiDocument, type Judge } from '../testing/apiDocument'
import { answerConsent, askForState, broughtBack, form } from '../testing/connectMail'
import { completeSignIn, throughDirectory } from '../testing/directory'
import { sendForm } from '../testing/forms'
import { recordMaker } from '../testing/records'
import { until } from '../testing/until'

type Json = Record<string, unknown>

let api: TestApi
let document: ApiDocument
let judge: Judge
beforeAll(async () => {
  api = await startApi()
  document = (await api.send<ApiDocument>('GET', '/api/schema/')).body
  judge = await readDocument(api.app)
})
afterAll(() => api.close())

const operations = () => operationsOf(document)

/** Statuses that take somebody outside who fails, or time that passes: others provoke them. */
const provokedElsewhere = ['410', '502', '504', '507', 'default']

describe('[API-1, API-2, API-3, API-4] every answer that the document describes is given as described', () => {
  const met = new Set<string>()
  const broker = { access: '' }
  const team = { access: '', refresh: '' }
  /** Of the records that the examples name; of some resources there is only one. */
  const ids = new Map<string, number>()
  /** The addresses of contents, by the paths of the document. */
  const links: Record<string, string> = {}
  let consent = ''
  const provider = 'built-in'
  const completePath = directoryCompletePath('{provider}')

  /** Remembers what was answered. What differs from the document has thrown by then. */
  const note = <T>(method: string, address: string, answer: Answer<T>): Answer<T> => {
    const path = judge.pathOf(method, address)
    if (path !== undefined) met.add(`${method} ${path} ${answer.status}`)
    return answer
  }
  const send = async <T = Json>(
    method: string,
    address: string,
    options: Parameters<TestApi['send']>[2] = {},
  ) =>
    note(
      method,
      address,
      await api.send<T>(method.toUpperCase(), address, { token: team.access, ...options }),
    )
  const upload = async (method: string, address: string, file: string, key: string, content: string) => {
    const parts = [
      { name: file, value: Buffer.from(`\x89PNG\r\n\x1a\n${content}`, 'latin1'), filename: 'a.png' },
      { name: 'object_id', value: 'contact-7' },
    ]
    const headers = { 'idempotency-key': key }
    return note(
      method,
      address,
      await sendForm<Json>(api, team.access, [method.toUpperCase(), address], parts, headers),
    )
  }
  const mailTo = { to: ['far@away.example'], in_reply_to: null }
  const keyOf = (path: string) => `once at ${path}`
  const exampleOf = (method: string, path: string) =>
    jsonOf(document.paths[path]?.[method]?.requestBody?.content)?.example as Json | undefined
  /** The address of a record; the first resource whose path the path begins with knows its id. */
  const at = (path: string, id?: number) =>
    path
      .replace('{id}', String(id ?? [...ids].find(([start]) => path.startsWith(start))?.[1] ?? 7))
      .replace('{slug}', 'ada-brook')
      .replace('{contact}', '7')
      .replace('{provider}', provider)
  const answering = (status: string) => operations().filter(({ operation }) => status in operation.responses)
  const withBody = () => operations().filter(({ operation }) => operation.requestBody)

  beforeAll(async () => {
    Object.assign(team, await api.signIn('team'))
    Object.assign(broker, await api.signIn('broker'))
    const make = recordMaker(api)
    for (let id = 1; id <= 12; id++) {
      await make('tags')
      await make('utilities')
      await make('utilityStates', { utility: id, state: 7 })
      await make('organizations')
      await make('contacts')
      await make('organizationContacts', { organization: id, contact: id })
      await make('opportunities', { organizations: [id] })
      await make('bids', { opportunity: id, legal_entity: id, utility_state: id })
      await make('notes', { object_id: `contact-${id}` })
      await make('todos', { organizations: [id] })
    }
    const { body: own } = await send<{ profile: number }>('get', '/api/users/me/')
    ids.set(contract.profiles.path, own.profile)
  })

  /** Sends the example of an operation; it has to be taken. */
  const take = async (method: string, path: string, change: Json = {}) => {
    const body = { ...exampleOf(method, path), ...change }
    const headers = method === 'post' ? { 'idempotency-key': keyOf(path) } : {}
    const answer = await send(method, at(path), { body, headers })
    const { status } = answer
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify([body, answer.body])}`)
    return answer.body
  }

  test('what is written, to the examples of the document', async () => {
    const { body: calendars } = await send<{ results: { id: string }[] }>('get', '/nylas/calendars/')
    const calendar_id = calendars.results[0]?.id
    /** What may not stand twice, and what only this installation knows. */
    const changes: Record<string, Json> = {
      [`post ${contract.tags.path}`]: { name: 'Second renewal' },
      [`post ${contract.utilities.path}`]: { name: 'Second Gas Light' },
      [`post ${contract.organizationContacts.path}`]: { contact: 12 },
      [`post ${contract.organizationAddresses.path}`]: { address: 12 },
      [`post ${contract.organizationTodos.path}`]: { todo: 12 },
      [`post ${contract.activities.path}`]: { calendar_id },
      [`put ${contract.activities.path}{id}/`]: { calendar_id },
      [`patch ${contract.activities.path}{id}/`]: { calendar_id },
      [`put ${contract.organizations.path}{id}/`]: { first_address: undefined },
      [`patch ${contract.organizations.path}{id}/`]: { first_address: undefined },
      'post /nylas/event/': { calendar_id },
      'post /nylas/send/': mailTo,
      [`post ${contract.users.path}`]: { username: 'second', email: 'second@larkfield.example' },
      [`post ${registration.path}`]: { username: 'third', email: 'third@larkfield.example' },
      [`patch ${contract.profiles.path}{id}/`]: { nylas_default_calendar: calendar_id },
      'post /api/token/': { username: 'broker', password: demoPassword },
      'post /api/token/refresh/': { refresh: team.refresh },
      'post /api/token/revoke/': { refresh: 'of nobody' },
      'post /api/mpg/organizations/create_experian/': { bin: madeUpBusinesses()[0]?.bin },
    }
    for (const method of ['post', 'put', 'patch'])
      for (const { path, operation } of withBody().filter((found) => found.method === method)) {
        if (!jsonOf(operation.requestBody?.content)) continue
        const { id, credit_setup_id } = await take(method, path, changes[`${method} ${path}`])
        if (path === contract.activities.path) ids.set(path, Number(id))
        if (path === contract.creditSetups.path) ids.set(path, Number(credit_setup_id))
        if (path === '/nylas/send/') ids.set(contract.messages.path, Number(id))
      }
    const again = { bin: madeUpBusinesses()[0]?.bin }
    await send('post', '/api/mpg/organizations/create_experian/', { body: again })
  })

  test('what comes and goes as a form: a file, a logo, and the consent to use a mail account', async () => {
    const { path } = contract.files
    const file = await upload('post', path, 'file', keyOf(path), 'a content')
    ids.set(path, Number(file.body['file_id']))
    const organization = await upload('patch', `${contract.organizations.path}7/`, 'logo', 'none', 'a logo')
    const made = await send<{ file: string }>('get', '/fetch/ada-brook/7/')
    Object.assign(links, {
      [`${path}{id}/content/`]: file.body['file'],
      [`${contract.organizations.path}{id}/logo/`]: organization.body['logo'],
      [`${contract.contacts.path}{id}/crystal_profile/`]: made.body.file,
    })
    for (const link of Object.values(links)) await send('get', link)

    await send('get', '/nylas/redirect/?redirect_url=/setup')
    consent = `/nylas/authorize/?state=${encodeURIComponent(await askForState(api, team.access))}`
    await send('get', consent)
    const state = new URLSearchParams(consent.split('?')[1]).get('state') ?? ''
    const back = broughtBack(note('post', '/nylas/authorize/', await answerConsent(api, state, 'allow')))
    await send('get', `/nylas/callback/?${back.toString()}`)
  })

  test('signing in through the directory', async () => {
    const journey = await throughDirectory(api, { provider, choose: 'team' })
    note('get', directoryLoginPath(provider), journey.begun)
    const { status } = note('get', at(completePath), await completeSignIn(api, journey, { provider }))
    expect(status).toBe(200)
  })

  test('a calendar feed, and that it is as it was', async () => {
    const { body } = await send<{ secret_address: string }>('put', ownFeedPath)
    const feed = new URL(body.secret_address).pathname
    links[`${feedsPath}{file}`] = feed
    const { headers } = await send('get', feed)
    await send('get', feed, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
  })

  test('what is read', async () => {
    ids.set(contract.contentTypes.path, 33)
    const { body } = await send<{ results: { source_name_id: number }[] }>('get', contract.sourceNames.path)
    ids.set(contract.sourceNames.path, body.results[0]?.source_name_id ?? 0)
    const asked = [
      changesPath,
      '/nylas/authorize/',
      '/nylas/redirect/',
      '/nylas/callback/',
      completePath,
      ...Object.keys(links),
    ]
    for (const { path, method } of answering('200'))
      if (method === 'get' && !asked.includes(path)) await send('get', at(path))
  })

  test('what is read again and is as it was', async () => {
    for (const { path } of answering('304').filter((one) => one.path !== `${feedsPath}{file}`))
      // What another database of a PostgreSQL server writes counts as a change, too.
      await until(async () => {
        const { headers } = await send('get', at(path))
        const again = { 'if-none-match': headers.get('etag') ?? '' }
        return (await send('get', at(path), { headers: again })).status === 304
      })
  })

  test('no session: 401', async () => {
    const returned = `?code=x&state=x&requestUri=${api.url}/login`
    for (const { path, method } of answering('401')) {
      const body = exampleOf(method, path)
      const wrong = path === '/api/token/' ? { username: 'broker', password: 'wrong' } : body
      const query = path === completePath ? returned : ''
      await send(method, at(path) + query, { token: 'none', ...(wrong ? { body: wrong } : {}) })
    }
  })

  test('something that cannot be used: 400', async () => {
    const twice =
      '?expand=x&limit=-1&redirect_url=http://elsewhere.example/&code=&code=&state=&expires=1&expires=2'
    for (const { path, method, operation } of answering('400')) {
      const address = at(path.replace('{slug}', 'x')) + twice
      if (jsonOf(operation.requestBody?.content)) await send(method, address, { body: '[]' })
      else if (path === contract.files.path && method === 'post')
        await upload(method, path, 'other', 'none', '')
      else if (operation.requestBody) note(method, path, await answerConsent(api, 'none', 'allow'))
      else await send(method, address, { headers: { 'if-match': 'x' } })
    }
  })

  /** Signs in as somebody without email and without profile. */
  const signInAsStranger = async () => {
    const names = { username: `stranger${Date.now()}`, email: null, password: 'nine paper boats' }
    const body = { ...exampleOf('post', contract.users.path), ...names }
    const { body: made } = await send('post', contract.users.path, { body })
    const { db } = api.database
    await db.updateTable('users').set({ profile: null }).where('id', '=', Number(made['id'])).execute()
    return (await api.send<{ access: string }>('POST', '/api/token/', { body })).body.access
  }

  test('a record that is not there: 404', async () => {
    await send('get', '/nylas/callback/?code=x', { token: await signInAsStranger() })
    const nobody = { content_type: null, object_id: 'contact-99999', bin: '1' }
    for (const { path, method } of answering('404')) {
      const example = exampleOf(method, path)
      // The first relation of a body leads nowhere.
      const relations = Object.entries(contract)
        .filter(([, resource]) => resource.path === path || path === '/nylas/event/')
        .flatMap(([, { fields }]) =>
          Object.entries(fields).filter(([, { kind }]) => kind === 'one' || kind === 'many'),
        )
        .map(([name, { kind }]) => [name, kind === 'one' ? 99_999 : [99_999]] as const)
      const body = example && { ...example, ...nobody, calendar_id: null, ...Object.fromEntries(relations) }
      if (path === contract.files.path && method === 'post') {
        const part = { name: 'file', value: 'x', filename: 'x' }
        const parts = [part, { name: 'object_id', value: 'contact-99999' }]
        note(method, path, await sendForm(api, team.access, ['POST', path], parts))
      } else
        await send(
          method,
          at(path.replace('{contact}', '99999').replace('{provider}', 'another'), 99_999),
          body ? { body } : {},
        )
    }
  })

  test('two that do not go together: 409', async () => {
    const stranger = await signInAsStranger()
    await send('get', '/nylas/redirect/?redirect_url=/setup', { token: stranger })
    await send('post', '/api/support/', { token: stranger, body: { text: 'Hello' } })
    await api.database.db
      .updateTable('idempotency_keys')
      .set({ status: null, claimed_until: new Date(Date.now() + 60_000).toISOString() })
      .where('key', '=', keyOf('/nylas/send/'))
      .execute()
    const letter = { ...exampleOf('post', '/nylas/send/'), ...mailTo }
    await send('post', '/nylas/send/', {
      body: letter,
      headers: { 'idempotency-key': keyOf('/nylas/send/') },
    })
    for (const { path, method } of answering('409')) {
      const example = exampleOf(method, path)
      const body = example && 'calendar_id' in example ? { ...example, calendar_id: null } : example
      const headers = method === 'post' ? {} : { 'if-match': '"999"' }
      // Who is not of the team is refused what only the team may do; the others meet what is there already.
      for (const { access: token } of [broker, team])
        for (const id of [undefined, 1])
          await send(method, at(path, id), { token, headers, ...(body ? { body } : {}) })
    }
  })

  test('bodies that are too large, of another type, or under a key that has been used: 413, 415, 422', async () => {
    const large = JSON.stringify({ notes: 'x'.repeat(1_100_000) })
    for (const { path, method, operation } of withBody()) {
      const isForm = path === contract.files.path
      if (isForm) await upload(method, path, 'file', 'none', 'x'.repeat(5_000_001))
      else if (operation.requestBody?.content['application/json'])
        await send(method, at(path), { body: large })
      else await send(method, path, { body: `state=${'x'.repeat(20_000)}`, headers: form })
      await send(method, at(path), { body: '<a/>', headers: { 'content-type': 'application/xml' } })
      if (!('422' in operation.responses)) continue
      if (isForm) await upload(method, path, 'file', keyOf(path), 'another content')
      else {
        const body = { ...exampleOf(method, path), created: true, more: 1 }
        await send(method, path, { body, headers: { 'idempotency-key': keyOf(path) } })
      }
    }
  })

  /** An id whose record nothing of what is deleted before it takes along. */
  const freeId = (path: string) =>
    `${path}restore/` in document.paths ? 12 : path.includes('organization-') ? 4 : 3

  test('what is deleted and brought back', async () => {
    // The ids of what goes with nothing else, and has nothing that would keep it.
    const make = recordMaker(api)
    const utility = await make('utilities')
    const service = await make('utilityStates', { utility: 7, state: 7 })
    ids.set(contract.utilities.path, utility.utility_id)
    ids.set(contract.utilityStates.path, service.utility_state_id)
    const isKnown = (path: string) => [...ids.keys()].some((start) => path.startsWith(start))
    for (const { path } of answering('204').filter(({ method }) => method === 'delete'))
      await send('delete', at(path, isKnown(path) ? undefined : freeId(path)))
    await api.signIn('team')
    const { body: places } = await send<SignedInPlaces>('get', sessionsPath)
    const elsewhere = places.results.find(({ is_current }) => !is_current)
    await send('delete', sessionPath(elsewhere?.id ?? ''))
    await send('delete', sessionsPath)
    for (const { path } of operations())
      if (path.endsWith('/restore/')) await send('post', at(path, isKnown(path) ? undefined : 12))
  })

  test('a connection that is tried, where one is configured', async () => {
    const connected = await startApi({ SMTP_URL: 'smtp://127.0.0.1:1' })
    const { access: token } = await connected.signIn('team')
    const path = tryConnectionPath('smtp')
    note('post', path, await connected.send('POST', path, { token }))
    await connected.close()
  })

  test('no room for what is made here: 413', async () => {
    const full = await startApi({ FILES_USER_QUOTA_MB: '1' })
    const { access: token } = await full.signIn('team')
    const { contact_id } = await recordMaker(full)('contacts')
    const parts = [
      { name: 'file', value: Buffer.alloc(1_000_000), filename: 'all.bin' },
      { name: 'object_id', value: `contact-${contact_id}` },
    ]
    expect((await sendForm(full, token, ['POST', contract.files.path], parts)).status).toBe(201)
    const address = `/fetch/ada-brook/${contact_id}/`
    note('get', address, await full.send('GET', address, { token }))
    await full.close()
  })

  test('too many failures: 429', async () => {
    const { id } = (await send<{ id: number }>('get', '/api/users/me/')).body
    const [password, current_password] = ['seven small lanterns', 'not this one']
    for (let count = 0; count < 6; count++) {
      await send('post', '/api/token/', { body: { username: 'team', password } })
      await send('post', `/api/users/${id}/password/`, { body: { password, current_password } })
    }
    const nothing = { cookie: '', brought: new URLSearchParams() }
    for (let count = 0; count < 31; count++)
      note('get', at(completePath), await completeSignIn(api, nothing, { provider }))
    const body = exampleOf('post', registration.path)
    for (let count = 0; count < 11; count++) await send('post', registration.path, { body })
  })

  test('no database: 503', async () => {
    const { config } = api.app
    const database = openPostgres('postgres://127.0.0.1:1/nowhere')
    const { secrets } = api
    const sessions = createSessions(database, secrets)
    const app = await buildApp({ config, database, sessions, secrets, publicDir: config.dataDir })
    for (const { path, method } of answering('503')) {
      const url = links[path] ?? (path === '/nylas/authorize/' && method === 'get' ? consent : at(path))
      const isForm = path === '/nylas/authorize/' && method === 'post'
      const payload = isForm ? `${consent.split('?')[1] ?? ''}&answer=allow` : exampleOf(method, path)
      const { statusCode, headers, body } = await app.inject({
        method: method as 'GET',
        url,
        headers: { authorization: `Bearer ${team.access}`, ...(isForm ? form : {}) },
        ...(payload ? { payload } : {}),
      })
      const contentType = String(headers['content-type'])
      const heard = { method, path: url, status: statusCode, contentType, body: JSON.parse(body) as unknown }
      expect([method, path, judge.fault(heard)]).toEqual([method, path, null])
      met.add(`${method} ${path} ${statusCode}`)
    }
    await app.close()
    await database.db.destroy()
  })

  test('nothing else is described', () => {
    const described = operations()
      .filter(({ path }) => path !== changesPath)
      .flatMap(({ path, method, operation }) =>
        Object.keys(operation.responses)
          .filter((status) => !provokedElsewhere.includes(status))
          .map((status) => `${method} ${path} ${status}`),
      )
    expect(described.filter((one) => !met.has(one))).toEqual([])
    expect(described.length).toBeGreaterThan(500)
  })
})
