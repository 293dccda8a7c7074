import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { contract } from '../../../src/contract'
import { calendarsPath } from '../../../src/contract/mail'
import { changesPath } from '../../../src/contract/events'
import { participantsPath, revokePath } from '../../../src/contract/session'
import { registration } from '../../../src/contract/users'
import { inTransaction } from '../context'
import type { ConcurrencyLimits } from './concurrencyLimiter'
import type { ContactPage } from '../../ports/mail'
import { startApi, type Answer, type TestApi } from '../../testing/api'
import { recordMaker } from '../../testing/records'

const limits: ConcurrencyLimits = {
  slots: 2,
  slotsPerCaller: 1,
  queued: 5,
  queuedPerCaller: 3,
  timeout: 600_000,
  retryAfter: 7,
}

let api: TestApi
let impatient: TestApi
/** The searched texts in the order of their queries. */
let searched: string[]
const tokens = { broker: '', team: '', customer: '' }
type Who = keyof typeof tokens

beforeAll(async () => {
  const note = (_text: string, parameters: readonly unknown[]) => {
    for (const value of parameters) {
      const [, who, number] = /turn([a-z]+)(\d)/.exec(String(value)) ?? []
      if (who && number) searched.push(`turn ${who} ${number}`)
    }
  }
  api = await startApi({}, note, '127.0.0.1', {
    limits: {
      short: { ...limits, slots: 1 },
      long: limits,
      write: { ...limits, slots: 6, slotsPerCaller: 2, queuedPerCaller: 2 },
      body: limits,
      upload: limits,
      stall: 30_000,
    },
  })
  const none = { ...limits, timeout: 0 }
  impatient = await startApi({}, undefined, '127.0.0.1', {
    limits: { short: none, long: none, write: none, body: none, upload: none, stall: 100 },
  })
  for (const who of ['broker', 'team', 'customer'] as const) tokens[who] = (await api.signIn(who)).access
})
beforeEach(() => {
  searched = []
})
afterAll(async () => {
  await api.close()
  await impatient.close()
})

/** Blocks queries of the participants until released. */
function hold({ app }: TestApi, isLong: boolean) {
  let release: () => void = () => undefined
  const latch = new Promise<void>((resolve) => {
    release = resolve
  })
  let held = 0
  const people = async function* () {
    await latch
    yield []
  }
  const spy = jest.spyOn(app.mail.provider, 'contacts').mockImplementation(async (): Promise<ContactPage> => {
    held++
    if (!isLong) await latch
    return { count: 0, isLong, people: people() }
  })
  return {
    isHeld: () => until(() => held > 0),
    release: () => {
      release()
      spy.mockRestore()
    },
  }
}

/** @throws Error after a minute: requests that wait for ever would hold up all later tests. */
async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + 60_000
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`This has not come: ${String(isSo)}`)
    await turn()
  }
}

const waiting = (limiter: 'short' | 'long' | 'write' | 'body', count: number) =>
  until(() => api.app.limiters[limiter].waiting() === count)
const ask = (who: Who, path: string) => api.send('GET', path, { token: tokens[who] })
const list = (who: Who, number: number) => ask(who, `/api/mpg/tag/?q=turn${who}${number}`)
const statuses = async (answers: Promise<Answer<unknown>>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)

/** Sends requests one after the other, each once the one before is queued. */
async function inLine(requests: (() => Promise<Answer<unknown>>)[]): Promise<Promise<Answer<unknown>>[]> {
  const answers = []
  for (const request of requests) {
    answers.push(request())
    await waiting('short', answers.length)
  }
  return answers
}

test('[TRUST-25] callers take turns: a caller’s many requests delay only that caller', async () => {
  const { isHeld, release } = hold(api, false)
  const first = ask('broker', participantsPath)
  await isHeld()
  const answers = await inLine([
    () => list('broker', 1),
    () => list('broker', 2),
    () => list('broker', 3),
    () => list('team', 1),
    () => list('customer', 1),
  ])
  release()
  expect(await statuses([first, ...answers])).toEqual([200, 200, 200, 200, 200, 200])
  expect(searched).toEqual([
    'turn broker 1',
    'turn team 1',
    'turn customer 1',
    'turn broker 2',
    'turn broker 3',
  ])
})

