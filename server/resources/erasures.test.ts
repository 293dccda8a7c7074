import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Row } from '../../src/contract'
import type { ErrorAnswer, ListAnswer } from '../../src/contract/answers'
import { erasedName, erasePath, personalDataPath, type Erasure } from '../../src/contract/erasures'
import { importKinds, type ImportAnswer } from '../../src/contract/imports'
import { messageRequest } from '../../src/contract/mail'
import { mergePath, mergesPath } from '../../src/contract/merges'
import { checkChain, sealAll } from '../db/auditChain'
import { openSnapshot } from '../db/dialects'
import { startApi, startApiOn, startSecondServer, type TestApi } from '../testing/api'
import { connectMail } from '../testing/connectMail'
import { sendForm } from '../testing/forms'
import { recordMaker, type MakeRecord } from '../testing/records'
import { untilAnswer } from '../testing/until'
import { unzip } from '../testing/unzip'
import { readConfig } from '../config'
import { testDir } from '../testing/databases'
import { emptyPlace } from '../testing/places'
import { runProgram } from '../testing/programs'
import { createErasureRunner } from './erasures/run'
import { readSubject } from './personalData/subject'

let api: TestApi
let make: MakeRecord
let team: string
let broker: string
beforeEach(async () => {
  api = await startApi()
  make = recordMaker(api)
  team = (await api.signIn('team')).access
  broker = (await api.signIn('broker')).access
})
afterEach(() => api.close())

/** In every value of the contact; no other record has them. */
const marks = ['kanarienvogel', '202-555-0143', '202-555-0144', '202-555-0145'] as const

const person = {
  title: 'professor',
  gender: 'female',
  first_name: 'Kanarienvogel',
  middle_name: 'Kanarienvogel-Mitte',
  last_name: 'Kanarienvogelsen',
  date_of_birth: '1971-03-04',
  personal_email: 'Kanarienvogel@mark.example',
  personal_mobile: '202-555-0143',
  personal_address: '1 Kanarienvogel Road',
  linkedin_url: 'https://linkedin.com/in/kanarienvogel',
  salutation: 'Dear Kanarienvogel',
  department: 'Kanarienvogel Department',
} as const

const personAtWork = {
  job_title: 'Kanarienvogel in chief',
  department: 'Kanarienvogel Works',
  work_email: 'kanarienvogel@work.example',
  work_mobile: '202-555-0144',
  work_office_phone: '202-555-0145',
  ice_handle: 'kanarienvogel-ice',
  teams_handle: 'kanarienvogel-teams',
  salutation: 'Kanarienvogel',
  prefered_time_day_calls: 'Kanarienvogel hour',
} as const

/** Columns with a mark, as `table.column`, and files with one. */
async function marked(): Promise<string[]> {
  const found = new Set<string>()
  const isMarked = (value: unknown) =>
    typeof value === 'string' && marks.some((mark) => value.toLowerCase().includes(mark))
  const snapshot = await openSnapshot(api.app.config)
  try {
    for (const table of snapshot.tables)
      for await (const rows of snapshot.rows(table))
        for (const row of rows)
          for (const [at, value] of row.entries())
            if (isMarked(value)) found.add(`${table.name}.${table.columns[at]}`)
  } finally {
    await snapshot.close()
  }
  const folder = path.join(api.app.config.dataDir, 'files')
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile() && isMarked(readFileSync(path.join(folder, entry.name), 'latin1')))
      found.add('file store')
  return [...found].sort()
}

const erase = (id: number, order: object, token = team, headers = {}) =>
  api.send<Erasure & ErrorAnswer>('POST', erasePath(id), {
    token,
    body: { reason: 'Request of 12 March', ...order },
    headers,
  })
const ended = (id: number) =>
  untilAnswer(
    () =>
      api.database.db.selectFrom('erasures').selectAll().where('contact', '=', id).executeTakeFirstOrThrow(),
    ({ state }) => state === 'done',
  )
const contactAt = async (id: number) =>
  (await api.asBroker<Row<'contacts'>>('GET', `/api/mpg/contacts/${id}/`)).body

/** A call of the broker that succeeds. */
async function done<T = unknown>(method: string, path: string, body?: unknown, headers = {}) {
  const answer = await api.asBroker<T>(method, path, body, headers)
  if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}

