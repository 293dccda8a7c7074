import { contract, type Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import { refusal } from '../../src/contract/users'
import { dayStart } from '../../src/contract/allDay'
import { addDays } from '../../src/contract/gas/calendar'
import {
  followPath,
  notificationSettingsPath,
  notificationsPath,
  notificationsReadPath,
  type Following,
  type MarkNotifications,
  type Notification,
  type NotificationSettings,
  type NotificationsAnswer,
} from '../../src/contract/notifications'
import { sql } from 'kysely'
import { inTransaction } from '../kit/context'
import { notifyUsers } from '../kit/write/notifications'
import { startApi, type TestApi } from '../testing/api'
import { startMailServer } from '../testing/mailServer'
import { recordMaker, type MakeRecord } from '../testing/records'
import { until } from '../testing/until'
import { createDueNotifier, createReminder } from './dueNotifications'
import { mentionsIn } from './mentions'
import { todayOf } from './market'
import { mailDigests } from './notificationDigest'
import { deleteOldNotifications } from './notifications'

type User = 'broker' | 'team' | 'customer'

let api: TestApi
/** Makes a record, and gives its id. */
let make: (...given: Parameters<MakeRecord>) => Promise<number>
const tokens = new Map<User, string>()
const ids = new Map<User, number>()
beforeAll(async () => {
  api = await startApi()
  const makeRecord = recordMaker(api)
  make = async (name, body) => {
    const record: Readonly<Record<string, unknown>> = await makeRecord(name, body)
    return Number(record[contract[name].idField])
  }
  for (const user of ['broker', 'team', 'customer'] as const) {
    tokens.set(user, (await api.signIn(user)).access)
    ids.set(user, (await as<Row<'users'>>(user, 'GET', '/api/users/me/')).body.id)
  }
})
afterAll(() => api.close())

const as = <T>(user: User, method: string, url: string, body?: object) =>
  api.send<T>(method, url, { token: tokens.get(user) ?? '', ...(body && { body }) })
const list = async (user: User, parameters = '') =>
  (await as<NotificationsAnswer>(user, 'GET', `${notificationsPath}?limit=100&${parameters}`)).body
const about = async (user: User, kind: Notification['kind'], id: number) =>
  (await list(user)).results.find((one) => one.kind === kind && one.record?.id === id)
const mark = (user: User, body: Partial<MarkNotifications>) => as(user, 'POST', notificationsReadPath, body)
const note = async (user: User, object_id: string, description: string) =>
  (await as<Row<'notes'>>(user, 'POST', '/api/mpg/notes/', { object_id, description })).body
const idOf = (user: User) => ids.get(user) ?? 0
const task = (values: object = {}) =>
  make('todos', {
    name: 'Call',
    description: 'Call',
    time_needed: '00:15:00',
    completed_within: 1,
    ...values,
  })

test('[NOTI-1] the assignee of a task is told, unless it is its author, and no more once it is done', async () => {
  const own = await task({ assignee: idOf('broker') })
  expect(await about('broker', 'assigned', own)).toBeUndefined()
  const id = await task({ assignee: idOf('team'), name: 'Send the letter' })
  expect(await about('team', 'assigned', id)).toMatchObject({
    record: { resource: 'todos', id, name: 'Send the letter' },
    is_read: false,
    count: 1,
    actor_name: expect.any(String) as string,
  })
  expect(await about('customer', 'assigned', id)).toBeUndefined()
  await api.asBroker('PATCH', `/api/mpg/todos/${id}/`, { assignee: idOf('customer') })
  expect(await about('team', 'assigned', id)).toMatchObject({ is_read: true })
  expect(await about('customer', 'assigned', id)).toMatchObject({ is_read: false })
  await api.asBroker('PATCH', `/api/mpg/todos/${id}/`, { status: 'done' })
  expect(await about('customer', 'assigned', id)).toMatchObject({ is_read: true })
  const gone = await task({ assignee: idOf('customer') })
  await api.asBroker('DELETE', `/api/mpg/todos/${gone}/`)
  expect(await about('customer', 'assigned', gone)).toMatchObject({ is_read: true })
})

test('[NOTI-1] notifications are read and unread one by one or all at once, by their owner alone', async () => {
  const first = await task({ assignee: idOf('team') })
  await task({ assignee: idOf('team') })
  const { unread } = await list('team')
  expect(unread).toBeGreaterThanOrEqual(2)
  const { id = 0 } = (await about('team', 'assigned', first)) ?? {}
  await mark('customer', { ids: [id] })
  expect((await list('team')).unread).toBe(unread)
  expect((await mark('team', { ids: [id] })).status).toBe(204)
  expect((await list('team')).unread).toBe(unread - 1)
  expect((await list('team', 'unread=true')).results.map((one) => one.id)).not.toContain(id)
  await mark('team', { ids: [id], is_read: false })
  expect((await list('team')).unread).toBe(unread)
  await mark('team', { all: true })
  expect(await list('team', 'unread=true')).toEqual({ unread: 0, is_more: false, results: [] })
  const page = await list('team')
  expect(page.results.length).toBeGreaterThan(1)
  const one = (await as<NotificationsAnswer>('team', 'GET', `${notificationsPath}?limit=1&offset=1`)).body
  expect([one.results.map(({ id: shown }) => shown), one.is_more]).toEqual([
    [page.results[1]?.id],
    page.results.length > 2,
  ])
  await mark('team', { ids: [1.5, 99_999_999_999], is_read: false })
  await mark('team', { ids: [], is_read: false })
  expect((await list('team')).unread).toBe(0)
  expect((await mark('team', { ids: ['x'] as unknown as number[] })).status).toBe(400)
})

test('[NOTI-3] a note tells the users whom it names by @username, once', async () => {
  const id = await make('opportunities')
  const made = await note('broker', `opportunity-${id}`, '<p>Ask @TEAM, and @nobody.here: mail x@team</p>')
  expect(await about('team', 'mention', id)).toMatchObject({ part: 'notes', count: 1 })
  expect(await about('customer', 'mention', id)).toBeUndefined()
  await mark('team', { all: true })
  const url = `/api/mpg/notes/${made.id}/`
  await as('broker', 'PATCH', url, { description: '<p>Ask @team again, (@customer).</p>' })
  expect(await about('team', 'mention', id)).toMatchObject({ is_read: true })
  expect(await about('customer', 'mention', id)).toMatchObject({ is_read: false })
  await note('customer', `opportunity-${id}`, '<p>@customer @team</p>')
  expect(await about('customer', 'mention', id)).toMatchObject({ count: 1 })
  expect(await about('team', 'mention', id)).toMatchObject({ is_read: false, count: 1 })
})

test('[NOTI-3, NOTI-4] a follower whom a note names is told of the mention alone, unless that is muted', async () => {
  const id = await make('opportunities')
  for (const user of ['team', 'customer'] as const) await as(user, 'PUT', followPath('opportunities', id))
  const made = await note('broker', `opportunity-${id}`, '<p>Ask @team</p>')
  expect(await about('team', 'mention', id)).toMatchObject({ part: 'notes', is_read: false })
  expect(await about('team', 'followed', id)).toBeUndefined()
  expect(await about('customer', 'followed', id)).toMatchObject({
    action: 'created',
    part: 'notes',
    count: 1,
  })
  await mark('customer', { all: true })

  const url = `/api/mpg/notes/${made.id}/`
  await as('broker', 'PATCH', url, { description: '<p>Ask @team and @customer</p>' })
  expect(await about('customer', 'mention', id)).toMatchObject({ part: 'notes', is_read: false })
  expect(await about('customer', 'followed', id)).toMatchObject({ is_read: true })
  expect(await about('team', 'followed', id)).toMatchObject({ action: 'updated', count: 1 })

  const settings = { muted: ['mention'], digest: false }
  await as('customer', 'PUT', notificationSettingsPath, settings)
  await note('broker', `opportunity-${id}`, '<p>@customer</p>')
  expect(await about('customer', 'followed', id)).toMatchObject({ action: 'created', is_read: false })
  await as('customer', 'PUT', notificationSettingsPath, { ...settings, muted: [] })
})

test('[NOTI-3] a mention begins a word, and takes no punctuation of the sentence with it', () => {
  expect(mentionsIn('<p>@Jane.Doe. and a@b, “@zoë”, @x-1!</p>')).toEqual([
    ...['jane.doe.', 'jane.doe', 'zoe', 'x-1'],
  ])
})

test('[NOTI-4] followers are told what others change of a record and what hangs on it', async () => {
  const id = await make('opportunities', { opportunity_name: 'Watched' })
  const path = followPath('opportunities', id)
  expect((await as<Following>('team', 'GET', path)).body).toEqual({ following: false })
  for (const method of ['PUT', 'PUT'])
    expect((await as<Following>('team', method, path)).body).toEqual({ following: true })
  expect((await as<Following>('team', 'GET', path)).body).toEqual({ following: true })

  const url = `/api/mpg/opportunities/${id}/`
  await as('team', 'PATCH', url, { opportunity_name: 'My own change' })
  expect(await about('team', 'followed', id)).toBeUndefined()
  await as('broker', 'PATCH', url, { opportunity_name: 'Renamed' })
  expect(await about('team', 'followed', id)).toMatchObject({
    ...{ action: 'updated', part: null, count: 1 },
    record: { resource: 'opportunities', name: 'Renamed' },
  })
  await note('customer', `opportunity-${id}`, '<p>Look</p>')
  expect(await about('team', 'followed', id)).toMatchObject({ action: 'created', part: 'notes', count: 2 })
  await mark('team', { all: true })
  const [legal_entity, utility_state] = [
    await make('organizations'),
    await make('utilityStates', { utility: await make('utilities'), state: 44 }),
  ]
  await make('bids', { opportunity: id, legal_entity, utility_state })
  expect(await about('team', 'followed', id)).toMatchObject({ part: 'bids', count: 1, is_read: false })
  await as('broker', 'DELETE', url)
  expect(await about('team', 'followed', id)).toMatchObject({ action: 'deleted', part: null, count: 2 })

  expect((await as('team', 'PUT', path)).status).toBe(404)
  await as('broker', 'POST', `${url}restore/`)
  await as<Following>('team', 'DELETE', path)
  await mark('team', { all: true })
  await as('broker', 'PATCH', url, { opportunity_name: 'Unseen' })
  expect(await about('team', 'followed', id)).toMatchObject({ is_read: true })
  expect((await as('team', 'PUT', followPath('opportunities', 999_999))).status).toBe(404)
})

test('[NOTI-4] followers of a contact and of an organization are told of the link between them', async () => {
  const [contact, organization] = [await make('contacts'), await make('organizations')]
  await as('team', 'PUT', followPath('contacts', contact))
  await as('customer', 'PUT', followPath('organizations', organization))
  const link = await make('organizationContacts', { contact, organization })
  expect(await about('team', 'followed', contact)).toMatchObject({ part: 'organizationContacts' })
  expect(await about('customer', 'followed', organization)).toMatchObject({ action: 'created' })
  await api.asBroker('DELETE', `${contract.organizationContacts.path}${link}/`)
  expect(await about('customer', 'followed', organization)).toMatchObject({ action: 'deleted', count: 2 })
})

test('[NOTI-2] open tasks are told on the day they are due, once, and pricing to its sales person', async () => {
  const { database } = api
  const today = todayOf(database.db)
  const due = (assignee: number, end_time: string, values = {}) =>
    task({ assignee, start_time: addDays(end_time, -3), end_time, ...values })
  const now = await due(idOf('team'), today)
  const done = await due(idOf('team'), today, { status: 'done' })
  const later = await due(idOf('team'), addDays(today, 1))
  const old = await due(idOf('team'), addDays(today, -30))
  const mine = await due(idOf('broker'), addDays(today, -2))
  const priced = await make('opportunities', { pricing_due_date: today, sales_represented: 'team' })
  const own = await make('opportunities', { pricing_due_date: today, sales_represented: 'No such person' })
  const won = await make('opportunities', { pricing_due_date: today, stage: 'won' })
  const job = createDueNotifier(database, (error) => {
    throw error
  })
  job.wake()
  await until(async () => (await about('broker', 'pricing_due', own)) !== undefined)
  expect(await about('team', 'task_due', now)).toMatchObject({ due: today, actor_name: null })
  for (const id of [done, later, old]) expect(await about('team', 'task_due', id)).toBeUndefined()
  expect(await about('broker', 'task_due', mine)).toMatchObject({ due: addDays(today, -2) })
  expect(await about('team', 'pricing_due', priced)).toBeDefined()
  expect(await about('broker', 'pricing_due', priced)).toBeUndefined()
  expect(await about('broker', 'pricing_due', won)).toBeUndefined()
  await mark('team', { all: true })
  job.wake()
  await job.stop()
  expect(await about('team', 'task_due', now)).toMatchObject({ is_read: true })
  await api.asBroker('PATCH', `/api/mpg/todos/${mine}/`, { end_time: addDays(today, 5) })
  expect(await about('broker', 'task_due', mine)).toMatchObject({ is_read: true })
})

test('[NOTI-2] what a write makes due today is told with it, once for the day', async () => {
  const today = todayOf(api.database.db)
  const dates = (end_time: string) => ({ start_time: addDays(end_time, -3), end_time })
  const made = await task({ assignee: idOf('team'), ...dates(today) })
  const moved = await task({ assignee: idOf('team'), ...dates(addDays(today, 9)) })
  const priced = await make('opportunities', { pricing_due_date: today, sales_represented: 'team' })
  const later = await make('opportunities', {
    pricing_due_date: addDays(today, 9),
    sales_represented: 'team',
  })
  const won = await make('opportunities', {
    ...{ pricing_due_date: today, sales_represented: 'team', stage: 'won' },
  })
  await until(async () => (await about('team', 'task_due', made)) !== undefined)
  await until(async () => (await about('team', 'pricing_due', priced)) !== undefined)
  expect(await about('team', 'task_due', made)).toMatchObject({ due: today, actor_name: null, count: 1 })
  expect(await about('team', 'task_due', moved)).toBeUndefined()
  for (const id of [later, won]) expect(await about('team', 'pricing_due', id)).toBeUndefined()

  await mark('team', { all: true })
  await api.asBroker('PATCH', `/api/mpg/todos/${made}/`, { name: 'Call again' })
  await api.asBroker('PATCH', `/api/mpg/opportunities/${priced}/`, { opportunity_name: 'Renamed' })
  await api.asBroker('PATCH', `/api/mpg/todos/${moved}/`, dates(today))
  await api.asBroker('PATCH', `/api/mpg/opportunities/${later}/`, { pricing_due_date: today })
  await until(async () => (await about('team', 'task_due', moved)) !== undefined)
  await until(async () => (await about('team', 'pricing_due', later)) !== undefined)
  expect(await about('team', 'task_due', made)).toMatchObject({ is_read: true, count: 1 })
  expect(await about('team', 'pricing_due', priced)).toMatchObject({ is_read: true, count: 1 })
})

test('[NOTI-5] reminders come at the time of a task, and before a meeting to all its users', async () => {
  const { database } = api
  const now = Math.floor(Date.now() / 1_000)
  const first = await task({ assignee: idOf('team'), remind_at: now - 5 })
  const later = await task({ assignee: idOf('team'), remind_at: now + 3_600 })
  const { email } = (await as<Row<'users'>>('team', 'GET', '/api/users/me/')).body
  const meeting = async (start: number, reminder_minutes: number | null, more = {}) => {
    const { body } = await api.asBroker<Row<'activities'>>('POST', '/activities/api/activities/', {
      ...{ title: 'Kick-off', description: 'Kick-off', start, end: start + 600, reminder_minutes, ...more },
      participants: [{ email }],
    })
    return body.id
  }
  const soon = await meeting(now + 600, 15)
  const far = await meeting(now + 86_400, 15)
  const silent = await meeting(now + 600, null)
  const tomorrow = addDays(new Date().toISOString().slice(0, 10), 1)
  const whole = await meeting(dayStart(tomorrow), Math.ceil((dayStart(tomorrow) - now) / 60), {
    all_day: true,
    end: dayStart(addDays(tomorrow, 1)),
  })
  const job = createReminder(database, (error) => {
    throw error
  })
  job.wake()
  await until(async () => (await about('team', 'reminder', soon)) !== undefined)
  await job.stop()
  expect(await about('team', 'reminder', first)).toMatchObject({ record: { resource: 'todos' } })
  expect(await about('team', 'reminder', later)).toBeUndefined()
  expect(await about('broker', 'reminder', soon)).toMatchObject({
    record: { resource: 'activities', name: 'Kick-off' },
  })
  // A day, which is the same everywhere, not the moment at which it begins in Greenwich.
  expect(await about('broker', 'reminder', whole)).toMatchObject({ due: tomorrow })
  for (const id of [far, silent]) expect(await about('broker', 'reminder', id)).toBeUndefined()
})

test('[NOTI-6] a kind that is muted is not told; the settings are the user’s own', async () => {
  const read = async (user: User) =>
    (await as<NotificationSettings>(user, 'GET', notificationSettingsPath)).body
  expect(await read('customer')).toEqual({ muted: [], digest: false, sign_in_mail: true, can_mail: false })
  const sent = { muted: ['mention', 'assigned'], digest: false }
  const { body } = await as<NotificationSettings>('customer', 'PUT', notificationSettingsPath, sent)
  expect(body).toEqual({ muted: ['assigned', 'mention'], digest: false, sign_in_mail: true, can_mail: false })
  expect(await read('team')).toMatchObject({ muted: [] })
  const id = await task({ assignee: idOf('customer') })
  expect(await about('customer', 'assigned', id)).toBeUndefined()
  expect((await as('customer', 'PUT', notificationSettingsPath, { muted: ['all'] })).status).toBe(400)
  await as('customer', 'PUT', notificationSettingsPath, { muted: [], digest: false })
  expect(await read('customer')).toMatchObject({ muted: [], digest: false })
})

test('[NOTI-6] a digest is refused where no mail is possible; one that was chosen before stays', async () => {
  const put = async (body: object) =>
    as<NotificationSettings>('customer', 'PUT', notificationSettingsPath, { muted: [], ...body })
  const refused = await put({ muted: ['mention'], digest: true })
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { fields: { digest: 'This installation sends no mail.' } },
  ])
  const { body: kept } = await as<NotificationSettings>('customer', 'GET', notificationSettingsPath)
  expect(kept).toMatchObject({ muted: [], digest: false })
  // As before an installation stopped sending mail.
  const user_id = idOf('customer')
  await api.database.db.insertInto('notification_digests').values({ user_id, sent_on: null }).execute()
  expect((await put({ muted: ['mention'], digest: true })).body).toMatchObject({ muted: ['mention'] })
  expect((await put({ digest: false })).body).toMatchObject({ muted: [], digest: false })
})

