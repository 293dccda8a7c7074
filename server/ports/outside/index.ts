/**
 * Whatever this installation asks of somebody outside goes through here (TRUST-26): fixed hosts, no redirects,
 * bounded time and size, a circuit breaker for each connection, and what has become of it for the connections page.
 */
import type { Static, TSchema } from '@sinclair/typebox'
import { connectionKinds, type ConnectionKey } from '../../../src/contract/connections'
import { createBreaker, type Outcome } from './breaker'
import { isLate, isUnfit, OutsideError, plainWords, type Refusal } from './faults'
import { defaultLimits, guardedFetch, hostOf, type Limits, type OutsideRequest } from './guardedFetch'
import { fitting, readJson } from './json'

export { OutsideError } from './faults'
export type { OutsideRequest } from './guardedFetch'

/** What a connection is. */
export interface About {
  key: ConnectionKey
  /** The only places that its calls go to, as `https://host` or `https://host:port`. */
  origins: readonly string[]
  /** Finds out by a call or an attempt of this connection whether it works, without changing anything there. */
  probe?: () => Promise<void>
  /** How much waits to be handed over. */
  waiting?: () => Promise<number>
  /** Whether it limits each of many accounts by itself, so that a 429 says nothing about the others. */
  limitsEach?: boolean
}

export interface ConnectionState {
  /** Milliseconds since 1970. */
  lastSuccess: number | null
  /** The last failure in plain words, without secrets. */
  lastError: { at: number; why: string } | null
  /** Whether it is left alone after failures in a row. */
  isOpen: boolean
}

export interface Connection {
  readonly about: About
  readonly state: ConnectionState
  /**
   * Like the browser's `fetch`, for libraries that take one: an answer read whole, also one that refuses.
   * @throws OutsideError 502 or 504 for a 5xx or 429, for what is not an answer within the limits, and while the
   * breaker is open.
   */
  fetch(url: string | URL, request?: OutsideRequest): Promise<Response>
  /**
   * Asks for JSON that fits a schema.
   * @throws OutsideError as above, and for any other answer; its `refusal` holds the answer of a status that is
   * no success.
   */
  json<T extends TSchema>(schema: T, url: string | URL, request?: OutsideRequest): Promise<Static<T>>
  /**
   * Makes an attempt that is no HTTP call: it is noted and counted, and not made while the breaker is open.
   * @param judge what an error says about the peer; unless told otherwise, that it failed.
   * @throws OutsideError while the breaker is open, and whatever the attempt throws.
   */
  attempt<T>(work: () => Promise<T>, judge?: (error: unknown) => Outcome): Promise<T>
  /**
   * Tries it now, also while the breaker is open.
   * @throws Error of any kind where it does not work, or where there is no probe.
   */
  probe(): Promise<void>
}

export interface Outside {
  connect(about: About): Connection
  /** In the order in which they were made. */
  readonly connections: readonly Connection[]
  close(): Promise<void>
}

export interface OutsideRules {
  /** Hosts, as `name:port`, that may have private addresses and be asked without encryption. */
  privateHosts: readonly string[]
  limits?: Limits
  /** Failures in a row, and the milliseconds for which a peer is then left alone. */
  breaker?: { failures: number; pause: number }
  now?: () => number
}

export function createOutside({
  privateHosts,
  limits = defaultLimits,
  breaker = { failures: 5, pause: 30_000 },
  now = Date.now,
}: OutsideRules): Outside {
  const mayBePrivate = (host: string) => privateHosts.includes(host)
  const connections: Connection[] = []
  const closers: (() => Promise<void>)[] = []
  return {
    connections,
    connect(about) {
      const calls = guardedFetch(limits, mayBePrivate)
      const circuit = createBreaker({ ...breaker, now })
      const connection = createConnection(about, { calls, circuit, mayBePrivate, now })
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

function createConnection(about: About, { calls, circuit, mayBePrivate, now }: Parts): Connection {
  let lastSuccess: number | null = null
  let lastError: ConnectionState['lastError'] = null
  const { title } = connectionKinds[about.key]

  const note = (error: unknown) => {
    lastError = { at: now(), why: error instanceof OutsideError ? error.why : plainWords(error) }
  }

  /** Runs what may fail, tells the breaker, and keeps what has become of it. */
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

  /** @throws OutsideError for an address that this connection is not for. */
  const checked = (url: string | URL): URL => {
    const wanted = new URL(url)
    const { origin, hostname, port, protocol, username, password } = wanted
    const host = hostOf(hostname.replace(/^\[|\]$/g, ''), port, protocol)
    const why = !about.origins.includes(origin)
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

  /** Asks, reads the answer, and says the same of whatever can go wrong. */
  const ask = <T>(url: string | URL, request: OutsideRequest, read: (answer: Response) => Promise<T>) => {
    const wanted = checked(url)
    return attempt(
      async () => {
        try {
          const answer = await calls.ask(wanted, request)
          if (answer.status >= 500 || answer.status === 429) throw await refused(title, answer)
          return await read(answer)
        } catch (error) {
          if (error instanceof OutsideError) throw error
          throw new OutsideError(title, plainWords(error), {
            late: isLate(error),
            unfit: isUnfit(error),
            cause: error,
          })
        }
      },
      (error) => (request.signal?.aborted ? 'unknown' : outcomeOf(error, about)),
    )
  }

  return {
    about,
    get state() {
      return { lastSuccess, lastError, isOpen: circuit.isOpen }
    },
    attempt,
    probe: async () => {
      if (!about.probe) throw new Error(`${title} cannot be tried.`)
      circuit.relent()
      await about.probe()
    },
    fetch: async (url, request = {}) => ask(url, request, (answer) => Promise.resolve(answer)),
    json: async (schema, url, { headers, ...request } = {}) =>
      ask(url, { ...request, headers: { accept: 'application/json', ...headers } }, async (answer) => {
        if (!answer.ok) throw await refused(title, answer)
        return fitting(schema, await readJson(answer))
      }),
  }
}

/** What an answer that is no success says about the peer: it is there, unless it says itself that it cannot. */
function outcomeOf(error: unknown, { limitsEach = false }: About): Outcome {
  const status = error instanceof OutsideError ? error.refusal?.status : undefined
  // One letter that is too large must not keep everybody else from theirs.
  if (error instanceof OutsideError && error.isUnfit) return 'unknown'
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
