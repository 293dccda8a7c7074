import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { brokenRequest } from '../errors'

/** Whether the connection ended before the request was complete; its answer cannot be delivered. */
export const isAborted = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete

/**
 * Rejects requests whose connection has ended meanwhile. Their body streams neither continue nor end any more, so that
 * reading them would never return.
 * @throws ApiError 400
 */
export function refuseAborted({ raw }: FastifyRequest): void {
  if (raw.destroyed) throw brokenRequest()
}

/** Checks before bodies are read; code that reads one later checks again. */
export const abortedRequests = fp(
  async (app: FastifyInstance) => {
    app.addHook('preParsing', (request, _reply, _payload, done) => {
      refuseAborted(request)
      done()
    })
  },
  { name: 'citygate-aborted-requests', dependencies: ['citygate-json-bodies'] },
)
