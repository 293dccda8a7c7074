import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { createDoor } from '../kit/http/door'
import { createLane, inTurn, untilAnswered, type Lane, type LaneLimits, type Leave } from '../kit/http/lane'
import { isLarge } from './jsonBodies'

/** What may be under way at once. */
export interface Budget {
  /** Short answers, and those that take long and are streamed. */
  short: LaneLimits
  long: LaneLimits
  /** Writes whose bodies are there. */
  write: LaneLimits
  /** Large JSON bodies, from before they are read until their answers have ended: they are in memory. */
  body: LaneLimits
  /** Uploads, from before their bodies are read until what came has been written. */
  upload: LaneLimits
  /** Milliseconds in which a reader has to take something in: what has been made of an answer stays in memory. */
  stall: number
}

/**
 * A page of the application asks for a dozen things at once, and many of them may open together. Eight writes leave a user
 * some while others of theirs send mail for seconds; all of them are fewer than kit/context.ts lets wait for their turn,
 * so that sign-ins get in between. A page uploads three files at a time; those that wait are not read meanwhile, and are
 * told before plugins/pace.ts cuts them.
 */
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
  write: {
    places: 500,
    placesOfCaller: 8,
    waiting: 2_000,
    waitingOfCaller: 100,
    patience: 20_000,
    retryAfter: 2,
  },
  body: {
    places: 200,
    placesOfCaller: 10,
    waiting: 1_000,
    waitingOfCaller: 100,
    patience: 10_000,
    retryAfter: 2,
  },
  upload: {
    places: 60,
    placesOfCaller: 6,
    waiting: 60,
    waitingOfCaller: 6,
    patience: 10_000,
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

/** Whether a request only reads: what is written has turns of its own, and uploads may take their time. */
export const reads = ({ method }: Pick<FastifyRequest, 'method'>) => method === 'GET' || method === 'HEAD'

const isSignedIn = ({ caller }: FastifyRequest) => (caller as unknown) !== undefined

/**
 * Lets whatever a signed-in user reads or writes take its turn among that of others: each gets a place, and 503 with
 * Retry-After where too many wait (TRUST-25). Short answers have their own lane, past the long ones, and writes have
 * theirs. Whoever is not signed in has no place, /healthz, /readyz, sign-in and refresh included: where they may
 * write much, their routes see to it (resources/directory.routes.ts, kit/shareEach.ts). Large bodies of theirs, which few
 * routes take, have the places of their address.
 */
export function budget(app: FastifyInstance, limits: Budget): void {
  const lanes = {
    short: createLane(limits.short),
    long: createLane(limits.long),
    write: createLane(limits.write),
    body: createLane(limits.body),
    upload: createLane(limits.upload),
  }
  app.decorate('lanes', lanes)
  app.decorateRequest('place')

  app.addHook('preParsing', async (request, { raw }) => {
    if (isLarge(request))
      await untilAnswered(lanes.body, isSignedIn(request) ? request.caller.id : request.ip, 1, raw)
  })
  app.addHook('preHandler', async (request, reply) => {
    request.place = createPlace(request, reply, lanes)
    if (reads(request) && isSignedIn(request)) await request.place.take()
  })
  app.addHook('onRoute', (route) => {
    if ([route.method].flat().some((method) => !reads({ method }))) route.handler = takingTurns(route)
  })
  // Most answers are made by then.
  app.addHook('onSend', async ({ place }, { raw }) => {
    // There is none yet where a request is refused at once.
    ;(place as Place | undefined)?.done()
    raw.setTimeout(limits.stall, () => raw.destroy())
  })
}

/** The handler of a route that writes. Around the handler alone: by then the body is there, however slowly it came. */
const takingTurns = ({ handler, config }: RouteOptions): RouteOptions['handler'] =>
  function (request, reply) {
    const handle = () => handler.call(this, request, reply)
    return isSignedIn(request) && !config?.ownTurn ? inLane(request, 'write', handle) : handle()
  }

/**
 * Does what a signed-in user asks for in its turn.
 * @throws ApiError 503
 */
export const inLane = <T>(
  { caller, server }: FastifyRequest,
  lane: 'write' | 'upload',
  work: () => T | Promise<T>,
): Promise<T> => inTurn(server.lanes[lane], caller.id, work)

async function* withEnd(text: AsyncIterable<string>, end: () => void): AsyncGenerator<string> {
  yield* text
  end()
}

export type Lanes = Record<keyof Omit<Budget, 'stall'>, Lane>
export type Place = ReturnType<typeof createPlace>

function createPlace(request: FastifyRequest, { raw }: FastifyReply, { short, long }: Lanes) {
  let leave: Leave = () => undefined
  let isKept = false

  const enter = async (lane: Lane, places: number) => {
    leave()
    leave = await untilAnswered(lane, request.caller.id, places, raw)
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
