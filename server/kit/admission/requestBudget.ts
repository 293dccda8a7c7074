import type { FastifyInstance, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { createConcurrencyLimiter, holdUntilAnswered, type ConcurrencyLimits } from './concurrencyLimiter'
import {
  createRequestSlot,
  runInSlot,
  isSignedIn,
  reads,
  type Limiters,
  type RequestSlot,
} from './requestSlot'
import { isLarge } from '../http/jsonBody'

declare module 'fastify' {
  interface FastifyInstance {
    limiters: Limiters
  }
  interface FastifyRequest {
    /** The request's slot in the limiter of reads; set with the caller. */
    slot: RequestSlot
  }
  interface FastifyContextConfig {
    /** It writes, and takes a slot of the limiter of writes by itself: its body is read in its handler. */
    acquiresOwnSlot?: true
  }
}

/** Limits of concurrent requests. */
export interface RequestBudget {
  /** Short answers, and those that take long and are streamed. */
  short: ConcurrencyLimits
  long: ConcurrencyLimits
  /** Writes whose bodies have arrived. */
  write: ConcurrencyLimits
  /** Large JSON bodies, from before they are read until their answers have ended: they are in memory. */
  body: ConcurrencyLimits
  /** Uploads, from before their bodies are read until they have been written. */
  upload: ConcurrencyLimits
  /** Milliseconds in which a client must read something: the generated part of an answer stays in memory. */
  stall: number
}

/**
 * A page of the application sends a dozen requests at once, and many pages may open together. Eight writes leave a user
 * some while others send mail for seconds; all of them are fewer than the queue of kit/context.ts, so that sign-ins get
 * in between. A page uploads three files at a time; queued ones are not read meanwhile, and get their 503 before
 * slowRequestTimeout.ts aborts them.
 */
export const defaultRequestBudget: RequestBudget = {
  short: {
    slots: 8,
    slotsPerCaller: 6,
    queued: 500,
    queuedPerCaller: 100,
    timeout: 10_000,
    retryAfter: 1,
  },
  long: {
    slots: 4,
    slotsPerCaller: 2,
    queued: 40,
    queuedPerCaller: 10,
    timeout: 15_000,
    retryAfter: 5,
  },
  write: {
    slots: 500,
    slotsPerCaller: 8,
    queued: 2_000,
    queuedPerCaller: 100,
    timeout: 20_000,
    retryAfter: 2,
  },
  body: {
    slots: 200,
    slotsPerCaller: 10,
    queued: 1_000,
    queuedPerCaller: 100,
    timeout: 10_000,
    retryAfter: 2,
  },
  upload: {
    slots: 60,
    slotsPerCaller: 6,
    queued: 60,
    queuedPerCaller: 6,
    timeout: 10_000,
    retryAfter: 5,
  },
  stall: 30_000,
}

export interface RequestBudgetOptions {
  limits?: RequestBudget | undefined
}

/**
 * Limits the concurrent requests of signed-in users fairly: each takes a slot, and gets 503 with Retry-After where too
 * many are queued (TRUST-25). Short answers have their own limiter, independent of the long ones, and writes have
 * theirs. Unauthenticated requests take no slot, /healthz, /readyz, sign-in and refresh included: where they may write
 * much, their routes limit them (resources/directory.routes.ts, kit/singleFlight.ts). Their large bodies, which few
 * routes take, use the slots of their address.
 */
export const requestBudget = fp(
  async (app: FastifyInstance, { limits = defaultRequestBudget }: RequestBudgetOptions) => {
    const limiters: Limiters = {
      short: createConcurrencyLimiter(limits.short),
      long: createConcurrencyLimiter(limits.long),
      write: createConcurrencyLimiter(limits.write),
      body: createConcurrencyLimiter(limits.body),
      upload: createConcurrencyLimiter(limits.upload),
    }
    app.decorate('limiters', limiters)
    app.decorateRequest('slot')

    app.addHook('preParsing', async (request, { raw }) => {
      if (isLarge(request))
        await holdUntilAnswered(limiters.body, isSignedIn(request) ? request.caller.id : request.ip, 1, raw)
    })
    app.addHook('preHandler', async (request, reply) => {
      request.slot = createRequestSlot(request, reply, limiters)
      if (reads(request) && isSignedIn(request)) await request.slot.take()
    })
    app.addHook('onRoute', (route) => {
      if ([route.method].flat().some((method) => !reads({ method }))) route.handler = limitWrites(route)
    })
    // Most answers are complete by then.
    app.addHook('onSend', async ({ slot }, { raw }) => {
      // Undefined where a request was refused before it got a slot.
      ;(slot as RequestSlot | undefined)?.releaseUnlessStreaming()
      raw.setTimeout(limits.stall, () => raw.destroy())
    })
  },
  {
    name: 'citygate-request-budget',
    dependencies: ['citygate-authentication', 'citygate-aborted-requests', 'citygate-etag'],
  },
)

/** Wraps the handler of a writing route only: by then the body has arrived, however slowly. */
const limitWrites = ({ handler, config }: RouteOptions): RouteOptions['handler'] =>
  function (request, reply) {
    const handle = () => handler.call(this, request, reply)
    return isSignedIn(request) && !config?.acquiresOwnSlot ? runInSlot(request, 'write', handle) : handle()
  }
