import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createDoor } from '../kit/http/door'
import { createLane, type Lane, type LaneLimits, type Leave } from '../kit/http/lane'

/** What may be read at once: short answers, and those that take long and are streamed. */
export interface Budget {
  short: LaneLimits
  long: LaneLimits
  /** Milliseconds in which a reader has to take something in: what has been made of an answer stays in memory. */
  stall: number
}

/** A page of the application asks for a dozen things at once, and many of them may open together. */
export const defaultBudget: Budget = {
  short: {
    places: 8,
    placesOfCaller: 6,
    waiting: 500,
    waitingOfCaller: 100,
    patience: 10_000,
    retryAfter: 1,
  },
  long: {
    places: 4,
    placesOfCaller: 2,
    waiting: 40,
    waitingOfCaller: 10,
    patience: 15_000,
    retryAfter: 5,
  },
  stall: 30_000,
}

/** Requests that are looked at in each turn of the event loop. */
const perTurn = 10

/**
 * Keeps those that arrive in one moment from being looked at in one moment, sign-ins included, so that /healthz and
 * whatever else anybody may read gets in between. Registered before the sessions are looked up.
 */
export function door(app: FastifyInstance): void {
  const pass = createDoor(perTurn)
  app.addHook('onRequest', async (request) => {
    const isForAnybody = request.routeOptions.config.public === true && reads(request)
    if (!isForAnybody && !request.is404) await pass()
  })
}

/** What is written has turns of its own, and uploads may take their time. */
const reads = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/**
 * Lets whatever a signed-in user reads take its turn among that of others: each gets a place, and 503 with Retry-After
 * where too many wait (TRUST-25). Short answers have their own lane, past the long ones. Whoever is not signed in has
 * no place, /healthz and /readyz included, and needs none.
 */
export function budget(app: FastifyInstance, limits: Budget): void {
  const lanes = { short: createLane(limits.short), long: createLane(limits.long) }
  app.decorate('lanes', lanes)
  app.decorateRequest('place')

  app.addHook('preHandler', async (request, reply) => {
    request.place = createPlace(request, reply, lanes)
    if (reads(request) && (request.caller as unknown) !== undefined) await request.place.take()
  })
  // Most answers are made by then.
  app.addHook('onSend', async ({ place }, { raw }) => {
    // There is none yet where a request is refused at once.
    ;(place as Place | undefined)?.done()
    raw.setTimeout(limits.stall, () => raw.destroy())
  })
}

async function* withEnd(text: AsyncIterable<string>, end: () => void): AsyncGenerator<string> {
  yield* text
  end()
}

export type Lanes = Record<'short' | 'long', Lane>
export type Place = ReturnType<typeof createPlace>

function createPlace(request: FastifyRequest, { raw }: FastifyReply, { short, long }: Lanes) {
  let leave: Leave = () => undefined
  let isKept = false
  const gone = new AbortController()
  raw.once('close', () => {
    gone.abort()
    leave()
  })

  const enter = async (lane: Lane, places: number) => {
    leave()
    leave = await lane.enter(request.caller.id, places, gone.signal)
    if (gone.signal.aborted) leave()
  }

  return {
    /** @throws ApiError 503 */
    take: () => enter(short, 1),

    /** Keeps its place until an answer has been made; a long one, until it has been read. */
    during(text: AsyncIterable<string>): AsyncIterable<string> {
      if (isKept) return text
      isKept = true
      return withEnd(text, () => leave())
    },

    /**
     * Leaves the short answers and waits among the long ones; such an answer is made while it is read.
     * @param places how many it takes there; none: it is a short one.
     * @throws ApiError 503
     */
    async takeLong(places: number): Promise<void> {
      if (places === 0) return
      await enter(long, places)
      isKept = true
    },

    /** The answer has been made, unless it is made while it is read. */
    done(): void {
      if (!isKept) leave()
    },
  }
}