test('[TRUST-25] too many of one caller, and too many in all, get 503 with Retry-After; health does not wait', async () => {
  const { isHeld, release } = hold(api, false)
  const first = ask('broker', participantsPath)
  await isHeld()
  const answers = await inLine([1, 2, 3].map((number) => () => list('broker', number)))
  const refused = await list('broker', 4)
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('7')
  expect(refused.body).toEqual({
    detail: 'The server is busy. Try again in 7 seconds.',
    code: 'busy',
    request_id: refused.headers.get('x-request-id'),
  })
  for (const number of [1, 2]) {
    answers.push(list('team', number))
    await waiting('short', answers.length)
  }
  expect((await list('customer', 1)).status).toBe(503)
  for (const path of ['/healthz', '/readyz']) expect((await fetch(api.url + path)).status).toBe(200)
  const tag = { name: 'Not in line', color: '#123', description: 'written' }
  expect((await api.send('POST', '/api/mpg/tag/', { token: tokens.broker, body: tag })).status).toBe(201)
  release()
  expect(await statuses([first, ...answers])).toEqual([200, 200, 200, 200, 200, 200])
  expect(searched).not.toContain('turn broker 4')
})

test('[TRUST-25] a request that waits too long gets 503', async () => {
  const { access: token } = await impatient.signIn()
  const { isHeld, release } = hold(impatient, false)
  const first = impatient.send('GET', participantsPath, { token })
  await isHeld()
  const refused = await impatient.send('GET', '/api/mpg/tag/', { token })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '7'])
  release()
  expect((await first).status).toBe(200)
})

test('[TRUST-25] a client that disconnects while it is queued takes no slot', async () => {
  const { isHeld, release } = hold(api, false)
  const first = ask('broker', participantsPath)
  await isHeld()
  const gone = new AbortController()
  const headers = { authorization: `Bearer ${tokens.team}` }
  const answer = fetch(`${api.url}/api/mpg/tag/?q=turngone1`, { headers, signal: gone.signal })
  await waiting('short', 1)
  gone.abort()
  await expect(answer).rejects.toThrow('aborted')
  await waiting('short', 0)
  release()
  expect((await first).status).toBe(200)
  expect((await list('team', 1)).status).toBe(200)
  expect(searched).toEqual(['turn team 1'])
})

test('[TRUST-23, TRUST-25] long answers wait for long ones only, and hold their place until they are read', async () => {
  const { isHeld, release } = hold(api, true)
  const first = ask('broker', participantsPath)
  await isHeld()
  const answers = []
  for (const number of [1, 2, 3]) {
    answers.push(ask('broker', participantsPath))
    await waiting('long', number)
  }
  expect((await ask('broker', participantsPath)).status).toBe(503)
  expect((await list('broker', 1)).status).toBe(200)
  const other = ask('team', participantsPath)
  release()
  expect(await statuses([first, ...answers, other])).toEqual([200, 200, 200, 200, 200])
})

describe('[TRUST-23, TRUST-25] a client that reads nothing of a heavy answer', () => {
  /** More than the system itself buffers for a connection. */
  const notes = 250
  let address: string

  beforeAll(async () => {
    for (const one of [api, impatient]) {
      const { db } = one.database
      const make = recordMaker(one)
      const { opportunity_id } = await make('opportunities')
      const object_id = `opportunity-${opportunity_id}`
      address = `${contract.notes.path}?limit=${notes}&object_id=${object_id}`
      const note = await make('notes', { object_id, description: `<p>${'x'.repeat(99_000)}</p>` })
      const stored = db.selectFrom('notes').selectAll().where('id', '=', note.id)
      const { id, ...row } = await stored.executeTakeFirstOrThrow()
      expect(id).toBe(note.id)
      const more = { ...row, search: '' }
      for (let count = 1; count < notes; count++) await db.insertInto('notes').values(more).execute()
    }
  })

  /** Sends a request, and reads the first bytes of the answer only. */
  async function askDeaf({ url }: TestApi, token: string): Promise<Socket> {
    const { hostname, port, host } = new URL(url)
    const socket = connect(Number(port), hostname)
    socket.write(`GET ${address} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`)
    await once(socket, 'data')
    socket.pause()
    return socket
  }

  test('delays no short answer', async () => {
    const deaf = await askDeaf(api, tokens.broker)
    expect((await list('team', 1)).status).toBe(200)
    deaf.destroy()
  })

  test('is not waited for', async () => {
    const { server } = impatient.app
    const connections = () =>
      new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
    const { access } = await impatient.signIn()
    const before = await connections()
    const deaf = await askDeaf(impatient, access)
    while ((await connections()) > before) await turn()
    deaf.destroy()
  })
})

