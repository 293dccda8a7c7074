import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, statSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { readConfig } from '../../config'
import { ApiError } from '../../kit/errors'
import { testDir } from '../../testing/databases'
import { createOutside } from '../outside'
import { startS3, type TestS3 } from '../../testing/s3'
import { until } from '../../testing/until'
import { newKey, type FileStore } from '.'
import { openFileStore } from './open'
import { s3Store } from './s3'
import { parseS3Address } from '../../s3Address'

let s3: TestS3
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.close())

const newFolder = () => mkdtempSync(path.join(testDir(), 'store-'))
const open = (dataDir: string, url = '') => openFileStore(readConfig({ DATA_DIR: dataDir, FILES_URL: url }))
const keysOf = async (store: FileStore) => {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys.sort()
}
/** All files below a folder. */
const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
const statusOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.catch((reason: unknown) => reason)
  return error instanceof ApiError ? error.status : error
}
async function* failing(error = new Error('the client is gone')) {
  yield randomBytes(100_000)
  await Promise.resolve()
  throw error
}

describe.each(['local', 's3'])('[TRUST-21] file store: %s', (kind) => {
  let dataDir: string
  let store: FileStore
  beforeEach(() => {
    dataDir = newFolder()
    store = open(dataDir, kind === 's3' ? s3.url() : '')
  })

  test('what is put can be read, listed and removed', async () => {
    const key = newKey()
    const content = randomBytes(300_000)
    const before = await keysOf(store)
    expect(await store.put(key, Readable.from([content.subarray(0, 1), content.subarray(1)]))).toBe(300_000)
    expect((await buffer(await store.read(key))).equals(content)).toBe(true)
    expect(await keysOf(store)).toEqual([...before, key].sort())
    for await (const { modifiedAt } of store.list())
      expect(Math.abs(Date.now() - (await modifiedAt()).getTime())).toBeLessThan(60_000)
    await store.remove(key)
    expect(await keysOf(store)).toEqual(before)
    expect(await statusOf(store.read(key))).toBe(404)
  })

  test('an empty content is a content', async () => {
    const key = newKey()
    expect(await store.put(key, Readable.from([]))).toBe(0)
    expect((await buffer(await store.read(key))).length).toBe(0)
  })

  test('a stream that fails leaves nothing, neither there nor on the way', async () => {
    const before = await keysOf(store)
    const error: unknown = await store
      .put(newKey(), Readable.from(failing()))
      .catch((reason: unknown) => reason)
    expect(error).toEqual(new Error('the client is gone'))
    expect(await keysOf(store)).toEqual(before)
    if (kind === 's3') expect(filesBelow(dataDir)).toEqual([])
    expect(readdirSync(dataDir, { recursive: true }).filter((name) => String(name).includes('-4'))).toEqual(
      [],
    )
  })

  test('[TRUST-30] where there is no room, that is what is said', async () => {
    const full = Readable.from(
      (async function* () {
        yield await Promise.resolve(Buffer.from('x'))
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      })(),
    )
    const key = newKey()
    expect(await statusOf(store.put(key, full))).toBe(507)
    expect(await statusOf(store.read(key))).toBe(404)
  })

  test('many contents at once stay apart', async () => {
    const contents = Array.from({ length: 12 }, () => ({ key: newKey(), bytes: randomBytes(40_000) }))
    await Promise.all(contents.map(({ key, bytes }) => store.put(key, Readable.from([bytes]))))
    for (const { key, bytes } of contents)
      expect((await buffer(await store.read(key))).equals(bytes)).toBe(true)
    await Promise.all(contents.map(({ key }) => store.remove(key)))
  })

  test('what is half written stays when others open the store, and goes when it is cleared', async () => {
    const key = newKey()
    const content = new PassThrough()
    const isPut = store.put(key, content)
    content.write('half')
    const unfinished = () => filesBelow(dataDir).map(({ name }) => name)
    await until(() => unfinished().includes(key))
    const again = open(dataDir, kind === 's3' ? s3.url() : '')
    content.end(' and half')
    expect(await isPut).toBe(13)
    expect((await buffer(await again.read(key))).toString()).toBe('half and half')

    const [left, abandoned] = [newKey(), new PassThrough()]
    const isCut = statusOf(store.put(left, abandoned))
    abandoned.write('half')
    await until(() => unfinished().includes(left))
    await again.clearUnfinished()
    expect(unfinished()).not.toContain(left)
    abandoned.destroy(new Error('cut'))
    expect(await isCut).toEqual(new Error('cut'))
  })

  test('removing twice is no fault, and only keys of its own are known', async () => {
    const key = newKey()
    await store.put(key, Readable.from([Buffer.from('x')]))
    await store.remove(key)
    await store.remove(key)
    for (const stranger of ['', '.', '..', '../citygate.db', `${key}/x`, 'incoming', '%2e%2e'])
      expect([stranger, await statusOf(store.read(stranger))]).toEqual([stranger, 404])
  })
})

