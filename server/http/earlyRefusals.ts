import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { reads } from '../kit/admission/requestSlot'
import { sendError } from './errors'

const maxAddressBytes = 8_192

/** The status of a request that is refused before anything else, its body included, is read. */
function refusedAtOnce(request: FastifyRequest): number | null {
  const { raw, is404 } = request
  if ((raw.url ?? '').length > maxAddressBytes) return 414
  if (raw.httpVersion === '1.1' && !raw.headers.host) return 400
  // Other programs may choose another one of two names.
  if (raw.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length > 1) return 400
  return is404 && !reads(request) ? 404 : null
}

/** Refuses long addresses, missing and repeated Host headers, and writes to unknown addresses. */
export const earlyRefusals = fp(
  async (app: FastifyInstance) => {
    app.addHook('onRequest', async (request, reply) => {
      const status = refusedAtOnce(request)
      if (status !== null) return sendError(reply, status)
    })
  },
  { name: 'citygate-early-refusals', dependencies: ['citygate-pipelined-requests'] },
)