test('[NOTI-6] settings are taken as they are read; whether mail is possible is no setting', async () => {
  const { body: read } = await as<NotificationSettings>('customer', 'GET', notificationSettingsPath)
  for (const can_mail of [read.can_mail, !read.can_mail]) {
    const { status, body } = await as('customer', 'PUT', notificationSettingsPath, { ...read, can_mail })
    expect([status, body]).toEqual([200, read])
  }
})

test('[NOTI-1] the team is told that accounts wait, in one line, until none does', async () => {
  const register = (username: string) =>
    api.send('POST', '/api/registration/', {
      body: {
        ...{ user_type: 'broker', username, first_name: 'New', last_name: 'Comer' },
        ...{ email: `${username}@basin.example`, password: 'a passphrase for tests' },
      },
    })
  await register('newcomer.one')
  await register('newcomer.two')
  const waiting = async () => (await list('team')).results.find(({ kind }) => kind === 'approval')
  await until(async () => (await waiting())?.count === 2)
  expect(await waiting()).toMatchObject({ record: null, is_read: false })
  expect((await list('broker')).results.map(({ kind }) => kind)).not.toContain('approval')
})

test('[NOTI-1] what the team was told of accounts is read once the last one is refused', async () => {
  const waiting = async () => (await list('team')).results.find(({ kind }) => kind === 'approval')
  expect(await waiting()).toMatchObject({ is_read: false })
  const { results } = (
    await as<ListAnswer<Row<'users'>>>('team', 'GET', `${contract.users.path}?status=waiting&limit=100`)
  ).body
  await as('team', 'POST', refusal.path, { users: results.map(({ id }) => id) })
  expect(await waiting()).toMatchObject({ is_read: true })
})

