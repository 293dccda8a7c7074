import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { testDir } from '../../testing/databases'
import { startMailServer, type MailServer } from '../../testing/mailServer'
import { createOutside } from '../outside'
import { createOutbox, newMessageId, type Mail } from './outgoing'

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

const outside = createOutside({ privateHosts: [] })
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
/** The lines of the head, folded ones put together. */
const head = (message: string) =>
  (message.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n[ \t]/g, ' ').split('\r\n')

test('[MSG-1] without a mail server a message is kept as .eml that only the server reads', async () => {
  await createOutbox(folder, null, outside).post(mail)
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
  await createOutbox(folder, null, outside).post({ ...mail, message_id: 'third@citygate.example', answered })
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

test('[MSG-1] a mail server gets the message, byte for byte as it is kept', async () => {
  await createOutbox(folder, server.url, outside).post({
    ...mail,
    to: [ann, { ...robin, email: 'bo@mill.example' }],
    invitation: { method: 'REQUEST', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' },
  })
  const [taken] = server.taken
  expect(taken).toMatchObject({ from: 'robin@citygate.example', to: ['ann@mill.example', 'bo@mill.example'] })
  expect(taken?.content).toContain('Content-Type: text/calendar; charset=utf-8; method=REQUEST')
  expect(taken?.content.trimEnd()).toBe(kept().trimEnd())
})

test('[MSG-1] a subject and a name stay in their headers whatever they hold', async () => {
  const nasty = 'Pricing\r\nBcc: everybody@mill.example\r\n\r\nHello'
  await createOutbox(folder, server.url, outside).post({
    ...mail,
    from: { ...robin, first_name: nasty },
    subject: nasty,
  })
  expect(server.taken[0]?.to).toEqual(['ann@mill.example'])
  expect(head(kept()).filter((line) => /^bcc:/i.test(line))).toEqual([])
})

test('[MSG-1] the text of a message never reads files', async () => {
  await createOutbox(folder, null, outside).post({ ...mail, text: '<p><img src="file:///etc/passwd"></p>' })
  expect(kept()).not.toContain('root:')
})

test.each([
  ['a server that does not answer', () => 'smtp://127.0.0.1:1'],
  ['a wrong password', () => server.url.replace('s3cret', 'guess')],
])('[MSG-1] %s is a 502, and no file stays', async (_case, url) => {
  await expect(createOutbox(folder, url(), outside).post(mail)).rejects.toMatchObject({
    status: 502,
    code: 'mail_unavailable',
    message: 'Cannot send message.',
  })
  expect(files()).toEqual([])
})

test('[MSG-1] a recipient whom the server refuses is a 502', async () => {
  const to = [{ ...ann, email: `ann@${server.refusedDomain}` }]
  await expect(createOutbox(folder, server.url, outside).post({ ...mail, to })).rejects.toMatchObject({
    status: 502,
  })
  expect(server.taken).toEqual([])
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
    const outbox = createOutbox(folder, await listen(greet), outside, { connect: 60_000, all: 120 })
    await expect(outbox.post(mail)).rejects.toMatchObject({ status: 502 })
    expect(files()).toEqual([])
  })

  test('[TRUST-26] one that does not greet is given up after the time to connect', async () => {
    const outbox = createOutbox(folder, await listen(() => undefined), outside, { connect: 60, all: 60_000 })
    await expect(outbox.post(mail)).rejects.toMatchObject({ status: 502 })
  })
})
