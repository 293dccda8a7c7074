import type { FastifyInstance, FastifyRequest } from 'fastify'
import { brokenRequest } from '../kit/errors'

/** Whether the connection ended before the whole request was there; nobody hears the answer. */
export const isBrokenOff = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete

/**
 * Ends requests whose connection ended while they were looked up. Their bodies are streams that neither go on nor end
 * any more, so that whoever began to read them would wait for ever.
 * @throws ApiError 400
 */
export function refuseBrokenOff({ raw }: FastifyRequest): void {
  if (raw.destroyed) throw brokenRequest()
}

/** Looks before bodies are read; whoever reads one later looks again. */
export function brokenOff(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    refuseBrokenOff(request)
    done()
  })
}