test('[NOTI-1, NOTI-4] a purged record is told of no more, nor what went with it', async () => {
  const id = await make('opportunities')
  const [legal_entity, utility_state] = [
    await make('organizations'),
    await make('utilityStates', { utility: await make('utilities'), state: 44 }),
  ]
  const bid = await make('bids', { opportunity: id, legal_entity, utility_state })
  await as('customer', 'PUT', followPath('bids', bid))
  await as('broker', 'PATCH', `${contract.bids.path}${bid}/`, { name: 'Renamed bid' })
  const ofBids = async () =>
    (await list('customer')).results.filter(({ record }) => record?.resource === 'bids' && record.id === bid)
  expect(await ofBids()).toHaveLength(1)
  await as('broker', 'DELETE', `${contract.opportunities.path}${id}/`)
  await as('team', 'DELETE', `${contract.opportunities.path}trash/${id}/`)
  expect(await ofBids()).toEqual([])
})

test('[NOTI-6] a mail a day lists what is unread, and one that cannot be made keeps no other one waiting', async () => {
  const mail = await startMailServer()
  const other = await startApi({ SMTP_URL: mail.url, MAIL_FROM: 'desk@citygate.example' })
  try {
    const { db } = other.database
    const users = await db
      .selectFrom('users')
      .select(['id', 'email'])
      .where('username', 'in', ['broker', 'team'])
      .orderBy('id')
      .execute()
    await db
      .insertInto('notification_digests')
      .values(users.map(({ id }) => ({ user_id: id, sent_on: null })))
      .execute()
    await inTransaction(other.database, { actor: null, requestId: null }, (write) =>
      notifyUsers(
        write,
        users.map(({ id }) => id),
        { kind: 'approval', resource: 'users', recordId: 0 },
      ),
    )
    const errors: unknown[] = []
    const [first, second] = users
    await db
      .updateTable('users')
      .set({ email: 'no address' })
      .where('id', '=', first?.id ?? 0)
      .execute()
    await mailDigests(other.app, '2027-01-04', (error) => errors.push(error))
    await until(() => mail.taken.some(({ to }) => to.includes(second?.email ?? '')))
    const sent = mail.taken.filter(({ to }) => to.includes(second?.email ?? ''))
    expect(sent).toHaveLength(1)
    expect(sent[0]?.content).toContain('Subject: Citygate: 1 unread notification')
    expect(sent[0]?.content).toContain('An account waits for approval')
    await mailDigests(other.app, '2027-01-04', (error) => errors.push(error))
    const { sent_on } = await db
      .selectFrom('notification_digests')
      .select('sent_on')
      .where('user_id', '=', second?.id ?? 0)
      .executeTakeFirstOrThrow()
    expect(sent_on).toBe('2027-01-04')
  } finally {
    await other.close()
    await mail.close()
  }
})

