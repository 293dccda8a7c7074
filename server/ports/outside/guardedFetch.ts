import { lookup as lookUp, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { Agent, buildConnector, fetch as send } from 'undici'
import { isPublic } from './addresses'
import { Fault, InvalidAnswer } from './faults'

/** Limits of a call. */
export interface Limits {
  /** Milliseconds to connect. */
  connect: number
  /** Milliseconds in all. */
  all: number
  /** Bytes of an answer, compressed and decompressed. */
  bytes: number
}

/** TRUST-26. */
export const defaultLimits: Limits = { connect: 3_000, all: 10_000, bytes: 1_000_000 }

/** Milliseconds for a request with file contents in all, and until the first byte of a downloaded file. */
const patience = 45_000
/** Milliseconds between two pieces of such an answer. */
const idle = 30_000

/** A request to an external system; it follows no redirect. */
export interface OutsideRequest {
  method?: string
  headers?: Record<string, string>
  body?: ArrayBuffer | string | Uint8Array | URLSearchParams | AsyncIterable<Uint8Array> | null | undefined
  signal?: AbortSignal | undefined
  /** It carries files, and may take its time. */
  carriesFiles?: boolean
}

/** An answer whose content is read as it comes; of one that is no success it is empty. */
interface OpenAnswer {
  status: number
  headers: Headers
  content: AsyncIterable<Uint8Array>
}

export interface GuardedFetch {
  /**
   * Sends a request, and reads the whole answer with any status.
   * @throws Error of any kind where there is no answer within the limits.
   */
  ask(url: URL, request: OutsideRequest): Promise<Response>
  /**
   * Asks for a content of any length, and gives it while it comes; it ends with an error after so many bytes.
   * @throws Error of any kind for what is not an answer within the limits.
   */
  open(url: URL, request: OutsideRequest, bytes: number): Promise<OpenAnswer>
  close(): Promise<void>
}

/** Concurrent calls to one peer; more of them are queued, within their own time. */
const connections = 16

/** Answers with these have no body, and a Response must have none. */
const bodiless = new Set([204, 205, 304])

/**
 * Calls that cannot be directed to internal addresses: addresses are checked when they are resolved for the very
 * connection that is opened, so that a changed resolution in between (DNS rebinding) has no effect.
 * @param mayBePrivate whether a host, as `name:port`, may have a private address.
 */
export function guardedFetch(limits: Limits, mayBePrivate: (host: string) => boolean): GuardedFetch {
  const agent = new Agent({
    connect: connectorOf(limits.connect, mayBePrivate),
    connections,
    headersTimeout: limits.all,
    bodyTimeout: limits.all,
    maxResponseSize: limits.bytes,
  })
  const agentForFiles = new Agent({
    connect: connectorOf(limits.connect, mayBePrivate),
    connections,
    headersTimeout: patience,
    bodyTimeout: idle,
  })
  const fetchFrom = async (
    dispatcher: Agent,
    url: URL,
    { signal, method = 'GET', headers = {}, body = null }: OutsideRequest,
    clock: AbortSignal,
  ) => {
    const answer = await send(url, {
      method,
      headers,
      body,
      redirect: 'manual',
      dispatcher,
      duplex: 'half',
      signal: signal ? AbortSignal.any([signal, clock]) : clock,
    })
    if (answer.status >= 300 && answer.status < 400 && answer.status !== 304) {
      await answer.body?.cancel()
      throw new Fault('it sends on to another address, which is not followed')
    }
    return answer
  }
  return {
    async ask(url, request) {
      const [dispatcher, time] = request.carriesFiles ? [agentForFiles, patience] : [agent, limits.all]
      const answer = await fetchFrom(dispatcher, url, request, AbortSignal.timeout(time))
      const content = await readWhole(answer.body, limits.bytes)
      const headers = new Headers([...answer.headers])
      // The body has been decompressed.
      for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name)
      return new Response(bodiless.has(answer.status) ? null : content, { status: answer.status, headers })
    },
    async open(url, request, bytes) {
      // Limits the time to the first byte only: after that the reader sets the pace.
      const clock = new AbortController()
      const timer = setTimeout(() => clock.abort(new DOMException('Too late.', 'TimeoutError')), patience)
      try {
        const { status, headers, body } = await fetchFrom(agentForFiles, url, request, clock.signal)
        const isContent = status === 200
        if (!isContent) await body?.cancel()
        const content = bounded(isContent ? body : null, bytes)
        return { status, headers: new Headers([...headers]), content }
      } finally {
        clearTimeout(timer)
      }
    },
    close: async () => {
      await Promise.all([agent.destroy(), agentForFiles.destroy()])
    },
  }
}

function connectorOf(timeout: number, mayBePrivate: (host: string) => boolean): buildConnector.connector {
  const anywhere = buildConnector({ timeout })
  const outside = buildConnector({ timeout, lookup: publicLookup })
  return (options, done) => {
    const host = options.hostname.replace(/^\[|\]$/g, '')
    if (mayBePrivate(hostOf(host, options.port, options.protocol))) anywhere(options, done)
    // IP addresses are not resolved, so that they are checked here.
    else if (isIP(host) !== 0 && !isPublic(host)) done(privateAddress(), null)
    else outside(options, done)
  }
}

/** A host with its port, as in the configuration. */
export const hostOf = (name: string, port: string, protocol: string): string =>
  `${name.includes(':') ? `[${name}]` : name}:${port || (protocol === 'http:' ? '80' : '443')}`

const privateAddress = () =>
  new Fault('its address belongs to a private network, which PRIVATE_HOSTS does not allow')

/** Resolves a name, and refuses it when one of its addresses is not on the public Internet. */
const publicLookup: LookupFunction = (name, options, done) => {
  lookUp(name, { ...options, all: true }, (error: Error | null, found: LookupAddress[]) => {
    // With an error there are none; what is thrown here would end the process.
    if (error) {
      done(error, '')
      return
    }
    const [first] = found
    if (!first) done(new Fault('its name has no address'), '')
    else if (!found.every(({ address }) => isPublic(address))) done(privateAddress(), '')
    else if (options.all) done(null, found)
    else done(null, first.address, first.family)
  })
}

/** @throws InvalidAnswer after so many bytes. */
async function* bounded(body: AsyncIterable<Uint8Array> | null, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of body ?? []) {
    size += piece.length
    if (size > limit) throw new InvalidAnswer('it answers too much')
    yield piece
  }
}

const readWhole = async (
  body: AsyncIterable<Uint8Array> | null,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> => Uint8Array.from(await buffer(bounded(body, limit)))
