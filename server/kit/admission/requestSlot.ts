import type { FastifyReply, FastifyRequest } from 'fastify'
import { holdUntilAnswered, runLimited, type ConcurrencyLimiter, type Release } from './concurrencyLimiter'

/** Whether a request only reads: writes have a limiter of their own, and uploads have more time. */
export const reads = ({ method }: Pick<FastifyRequest, 'method'>) => method === 'GET' || method === 'HEAD'

/** Whether a request carries a session; its caller is undefined otherwise, despite the type. */
export const isSignedIn = ({ caller }: Pick<FastifyRequest, 'caller'>) => (caller as unknown) !== undefined

/**
 * Runs work of a signed-in user in a slot.
 * @throws ApiError 503
 */
export const runInSlot = <T>(
  { caller, server }: FastifyRequest,
  limiter: 'write' | 'upload',
  work: () => T | Promise<T>,
): Promise<T> => runLimited(server.limiters[limiter], caller.id, work)

async function* withEnd(text: AsyncIterable<string>, end: () => void): AsyncGenerator<string> {
  yield* text
  end()
}

/** The limiters of requestBudget.ts. */
export type Limiters = Record<'short' | 'long' | 'write' | 'body' | 'upload', ConcurrencyLimiter>
export type RequestSlot = ReturnType<typeof createRequestSlot>

/** The slot of a request of a signed-in user; none is taken yet. */
export function createRequestSlot(request: FastifyRequest, { raw }: FastifyReply, { short, long }: Limiters) {
  let release: Release = () => undefined
  let isKept = false

  const enter = async (limiter: ConcurrencyLimiter, slots: number) => {
    release()
    release = await holdUntilAnswered(limiter, request.caller.id, slots, raw)
  }

  return {
    /** @throws ApiError 503 */
    take: () => enter(short, 1),

    /** Holds the slots until the stream has been generated; those of a long answer, until it has been sent. */
    holdWhileStreaming(text: AsyncIterable<string>): AsyncIterable<string> {
      if (isKept) return text
      isKept = true
      return withEnd(text, () => release())
    },

    /**
     * Moves from the limiter of short answers to that of long ones; such an answer is made while it is read.
     * @param slots how many slots it takes there; 0: it is a short one.
     * @throws ApiError 503
     */
    async takeLong(slots: number): Promise<void> {
      if (slots === 0) return
      await enter(long, slots)
      isKept = true
    },

    /** Releases the slots when the answer is complete, unless it is streamed. */
    releaseUnlessStreaming(): void {
      if (!isKept) release()
    },
  }
}
