import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { AwsV4Signer } from 'aws4fetch'
import { ApiError } from '../../kit/errors'
import { contentMissing, isKey, isMissing, storageFull, type FileStore, type StoredContent } from '.'
import type { S3Address } from '../../s3Address'
import { emptySpool, makeSpool, spool, type Spooled } from './spool'

/** Milliseconds (TRUST-26). */
interface Limits {
  connect: number
  /** For an answer to begin; longer where a content has to be sent first. */
  answer: number
  upload: number
  /** Between two chunks of a content. */
  idle: number
}
const defaultLimits: Limits = { connect: 3_000, answer: 10_000, upload: 30_000, idle: 30_000 }
/** Bytes of an answer that is not a content; a page of a list takes some hundred thousand. */
const maxAnswerBytes = 2_000_000
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

class Timeout extends Error {}

interface Call {
  method: 'GET' | 'PUT' | 'DELETE'
  /** Below the bucket; '' for the bucket itself. */
  key: string
  query?: Record<string, string>
  content?: Spooled
}

interface Rules {
  limits?: Limits
  /** Wraps the storage calls for a content. Errors of these are failures of the storage. */
  attempt?: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * Stores files with the S3 protocol, each under its key below the address's prefix. Incoming contents are first spooled
 * to a folder of this machine: the protocol needs length and hash beforehand, and a slow or interrupted upload must not
 * count as a failure of the storage.
 */
export function s3Store(
  address: S3Address,
  folder: string,
  { limits = defaultLimits, attempt = (work) => work() }: Rules = {},
): FileStore {
  makeSpool(folder)

  const place = (key: string): string => {
    if (!isKey(key)) throw contentMissing()
    return address.prefix + key
  }
  const ask = (what: Call) => call(address, what, limits)

  return {
    isShared: true,

    clearUnfinished: () => emptySpool(folder),

    async put(key, content) {
      const target = place(key)
      const spooled = await spool(content, folder, key)
      try {
        await attempt(async () => discard(await ask({ method: 'PUT', key: target, content: spooled })))
      } finally {
        await rm(spooled.path, { force: true })
      }
      return spooled.size
    },

    async read(key) {
      const source = place(key)
      return attempt(() => ask({ method: 'GET', key: source }))
    },

    async remove(key) {
      const target = place(key)
      try {
        await attempt(async () => discard(await ask({ method: 'DELETE', key: target })))
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    },

    async *list(): AsyncGenerator<StoredContent> {
      let next: string | undefined
      do {
        const query = {
          'list-type': '2',
          prefix: address.prefix,
          ...(next === undefined ? {} : { 'continuation-token': next }),
        }
        const page = await readText(await ask({ method: 'GET', key: '', query }))
        yield* contentsOf(page, address.prefix)
        next = element(page, 'NextContinuationToken')
      } while (next !== undefined)
    },
  }
}

/**
 * Signs a call, makes it, and returns the answer with its body unread.
 * @throws ApiError 404 for a missing content, 507 where the storage is full, else 502 or 504.
 */
async function call(address: S3Address, what: Call, limits: Limits): Promise<IncomingMessage> {
  try {
    const answer = await send(address, what, limits)
    const status = answer.statusCode ?? 0
    if (status >= 200 && status < 300) return answer
    const code = element(await readText(answer), 'Code') ?? 'no code'
    if (status === 404 && code === 'NoSuchKey') throw contentMissing()
    if (status === 507) throw storageFull()
    throw new Error(`the file storage answers ${what.method} with ${status} ${code}`)
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw unavailable(error)
  }
}

/** 502 or 504: the storage's own status never reaches a browser, where a 401 or 403 would end the session. */
function unavailable(cause: unknown): ApiError {
  const status = cause instanceof Timeout ? 504 : 502
  const detail = 'The file storage does not answer. Try again in a moment.'
  return Object.assign(new ApiError(status, 'storage_unavailable', detail), { cause })
}

async function send(
  { endpoint, bucket, ...credentials }: S3Address,
  { method, key, query = {}, content }: Call,
  limits: Limits,
): Promise<IncomingMessage> {
  const { url, headers } = await new AwsV4Signer({
    ...credentials,
    method,
    url: `${endpoint}/${bucket}/${key}?${new URLSearchParams(query).toString()}`,
    headers: { 'x-amz-content-sha256': content?.sha256 ?? emptyHash },
    service: 's3',
  }).sign()
  if (content) headers.set('content-length', String(content.size))

  return new Promise<IncomingMessage>((resolve, reject) => {
    const { request } = url.protocol === 'http:' ? http : https
    const outgoing = request(url, { method, headers: Object.fromEntries(headers), agent: false })
    const giveUp = () => void outgoing.destroy(new Timeout('the file storage does not answer in time'))
    let clock = setTimeout(giveUp, limits.connect)
    outgoing.on('socket', (socket) => {
      socket.once('connect', () => {
        clearTimeout(clock)
        clock = setTimeout(giveUp, content ? limits.upload : limits.answer)
      })
    })
    outgoing.on('response', (answer) => {
      clearTimeout(clock)
      outgoing.setTimeout(limits.idle, giveUp)
      resolve(answer)
    })
    outgoing.on('error', (error) => {
      clearTimeout(clock)
      reject(error)
    })
    if (content)
      createReadStream(content.path)
        .on('error', (error) => outgoing.destroy(error))
        .pipe(outgoing)
    else outgoing.end()
  })
}

async function readText(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxAnswerBytes) throw new Error('the file storage answers too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Reads an unneeded body to its end. */
async function discard(answer: IncomingMessage): Promise<void> {
  await readText(answer)
}

/** The text of the first XML element of a name. */
const element = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]

/** The contents on a page of a list, without foreign ones. */
function* contentsOf(page: string, prefix: string): Generator<StoredContent> {
  for (const [entry] of page.matchAll(/<Contents>.*?<\/Contents>/gs)) {
    const name = element(entry, 'Key') ?? ''
    const moment = new Date(element(entry, 'LastModified') ?? '')
    const key = name.slice(prefix.length)
    if (name.startsWith(prefix) && isKey(key)) yield { key, modifiedAt: () => Promise.resolve(moment) }
  }
}
