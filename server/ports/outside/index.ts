/**
 * All calls to external systems go through here (TRUST-26): fixed hosts, no redirects, bounded time and size, a
 * circuit breaker for each connection, and their results for the connections page.
 */
import { Readable } from 'node:stream'
import type { Static, TSchema } from '@sinclair/typebox'
import { connectionKinds, type ConnectionKey } from '../../../src/contract/connections'
import { createBreaker, type Outcome } from './breaker'
import { isTimeout, isInvalidAnswer, OutsideError, describeFailure, type Refusal } from './faults'
import { defaultLimits, guardedFetch, hostOf, type Limits, type OutsideRequest } from './guardedFetch'
import { fitting, readJson } from './json'

export { OutsideError } from './faults'
export type { OutsideRequest } from './guardedFetch'

/** The properties of a connection. */
export interface ConnectionOptions {
  key: ConnectionKey
  /** The only origins that it may call, as `https://host` or `https://host:port`. */
  origins: readonly string[]
  /** Tests this connection by a call or an attempt, without changing anything there. */
  probe?: () => Promise<void>
  /** How much is queued for delivery. */
  waiting?: () => Promise<number>
  /** Whether the peer limits each of many accounts separately, so that a 429 says nothing about the others. */
  limitsEach?: boolean
}

export interface ConnectionState {
  /** Milliseconds since 1970. */
  lastSuccess: number | null
  /** The last failure in plain words, without secrets. */
  lastError: { at: number; why: string } | null
  /** Whether the breaker is open after consecutive failures. */
  isOpen: boolean
}

export interface Connection {
  readonly options: ConnectionOptions
  readonly state: ConnectionState
  /**
   * Like the browser's `fetch`, for libraries that take one: the whole answer, also with an error status.
   * @throws OutsideError 502 or 504 for a 5xx or 429, without an answer within the limits, and while the breaker is
   *   open.
   */
  fetch(url: string | URL, request?: OutsideRequest): Promise<Response>
  /**
   * Requests JSON that matches a schema.
   * @throws OutsideError as above, and for any other answer; its `refusal` holds an answer with an error status.
   */
  json<T extends TSchema>(schema: T, url: string | URL, request?: OutsideRequest): Promise<Static<T>>
  /**
   * Asks for a content, which is read as it comes; what breaks off then, or is longer, ends it with an error.
   * @throws OutsideError as json() does, where it does not begin.
   */
  download(url: string | URL, request: OutsideRequest, bytes: number): Promise<Readable>
  /**
   * Makes an attempt that is no HTTP call: it is recorded and counted, and not made while the breaker is open.
   * @param judge the outcome of an error; by default a failure.
   * @throws OutsideError while the breaker is open, and the error of the attempt.
   */
  attempt<T>(work: () => Promise<T>, judge?: (error: unknown) => Outcome): Promise<T>
  /**
   * Tests the connection now, also while the breaker is open.
   * @throws Error of any kind where it does not work, or where there is no probe.
   */
  probe(): Promise<void>
}

export interface ExternalSystems {
  connect(options: ConnectionOptions): Connection
  /** In the order in which they were made. */
  readonly connections: readonly Connection[]
  close(): Promise<void>
}

export interface OutsideRules {
  /** Hosts, as `name:port`, that may have private addresses and be called without encryption. */
  privateHosts: readonly string[]
  limits?: Limits
  /** Consecutive failures, and the milliseconds for which the breaker is then open. */
  breaker?: { failures: number; pause: number }
  now?: () => number
}

export function createOutside({
  privateHosts,
  limits = defaultLimits,
  breaker = { failures: 5, pause: 30_000 },
  now = Date.now,
}: OutsideRules): ExternalSystems {
  const mayBePrivate = (host: string) => privateHosts.includes(host)
  const connections: Connection[] = []
  const closers: (() => Promise<void>)[] = []
  return {
    connections,
    connect(options) {
      const calls = guardedFetch(limits, mayBePrivate)
      const circuit = createBreaker({ ...breaker, now })
      const connection = createConnection(options, { calls, circuit, mayBePrivate, now })
      closers.push(calls.close)
      connections.push(connection)
      return connection
    },
    close: async () => {
      await Promise.all(closers.map((close) => close()))
    },
  }
}

interface Parts {
  calls: ReturnType<typeof guardedFetch>
  circuit: ReturnType<typeof createBreaker>
  mayBePrivate: (host: string) => boolean
  now: () => number
}

