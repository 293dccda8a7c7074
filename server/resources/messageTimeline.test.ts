import { sql, type Kysely } from 'kysely'
import { contract, type Row } from '../../src/contract'
import type { ListAnswer } from '../../src/contract/answers'
import { timelinePath, type Correspondent, type TimelineAnswer } from '../../src/contract/history'
import { messageRequest } from '../../src/contract/mail'
import { fillMessageAddresses } from '../db/migrations/041-message-addresses'
import { startApi, type TestApi } from '../testing/api'
import { connectMail } from '../testing/connectMail'
import { sendForm } from '../testing/forms'
import { recordMaker } from '../testing/records'
import { refreshAddresses } from './messageAddresses'
import { messagePlaces } from './messageTimeline'

type Message = Row<'messages'>

let api: TestApi
let broker: string
let customer: string
let make: ReturnType<typeof recordMaker>
beforeAll(async () => {
  api = await startApi()
  broker = (await api.signIn('broker')).access
  customer = (await api.signIn('customer')).access
  for (const token of [broker, customer]) await connectMail(api, token)
  make = recordMaker(api)
})
afterAll(() => api.close())

const { path } = contract.messages
const person = (email: string) => ({ id: null, email, first_name: null, last_name: null })

/** Sends a message from a mailbox; the copy there. */
async function send(
  token: string,
  subject: string,
  people: Partial<Record<'to' | 'cc' | 'bcc', string[]>>,
): Promise<Message> {
  const { to = ['other@far.example'], ...copies } = people
  const named = Object.fromEntries(Object.entries(copies).map(([name, emails]) => [name, emails.map(person)]))
  const body = { to: to.map(person), ...named, subject, text: '<p>Four cents <b>down</b>.</p>' }
  const { body: sent, status } = await api.send<Message>('POST', messageRequest.path, { token, body })
  expect(status).toBe(201)
  return sent
}

const timelineOf = async (token: string, resource: Correspondent, id: number, query = '?kind=messages') =>
  (await api.send<TimelineAnswer>('GET', `${timelinePath(resource, id)}${query}`, { token })).body
const subjects = ({ results }: TimelineAnswer) => results.map(({ record }) => record?.name)
const share = (token: string, { id }: Message, is_shared: boolean) =>
  api.send<Message>('PATCH', `${path}${id}/`, { token, body: { is_shared } })

/** A contact who works at one organization and has worked at another. */
async function someContact(name: string) {
  const { organization_id: now } = await make('organizations', { name: `${name} Mill` })
  const { organization_id: then } = await make('organizations', { name: `${name} Works` })
  const { contact_id } = await make('contacts', { last_name: name, personal_email: `${name}@Home.example` })
  const link = (organization: number, work_email: string, employment_status: 'active' | 'expired') =>
    make('organizationContacts', { organization, contact: contact_id, work_email, employment_status })
  await link(now, `${name}@mill.example`, 'active')
  await link(then, `${name}@works.example`, 'expired')
  return { contact_id, now, then }
}

test('[MAIL-1] a contact’s timeline has the messages from and to its addresses, an organization’s those of its contacts', async () => {
  const { contact_id, now, then } = await someContact('Ashby')
  await send(broker, 'At home', { to: ['ashby@home.example'] })
  await send(broker, 'At work', { cc: ['ASHBY@mill.example'] })
  await send(broker, 'Hidden, once', { bcc: ['Ashby@works.example'] })
  await send(broker, 'To others', { to: ['ashby@home.example.org'] })
  const sent = await timelineOf(broker, 'contacts', contact_id)
  expect(subjects(sent)).toEqual(['Hidden, once', 'At work', 'At home'])
  expect(sent.next).toBe(null)
  expect(subjects(await timelineOf(broker, 'organizations', now))).toEqual([
    'Hidden, once',
    'At work',
    'At home',
  ])
  // Of those who have left, only what was written to them there.
  expect(subjects(await timelineOf(broker, 'organizations', then))).toEqual(['Hidden, once'])
  const [, , first] = sent.results
  expect(first).toMatchObject({
    kind: 'messages',
    action: 'create',
    resource: 'messages',
    changes: [],
    record: { resource: 'messages', name: 'At home', state: 'present' },
    message: { to: [{ email: 'ashby@home.example' }], excerpt: 'Four cents down.', is_shared: false },
  })
  expect(first?.message?.from.map(({ email }) => email)).toEqual(['broker@citygate.example'])
  const opened = await api.send<Message>('GET', `${path}${first?.id}/`, { token: broker })
  expect([opened.body.subject, opened.body.sent_at]).toEqual(['At home', first?.at])
})