test('[TEAM-3, TEAM-6, NOTI-6] the mail of a day says nothing of records that its reader does not see', async () => {
  const mail = await startMailServer()
  const other = await startApi({ SMTP_URL: mail.url, MAIL_FROM: 'desk@citygate.example' })
  try {
    const { db } = other.database
    const record = recordMaker(other)
    const { team_id } = await record('teams')
    const reader = (await other.signIn('team')).access
    for (const [username, role] of [
      ['team', 'manager'],
      ['broker', 'administrator'],
    ] as const)
      await db.updateTable('users').set({ role }).where('username', '=', username).execute()
    const follow = async (name: 'organizations' | 'opportunities', id: number) => {
      await other.send('PUT', followPath(name, id), { token: reader })
    }
    const { organization_id } = await record('organizations', { name: 'Hidden Works' })
    const hidden = await record('opportunities', { opportunity_name: 'Hidden deal' })
    const shown = await record('opportunities', { opportunity_name: 'Shown deal' })
    await follow('organizations', organization_id)
    for (const { opportunity_id } of [hidden, shown]) await follow('opportunities', opportunity_id)
    await other.asBroker('PATCH', `${contract.organizations.path}${organization_id}/`, { team_id })
    for (const [{ opportunity_id }, change] of [
      [hidden, { team_id }],
      [shown, { notes: 'Changed.' }],
    ] as const)
      await other.asBroker('PATCH', `${contract.opportunities.path}${opportunity_id}/`, change)
    const { id: user_id, email } = await db
      .selectFrom('users')
      .select(['id', 'email'])
      .where('username', '=', 'team')
      .executeTakeFirstOrThrow()
    await db.insertInto('notification_digests').values({ user_id, sent_on: null }).execute()
    const errors: unknown[] = []
    await mailDigests(other.app, '2027-01-04', (error) => errors.push(error))
    await until(() => mail.taken.some(({ to }) => to.includes(email ?? '')))
    const [sent] = mail.taken.filter(({ to }) => to.includes(email ?? ''))
    expect(errors).toEqual([])
    expect(sent?.content).toContain('Subject: Citygate: 1 unread notification')
    expect(sent?.content).toContain('Shown deal')
    expect(sent?.content).not.toContain('Hidden')
  } finally {
    await other.close()
    await mail.close()
  }
})

test('[NOTI-1] old notifications, and those beyond a thousand of one user, are forgotten in portions', async () => {
  const { db } = api.database
  const user_id = idOf('customer')
  await sql`delete from notifications where user_id = ${sql.lit(user_id)}`.execute(db)
  const at = (day: number) => new Date(Date.now() - day * 86_400_000).toISOString()
  const row = (record_id: number, day: number) => ({
    ...{ user_id, kind: 'assigned' as const, resource: 'todos' as const, record_id, occasion: '', count: 1 },
    ...{ actor: null, action: null, part: null, read_at: null, at: at(day) },
  })
  for (let start = 1; start <= 1_100; start += 100)
    await db
      .insertInto('notifications')
      .values(Array.from({ length: 100 }, (_, index) => row(100_000 + start + index, 1)))
      .execute()
  await db
    .insertInto('notifications')
    .values([row(1, 91), row(2, 89)])
    .execute()
  while (await deleteOldNotifications(db));
  const kept = await db
    .selectFrom('notifications')
    .select('record_id')
    .where('user_id', '=', user_id)
    .execute()
  expect(kept).toHaveLength(1_000)
  expect(kept.map(({ record_id }) => record_id)).not.toContain(1)
})