/** A contact with a mark in everything that the product keeps of one. */
async function fillContact(): Promise<{ id: number; organization: number }> {
  const created = await done<Row<'contacts'>>('POST', '/api/mpg/contacts/', person, {
    'idempotency-key': 'kept',
  })
  const id = created.body.contact_id
  const { organization_id: organization } = await make('organizations', {})
  await make('organizationContacts', { organization, contact: id, ...personAtWork })
  await done('PATCH', `/api/mpg/contacts/${id}/`, {
    personal_email: 'kanarienvogel@later.example',
    version: (await contactAt(id)).version,
  })
  await make('notes', { object_id: `contact-${id}`, description: '<p>Kanarienvogel sings</p>' })
  await sendForm(
    api,
    broker,
    ['POST', '/api/mpg/file/'],
    [
      { name: 'object_id', value: `contact-${id}` },
      { name: 'file', value: 'Kanarienvogel', filename: 'kanarienvogel.txt', type: 'text/plain' },
    ],
  )
  // A bulk change of one field.
  await done('POST', '/api/mpg/bulk-changes/', {
    list: 'contacts',
    action: 'set',
    field: 'personal_address',
    value: '2 Kanarienvogel Road',
    ids: [id],
  })
  await untilAnswer(
    () => contactAt(id),
    ({ personal_address }) => personal_address === '2 Kanarienvogel Road',
  )
  // One that is merged into it.
  const double = await make('contacts', { ...person, personal_email: 'kanarienvogel@double.example' })
  const kept = await contactAt(id)
  await done('POST', mergePath('contacts', id), {
    other: double.contact_id,
    version: kept.version,
    other_version: double.version,
    take: ['personal_email'],
  })
  // Imports that it is in: one is stored, one is proposed, with a row that is refused.
  const file = (lines: string[]) =>
    sendForm<ImportAnswer>(
      api,
      broker,
      ['POST', importKinds.contacts.path],
      [{ name: 'file', value: lines.join('\n'), filename: 'contacts.csv', type: 'text/csv' }],
    )
  const header = 'Title,First name,Last name,Personal email,Department'
  const stored = await file([
    header,
    'ms,Kanarienvogel,Kanarienvogelsen,kanarienvogel@double.example,Kanarienvogel Import',
  ])
  await done('POST', `${importKinds.contacts.path}${stored.body.import_id}/commit/`)
  await untilAnswer(
    async () =>
      (
        await api.send<ImportAnswer>('GET', `${importKinds.contacts.path}${stored.body.import_id}/`, {
          token: broker,
        })
      ).body,
    ({ state }) => state === 'committed',
  )
  await file([
    header,
    'ms,Kanarienvogel,Kanarienvogelsen,kanarienvogel@double.example,Kanarienvogel Again',
    'ms,Kanarienvogel,Kanarienvogelsen,not an email,Kanarienvogel Refused',
    'ms,Other,Person,other@person.example,Trading',
  ])
  await fillMail()
  await fillQueues(id)
  return { id, organization }
}

/** A meeting with it, and messages to it alone, and to others, too. */
async function fillMail(): Promise<void> {
  await connectMail(api, broker)
  const address = 'kanarienvogel@double.example'
  await done('POST', '/activities/api/activities/', {
    title: 'Price talk',
    description: '<p>Terms</p>',
    start: 1_800_000_000,
    end: 1_800_003_600,
    participants: [
      { id: null, email: address, first_name: 'Kanarienvogel', last_name: 'Kanarienvogelsen' },
      { id: null, email: 'else@other.example', first_name: null, last_name: null },
    ],
  })
  const send = (body: object) => done('POST', messageRequest.path, body)
  await send({ to: address, subject: 'Dear Kanarienvogel', text: '<p>Kanarienvogel</p>' })
  await send({ to: [address, 'customer@citygate.example'], subject: 'For both', text: '<p>Terms</p>' })
}

