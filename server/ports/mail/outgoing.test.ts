import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { testDir } from '../../testing/databases'
import { startMailServer, type MailServer } from '../../testing/mailServer'
import { inTransaction } from '../../kit/context'
import { startApi, type TestApi } from '../../testing/api'
import { until } from '../../testing/until'
import { createOutside, type ExternalSystems } from '../outside'
import type { Limits } from './smtp'
import { createOutbox, newMessageId, type Mail, type Outbox } from './outgoing'
import { headerName } from './people'

let folder: string
let server: MailServer
beforeAll(async () => {
  server = await startMailServer()
})
afterAll(() => server.close())
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(testDir(), 'outbox-')), 'mail')
  server.taken.length = 0
})
afterEach(() => rmSync(path.dirname(folder), { recursive: true }))

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
const opened: Outbox[] = []
const outsides: ExternalSystems[] = []
afterEach(async () => {
  for (const outbox of opened.splice(0)) await outbox.stop()
  for (const outside of outsides.splice(0)) await outside.close()
  await api.database.db.deleteFrom('outbox').execute()
})
/** An outbox on the database of the test, and the errors of its attempts. */
const open = (smtpUrl: string | null, { limits, fixed = [] }: { limits?: Limits; fixed?: string[] } = {}) => {
  const outside = createOutside({ privateHosts: [] })
  outsides.push(outside)
  const failures: unknown[] = []
  const { database } = api
  const outbox = createOutbox({
    folder,
    smtpUrl,
    sender: 'desk@citygate.example',
    fixedRecipients: fixed,
    database,
    files: api.app.files,
    outside,
    log: (error) => failures.push(error),
    ...(limits ? { limits } : {}),
  })
  opened.push(outbox)
  outbox.wake()
  const post = async (mail: Mail) => {
    const store = await outbox.post(mail)
    await inTransaction(database, { actor: null, requestId: null }, store)
    outbox.wake()
  }
  const why = () => outside.connections[0]?.state.lastError?.why
  return { outbox, post, failures, why }
}
const waiting = () => api.database.db.selectFrom('outbox').selectAll().execute()
const robin = { id: 3, email: 'robin@citygate.example', first_name: 'Robin', last_name: 'Tavares' }
const ann = { id: null, email: 'ann@mill.example', first_name: 'Ann', last_name: 'Ó Sé' }
const mail: Mail = {
  from: robin,
  to: [ann],
  subject: 'Pricing',
  text: '<p>Fixed &amp; <b>firm</b></p>',
  message_id: 'first@citygate.example',
  answered: null,
}
const files = () => readdirSync(folder).filter((name) => name.endsWith('.eml'))
const kept = () => readFileSync(path.join(folder, files()[0] ?? ''), 'utf8')
/** The lines of the head, unfolded. */
const head = (message: string) =>
  (message.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n[ \t]/g, ' ').split('\r\n')

test('[MSG-1] without a mail server a message is kept as .eml that only the server reads', async () => {
  const { outbox, post } = open(null)
  // Composed but not stored, it is not sent: the change that it reports may fail.
  await outbox.post(mail)
  expect(existsSync(folder)).toBe(false)
  await post(mail)
  expect(files()).toHaveLength(1)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(path.join(folder, files()[0] ?? '')).mode & 0o777).toBe(0o600)
  const message = kept()
  expect(head(message)).toEqual(
    expect.arrayContaining([
      'From: Robin Tavares <robin@citygate.example>',
      expect.stringMatching(/^To: =\?UTF-8\?.*\?= <ann@mill\.example>$/),
      'Subject: Pricing',
      'Message-ID: <first@citygate.example>',
      expect.stringMatching(/^Date: /),
      expect.stringMatching(/^Content-Type: multipart\/alternative; boundary=/),
    ]),
  )
  expect(message).toContain('Fixed & firm')
  expect(message).toContain('<p>Fixed &amp; <b>firm</b></p>')
})

test('[SCREEN-2] an answer says what it answers, and in which conversation', async () => {
  const answered = { message_id: 'second@mill.example', thread: 'first@citygate.example' }
  await open(null).post({ ...mail, message_id: 'third@citygate.example', answered })
  expect(head(kept())).toEqual(
    expect.arrayContaining([
      'Message-ID: <third@citygate.example>',
      'In-Reply-To: <second@mill.example>',
      'References: <first@citygate.example> <second@mill.example>',
    ]),
  )
})