test('[TRUST-21] files on this machine are their owner’s only', async () => {
  const dataDir = newFolder()
  const folder = path.join(dataDir, 'files')
  const store = open(dataDir)
  const key = newKey()
  await store.put(key, Readable.from([Buffer.from('x')]))
  expect(statSync(path.join(folder, key)).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  chmodSync(folder, 0o755)
  const again = open(dataDir)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(await keysOf(again)).toEqual([key])
})

test('[TRUST-8, TRUST-26] a wrong secret is an answer of ours, and names no secret', async () => {
  const store = open(newFolder(), s3.url('another secret'))
  const work = [
    store.put(newKey(), Readable.from([Buffer.from('x')])),
    store.read(newKey()),
    store.remove(newKey()),
    keysOf(store),
  ]
  for (const result of await Promise.allSettled(work)) {
    const reason = (result as PromiseRejectedResult).reason as ApiError
    expect([reason.status, reason.code]).toEqual([502, 'storage_unavailable'])
    expect(String(reason.cause)).toContain('403 SignatureDoesNotMatch')
    expect(`${String(reason.cause)} ${reason.message}`).not.toContain('another')
  }
})

test('storage that does not answer is a 502', async () => {
  const store = open(newFolder(), 's3://key:secret@127.0.0.1:1/bucket?tls=off')
  expect(await statusOf(store.read(newKey()))).toBe(502)
})

test('[TRUST-26] storage that does not answer, or stops in the middle, is given up', async () => {
  const server = http.createServer((request, response) => {
    if (request.url?.includes(stalls)) response.writeHead(200).write('half')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const address = parseS3Address(`s3://key:secret@127.0.0.1:${port}/bucket?tls=off`)
  if (!address) throw new Error('The address cannot be read.')
  const limits = { connect: 1_000, answer: 100, upload: 100, idle: 100 }
  const store = s3Store(address, path.join(testDir(), 'gives-up'), { limits })
  const stalls = newKey()
  const silent = { status: 504, code: 'storage_unavailable' }
  await expect(store.read(newKey())).rejects.toMatchObject(silent)
  await expect(store.put(newKey(), Readable.from([Buffer.from('x')]))).rejects.toMatchObject(silent)
  await expect(buffer(await store.read(stalls))).rejects.toThrow()
  server.closeAllConnections()
  server.close()
})

/** Storage that answers everything with one status, its store, and the state of its connection. */
async function startAnswering() {
  const answer = { status: 500, body: '' }
  const server = http.createServer((_request, response) => {
    response.writeHead(answer.status).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const outside = createOutside({ privateHosts: [], breaker: { failures: 1, pause: 0 } })
  const FILES_URL = `s3://key:secret@127.0.0.1:${port}/bucket?tls=off`
  const store = openFileStore(readConfig({ DATA_DIR: newFolder(), FILES_URL }), outside)
  return {
    answer,
    store,
    /** Whether the connection counts as working after a failure followed by the given work. */
    doesWell: async (work: () => Promise<unknown>) => {
      Object.assign(answer, { status: 500, body: '' })
      expect(await statusOf(store.read(newKey()))).toBe(502)
      await work()
      return outside.connections.every(({ state }) => !state.isOpen)
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('[TRUST-26] a long upload does not hide that the storage is back', async () => {
  const { store, answer, doesWell, close } = await startAnswering()
  const slow = new PassThrough()
  const well = await doesWell(async () => {
    answer.status = 200
    const isPut = store.put(newKey(), slow)
    slow.write('half')
    expect((await buffer(await store.read(newKey()))).length).toBe(0)
    slow.end()
    expect(await isPut).toBe(4)
  })
  expect(well).toBe(true)
  close()
})

test('[TRUST-26] only what the storage says itself tells how it does', async () => {
  const { store, answer, doesWell, close } = await startAnswering()
  const breaksOff = (error: Error) => () =>
    expect(store.put(newKey(), Readable.from(failing(error)))).rejects.toThrow()
  for (const error of [
    new ApiError(400, 'invalid_multipart', 'It has broken off.'),
    new ApiError(413, 'too_large', 'It is too large.'),
    Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }),
  ])
    expect([error.message, await doesWell(breaksOff(error))]).toEqual([error.message, false])
  expect(await doesWell(() => expect(store.read('..')).rejects.toThrow())).toBe(false)
  const says = (status: number, body: string) => async () => {
    Object.assign(answer, { status, body })
    expect(await statusOf(store.put(newKey(), Readable.from([Buffer.from('x')])))).toBe(status)
  }
  expect(await doesWell(says(507, ''))).toBe(true)
  expect(await doesWell(says(404, '<Error><Code>NoSuchKey</Code></Error>'))).toBe(true)
  close()
})

test('a list of more than one page is read to its end', async () => {
  const store = open(newFolder(), s3.url().replace('/of/this', '/many'))
  const keys = Array.from({ length: 12 }, newKey)
  await Promise.all(keys.map((key) => store.put(key, Readable.from([Buffer.from('x')]))))
  s3.requests.length = 0
  expect(await keysOf(store)).toEqual(keys.sort())
  expect(s3.requests.filter((line) => line.includes('continuation-token')).length).toBe(2)
})

test.each([
  's3://bucket',
  's3://key:hush@host',
  's3://key:hush@host/',
  's3://key@host/bucket',
  's3://:hush@host/bucket',
  's3://key:hush@host/Bucket',
  's3://key:hush@host/bucket/../x',
  's3://key:hush@host/bucket?tls=perhaps',
  's3://key:hush@host/bucket?tsl=off',
  's3://key:hu%E0%A4sh@host/bucket',
  'https://key:hush@host/bucket',
  's3://key:hu/sh@host/bucket',
  '/var/files',
])('FILES_URL %s is refused without showing the secret', (url) => {
  expect(() => readConfig({ FILES_URL: url })).toThrow(/^FILES_URL is /)
  expect(() => readConfig({ FILES_URL: url })).not.toThrow(/hu.?.?.?.?.?sh/)
})

test('FILES_URL says where, and whether in the clear', () => {
  const read = (url: string) => readConfig({ FILES_URL: url }).files
  expect(read('')).toBeNull()
  expect(read('s3://k%2F1:s%2B2@storage.example:9000/files/a/b/?region=eu-west-1')).toEqual({
    endpoint: 'https://storage.example:9000',
    bucket: 'files',
    prefix: 'a/b/',
    region: 'eu-west-1',
    accessKeyId: 'k/1',
    secretAccessKey: 's+2',
  })
  expect(read('s3://k:s@127.0.0.1:9000/files?tls=off')).toMatchObject({
    endpoint: 'http://127.0.0.1:9000',
    prefix: '',
    region: 'us-east-1',
  })
})