test('[MAIL-1] messages stand among what else is told, by their moments', async () => {
  const { contact_id } = await make('contacts', { last_name: 'Birch', personal_email: 'birch@home.example' })
  const patch = (department: string) =>
    api.asBroker('PATCH', `${contract.contacts.path}${contact_id}/`, { department })
  await send(broker, 'First', { to: ['birch@home.example'] })
  await patch('One')
  await send(broker, 'Second', { to: ['birch@home.example'] })
  await patch('Two')
  const told = ({ results }: TimelineAnswer) =>
    results.map(({ kind, record, changes }) => record?.name ?? changes[0]?.after ?? kind)
  const order = ['Two', 'Second', 'One', 'First']
  expect(told(await timelineOf(broker, 'contacts', contact_id, '')).slice(0, 4)).toEqual(order)
  // Page by page there is each once.
  const seen: unknown[] = []
  let next: string | null = ''
  while (next !== null) {
    const page: TimelineAnswer = await timelineOf(
      broker,
      'contacts',
      contact_id,
      `?limit=1${next === '' ? '' : `&before=${next}`}`,
    )
    expect(page.results).toHaveLength(1)
    seen.push(...told(page))
    next = page.next
  }
  expect(seen.slice(0, 4)).toEqual(order)
  expect(seen).toHaveLength(5)
  for (const before of ['1.2', '1.x.3', '9.99999999999999999.1', `1.${'9'.repeat(15)}.1`, '-4'])
    expect(
      (await api.asBroker('GET', `${timelinePath('contacts', contact_id)}?before=${before}`)).status,
    ).toBe(400)
})

test('[MAIL-2] a message that is not shared is seen by the owner of its mailbox alone, wherever others look', async () => {
  const { contact_id, now } = await someContact('Cedar')
  const sent = await send(broker, 'Cedar offer', { to: ['cedar@mill.example'] })
  for (const query of ['', '?kind=messages']) {
    expect(subjects(await timelineOf(customer, 'contacts', contact_id, query))).not.toContain('Cedar offer')
    expect(subjects(await timelineOf(customer, 'organizations', now, query))).not.toContain('Cedar offer')
  }
  const asCustomer = (method: string, url: string, body?: object) =>
    api.send<ListAnswer<Message>>(method, url, { token: customer, ...(body && { body }) })
  expect((await asCustomer('GET', `${path}${sent.id}/`)).status).toBe(404)
  for (const url of [path, `${path}?q=Cedar`, `${path}?thread=${sent.thread}`, `${path}trash/`])
    expect((await asCustomer('GET', url)).body.results.map(({ subject }) => subject)).not.toContain(
      'Cedar offer',
    )
  expect((await asCustomer('PATCH', `${path}${sent.id}/`, { is_shared: true })).status).toBe(404)
  expect((await asCustomer('DELETE', `${path}${sent.id}/`)).status).toBe(404)
  expect(subjects(await timelineOf(customer, 'contacts', contact_id))).toEqual([])
})