test.each([
  ['robin@citygate.example', 'citygate.example'],
  ['robin@münchen.example', 'xn--mnchen-3ya.example'],
  ['robin@"<x>\r\nBcc: a@b', 'b'],
  ['robin@>', 'citygate.invalid'],
])('[MSG-1] the Message-ID of %s ends in %s', (email, domain) => {
  expect(newMessageId({ ...robin, email })).toMatch(new RegExp(`^[0-9a-f-]{36}@${domain}$`))
})

test('[MSG-1] a mail server gets the message once, byte for byte as it was queued, and nothing stays', async () => {
  const { outbox, post } = open(server.url)
  const store = await outbox.post({
    ...mail,
    to: [ann, { ...robin, email: 'bo@mill.example' }],
    invitation: { method: 'REQUEST', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' },
  })
  const queued = await inTransaction(api.database, { actor: null, requestId: null }, async (write) => {
    await store(write)
    return write.db.selectFrom('outbox').select('content').executeTakeFirstOrThrow()
  })
  outbox.wake()
  await until(async () => (await waiting()).length === 0)
  await post({ ...mail, message_id: 'second@citygate.example' })
  await until(async () => (await waiting()).length === 0)
  expect(server.taken).toHaveLength(2)
  const [taken] = server.taken
  expect(taken).toMatchObject({ from: 'desk@citygate.example', to: ['ann@mill.example', 'bo@mill.example'] })
  expect(taken?.content).toContain('Content-Type: text/calendar; charset=utf-8; method=REQUEST')
  expect(taken?.content.trimEnd()).toBe(queued.content.trimEnd())
})

test('[MSG-1] what is undone with its transaction is never sent', async () => {
  const { outbox } = open(server.url)
  const store = await outbox.post(mail)
  const undone = inTransaction(api.database, { actor: null, requestId: null }, async (write) => {
    await store(write)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await waiting()).toEqual([])
})

test('[MSG-1] a subject and a name stay in their headers whatever they hold', async () => {
  const nasty = 'Pricing\r\nBcc: everybody@mill.example\r\n\r\nHello'
  const { post } = open(server.url)
  await post({ ...mail, from: { ...robin, first_name: nasty }, subject: nasty })
  await until(() => server.taken.length > 0)
  expect(server.taken[0]?.to).toEqual(['ann@mill.example'])
  expect(head(server.taken[0]?.content ?? '').filter((line) => /^bcc:/i.test(line))).toEqual([])
})

test.each([
  ['ceo@bank.example', 'ceo bank.example'],
  ['Pat <boss@bank.example>', 'Pat boss bank.example'],
  ['Pat\u202E＠bank', 'Pat bank'],
])('[TRUST-42] who is called %j stands in headers as %j', (first_name, name) => {
  expect(headerName({ ...robin, first_name, last_name: null })).toBe(name)
})

test('[MSG-1] the text of a message never reads files', async () => {
  await open(null).post({ ...mail, text: '<p><img src="file:///etc/passwd"></p>' })
  expect(kept()).not.toContain('root:')
})

test.each([
  ['a server that does not answer', () => 'smtp://127.0.0.1:1', 'it refuses connections'],
  [
    'a wrong password',
    () => server.url.replace('s3cret', 'guess'),
    'it does not accept the name and password',
  ],
])('[MSG-1, TRUST-26] %s keeps mail waiting, and is told', async (_case, url, told) => {
  const { post, failures, why } = open(url())
  await post(mail)
  await until(async () => (await waiting())[0]?.attempts === 1)
  const [row] = await waiting()
  expect(row?.claimed_by).toBeNull()
  expect(new Date(row?.next_at ?? '').getTime()).toBeGreaterThan(Date.now())
  expect(failures).toHaveLength(1)
  expect(why()).toBe(told)
})

test.each([
  ['', []],
  [' to nobody else where recipients have been fixed meanwhile', ['desk@citygate.example']],
])('[MSG-1] mail that waited goes out once the server is back%s', async (_who, fixed) => {
  const { outbox, post } = open('smtp://127.0.0.1:1')
  await post(mail)
  await until(async () => (await waiting())[0]?.attempts === 1)
  await outbox.stop()
  await api.database.db
    .updateTable('outbox')
    .set({ next_at: new Date(0).toISOString() })
    .execute()
  open(server.url, { fixed })
  await until(async () => (await waiting()).length === 0)
  expect(server.taken.map(({ to }) => to)).toEqual([fixed.length > 0 ? fixed : ['ann@mill.example']])
})

test('[MSG-1] with fixed recipients a kept message, too, names no other recipient', async () => {
  await open(null, { fixed: ['desk@citygate.example'] }).post(mail)
  expect(head(kept())).toContain('To: desk@citygate.example')
  expect(kept()).not.toContain('ann@mill.example')
})

test('[MSG-1] of what another process is sending no second attempt is made, until its claim runs out', async () => {
  const { post, outbox } = open('smtp://127.0.0.1:1')
  await post(mail)
  await until(async () => (await waiting())[0]?.attempts === 1)
  await outbox.stop()
  const claimed = (seconds: number) =>
    api.database.db
      .updateTable('outbox')
      .set({ claimed_by: 'another', next_at: new Date(Date.now() + seconds * 1_000).toISOString() })
      .execute()
  await claimed(60)
  const second = open(server.url)
  await second.outbox.stop()
  expect(server.taken).toEqual([])
  await claimed(-1)
  open(server.url)
  await until(async () => (await waiting()).length === 0)
  expect(server.taken.map(({ content }) => head(content)).flat()).toContain(
    'Message-ID: <first@citygate.example>',
  )
})

test('[MSG-1] several processes that look at once make one attempt at each message', async () => {
  const { post, outbox } = open('smtp://127.0.0.1:1')
  const ids = Array.from({ length: 10 }, (_, count) => `${count}@citygate.example`)
  for (const message_id of ids) await post({ ...mail, message_id })
  await outbox.stop()
  await api.database.db
    .updateTable('outbox')
    .set({ next_at: new Date(0).toISOString() })
    .execute()
  for (let count = 0; count < 4; count++) open(server.url)
  await until(async () => (await waiting()).length === 0)
  const taken = server.taken.map(({ content }) => /^Message-ID: <(.*)>/m.exec(content)?.[1])
  expect(taken.sort()).toEqual(ids.sort())
})

test.each([
  ['all recipients', (refused: string) => [refused]],
  ['one of its recipients', (refused: string) => ['ann@mill.example', refused]],
])('[MSG-1] a message whose server refuses %s comes back to its author, once', async (_what, emails) => {
  const refused = `ann@${server.refusedDomain}`
  const author = await api.database.db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where('username', '=', 'broker')
    .executeTakeFirstOrThrow()
  const { post } = open(server.url)
  const message_id = `${emails('x').length}@citygate.example`
  await post({
    ...mail,
    from: { ...author, email: author.email ?? '' },
    to: emails(refused).map((email) => ({ ...ann, email })),
    message_id,
  })
  await until(async () => (await waiting()).length === 0)
  const told = await api.database.db
    .selectFrom('messages')
    .select(['owner', 'subject', 'text', 'thread'])
    .where('in_reply_to', '=', message_id)
    .execute()
  expect(told).toEqual([
    {
      owner: author.id,
      subject: 'Not delivered: Pricing',
      text: expect.any(String) as string,
      thread: message_id,
    },
  ])
  expect(told[0]?.text).toContain(refused)
  expect(server.taken).toHaveLength(emails(refused).length - 1)
})

describe('slow mail servers', () => {
  const sockets = new Set<net.Socket>()
  let slow: net.Server
  const listen = async (greet: (socket: net.Socket) => void) => {
    slow = net.createServer((socket) => {
      sockets.add(socket.on('error', () => undefined))
      greet(socket)
    })
    await new Promise<void>((resolve) => {
      slow.listen(0, '127.0.0.1', resolve)
    })
    return `smtp://127.0.0.1:${(slow.address() as AddressInfo).port}`
  }
  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => {
      slow.close(resolve)
    })
  })

  const drip = (socket: net.Socket) => {
    const timer = setInterval(() => socket.write('220-wait\r\n'), 10)
    socket.on('close', () => clearInterval(timer))
  }
  test.each([
    ['says nothing', () => undefined],
    ['says very little at a time', drip],
  ])('[TRUST-26] one that %s is given up on time', async (_case, greet) => {
    const { post, why } = open(await listen(greet), { limits: { connect: 60_000, all: 120, taken: 60_000 } })
    await post(mail)
    await until(() => why() !== undefined)
    expect(why()).toBe('it does not answer in time')
  })

  test('[TRUST-26] one that does not greet is given up after the time to connect', async () => {
    const { post, why } = open(await listen(() => undefined), {
      limits: { connect: 60, all: 60_000, taken: 60_000 },
    })
    await post(mail)
    await until(() => why() !== undefined)
    expect(why()).toBe('it does not accept the connection in time')
  })
})
