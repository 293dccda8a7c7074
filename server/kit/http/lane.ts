/** Bounds the work that is under way at once, and lets callers take turns at it. */
import type { ServerResponse } from 'node:http'
import { brokenRequest, busy } from '../errors'

export interface LaneLimits {
  /** What may be under way at once, in all and of one caller. */
  places: number
  placesOfCaller: number
  /** Requests that may wait, in all and of one caller. */
  waiting: number
  waitingOfCaller: number
  /** Milliseconds that a request waits at most. */
  patience: number
  /** Seconds after which whoever is refused may ask again. */
  retryAfter: number
}

/** Whoever takes turns with others. */
type Caller = number | string

interface Waiting {
  weight: number
  start: () => void
}

export type Lane = ReturnType<typeof createLane>

/** Gives a place back; a second time it does nothing. */
export type Leave = () => void

/**
 * Does something in its turn among what others do. The place is kept until it has ended, whether or not its sender still
 * waits for the answer: whoever goes away would otherwise leave work behind and come back for more.
 * @throws ApiError 503 as enter() says.
 */
export async function inTurn<T>(lane: Lane, caller: Caller, work: () => T | Promise<T>): Promise<T> {
  const leave = await lane.enter(caller, 1)
  try {
    return await work()
  } finally {
    leave()
  }
}

/**
 * Takes places until the answer has ended, or whoever waits for it has gone; they may be given back before.
 * @throws ApiError 503 as enter() says; 400 where they have gone already.
 */
export async function untilAnswered(
  lane: Lane,
  caller: Caller,
  weight: number,
  answer: ServerResponse,
): Promise<Leave> {
  // It is told of once, and nothing else would give the places back.
  if (answer.destroyed) throw brokenRequest()
  const gone = new AbortController()
  let leave: Leave = () => undefined
  answer.once('close', () => {
    gone.abort()
    leave()
  })
  leave = await lane.enter(caller, weight, gone.signal)
  if (gone.signal.aborted) leave()
  return leave
}

/**
 * A lane of limited width. Callers that wait get in one after the other, whoever asks more often than others waits
 * for himself only; and one request gets in at each turn of the event loop, so that those which arrive meanwhile
 * take part.
 */
export function createLane(limits: LaneLimits) {
  const queues = new Map<Caller, Waiting[]>()
  const held = new Map<Caller, number>()
  let taken = 0
  let waiting = 0
  let resting = false

  const leaveWith = (caller: Caller, weight: number): Leave => {
    let left = false
    return () => {
      if (left) return
      left = true
      taken -= weight
      const rest = (held.get(caller) ?? 0) - weight
      if (rest > 0) held.set(caller, rest)
      else held.delete(caller)
      admit()
    }
  }

  /** The caller whose turn it is: of those who may have more, the one who has waited longest for a turn. */
  const nextCaller = (): Caller | undefined => {
    for (const [caller, [first]] of queues) {
      if (!first || (held.get(caller) ?? 0) + first.weight > limits.placesOfCaller) continue
      // The others do not pass: many small ones would keep a large one out for ever.
      return taken + first.weight <= limits.places ? caller : undefined
    }
    return undefined
  }

  const remove = (caller: Caller, request: Waiting) => {
    const queue = queues.get(caller)
    const index = queue?.indexOf(request) ?? -1
    if (!queue || index < 0) return
    queue.splice(index, 1)
    waiting--
    if (queue.length === 0) queues.delete(caller)
  }

  const admit = () => {
    if (resting) return
    const caller = nextCaller()
    const request = caller === undefined ? undefined : queues.get(caller)?.[0]
    if (caller === undefined || !request) return
    remove(caller, request)
    // Behind everybody else.
    const rest = queues.get(caller)
    if (rest) {
      queues.delete(caller)
      queues.set(caller, rest)
    }
    taken += request.weight
    held.set(caller, (held.get(caller) ?? 0) + request.weight)
    resting = true
    setImmediate(() => {
      resting = false
      admit()
    })
    request.start()
  }

  return {
    /** How many requests wait. */
    waiting: () => waiting,

    /** How many places are taken. */
    taken: () => taken,

    /**
     * Waits for places.
     * @param weight how many places; more than a caller may have count as that many.
     * @param abandoned ends the wait, for somebody who does not wait any more.
     * @throws ApiError 503 with Retry-After where too many wait already, or where the wait takes too long (TRUST-25).
     */
    enter(caller: Caller, weight: number, abandoned?: AbortSignal): Promise<Leave> {
      const size = Math.min(weight, limits.placesOfCaller)
      const own = queues.get(caller)?.length ?? 0
      if (waiting >= limits.waiting || own >= limits.waitingOfCaller)
        return Promise.reject(busy(limits.retryAfter))
      return new Promise((resolve, reject) => {
        const request: Waiting = {
          weight: size,
          start: () => {
            end()
            resolve(leaveWith(caller, size))
          },
        }
        const giveUp = () => {
          end()
          remove(caller, request)
          reject(busy(limits.retryAfter))
        }
        const timer = setTimeout(giveUp, limits.patience)
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