/** What waits to be sent, and what is kept of what was. */
async function fillQueues(id: number): Promise<void> {
  const { db } = api.database
  const now = new Date().toISOString()
  const later = '2099-01-01T00:00:00.000Z'
  const { id: user } = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'broker')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('outbox')
    .values({
      message_id: 'waiting@citygate.invalid',
      author: user,
      subject: 'Kanarienvogel',
      sender: 'broker@citygate.example',
      recipients: 'kanarienvogel@double.example',
      content: 'To: kanarienvogel@double.example',
      content_key: null,
      content_size: null,
      created_at: now,
      next_at: later,
      claimed_by: null,
    })
    .execute()
  const event = {
    id: 9,
    participants: [
      { id: null, email: 'kanarienvogel@double.example', first_name: 'Kanarienvogel', last_name: null },
    ],
  }
  await db
    .insertInto('invitation_outbox')
    .values({
      event: 9,
      actor: user,
      request_id: null,
      before: null,
      after: JSON.stringify(event),
      created_at: now,
      next_at: later,
    })
    .execute()
  await db
    .insertInto('mail_contacts')
    .values({
      user,
      email: 'Kanarienvogel@double.example',
      mail_key: 'kanarienvogel@double.example',
      first_name: 'Kanarienvogel',
      last_name: null,
      search: 'kanarienvogel',
    })
    .execute()
  const { id: webhook_id } = await db
    .insertInto('webhooks')
    .values({
      description: 'ERP',
      address: 'https://erp.example/hook',
      events: '[]',
      is_active: false,
      secret: 'x',
      created_by: null,
      created_at: now,
      modified_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const delivery = {
    webhook_id,
    event: 'contacts.updated',
    version: 1,
    occurred_at: now,
    state: 'delivered' as const,
    next_at: null,
    give_up_at: now,
  }
  await db
    .insertInto('webhook_deliveries')
    .values([
      { ...delivery, event_id: 'a', resource: 'contacts', record_id: id, answer: 'Kanarienvogel' },
      {
        ...delivery,
        event_id: 'b',
        resource: null,
        record_id: null,
        answer: 'at kanarienvogel@later.example',
      },
    ])
    .execute()
}

test('[PRIV-3, PRIV-4, PRIV-5] after an erasure no table and no file holds a value of the contact, and the chain holds', async () => {
  const { id, organization } = await fillContact()
  await sealAll(api.database)
  const before = await marked()
  expect(before).toEqual(
    expect.arrayContaining([
      ...['contacts.name', 'contacts.search', 'organization_contacts.work_email', 'notes.description'],
      ...['files.filename', 'file store', 'audit.before', 'audit.after', 'activities.participants'],
      ...['activity_participants.email', 'messages.to', 'messages.text', 'import_rows.content'],
      ...['import_rows.result', 'bulk_changes.value', 'bulk_change_records.before', 'merge_records.before'],
      ...['idempotency_keys.body', 'outbox.recipients', 'invitation_outbox.after', 'mail_contacts.email'],
      'webhook_deliveries.answer',
    ]),
  )
  const { version, name } = await contactAt(id)
  const answer = await erase(id, { version, name })
  expect(answer.body).toMatchObject({ contact: id, reason: 'Request of 12 March', state: 'running' })
  const { sought } = await ended(id)
  expect(sought).toBeNull()
  expect(await marked()).toEqual([])

  const check = await checkChain(api.database)
  expect(check.fault).toBeNull()
  expect(check.erased).toBeGreaterThan(10)
  const { body: trash } = await api.send<ListAnswer<Row<'contacts'>>>('GET', '/api/mpg/contacts/trash/', {
    token: team,
  })
  expect(trash.results.find(({ contact_id }) => contact_id === id)).toMatchObject({
    name: erasedName(id),
    personal_email: null,
    organizations_contacts: [],
  })
  const restored = await api.send('POST', `/api/mpg/contacts/${id}/restore/`, { token: team })
  expect([restored.status, restored.body.detail]).toEqual([
    409,
    'This contact was erased on request, and cannot come back.',
  ])
  // The rest is as it was.
  expect((await api.asBroker('GET', `/api/mpg/organizations/${organization}/`)).status).toBe(200)
  const { results } = (
    await api.asBroker<ListAnswer<Row<'activities'>>>('GET', '/activities/api/activities/?q=Price')
  ).body
  expect(results[0]?.participants.map(({ email }) => email)).toEqual(['else@other.example'])
  const mail = (await api.asBroker<ListAnswer<Row<'messages'>>>('GET', '/nylas/messages/')).body.results
  expect(mail.map(({ subject }) => subject)).toEqual(['For both'])
  expect(mail[0]?.to[0]).toMatchObject({ last_name: erasedName(id) })
  const again = await api.asBroker('POST', '/api/mpg/contacts/', person, { 'idempotency-key': 'kept' })
  expect(again.status).toBe(422)
  const { body: audit } = await api.send<{ results: { action: string; changes: unknown }[] }>(
    'GET',
    `/api/audit/?resource=contacts&record_id=${id}&action=erase`,
    { token: team },
  )
  expect(JSON.stringify(audit.results)).toContain('Request of 12 March')
})

test('[PRIV-4] mail that waits for the contact and others is sent to the others', async () => {
  const { contact_id: id } = await make('contacts', { personal_email: 'leaving@double.example' })
  const { db } = api.database
  const waiting = {
    message_id: 'shared@citygate.invalid',
    author: 1,
    subject: 'Prices',
    sender: 'broker@citygate.example',
    recipients: 'Leaving@double.example\nann@mill.example',
    content: 'To: leaving@double.example, ann@mill.example',
    content_key: null,
    content_size: null,
    created_at: new Date().toISOString(),
    next_at: '2099-01-01T00:00:00.000Z',
    claimed_by: null,
  }
  await db.insertInto('outbox').values(waiting).execute()
  const { version, name } = await contactAt(id)
  await erase(id, { version, name })
  await ended(id)
  const kept = db.selectFrom('outbox').select('recipients').where('message_id', '=', waiting.message_id)
  expect(await kept.execute()).toEqual([{ recipients: 'ann@mill.example' }])
  await db.deleteFrom('outbox').where('message_id', '=', waiting.message_id).execute()
})

test('[PRIV-4] a meeting with two emails of the contact is left once', async () => {
  await connectMail(api, broker)
  const { contact_id: id } = await make('contacts', { personal_email: 'leaving@one.example' })
  const { organization_id: organization } = await make('organizations', {})
  await make('organizationContacts', { organization, contact: id, work_email: 'leaving@two.example' })
  const { body: meeting } = await done<Row<'activities'>>('POST', '/activities/api/activities/', {
    title: 'Price talk',
    description: '<p>Terms</p>',
    start: 1_800_000_000,
    end: 1_800_003_600,
    participants: ['leaving@one.example', 'leaving@two.example', 'else@other.example'].map((email) => ({
      id: null,
      email,
      first_name: null,
      last_name: null,
    })),
  })
  const { version, name } = await contactAt(id)
  await erase(id, { version, name })
  await ended(id)
  const { body } = await done<Row<'activities'>>('GET', `/activities/api/activities/${meeting.id}/`)
  expect(body.participants.map(({ email }) => email)).toEqual(['else@other.example'])
  expect(body.version).toBe(meeting.version + 1)
})

test('[PRIV-3] only the team erases, by the name and the version that it has seen, and once', async () => {
  const { contact_id: id, name, version } = await make('contacts', person)
  expect((await erase(id, { version, name }, broker)).status).toBe(409)
  const named = await erase(id, { version, name: 'Someone' })
  expect([named.status, named.body.fields]).toEqual([400, { name: 'Type the name as it stands.' }])
  expect((await erase(id, { version, name, reason: '' })).body.fields).toHaveProperty('reason')
  expect((await erase(id, { name })).body.fields).toHaveProperty('version')
  await api.asBroker('PATCH', `/api/mpg/contacts/${id}/`, { department: 'Trading', version })
  const stale = await erase(id, { version, name })
  expect([stale.status, stale.body.code]).toEqual([409, 'stale_version'])
  expect((await erase(4_000_000, { version, name })).status).toBe(404)

  const order = { version: version + 1, name }
  const key = { 'idempotency-key': 'once' }
  const [first, second] = await Promise.all([erase(id, order), erase(id, order)])
  expect([first.status, second.status].sort()).toEqual([200, 409])
  const { contact_id: other, ...its } = await make('contacts', { ...person, last_name: 'Other' })
  const once = await erase(other, { version: its.version, name: its.name }, team, key)
  const twice = await erase(other, { version: its.version, name: its.name }, team, key)
  expect([once.status, twice.status, twice.body.erasure_id]).toEqual([200, 200, once.body.erasure_id])
  await ended(id)
  await ended(other)
})

test('[PRIV-3] a contact in the trash is erased, too', async () => {
  const { contact_id: id, name } = await make('contacts', person)
  await make('notes', { object_id: `contact-${id}`, description: '<p>Kanarienvogel</p>' })
  await api.asBroker('DELETE', `/api/mpg/contacts/${id}/`)
  const { body } = await api.send<ListAnswer<Row<'contacts'>>>('GET', '/api/mpg/contacts/trash/', {
    token: team,
  })
  const version = body.results.find(({ contact_id }) => contact_id === id)?.version
  expect((await erase(id, { version, name })).status).toBe(200)
  await ended(id)
  expect(await marked()).toEqual([])
  // It can be deleted for good; that it was erased is still known.
  expect((await api.send('DELETE', `/api/mpg/contacts/trash/${id}/`, { token: team })).status).toBe(204)
})

test('[PRIV-3] values that others have as well lead to nothing of these', async () => {
  const shared = { personal_email: 'desk@shared.example' }
  const { contact_id: id, name, version } = await make('contacts', { ...person, ...shared })
  const { contact_id: other } = await make('contacts', { first_name: 'Ada', last_name: 'Byron', ...shared })
  await erase(id, { version, name })
  await ended(id)
  expect((await contactAt(other)).personal_email).toBe('desk@shared.example')
  const { body } = await api.send<{ results: { changes: { after: unknown }[] }[] }>(
    'GET',
    `/api/audit/?resource=contacts&record_id=${other}`,
    { token: team },
  )
  expect(JSON.stringify(body.results)).toContain('desk@shared.example')
})

test('[PRIV-3] meetings and mail are left in spite of another contact with the same email, by id and by name', async () => {
  const email = 'kanarienvogel@shared.example'
  const other = { id: null, email: 'else@other.example', first_name: null, last_name: null }
  const meet = async (first: object) => {
    const { body } = await done<Row<'activities'>>('POST', '/activities/api/activities/', {
      ...{ title: 'Price talk', description: '<p>Terms</p>', start: 1_800_000_000, end: 1_800_003_600 },
      participants: [first, other],
    })
    return body.id
  }
  await connectMail(api, broker)
  const namedAs = (first_name: string, last_name: string) => meet({ id: null, email, first_name, last_name })
  const byName = await namedAs('Kanarienvogel', 'Kanarienvogelsen')
  const ofAnother = await namedAs('Ada', 'Byron')
  const { contact_id: id, name, version } = await make('contacts', { ...person, personal_email: email })
  const byId = await meet({ id: 1_000_000_000 + id, email: '', first_name: null, last_name: null })
  await done('POST', messageRequest.path, { to: email, subject: 'Dear Kanarienvogel', text: '<p>Terms</p>' })
  await done('POST', messageRequest.path, {
    ...{ to: [email, 'customer@citygate.example'], subject: 'For both', text: '<p>Terms</p>' },
  })
  const { contact_id: double } = await make('contacts', { first_name: 'Ada', personal_email: email })
  await done('DELETE', `/api/mpg/contacts/${double}/`)

  await erase(id, { version, name })
  await ended(id)
  const emailsOf = async (meeting: number) =>
    (await done<Row<'activities'>>('GET', `/activities/api/activities/${meeting}/`)).body.participants.map(
      (one) => one.email,
    )
  expect(await emailsOf(byId)).toEqual([other.email])
  expect(await emailsOf(byName)).toEqual([other.email])
  expect(await emailsOf(ofAnother)).toEqual([email, other.email])
  const meetings = await api.database.db
    .selectFrom('activity_participants')
    .select('activity')
    .where('email', '=', email)
    .execute()
  expect(meetings).toEqual([{ activity: ofAnother }])
  const mail = (await done<ListAnswer<Row<'messages'>>>('GET', '/nylas/messages/')).body.results
  expect(mail.map(({ subject }) => subject)).toEqual(['For both'])
  expect(mail[0]?.to[0]).toMatchObject({ last_name: erasedName(id) })
  const texts = JSON.stringify(await api.database.db.selectFrom('activities').selectAll().execute())
  expect(texts).not.toContain('Kanarienvogelsen')
})

test('[PRIV-3] what bulk changes have given to any field goes, but what others have been given stays', async () => {
  const { contact_id: id, name } = await make('contacts', person)
  const { contact_id: other } = await make('contacts', { first_name: 'Ada', last_name: 'Byron' })
  const give = async (field: string, value: string, ...ids: number[]) => {
    const { body } = await done<{ bulk_change_id: number }>('POST', '/api/mpg/bulk-changes/', {
      ...{ list: 'contacts', action: 'set', field, value, ids },
    })
    const state = () =>
      api.database.db
        .selectFrom('bulk_changes')
        .select('state')
        .where('bulk_change_id', '=', body.bulk_change_id)
        .executeTakeFirstOrThrow()
    await untilAnswer(state, (found) => found.state === 'done')
  }
  await give('department', 'Pit', id)
  await give('department', 'Kanarienvogel Pit', id, other)
  await give('salutation', 'Dear both', id, other)
  await give('department', 'Desk', id)
  await give('department', 'Desk', other)
  await give('title', 'professor', id)
  await sealAll(api.database)
  await erase(id, { version: (await contactAt(id)).version, name })
  await ended(id)
  const changes = await api.database.db
    .selectFrom('bulk_changes')
    .select('value')
    .orderBy('bulk_change_id')
    .execute()
  expect(changes.map(({ value }) => value)).toEqual([null, null, '"Dear both"', null, '"Desk"', null])
  const orders = await api.database.db
    .selectFrom('audit')
    .select('after')
    .where('action', '=', 'bulk change')
    .orderBy('id')
    .execute()
  expect(orders.map(({ after }) => (JSON.parse(after ?? '') as { value?: string }).value)).toEqual([
    ...[undefined, undefined, 'Dear both', undefined, 'Desk', undefined],
  ])
  expect((await checkChain(api.database)).fault).toBeNull()
})

/** Whether the audit tells a text of some record. */
const auditTells = async (resource: string, id: number, text: string) => {
  const rows = await api.database.db
    .selectFrom('audit')
    .select(['before', 'after'])
    .where('resource', '=', resource)
    .where('record_id', '=', id)
    .execute()
  return rows.some(({ before, after }) => `${before}${after}`.includes(text))
}

test('[PRIV-3] what merely resembles values of the contact is not its own', async () => {
  const like = { first_name: 'Jo', last_name: 'Smith' }
  const { contact_id: id } = await make('contacts', {
    ...like,
    personal_email: 'smith@x.example',
    personal_mobile: '202-555-0100',
    linkedin_url: 'https://linkedin.com/in/smith',
    salutation: 'Dear friend',
  })
  const { organization_id: organization } = await make('organizations', {})
  await make('organizationContacts', { organization, contact: id, ice_handle: 'london' })
  const { contact_id: other } = await make('contacts', {
    first_name: 'John',
    last_name: 'Smith',
    personal_email: 'john.smith@x.example',
    personal_mobile: '202-555-0100 x5',
    linkedin_url: 'https://linkedin.com/in/smithson',
    salutation: 'Dear friend',
    department: 'London',
  })
  const { id: note } = await make('notes', {
    object_id: `contact-${other}`,
    description: '<p>Not smith@x.example, and not 202-555-0100</p>',
  })
  await make('contacts', like)
  const imported = await sendForm<ImportAnswer>(
    api,
    broker,
    ['POST', importKinds.contacts.path],
    [
      {
        name: 'file',
        value: [
          'Title,First name,Last name,Personal email,Personal mobile',
          'mr,Jo,Smith,another@y.example,',
          'mr,Ann,Lee,john.smith@x.example,202-555-0100 x5',
          'mr,Ann,Ray,SMITH@x.example,',
          'mr,Ann,May,,(202) 555-0100',
        ].join('\n'),
        filename: 'contacts.csv',
        type: 'text/csv',
      },
    ],
  )
  const { version, name } = await contactAt(id)
  await erase(id, { version, name })
  await ended(id)
  for (const text of ['john.smith@x.example', '202-555-0100 x5', 'in/smithson', 'London', 'Dear friend'])
    expect([text, await auditTells('contacts', other, text)]).toEqual([text, true])
  expect(await auditTells('notes', note, 'Not smith@x.example')).toBe(true)
  expect(await auditTells('contacts', id, 'smith@x.example')).toBe(false)
  const rows = await api.database.db
    .selectFrom('import_rows')
    .select('content')
    .where('import_id', '=', imported.body.import_id)
    .execute()
  const content = rows.map((row) => row.content).join('\n')
  expect(['another@y', 'john.smith@x', 'Ray', 'May'].map((text) => content.includes(text))).toEqual([
    ...[true, true],
    ...[false, false],
  ])
})

test('[PRIV-1, PRIV-3] what an undone merge has given back is neither exported nor erased', async () => {
  const kept = await make('contacts', { personal_email: 'kept@one.example' })
  const other = await make('contacts', { personal_email: 'other@two.example' })
  const { organization_id: organization } = await make('organizations', {})
  const { id: note } = await make('notes', {
    object_id: `contact-${other.contact_id}`,
    description: '<p>Kanarienvogel</p>',
  })
  const link = await make('organizationContacts', {
    organization,
    contact: other.contact_id,
    work_email: 'other@work.example',
  })
  const { body: merge } = await done<{ merge_id: number }>('POST', mergePath('contacts', kept.contact_id), {
    other: other.contact_id,
    version: kept.version,
    other_version: other.version,
    take: ['personal_email'],
  })
  const mergeIs = (state: 'done' | 'undone') =>
    untilAnswer(
      () =>
        api.database.db
          .selectFrom('merges')
          .select('state')
          .where('merge_id', '=', merge.merge_id)
          .executeTakeFirstOrThrow(),
      (found) => found.state === state,
    )
  await mergeIs('done')
  await done('POST', `${mergesPath}${merge.merge_id}/undo/`)
  await mergeIs('undone')
  const { emails } = await readSubject(api.database, kept.contact_id)
  expect(emails).toEqual(['kept@one.example'])
  const { version, name } = await contactAt(kept.contact_id)
  await erase(kept.contact_id, { version, name })
  await ended(kept.contact_id)
  expect(await auditTells('notes', note, 'Kanarienvogel')).toBe(true)
  expect(await auditTells('organizationContacts', link.organization_contact_id, 'other@work.example')).toBe(
    true,
  )
  expect(await auditTells('contacts', other.contact_id, 'other@two.example')).toBe(true)
})

test('[PRIV-4] what a process leaves behind is gone on with by another one', async () => {
  const { contact_id: id, name, version } = await make('contacts', person)
  const { db } = api.database
  // Without the jobs of the server: as if it had died after its answer.
  const other = await startSecondServer(api)
  await erase(id, { version, name })
  await ended(id)
  await db
    .updateTable('erasures')
    .set({ state: 'running', step: 3, done_to: null, sought: JSON.stringify(nothing(id)), ended_at: null })
    .where('contact', '=', id)
    .execute()
  const runners = [createErasureRunner(api.database, fail), createErasureRunner(other.database, fail)]
  for (const runner of runners) runner.wake()
  expect((await ended(id)).step).toBeGreaterThan(9)
  for (const runner of runners) await runner.stop()
  await other.close()
  expect((await checkChain(api.database)).fault).toBeNull()
})
const fail = (error: unknown) => {
  throw error
}
const nothing = (id: number) => ({ contacts: [id], parts: {}, emails: [], values: [], names: [], texts: [] })

test('[PRIV-1, PRIV-2] the export has all that is known of a contact, and says what it does not have', async () => {
  const { id } = await fillContact()
  const download = (token: string) =>
    fetch(api.url + personalDataPath(id), { headers: { authorization: `Bearer ${token}` } })
  expect((await download(broker)).status).toBe(409)
  const answer = await download(team)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const entries = await unzip(Buffer.from(await answer.arrayBuffer()))
  const data = JSON.parse(entries.get('data.json') ?? '') as Record<string, Record<string, unknown>[]>
  expect(data['contacts']?.[0]).toMatchObject({
    contact_id: id,
    name: expect.stringContaining('Kanarienvogelsen') as string,
  })
  expect(data['organizations']?.[0]).toMatchObject({
    ...personAtWork,
    organization_name: expect.any(String) as string,
  })
  expect(data['notes']?.[0]?.['description']).toBe('<p>Kanarienvogel sings</p>')
  const content = String(data['files']?.[0]?.['content'])
  expect(entries.get(content)).toBe('Kanarienvogel')
  expect(data['meetings']?.[0]).toMatchObject({ title: 'Price talk', participants: [expect.anything()] })
  // The mailbox of the broker is not the team's.
  expect(data['messages']).toEqual([])
  expect(data['audit']?.length).toBeGreaterThan(3)
  const summary = entries.get('README.txt') ?? ''
  expect(summary).toContain('Links to organizations: 1')
  expect(summary).toContain('Messages in the mailboxes of other users')
  const { body } = await api.send<{ results: { action: string; actor_name: string }[] }>(
    'GET',
    `/api/audit/?resource=contacts&record_id=${id}`,
    { token: team },
  )
  expect(body.results[0]?.action).toBe('export personal data')
  expect(
    (await fetch(api.url + personalDataPath(4_000_000), { headers: { authorization: `Bearer ${team}` } }))
      .status,
  ).toBe(404)
})

test('[PRIV-6] a restore of a backup of before erases again, by a list that was kept', async () => {
  const { contact_id: id, name, version } = await make('contacts', person)
  const { dataDir, databaseUrl } = api.app.config
  const place = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' }
  const folder = mkdtempSync(path.join(testDir(), 'erasures-'))
  const file = path.join(folder, 'before.zip')
  const run = (command: string, env: Record<string, string>, ...args: string[]) =>
    runProgram(`server/commands/${command}.ts`, { env, args })
  const double = await make('contacts', { ...person, personal_email: 'kanarienvogel@double.example' })
  expect((await run('backup', place, file)).status).toBe(0)
  await done('POST', mergePath('contacts', id), {
    other: double.contact_id,
    version,
    other_version: double.version,
    take: [],
  })
  const merged = () =>
    api.database.db.selectFrom('merges').select('state').where('kept', '=', id).executeTakeFirstOrThrow()
  await untilAnswer(merged, ({ state }) => state === 'done')
  await erase(id, { version: (await contactAt(id)).version, name })
  await ended(id)
  const { output } = await run('erasures', place)
  expect(JSON.parse(output)).toEqual({
    contacts: [id, double.contact_id],
    requested_at: expect.any(String) as string,
    reason: 'Request of 12 March',
  })
  const list = path.join(folder, 'erasures.jsonl')
  // One that was made after the backup is not in it.
  writeFileSync(
    list,
    `${output}\n${JSON.stringify({ contacts: [id + 2], requested_at: '2099-01-01T00:00:00.000Z', reason: '' })}\n`,
  )
  const elsewhere = await emptyPlace()
  const restored = await run('restore', elsewhere, file, '--erasures', list)
  expect([restored.status, restored.output]).toEqual([
    0,
    expect.stringContaining('2 contacts were erased on request'),
  ])
  const refused = ['none', output.replace('T', ' ')].map((wrong, at) => {
    writeFileSync(`${list}${at}`, wrong)
    return run('restore', elsewhere, file, '--force', '--erasures', `${list}${at}`)
  })
  for (const { complaint } of await Promise.all(refused)) expect(complaint).toContain('line 1')
  const copy = await startApiOn(readConfig({ ...elsewhere, LOG_LEVEL: 'silent' }))
  try {
    const erased = () => copy.database.db.selectFrom('erasures').select(['contact', 'state']).execute()
    await untilAnswer(erased, (found) => found.every(({ state }) => state === 'done'))
    const rows = copy.database.db.selectFrom('contacts').select('name').orderBy('contact_id')
    expect(await rows.execute()).toEqual([id, double.contact_id].map((one) => ({ name: erasedName(one) })))
    expect((await checkChain(copy.database)).fault).toBeNull()
  } finally {
    await copy.close()
  }
})
