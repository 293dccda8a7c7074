import type { FastifyRequest } from 'fastify'
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
