/** Every answer that the API document describes, given by a real server and checked against the document. */
import { createHash } from 'node:crypto'
import { tryConnectionPath } from '../../src/contract/connections'
import { amendedFields } from '../../src/contract/contracts'
import { apiTokensPath, maxApiTokens, serviceTokensPath, type TokenScope } from '../../src/contract/apiTokens'
import { contract } from '../../src/contract'
import { stripPath } from '../../src/contract/comparisons'
import { changesPath } from '../../src/contract/events'
import { feedsPath, ownFeedPath } from '../../src/contract/calendarFeed'
import { viewChoicesPath } from '../../src/contract/viewChoices'
import {
  directoryCompletePath,
  directoryLoginPath,
  sessionPath,
  sessionsPath,
  type SignedInPlaces,
} from '../../src/contract/session'
import { loadProfilePath, usageMonthsPath } from '../../src/contract/usage'
import {
  redeliveryPath,
  webhookDeliveriesPath,
  webhookPath,
  webhooksPath,
  webhookTestPath,
} from '../../src/contract/webhooks'
import {
  emailConfirmation,
  emailLinkPath,
  refusal,
  refuseUnconfirmedPath,
  registration,
} from '../../src/contract/users'
import { openPostgres } from '../db/dialects'
import { madeUpBusinesses } from '../ports/bureau/businesses'
import { createSessions } from '../services/sessions'
import { buildAnother, demoPassword, startApi, type Answer, type TestApi } from '../testing/api'
import {
  jsonOf,
  operationsOf,
  readDocument,
  type ApiDocument,
  type AnswerValidator,
} from '../testing/apiDocument'
import { answerConsent, askForState, redirectParameters, form } from '../testing/connectMail'
import { completeSignIn, signInAtDirectory } from '../testing/directory'
import { linkIn } from '../testing/emailLink'
import { sendForm } from '../testing/forms'
import { makeable, recordMaker, type MakeRecord } from '../testing/records'
import { until } from '../testing/until'

type Json = Record<string, unknown>

let api: TestApi
let document: ApiDocument
let validator: AnswerValidator
beforeAll(async () => {
  api = await startApi()
  document = (await api.send<ApiDocument>('GET', '/api/schema/')).body
  validator = await readDocument(api.app)
})
afterAll(() => api.close())

/** Those of imports, bulk changes, notifications, merges, password resets, second factors and personal data are met in tests of their own, which have files, records and mail for them. */
const operations = () =>
  operationsOf(document).filter(
    ({ path }) =>
      !/-imports\/|\/(?:bulk-changes|notifications|follow|duplicate-pairs|merges?|password-reset|second-factor|passkey|personal-data|erase)\//.test(
        path,
      ),
  )

/** Statuses that need a failing external system, or time to pass: other tests provoke them. */
const provokedElsewhere = ['410', '502', '504', '507', 'default']