test('[TRUST-25, TRUST-26] a slow mail service delays no reader', async () => {
  let release: () => void = () => undefined
  const latch = new Promise<void>((resolve) => {
    release = resolve
  })
  let held = 0
  const spy = jest.spyOn(api.app.mail.provider, 'calendars').mockImplementation(async () => {
    held++
    await latch
    return []
  })
  const slow = ask('broker', calendarsPath)
  await until(() => held === 1)
  expect((await list('team', 1)).status).toBe(200)
  release()
  expect((await slow).status).toBe(200)
  spy.mockRestore()
})

test('[TRUST-25] large bodies of a caller come one after the other, those of others beside them', async () => {
  const { hostname, port, host } = new URL(api.url)
  const tags = contract.tags.path
  const body = (name: string) => ({ name, color: '#123', description: 'x'.repeat(20_000) })
  const slow = connect(Number(port), hostname)
  slow.write(
    `POST ${tags} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${tokens.broker}\r\nContent-Type: application/json\r\nContent-Length: 20000\r\n\r\n{`,
  )
  await until(() => api.app.limiters.body.taken() === 1)
  const next = api.send('POST', tags, { token: tokens.broker, body: body('Next') })
  await waiting('body', 1)
  expect((await api.send('POST', tags, { token: tokens.team, body: body('Other') })).status).toBe(400)
  slow.destroy()
  expect((await next).status).toBe(400)
  await until(() => api.app.limiters.body.taken() === 0)
})