function createConnection(
  options: ConnectionOptions,
  { calls, circuit, mayBePrivate, now }: Parts,
): Connection {
  let lastSuccess: number | null = null
  let lastError: ConnectionState['lastError'] = null
  const { title } = connectionKinds[options.key]

  const note = (error: unknown) => {
    lastError = { at: now(), why: error instanceof OutsideError ? error.why : describeFailure(error) }
  }

  /** Runs an attempt, reports it to the breaker, and records the result. */
  const attempt = async <T>(work: () => Promise<T>, judge: (error: unknown) => Outcome = () => 'failed') => {
    const end = circuit.begin()
    if (!end) throw new OutsideError(title, 'it is left alone for a while after failures in a row')
    try {
      const result = await work()
      lastSuccess = now()
      end('well')
      return result
    } catch (error) {
      const outcome = judge(error)
      if (outcome === 'well') lastSuccess = now()
      else note(error)
      end(outcome)
      throw error
    }
  }

  /** @throws OutsideError for an address that this connection may not call. */
  const checked = (url: string | URL): URL => {
    const wanted = new URL(url)
    const { origin, hostname, port, protocol, username, password } = wanted
    const host = hostOf(hostname.replace(/^\[|\]$/g, ''), port, protocol)
    const why = !options.origins.includes(origin)
      ? `it may not be asked at ${origin}, which is not configured`
      : username !== '' || password !== ''
        ? 'names and passwords may not stand in its address'
        : protocol !== 'https:' && !mayBePrivate(host)
          ? 'it is asked without encryption, which only PRIVATE_HOSTS may be'
          : null
    if (why === null) return wanted
    const error = new OutsideError(title, why)
    note(error)
    throw error
  }

  const failureOf = (error: unknown): OutsideError =>
    error instanceof OutsideError
      ? error
      : new OutsideError(title, describeFailure(error), {
          late: isTimeout(error),
          unfit: isInvalidAnswer(error),
          cause: error,
        })

  /** Relays a content, with its errors as OutsideErrors. */
  async function* convertStreamErrors(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* content
    } catch (error) {
      const failure = failureOf(error)
      note(failure)
      throw failure
    }
  }

  /** Makes a call, and converts all errors. */
  const checkedRequest = <T>(
    url: string | URL,
    { signal }: OutsideRequest,
    work: (wanted: URL) => Promise<T>,
  ) => {
    const wanted = checked(url)
    return attempt(
      async () => {
        try {
          return await work(wanted)
        } catch (error) {
          throw failureOf(error)
        }
      },
      (error) => (signal?.aborted ? 'unknown' : outcomeOf(error, options)),
    )
  }

  /** Asks, and reads the answer. */
  const ask = <T>(url: string | URL, request: OutsideRequest, read: (answer: Response) => Promise<T>) =>
    checkedRequest(url, request, async (wanted) => {
      const answer = await calls.ask(wanted, request)
      if (answer.status >= 500 || answer.status === 429) throw await refused(title, answer)
      return read(answer)
    })

  return {
    options,
    get state() {
      return { lastSuccess, lastError, isOpen: circuit.isOpen }
    },
    attempt,
    probe: async () => {
      if (!options.probe) throw new Error(`${title} cannot be tried.`)
      circuit.endPause()
      await options.probe()
    },
    download: (url, request, bytes) =>
      checkedRequest(url, request, async (wanted) => {
        const { status, headers, content } = await calls.open(wanted, request, bytes)
        if (status === 200) return Readable.from(convertStreamErrors(content), { objectMode: false })
        throw await refused(title, new Response(null, { status, headers }))
      }),
    fetch: async (url, request = {}) => ask(url, request, (answer) => Promise.resolve(answer)),
    json: async (schema, url, { headers, ...request } = {}) =>
      ask(url, { ...request, headers: { accept: 'application/json', ...headers } }, async (answer) => {
        if (!answer.ok) throw await refused(title, answer)
        return fitting(schema, await readJson(answer))
      }),
  }
}

/** The outcome of an error response: the peer works, unless the status says otherwise. */
function outcomeOf(error: unknown, { limitsEach = false }: ConnectionOptions): Outcome {
  const status = error instanceof OutsideError ? error.refusal?.status : undefined
  // One message that is too large must not block those of all other users.
  if (error instanceof OutsideError && error.isInvalidAnswer) return 'unknown'
  if (status === 429 && limitsEach) return 'unknown'
  if (status === undefined || status >= 500 || status === 429) return 'failed'
  return status === 404 ? 'well' : 'unknown'
}

async function refused(title: string, answer: Response): Promise<OutsideError> {
  const { status } = answer
  const { headers } = answer
  const refusal: Refusal = { status, body: await readJson(answer).catch(() => null), headers }
  const why =
    status === 401 || status === 403
      ? `it does not accept our credentials (${status})`
      : `it answers with ${status}`
  return new OutsideError(title, why, { refusal })
}