test('[MAIL-3] its owner shares a message and stops that; others read it, and change nothing', async () => {
  const { contact_id, now } = await someContact('Dogwood')
  const sent = await send(broker, 'Dogwood offer', { to: ['dogwood@mill.example'] })
  expect((await share(broker, sent, true)).body.is_shared).toBe(true)
  const shared = await timelineOf(customer, 'contacts', contact_id)
  expect(shared.results).toMatchObject([
    { actor: sent.owner, actor_name: 'Robin Tavares', message: { is_shared: true } },
  ])
  expect(subjects(await timelineOf(customer, 'organizations', now))).toEqual(['Dogwood offer'])
  const url = `${path}${sent.id}/`
  const read = await api.send<Message>('GET', url, { token: customer })
  expect([read.status, read.body.text, read.body.owner]).toEqual([200, sent.text, sent.owner])
  // It comes into no mailbox.
  const inbox = await api.send<ListAnswer<Message>>('GET', `${path}?q=Dogwood`, { token: customer })
  expect(inbox.body.count).toBe(0)
  for (const body of [{ is_read: true }, { is_shared: false }]) {
    const refused = await api.send('PATCH', url, { token: customer, body })
    expect([refused.status, refused.body.code]).toEqual([409, 'refused'])
  }
  expect((await api.send('DELETE', url, { token: customer })).status).toBe(409)

  expect((await share(broker, sent, false)).body.is_shared).toBe(false)
  expect(subjects(await timelineOf(customer, 'contacts', contact_id))).toEqual([])
  expect((await api.send('GET', url, { token: customer })).status).toBe(404)
  expect(subjects(await timelineOf(broker, 'contacts', contact_id))).toEqual(['Dogwood offer'])
})

test('[MAIL-3] hidden copies of a shared message are known to its owner alone, and lead no others to it', async () => {
  const { contact_id: open } = await someContact('Maple')
  const { contact_id: hidden, now } = await someContact('Rowan')
  const sent = await send(broker, 'Maple offer', { to: ['maple@mill.example'], bcc: ['rowan@mill.example'] })
  await share(broker, sent, true)
  const url = `${path}${sent.id}/`
  const bccAt = async (token: string, query = '') =>
    (await api.send<Message>('GET', url + query, { token })).body.bcc.map(({ email }) => email.toLowerCase())
  for (const query of ['', '?expand=owner']) {
    expect(await bccAt(customer, query)).toEqual([])
    expect(await bccAt(broker, query)).toEqual(['rowan@mill.example'])
  }
  expect(subjects(await timelineOf(customer, 'contacts', open))).toEqual(['Maple offer'])
  expect(subjects(await timelineOf(customer, 'contacts', hidden))).toEqual([])
  expect(subjects(await timelineOf(customer, 'organizations', now))).toEqual([])
  expect(subjects(await timelineOf(broker, 'contacts', hidden))).toEqual(['Maple offer'])
})

test('[MAIL-3] a shared message in the trash is shown to none, and comes back shared; its files are read with it', async () => {
  const { contact_id } = await someContact('Elm')
  const sent = await sendForm<Message>(
    api,
    broker,
    ['POST', messageRequest.path],
    [
      {
        name: messageRequest.form.message,
        value: JSON.stringify({
          to: [person('elm@mill.example')],
          subject: 'Elm files',
          text: '<p>See.</p>',
        }),
      },
      { name: messageRequest.form.file, value: 'curve', filename: 'curve.txt', type: 'text/plain' },
    ],
  )
  await share(broker, sent.body, true)
  const url = `${path}${sent.body.id}/`
  type WithFiles = Omit<Message, 'attachments'> & { attachments: Row<'messageAttachments'>[] }
  const read = await api.send<WithFiles>('GET', `${url}?expand=attachments`, { token: customer })
  const [file] = read.body.attachments
  expect(file?.filename).toBe('curve.txt')
  expect((await api.send<string>('GET', file?.file ?? '')).body).toBe('curve')
  const direct = await api.send('GET', `${contract.messageAttachments.path}${file?.id}/`, { token: customer })
  expect(direct.status).toBe(404)

  await share(broker, sent.body, false)
  expect((await api.send('GET', file?.file ?? '')).status).toBe(404)
  await share(broker, sent.body, true)
  await api.send('DELETE', url, { token: broker })
  expect((await api.send('GET', file?.file ?? '')).status).toBe(404)
  for (const token of [broker, customer])
    expect(subjects(await timelineOf(token, 'contacts', contact_id))).toEqual([])
  expect((await api.send('GET', url, { token: customer })).status).toBe(404)
  const trash = await api.send<ListAnswer<Message>>('GET', `${path}trash/`, { token: customer })
  expect(trash.body.results.map(({ subject }) => subject)).not.toContain('Elm files')
  await api.send('POST', `${url}restore/`, { token: broker })
  expect(subjects(await timelineOf(customer, 'contacts', contact_id))).toEqual(['Elm files'])
})