describe('[TRUST-25] a client that disconnects', () => {
  const head = (method: string, path: string, more = '') =>
    `${method} ${path} HTTP/1.1\r\nHost: ${new URL(api.url).host}\r\nAuthorization: Bearer ${tokens.broker}\r\n${more}\r\n`
  const json = (length: number) => `Content-Type: application/json\r\nContent-Length: ${length}\r\n`
  const open = async (text: string) => {
    const { hostname, port } = new URL(api.url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write(text)
    return socket
  }
  const connections = async () => {
    const count = await new Promise<number>((resolve, reject) => {
      api.app.server.getConnections((error, number) => (error ? reject(error) : resolve(number)))
    })
    return count
  }
  /** Closes a connection, and returns once the server has noticed. */
  const close = async (socket: Socket) => {
    const before = await connections()
    socket.destroy()
    while ((await connections()) >= before) await turn()
  }
  const taken = () => Object.values(api.app.limiters).map((limiter) => limiter.taken())
  const none = [0, 0, 0, 0, 0]

  test('before a place is asked for holds none', async () => {
    let release: () => void = () => undefined
    const latch = new Promise<void>((resolve) => {
      release = resolve
    })
    let held = 0
    const { authenticate } = api.app.sessions
    const authenticating = jest.spyOn(api.app.sessions, 'authenticate').mockImplementation(async (token) => {
      held++
      await latch
      return authenticate(token)
    })
    const body = await open(`${head('POST', contract.tags.path, json(20_000))}{`)
    await until(() => held === 1)
    authenticating.mockRestore()
    const reading = jest.spyOn(api.app.mail.provider, 'contacts').mockImplementation(async () => {
      held++
      await latch
      return { count: 0, isLong: true, people: (async function* () {})() }
    })
    const long = await open(head('GET', participantsPath))
    await until(() => held === 2)
    await close(body)
    await close(long)
    release()
    // By then those have ended, too.
    expect((await list('broker', 1)).status).toBe(200)
    await until(() => taken().every((places) => places === 0))
    reading.mockRestore()
  })

  test('has no place for a body where none comes, whatever the type that is told of it', async () => {
    const socket = await open(head('GET', changesPath, 'Content-Type: application/json\r\n'))
    await once(socket, 'data')
    expect(taken()).toEqual(none)
    socket.destroy()
  })

  test('with requests that wait on the connection for others holds nothing for them', async () => {
    const tag = JSON.stringify({ name: 'Behind a stream', color: '#123', description: 'never written' })
    for (const next of [
      head('POST', contract.tags.path, json(tag.length)) + tag,
      `${head('POST', contract.tags.path, json(20_000))}{`,
      head('GET', `${contract.tags.path}?limit=100000`),
    ]) {
      const socket = await open(head('GET', changesPath) + next)
      await once(socket, 'data')
      const meanwhile = { name: `Beside ${next.length}`, color: '#123', description: 'written' }
      expect(
        (await api.send('POST', contract.tags.path, { token: tokens.team, body: meanwhile })).status,
      ).toBe(201)
      await close(socket)
      expect(taken()).toEqual(none)
    }
  })

  test('or stays is answered in order on one connection, and is cut off with many more than may wait', async () => {
    const one = head('GET', `${contract.tags.path}?limit=1`)
    const socket = await open(one.repeat(15))
    let answers = ''
    socket.on('data', (text) => (answers += String(text)))
    await until(() => answers.split('HTTP/1.1 200').length === 16)
    socket.destroy()
    const many = await open(head('GET', changesPath) + one.repeat(30))
    await once(many, 'close')
  })
})

test('[TRUST-24] without a session only short bodies are accepted', async () => {
  for (const path of ['/api/token/', '/api/token/refresh/', revokePath, registration.path]) {
    const { status } = await api.send('POST', path, { body: { username: 'x'.repeat(20_000) } })
    expect([path, status]).toEqual([path, 413])
  }
})

test('[TRUST-25] what is refused or fails gives its place back', async () => {
  for (const path of ['/api/mpg/tag/?limit=-1', '/api/mpg/tag/99999/', '/api/mpg/tag/?ordering=x'])
    expect((await ask('broker', path)).status).toBeGreaterThanOrEqual(400)
  const spy = jest.spyOn(api.app.mail.provider, 'contacts').mockRejectedValue(new Error('broken'))
  const headers = { authorization: `Bearer ${tokens.broker}` }
  expect((await fetch(api.url + participantsPath, { headers })).status).toBe(500)
  spy.mockRestore()
  expect((await list('broker', 1)).status).toBe(200)
})

describe('[TRUST-25] writes', () => {
  const tags = contract.tags.path
  let count = 0
  const tag = () => ({ name: `Written ${++count}`, color: '#123', description: 'written' })
  const write = (who: Who) => api.send('POST', tags, { token: tokens[who], body: tag() })
  const taken = () => api.app.limiters.write.taken()
  const writers = (number: number) => until(() => taken() === number)

  /** Blocks writes until released; background jobs, whose turn may come as well, wait among them. */
  async function holdWriters() {
    let release: () => void = () => undefined
    const latch = new Promise<void>((resolve) => {
      release = resolve
    })
    let isHeld = false
    const held = inTransaction(api.database, { actor: null, requestId: null }, () => {
      isHeld = true
      return latch
    })
    await until(() => isHeld)
    return async () => {
      release()
      await held
    }
  }

  test('of a caller with many requests wait for its own: those of others, sign-in and refresh go on', async () => {
    const { refresh } = await api.signIn('team')
    const release = await holdWriters()
    const answers = [write('broker'), write('broker')]
    await writers(2)
    for (const number of [1, 2]) {
      answers.push(write('broker'))
      await waiting('write', number)
    }
    const refused = await write('broker')
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      503,
      'busy',
      '7',
    ])
    expect((await list('broker', 1)).status).toBe(200)
    expect(taken()).toBe(2)
    answers.push(write('team'))
    await writers(3)
    await until(() => api.database.writeQueue.size() >= 4)
    const before = api.database.writeQueue.size()
    const opened = [api.signIn('broker'), api.signIn('customer')]
    const refreshed = api.send('POST', '/api/token/refresh/', { body: { refresh } })
    await until(() => api.database.writeQueue.size() > before)
    await release()
    expect(await statuses(answers)).toEqual([201, 201, 201, 201, 201])
    expect((await refreshed).status).toBe(200)
    for (const { access } of await Promise.all(opened)) expect(access).toEqual(expect.any(String))
  })

  test('of a session that is refreshed or ended many times at once are one', async () => {
    const { refresh } = await api.signIn('team')
    const many = (path: string) =>
      Array.from({ length: 30 }, () =>
        api.send<{ refresh: string } | null>('POST', path, { body: { refresh } }),
      )
    for (const path of ['/api/token/refresh/', revokePath]) {
      const release = await holdWriters()
      const answers = many(path)
      await until(() => api.database.writeQueue.size() >= 2)
      await ask('broker', '/api/mpg/tag/?limit=1')
      // A write for each would be 31; background jobs are a few.
      expect(api.database.writeQueue.size()).toBeLessThan(10)
      await release()
      const got = (await Promise.all(answers)).map(({ status, body }) => `${status} ${body?.refresh}`)
      expect(new Set(got).size).toBe(1)
      expect(got[0]).toMatch(/^20/)
    }
  })

  test('that are not needed are not made: a token that was replaced just now gets its successor', async () => {
    const { refresh } = await api.signIn('team')
    const again = () => api.send<{ refresh: string }>('POST', '/api/token/refresh/', { body: { refresh } })
    const first = await again()
    const release = await holdWriters()
    expect((await again()).body.refresh).toBe(first.body.refresh)
    await release()
  })

  test('that tell of contents which are read take the turn of their reader', async () => {
    const { contact_id } = await recordMaker(api)('contacts')
    const { body } = await api.send<{ file: string }>('GET', `/fetch/ines/${contact_id}`, {
      token: tokens.broker,
    })
    const release = await holdWriters()
    const answers = [1, 2, 3].map(() => fetch(api.url + body.file))
    await writers(2)
    await waiting('write', 1)
    const other = write('team')
    await writers(3)
    await release()
    for (const answer of answers) expect((await answer).status).toBe(200)
    expect((await other).status).toBe(201)
  })

  test('whose senders go away keep their places until they have ended', async () => {
    const release = await holdWriters()
    const gone = new AbortController()
    const left = [1, 2].map(() =>
      fetch(api.url + tags, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens.broker}`, 'content-type': 'application/json' },
        body: JSON.stringify(tag()),
        signal: gone.signal,
      }),
    )
    await writers(2)
    gone.abort()
    for (const answer of left) await expect(answer).rejects.toThrow('aborted')
    const next = write('broker')
    await waiting('write', 1)
    expect(taken()).toBe(2)
    await release()
    expect((await next).status).toBe(201)
  })

  test('whose bodies still come hold no place, and those that are refused give theirs back', async () => {
    const { hostname, port, host } = new URL(api.url)
    const body = JSON.stringify(tag())
    const slow = await Promise.all(
      [1, 2, 3].map(async () => {
        const socket = connect(Number(port), hostname)
        await once(socket, 'connect')
        const head = `POST ${tags} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${tokens.broker}\r\n`
        socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n{`)
        return socket
      }),
    )
    for (const name of ['', 'x'.repeat(1_000), '']) {
      const refused = await api.send('POST', tags, { token: tokens.broker, body: { ...tag(), name } })
      expect(refused.status).toBe(400)
    }
    expect((await write('broker')).status).toBe(201)
    for (const socket of slow) socket.destroy()
  })

  test('that follow from reading a profile elsewhere take their turn, too', async () => {
    const { contact_id } = await recordMaker(api)('contacts')
    let release: () => void = () => undefined
    const latch = new Promise<void>((resolve) => {
      release = resolve
    })
    let asked = 0
    const spy = jest.spyOn(api.app.profileFetcher, 'fetch').mockImplementation(async () => {
      asked++
      await latch
      return { content: Buffer.from('a profile'), filename: 'profile.pdf' }
    })
    const read = () => ask('broker', `/fetch/ines/${contact_id}`)
    const answers = [read(), read(), read()]
    await until(() => asked === 2)
    await waiting('write', 1)
    expect(asked).toBe(2)
    release()
    expect(await statuses(answers)).toEqual([200, 200, 200])
    spy.mockRestore()
  })
})
