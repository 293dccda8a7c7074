/** A concurrency limiter that is fair to its callers. */
import type { ServerResponse } from 'node:http'
import { brokenRequest, busy } from '../errors'

export interface ConcurrencyLimits {
  /** Concurrent slots, in all and for one caller. */
  slots: number
  slotsPerCaller: number
  /** Queued requests, in all and for one caller. */
  queued: number
  queuedPerCaller: number
  /** Milliseconds that a request waits at most. */
  timeout: number
  /** Seconds after which a refused caller may retry. */
  retryAfter: number
}

/** The key by which slots are shared fairly: a user id, an address, or an account with its address. */
type Caller = number | string

interface QueuedRequest {
  weight: number
  start: () => void
}

export type ConcurrencyLimiter = ReturnType<typeof createConcurrencyLimiter>

/** Releases a slot; a second call does nothing. */
export type Release = () => void

/**
 * Runs work in a slot of the limiter. The slot is kept until the work has ended, even if the client has disconnected:
 * otherwise a client could leave work behind and send more.
 * @throws ApiError 503 as enter() says.
 */
export async function runLimited<T>(
  limiter: ConcurrencyLimiter,
  caller: Caller,
  work: () => T | Promise<T>,
): Promise<T> {
  const release = await limiter.enter(caller, 1)
  try {
    return await work()
  } finally {
    release()
  }
}

/**
 * Takes slots until the answer has ended or its client has disconnected; they may be released earlier.
 * @throws ApiError 503 as enter() says; 400 where the client has disconnected already.
 */
export async function holdUntilAnswered(
  limiter: ConcurrencyLimiter,
  caller: Caller,
  weight: number,
  answer: ServerResponse,
): Promise<Release> {
  // The `close` event has been emitted already, so that nothing else would release the slots.
  if (answer.destroyed) throw brokenRequest()
  const disconnected = new AbortController()
  let release: Release = () => undefined
  answer.once('close', () => {
    disconnected.abort()
    release()
  })
  release = await limiter.enter(caller, weight, disconnected.signal)
  if (disconnected.signal.aborted) release()
  return release
}

/**
 * A concurrency limiter. Queued callers are served round-robin, so a caller with many requests delays only its own;
 * and one request is admitted per turn of the event loop, so that those arriving meanwhile take part.
 */
export function createConcurrencyLimiter(limits: ConcurrencyLimits) {
  const queues = new Map<Caller, QueuedRequest[]>()
  const held = new Map<Caller, number>()
  let taken = 0
  let waiting = 0
  let isPaused = false

  const releaseOf = (caller: Caller, weight: number): Release => {
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      taken -= weight
      const rest = (held.get(caller) ?? 0) - weight
      if (rest > 0) held.set(caller, rest)
      else held.delete(caller)
      admit()
    }
  }

  /** The next caller: among those below their own limit, the one that has waited longest. */
  const nextCaller = (): Caller | undefined => {
    for (const [caller, [first]] of queues) {
      if (!first || (held.get(caller) ?? 0) + first.weight > limits.slotsPerCaller) continue
      // Smaller requests do not overtake: many of them would starve a large one.
      return taken + first.weight <= limits.slots ? caller : undefined
    }
    return undefined
  }

  const remove = (caller: Caller, request: QueuedRequest) => {
    const queue = queues.get(caller)
    const index = queue?.indexOf(request) ?? -1
    if (!queue || index < 0) return
    queue.splice(index, 1)
    waiting--
    if (queue.length === 0) queues.delete(caller)
  }

  const admit = () => {
    if (isPaused) return
    const caller = nextCaller()
    const request = caller === undefined ? undefined : queues.get(caller)?.[0]
    if (caller === undefined || !request) return
    remove(caller, request)
    // Moves the caller to the end of the round-robin order.
    const rest = queues.get(caller)
    if (rest) {
      queues.delete(caller)
      queues.set(caller, rest)
    }
    taken += request.weight
    held.set(caller, (held.get(caller) ?? 0) + request.weight)
    isPaused = true
    setImmediate(() => {
      isPaused = false
      admit()
    })
    request.start()
  }

  return {
    /** How many requests are queued. */
    waiting: () => waiting,

    /** How many slots are taken. */
    taken: () => taken,

    /**
     * Waits for slots.
     * @param weight how many slots, capped at the limit of one caller.
     * @param abandoned cancels the wait.
     * @throws ApiError 503 with Retry-After where the queue is full, or where the wait takes too long (TRUST-25).
     */
    enter(caller: Caller, weight: number, abandoned?: AbortSignal): Promise<Release> {
      const size = Math.min(weight, limits.slotsPerCaller)
      const queuedOfCaller = queues.get(caller)?.length ?? 0
      if (waiting >= limits.queued || queuedOfCaller >= limits.queuedPerCaller)
        return Promise.reject(busy(limits.retryAfter))
      return new Promise((resolve, reject) => {
        const request: QueuedRequest = {
          weight: size,
          start: () => {
            end()
            resolve(releaseOf(caller, size))
          },
        }
        const giveUp = () => {
          end()
          remove(caller, request)
          reject(busy(limits.retryAfter))
        }
        const timer = setTimeout(giveUp, limits.timeout)
        const end = () => {
          clearTimeout(timer)
          abandoned?.removeEventListener('abort', giveUp)
        }
        abandoned?.addEventListener('abort', giveUp)
        queues.set(caller, [...(queues.get(caller) ?? []), request])
        waiting++
        admit()
      })
    },
  }
}