test('[MAIL-3] of the copies of a message one is shown: one’s own', async () => {
  const { contact_id } = await someContact('Fir')
  const sent = await send(broker, 'Fir to both', {
    to: ['customer@citygate.example'],
    cc: ['fir@mill.example'],
  })
  const [own] = (await timelineOf(customer, 'contacts', contact_id)).results
  expect([own?.record?.name, own?.actor]).toEqual(['Fir to both', (await api.signIn('customer')).user.id])
  await share(broker, sent, true)
  expect((await timelineOf(customer, 'contacts', contact_id)).results.map(({ id }) => id)).toEqual([own?.id])
  const { access: team } = await api.signIn('team')
  const ofTeam = async () => (await timelineOf(team, 'contacts', contact_id)).results.map(({ id }) => id)
  expect(await ofTeam()).toEqual([sent.id])
  const copy = await api.send<Message>('GET', `${path}${own?.id}/`, { token: customer })
  await share(customer, copy.body, true)
  expect(await ofTeam()).toHaveLength(1)
  expect((await timelineOf(broker, 'contacts', contact_id)).results.map(({ id }) => id)).toEqual([sent.id])
})

test('[MAIL-3, ROLE-1] a role that only reads shares nothing', async () => {
  const { contact_id } = await someContact('Gum')
  const sent = await send(customer, 'Gum', { to: ['gum@mill.example'] })
  const users = api.database.db.updateTable('users').where('username', '=', 'customer')
  await users.set({ role: 'read_only' }).execute()
  const { access: token } = await api.signIn('customer')
  const refused = await share(token, sent, true)
  expect(refused.status).toBe(409)
  expect((await api.send('PATCH', `${path}${sent.id}/`, { token, body: { is_read: true } })).status).toBe(200)
  await users.set({ role: null }).execute()
  expect(subjects(await timelineOf(broker, 'contacts', contact_id))).toEqual([])
})

test('[MAIL-1] a page of messages is found in indexes', async () => {
  const { db, dialect } = api.database
  const places = messagePlaces(['a@b.example'], 7, { before: null, limit: 20 })
  const plan = await db.transaction().execute(async (trx) => {
    if (dialect.kind === 'sqlite') {
      const { rows } = await sql<{ detail: string }>`explain query plan ${places}`.execute(trx)
      return rows.map(({ detail }) => detail)
    }
    // Small tables are read as a whole otherwise.
    await sql`set local enable_seqscan = off`.execute(trx)
    await sql`set local enable_bitmapscan = off`.execute(trx)
    await sql`set local enable_sort = off`.execute(trx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${places}`.execute(trx)
    return rows.map((row) => row['QUERY PLAN'])
  })
  const lines = plan.filter((line) => /message_addresses|\bone\b|\bcopy\b/.test(line)).join('\n')
  expect(lines).toMatch(/message_addresses_by_owner/)
  expect(lines).toMatch(/message_addresses_shared/)
  expect(lines).toMatch(/message_addresses_by_message_id/)
  expect(lines).not.toMatch(/SCAN (?:one|copy)|Seq Scan/)
})

test('[MAIL-1] messages from before there were timelines of them stand in these', async () => {
  const { db, dialect } = api.database
  const rows = () =>
    db.selectFrom('message_addresses').selectAll().orderBy('message').orderBy('email_key').execute()
  // None was shared then.
  await db.updateTable('messages').set({ is_shared: false }).execute()
  for (const { message } of await rows()) await refreshAddresses(db, message)
  const written = (await rows()).map((row) => ({ ...row }))
  expect(written.length).toBeGreaterThan(10)
  await db.deleteFrom('message_addresses').execute()
  await fillMessageAddresses(db as unknown as Kysely<unknown>, dialect.kind)
  expect(await rows()).toEqual(written)
  for (const { message } of written) await refreshAddresses(db, message)
  expect(await rows()).toEqual(written)
})
