import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { refuseAborted } from '../../kit/admission/abortedRequests'

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