describe('[API-1, API-2, API-3, API-4] every answer that the document describes is given as described', () => {
  const met = new Set<string>()
  const broker = { access: '' }
  const team = { access: '', refresh: '' }
  /** Ids of the records that the examples reference; some resources have only one. */
  const ids = new Map<string, number>()
  /** The addresses of contents, by the paths of the document. */
  const links: Record<string, string> = {}
  let consent = ''
  const provider = 'built-in'
  const completePath = directoryCompletePath('{provider}')

  /** Records an answer. One that differs from the document throws before. */
  const note = <T>(method: string, address: string, answer: Answer<T>): Answer<T> => {
    const path = validator.pathOf(method, address)
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
      ...(address === contract.files.path ? [{ name: 'object_id', value: 'contact-7' }] : []),
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
  /** What is read of the one record that the query names. */
  const ofOneRecord = [usageMonthsPath, loadProfilePath]
  /** The address of a record; the id is that of the first resource whose path is a prefix. */
  const at = (path: string, id?: number) =>
    path
      .replace('{id}', String(id ?? [...ids].find(([start]) => path.startsWith(start))?.[1] ?? 7))
      .replace('{slug}', 'ada-brook')
      .replace('{contact}', '7')
      .replace('{provider}', provider)
      .concat(
        ofOneRecord.includes(path) ? `?meter=${id ?? 7}` : path.endsWith('/export/') ? '?format=csv' : '',
      )
  const answering = (status: string) => operations().filter(({ operation }) => status in operation.responses)
  const withBody = () => operations().filter(({ operation }) => operation.requestBody)

  beforeAll(async () => {
    Object.assign(team, await api.signIn('team'))
    Object.assign(broker, await api.signIn('broker'))
    const record = recordMaker(api)
    const made = new Set<string>()
    const make: MakeRecord = (name, body) => {
      made.add(name)
      return record(name, body)
    }
    for (let id = 1; id <= 20; id++) {
      await make('tags')
      await make('utilities')
      await make('utilityStates', { utility: id, state: 7 })
      await make('organizations')
      await make('addresses', { state: 7 })
      if (id !== 12) await make('organizationAddresses', { organization: id, address: id })
      await make('contacts')
      await make('organizationContacts', { organization: id, contact: id })
      await make('opportunities', { organizations: [id] })
      await make('bids', { opportunity: id, legal_entity: id, utility_state: id })
      await make('utilityAccounts', { organization: id, utility_state: id })
      await make('meters', { utility_account: id })
      await make('billPeriods', { meter: id })
      await make('suppliers')
      await make('heatContents', { utility: id })
      await make('curves')
      await make('curvePoints', { curve: id })
      await make('quotes', { bid: id, supplier: id, quote_kind: 'firm' })
      await make('contracts', {
        organization: id,
        supplier: id,
        utility_state: id,
        start_date: '2026-01-01',
        term: 120,
      })
      await make('contractAccounts', { contract: id, utility_account: id })
      await make('notes', { object_id: `contact-${id}` })
      await make('todos', { organizations: [id] })
    }
    // Those that belong to no other record.
    for (const name of makeable.filter((one) => !made.has(one)))
      for (let id = 1; id <= 20; id++) await record(name)
    const { body: own } = await send<{ profile: number }>('get', '/api/users/me/')
    ids.set(contract.profiles.path, own.profile)
  })

  /** The header of a change that replaces a list. */
  const seenVersion = async (path: string, body: Json): Promise<Record<string, string>> => {
    if (!['tags', 'organizations', 'utility_accounts', 'members'].some((list) => list in body)) return {}
    const { body: record } = await send<{ version: number }>('get', at(path))
    return { 'if-match': `"${record.version}"` }
  }

  /** Sends the example of an operation, which must succeed. */
  const take = async (method: string, path: string, change: Json = {}) => {
    const body = { ...exampleOf(method, path), ...change }
    const headers = method === 'post' ? { 'idempotency-key': keyOf(path) } : await seenVersion(path, body)
    const answer = await send(method, at(path), { body, headers })
    const { status } = answer
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify([body, answer.body])}`)
    return answer.body
  }

  test('what is written, to the examples of the document', async () => {
    const { body: calendars } = await send<{ results: { id: string }[] }>('get', '/nylas/calendars/')
    const calendar_id = calendars.results[0]?.id
    /** What a signed contract leaves to amendments stays. */
    const ofSigned = { ...Object.fromEntries(amendedFields.map((name) => [name, undefined])), renews: null }
    /** Days that have passed, and that no other period of the meter has. */
    const billed = { read_from: '2025-09-12', read_to: '2025-10-14', cancels: null }
    /** Unique values, and values that only this installation knows. */
    const changes: Record<string, Json> = {
      [`post ${contract.tags.path}`]: { name: 'Second renewal' },
      [`post ${contract.utilities.path}`]: { name: 'Second Gas Light' },
      [`post ${contract.teams.path}`]: { name: 'Second team' },
      [`post ${contract.opportunities.path}`]: { team_id: null },
      [`put ${contract.opportunities.path}{id}/`]: { team_id: null },
      [`patch ${contract.opportunities.path}{id}/`]: { team_id: null },
      [`post ${contract.suppliers.path}`]: { name: 'Second supplier' },
      [`post ${contract.curves.path}`]: { name: 'Second curve' },
      // An index rests on it.
      [`put ${contract.curves.path}{id}/`]: { kind: 'index' },
      [`patch ${contract.curves.path}{id}/`]: { kind: 'index' },
      [`post ${contract.curvePoints.path}`]: { delivery_month: '2028-01' },
      [`post ${contract.heatContents.path}`]: { valid_from: '2028-01-01' },
      [`post ${contract.marketHolidays.path}`]: { day: '2028-01-03' },
      [`post ${contract.organizationContacts.path}`]: { contact: 12 },
      [`post ${contract.organizationAddresses.path}`]: { address: 12 },
      [`post ${contract.organizationTodos.path}`]: { todo: 12 },
      [`post ${contract.activities.path}`]: { calendar_id },
      [`put ${contract.activities.path}{id}/`]: { calendar_id },
      [`patch ${contract.activities.path}{id}/`]: { calendar_id },
      [`post ${contract.organizations.path}`]: { team_id: null },
      [`put ${contract.organizations.path}{id}/`]: { first_address: undefined, team_id: null },
      [`patch ${contract.organizations.path}{id}/`]: { first_address: undefined, team_id: null },
      [`post ${contract.contacts.path}`]: { team_id: null },
      [`put ${contract.contacts.path}{id}/`]: { team_id: null },
      [`patch ${contract.contacts.path}{id}/`]: { team_id: null },
      'post /nylas/event/': { calendar_id },
      'post /nylas/send/': mailTo,
      [`post ${contract.contracts.path}{id}/amend/`]: { fields: { price: 4 } },
      [`put ${contract.contracts.path}{id}/`]: ofSigned,
      [`patch ${contract.contracts.path}{id}/`]: ofSigned,
      [`post ${contract.utilityAccounts.path}`]: { account_number: '00-second' },
      [`post ${contract.meters.path}`]: { meter_number: 'M-second' },
      [`post ${contract.billPeriods.path}`]: { ...billed, read_from: '2025-10-14', read_to: '2025-11-12' },
      [`post ${contract.contractAccounts.path}`]: { status: 'dropped' },
      [`put ${contract.contractAccounts.path}{id}/`]: { status: 'dropped' },
      [`patch ${contract.contractAccounts.path}{id}/`]: { status: 'dropped' },
      [`put ${contract.billPeriods.path}{id}/`]: billed,
      [`patch ${contract.billPeriods.path}{id}/`]: billed,
      [`post ${contract.users.path}`]: { username: 'second', email: 'second@larkfield.example' },
      [`post ${apiTokensPath}`]: { current_password: demoPassword },
      [`post ${serviceTokensPath}`]: { username: 'program', current_password: demoPassword },
      [`post ${webhooksPath}`]: { address: 'https://93.184.216.34/' },
      [`patch ${webhookPath('{id}')}`]: { address: 'https://93.184.216.34/' },
      [`post ${registration.path}`]: { username: 'third', email: 'third@larkfield.example' },
      [`patch ${contract.profiles.path}{id}/`]: { nylas_default_calendar: calendar_id },
      'post /api/token/': { username: 'broker', password: demoPassword },
      [`post ${emailConfirmation.path}`]: { token: 'of the broker' },
      'post /api/token/refresh/': { refresh: team.refresh },
      'post /api/token/revoke/': { refresh: 'of nobody' },
      'post /api/mpg/organizations/create_experian/': { bin: madeUpBusinesses()[0]?.bin },
    }
    await api.database.db
      .insertInto('email_claims')
      .values({
        token_hash: createHash('sha256').update('of the broker').digest('base64url'),
        email: 'broker@citygate.example',
        user: 3,
        registration: null,
        expires_at: new Date(Date.now() + 60_000).toISOString(),
      })
      .execute()
    for (const method of ['post', 'put', 'patch'])
      for (const { path, operation } of withBody().filter((found) => found.method === method)) {
        if (!jsonOf(operation.requestBody?.content)) continue
        const answer = await take(method, path, changes[`${method} ${path}`])
        const { id, credit_setup_id, view_id, message_template_id, api_token_id, webhook_id } = answer
        if (path === contract.activities.path) ids.set(path, Number(id))
        if (path === contract.views.path)
          for (const start of [path, viewChoicesPath]) ids.set(start, Number(view_id))
        if (message_template_id !== undefined) ids.set(path, Number(message_template_id))
        if (api_token_id !== undefined) ids.set(path, Number(api_token_id))
        if (path === webhooksPath) ids.set(path, Number(webhook_id))
        if (path === contract.creditSetups.path) ids.set(path, Number(credit_setup_id))
        if (path === '/nylas/send/') ids.set(contract.messages.path, Number(id))
      }
    const again = { bin: madeUpBusinesses()[0]?.bin }
    await send('post', '/api/mpg/organizations/create_experian/', { body: again })
  })

  test('what comes and goes as a form: a file, a logo, a message, and the consent to use a mail account', async () => {
    const { path } = contract.files
    const file = await upload('post', path, 'file', keyOf(path), 'a content')
    ids.set(path, Number(file.body['file_id']))
    const organization = await upload('patch', `${contract.organizations.path}7/`, 'logo', 'none', 'a logo')
    const made = await send<{ file: string }>('get', '/fetch/ada-brook/7/')
    const letter = { to: 'far@away.example', subject: 'Usage', text: 'As agreed' }
    const sending = '/nylas/send/?expand=attachments'
    const sent = note(
      'post',
      sending,
      await sendForm<{ attachments: { id: number; file: string }[] }>(
        api,
        team.access,
        ['POST', sending],
        [
          { name: 'message', value: JSON.stringify(letter) },
          { name: 'files', value: 'x', filename: 'a.txt' },
        ],
      ),
    )
    const [attached] = sent.body.attachments
    ids.set(contract.messageAttachments.path, attached?.id ?? 0)
    Object.assign(links, {
      [`${path}{id}/content/`]: file.body['file'],
      [`${contract.organizations.path}{id}/logo/`]: organization.body['logo'],
      [`${contract.messageAttachments.path}{id}/content/`]: attached?.file,
      [`${contract.contacts.path}{id}/crystal_profile/`]: made.body.file,
    })
    for (const link of Object.values(links)) await send('get', link)

    await send('get', '/nylas/redirect/?redirect_url=/setup')
    consent = `/nylas/authorize/?state=${encodeURIComponent(await askForState(api, team.access))}`
    await send('get', consent)
    const state = new URLSearchParams(consent.split('?')[1]).get('state') ?? ''
    const back = redirectParameters(
      note('post', '/nylas/authorize/', await answerConsent(api, state, 'allow')),
    )
    await send('get', `/nylas/callback/?${back.toString()}`)
  })

  test('signing in through the directory', async () => {
    const journey = await signInAtDirectory(api, { provider, choose: 'team' })
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
    await send('get', `${stripPath(7)}?from=2027-03&months=1&as_of=2027-04-01`)
  })

  test('what is read again and is as it was', async () => {
    for (const { path } of answering('304').filter((one) => one.path !== `${feedsPath}{file}`))
      // Writes to another database of a PostgreSQL server count as changes, too.
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

  test('what webhooks are sent, once and again', async () => {
    const id = Number(ids.get(webhooksPath))
    await send('post', webhookTestPath(id))
    const path = webhookDeliveriesPath(id)
    const { body } = await send<{ results: { delivery_id: number }[] }>('get', path)
    await send('post', redeliveryPath(id, Number(body.results[0]?.delivery_id)))
  })

  test('[TOKEN-2] an API token without the scope: 403', async () => {
    const make = async (scope: TokenScope) => {
      const body = { name: scope, scopes: [scope], valid_days: 1, current_password: demoPassword }
      return (await send<{ token: string }>('post', apiTokensPath, { body })).body.token
    }
    const [reading, importing] = [await make('read'), await make('import')]
    for (const { path, method, operation } of answering('403')) {
      const token = operation['x-token-scope'] === 'read' ? importing : reading
      expect([path, method, (await send(method, at(path), { token })).status]).toEqual([path, method, 403])
    }
  })

  test('a list without the version that it builds on: 428', async () => {
    for (const { path, method } of answering('428'))
      await send(method, at(path), {
        body: path.startsWith(contract.bids.path)
          ? { utility_accounts: [] }
          : path.startsWith(contract.teams.path)
            ? { members: [] }
            : { organizations: [] },
      })
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

  /** Signs in as a user without email and profile. */
  const signInAsStranger = async () => {
    const names = { username: `stranger${Date.now()}`, email: null, password: 'nine paper boats' }
    const body = { ...exampleOf('post', contract.users.path), ...names }
    const { body: made } = await send('post', contract.users.path, { body })
    const { db } = api.database
    await db.updateTable('users').set({ profile: null }).where('id', '=', Number(made['id'])).execute()
    const { username, password } = names
    const signedIn = await api.send<{ access: string }>('POST', '/api/token/', {
      body: { username, password },
    })
    return signedIn.body.access
  }

  test('a record that is not there: 404', async () => {
    await send('get', '/nylas/callback/?code=x', { token: await signInAsStranger() })
    const nobody = { content_type: null, object_id: 'contact-99999', bin: '1', calendar_id: null }
    for (const { path, method } of answering('404')) {
      const example = exampleOf(method, path)
      // The first relation of a body references a missing record.
      const relations = Object.entries(contract)
        .filter(([, resource]) => resource.path === path || path === '/nylas/event/')
        .flatMap(([, { fields }]) =>
          Object.entries(fields).filter(([, { kind }]) => kind === 'one' || kind === 'many'),
        )
        .map(([name, { kind }]) => [name, kind === 'one' ? 99_999 : [99_999]] as const)
      const absent = [...Object.entries(nobody), ...relations].filter(([name]) => example && name in example)
      const body = example && {
        ...example,
        ...(Object.fromEntries(absent) as Json),
        ...(method === 'post' ? {} : { version: 1 }),
      }
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
    // The loop signs the drafts that it meets.
    await send('post', at(`${contract.contracts.path}{id}/renew/`, 2), { body: {} })
    // As many tokens as a user may have.
    for (let count = 0; count < maxApiTokens; count++)
      await api.send('POST', apiTokensPath, {
        token: broker.access,
        body: { name: 'ERP', scopes: ['read'], valid_days: 1, current_password: demoPassword },
      })
    for (const { path, method } of answering('409')) {
      const example = exampleOf(method, path)
      const body = example && {
        ...example,
        ...('calendar_id' in example && { calendar_id: null }),
        ...('valid_days' in example && { current_password: demoPassword }),
      }
      const headers = method === 'post' ? {} : { 'if-match': '"999"' }
      // Users outside the team get the refusals of team operations; the team gets the conflicts.
      for (const { access: token } of [broker, team])
        for (const id of [undefined, 1])
          await send(method, at(path, id), { token, headers, ...(body ? { body } : {}) })
    }
  })

  test('bodies that are too large, of another type, or under a key that has been used: 413, 415, 422', async () => {
    const quotePath = `${contract.quotes.path}{id}/`
    const contractPath = `${contract.contracts.path}{id}/`
    const large = JSON.stringify({ notes: 'x'.repeat(1_100_000) })
    /** The change of the second body where an unknown field is refused before the key is looked up. */
    const another: Record<string, Json> = {
      [contract.users.path]: { first_name: 'Another' },
      '/nylas/send/': { ...mailTo, subject: 'Another' },
      '/api/support/': { text: 'Another' },
      '/api/mpg/organizations/create_experian/': { created: true },
      [`${quotePath}award/`]: { reason: 'Another' },
      [`${quotePath}revoke-award/`]: { version: null },
      [`${quotePath}withdraw/`]: { version: null },
      [`${contractPath}sign/`]: { signed_on: '2026-05-05' },
      [`${contractPath}amend/`]: { reason: 'Another' },
      [`${contractPath}terminate/`]: { reason: 'Another' },
      [`${contractPath}renew/`]: { version: null },
    }
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
        const body = { ...exampleOf(method, path), ...(another[path] ?? { more: 1 }) }
        await send(method, at(path), { body, headers: { 'idempotency-key': keyOf(path) } })
      }
    }
  })

  test('what is deleted, brought back, and deleted for good', async () => {
    // The ids of records that hold no others and are not held themselves.
    const make = recordMaker(api)
    const utility = await make('utilities')
    const service = await make('utilityStates', { utility: 7, state: 7 })
    ids.set(contract.utilities.path, utility.utility_id)
    ids.set(contract.utilityStates.path, service.utility_state_id)
    ids.set(contract.organizations.path, (await make('organizations')).organization_id)
    ids.set(contract.suppliers.path, (await make('suppliers')).supplier_id)
    ids.set(contract.curves.path, (await make('curves')).curve_id)
    ids.set(contract.contracts.path, (await make('contracts', { organization: 7 })).contract_id)
    const isKnown = (path: string) => [...ids.keys()].some((start) => path.startsWith(start))
    const deleted = answering('204').flatMap(({ path, method }) =>
      method === 'delete' && !path.includes('/trash/') ? [path] : [],
    )
    // Different ones, since records of the same number belong together.
    const free = [20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 6, 5, 4, 3, 2]
    const idOf = new Map(deleted.map((path) => [path, isKnown(path) ? undefined : free.pop()]))
    for (const path of deleted) await send('delete', at(path, idOf.get(path)))
    await api.signIn('team')
    const { body: places } = await send<SignedInPlaces>('get', sessionsPath)
    const elsewhere = places.results.find(({ is_current }) => !is_current)
    await send('delete', sessionPath(elsewhere?.id ?? ''))
    await send('delete', sessionsPath)
    for (const path of deleted) {
      if (!(`${path}restore/` in document.paths)) continue
      await send('post', at(`${path}restore/`, idOf.get(path)))
      await send('delete', at(path, idOf.get(path)))
      await send('delete', at(path.replace('{id}', 'trash/{id}'), idOf.get(path)))
    }
  })

  test('a connection that is tried, where one is configured', async () => {
    const connected = await startApi({ SMTP_URL: 'smtp://127.0.0.1:1' })
    const { access: token } = await connected.signIn('team')
    const path = tryConnectionPath('smtp')
    note('post', path, await connected.send('POST', path, { token }))
    await connected.close()
  })

  test('mail that is bounded, and emails that are proved', async () => {
    const strict = await startApi({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_DAILY_LIMIT: '1' })
    const { access: token } = await strict.signIn('broker')
    const ask = async (method: string, path: string, body?: unknown, as = token) =>
      note(method, path, await strict.send(method.toUpperCase(), path, { token: as, body }))
    const { id } = (await strict.send<{ id: number }>('GET', '/api/users/me/', { token })).body
    await ask('post', emailLinkPath)
    await ask('post', refuseUnconfirmedPath)
    const participants = ['far@away.example', 'near@by.example']
    const meeting = { title: 'Call', description: 'x', start: 1_900_000_000 }
    const { path } = contract.activities
    const invited = { ...meeting, participants: participants.slice(0, 1) }
    const made = await strict.send<{ id: number }>('POST', path, { token, body: invited })
    const one = `${path}${made.body.id}/`
    for (const address of [path, '/nylas/event/']) await ask('post', address, { ...meeting, participants })
    for (const method of ['put', 'patch']) await ask(method, one, { ...meeting, participants })
    note('delete', one, await strict.send('DELETE', one, { token }))
    await ask('post', `${one}restore/`)
    await ask('post', '/nylas/send/', { to: participants, subject: 'S', text: 'x' })
    await ask('post', '/api/support/', { text: 'Why?' })
    const { access: team } = await strict.signIn('team')
    await ask('post', refuseUnconfirmedPath, undefined, team)
    await ask('post', refusal.path, { users: [id] })
    for (const body of [{ users: [id] }, {}]) await ask('post', refusal.path, body, team)

    const { db } = strict.database
    await db.updateTable('users').set({ is_email_confirmed: false }).where('id', '=', id).execute()
    await db.deleteFrom('mail_budgets').execute()
    await ask('post', emailLinkPath)
    await ask('post', emailLinkPath)
    const links = await db
      .selectFrom('outbox')
      .select('content')
      .where('recipients', '=', 'broker@citygate.example')
      .orderBy('id', 'desc')
      .execute()
    await ask('post', emailConfirmation.path, { token: linkIn(links[0]?.content ?? '').split('#')[1] ?? '' })
    await strict.close()
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
    for (const path of [apiTokensPath, serviceTokensPath])
      await send('post', path, { body: { ...exampleOf('post', path), current_password } })
    const nothing = { cookie: '', brought: new URLSearchParams() }
    for (let count = 0; count < 31; count++)
      note('get', at(completePath), await completeSignIn(api, nothing, { provider }))
    const body = exampleOf('post', registration.path)
    for (let count = 0; count < 11; count++) await send('post', registration.path, { body })
  })

  test('a role that only reads: 409', async () => {
    const { db } = api.database
    const become = (role: 'read_only' | null) =>
      db.updateTable('users').set({ role, granted_rights: '[]' }).where('username', '=', 'broker').execute()
    await become('read_only')
    for (const { path, method } of answering('409'))
      await send(method, at(path), { token: broker.access, ...(method === 'get' ? {} : { body: {} }) })
    // What is one's own is refused once others see it.
    const view = { name: 'Ours', list: 'contacts', query: '', is_shared: true }
    await send('post', contract.views.path, { token: broker.access, body: view })
    const template = { name: 'Ours', text: '<p>Dear all</p>', is_shared: true }
    await send('post', contract.messageTemplates.path, { token: broker.access, body: template })
    await become(null)
  })

  test('no database: 503', async () => {
    const database = openPostgres('postgres://127.0.0.1:1/nowhere')
    const app = await buildAnother(api, { database, sessions: createSessions(database, api.secrets, []) })
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
      const received = {
        method,
        path: url,
        status: statusCode,
        contentType,
        body: JSON.parse(body) as unknown,
      }
      expect([method, path, validator.fault(received)]).toEqual([method, path, null])
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
      // Provoked in trash.test.ts, by resources with such conflicts.
      .filter((one) => !/\/(restore|trash\/\{id\})\/ 409$/.test(one))
    expect(described.filter((one) => !met.has(one))).toEqual([])
    expect(described.length).toBeGreaterThan(500)
  })
})
