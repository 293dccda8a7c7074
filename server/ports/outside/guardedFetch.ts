import { lookup as lookUp, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector, fetch as send } from 'undici'
import { isPublic } from './addresses'
import { Fault, UnfitAnswer } from './faults'

/** What a call may take. */
export interface Limits {
  /** Milliseconds to connect. */
  connect: number
  /** Milliseconds in all. */
  all: number
  /** Bytes of an answer, on the way and unpacked. */
  bytes: number
}

/** TRUST-26. */
export const defaultLimits: Limits = { connect: 3_000, all: 10_000, bytes: 1_000_000 }

/** A request to somebody outside; it follows no redirect. */
export interface OutsideRequest {
  method?: string
  headers?: Record<string, string>
  body?: ArrayBuffer | string | Uint8Array | URLSearchParams | null | undefined
  signal?: AbortSignal | undefined
}

export interface GuardedFetch {
  /**
   * Asks, and reads the answer whole, whatever its status.
   * @throws Error of any kind for what is not an answer within the limits.
   */
  ask(url: URL, request: OutsideRequest): Promise<Response>
  close(): Promise<void>
}

/** Calls that wait at the same time for one peer; more of them wait for a place, within their own time. */
const connections = 16

/** Answers with these have no body, and a Response must have none. */
const bodiless = new Set([204, 205, 304])

/**
 * Calls that cannot be made to go inside: addresses are judged when they have been looked up for the very connection
 * that is opened, so that a name which changes its mind in between (DNS rebinding) gains nothing.
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
  return {
    async ask(url, { signal, ...request }) {
      const clock = AbortSignal.timeout(limits.all)
      const answer = await send(url, {
        method: 'GET',
        ...request,
        body: request.body ?? null,
        redirect: 'manual',
        dispatcher: agent,
        signal: signal ? AbortSignal.any([signal, clock]) : clock,
      })
      if (answer.status >= 300 && answer.status < 400 && answer.status !== 304) {
        await answer.body?.cancel()
        throw new Fault('it sends on to another address, which is not followed')
      }
      const content = await readWhole(answer.body, limits.bytes)
      const headers = new Headers([...answer.headers])
      // It has been unpacked.
      for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name)
      return new Response(bodiless.has(answer.status) ? null : content, { status: answer.status, headers })
    },
    close: () => agent.destroy(),
  }
}

function connectorOf(timeout: number, mayBePrivate: (host: string) => boolean): buildConnector.connector {
  const anywhere = buildConnector({ timeout })
  const outside = buildConnector({ timeout, lookup: publicLookup })
  return (options, done) => {
    const host = options.hostname.replace(/^\[|\]$/g, '')
    if (mayBePrivate(hostOf(host, options.port, options.protocol))) anywhere(options, done)
    // An address is not looked up, so that it is judged here.
    else if (isIP(host) !== 0 && !isPublic(host)) done(privateAddress(), null)
    else outside(options, done)
  }
}

/** A host with its port, as configuration names it. */
export const hostOf = (name: string, port: string, protocol: string): string =>
  `${name.includes(':') ? `[${name}]` : name}:${port || (protocol === 'http:' ? '80' : '443')}`

const privateAddress = () =>
  new Fault('its address belongs to a private network, which PRIVATE_HOSTS does not allow')

/** Looks a name up, and refuses it when one of its addresses is not of the Internet. */
const publicLookup: LookupFunction = (name, options, done) => {
  lookUp(name, { ...options, all: true }, (error: Error | null, found: LookupAddress[]) => {
    const [first] = found
    if (error || !first) done(error ?? new Fault('its name has no address'), '')
    else if (!found.every(({ address }) => isPublic(address))) done(privateAddress(), '')
    else if (options.all) done(null, found)
    else done(null, first.address, first.family)
  })
}

async function readWhole(
  body: AsyncIterable<Uint8Array> | null,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body ?? []) {
    size += piece.length
    if (size > limit) throw new UnfitAnswer('it answers too much')
    pieces.push(piece)
  }
  return Uint8Array.from(Buffer.concat(pieces))
}
