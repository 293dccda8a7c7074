import type { FastifyInstance, FastifyRequest } from 'fastify'
import { documents } from '../kit/http/documentation'
import { answerCreated } from '../kit/http/routes'
import { creditSetups, requestCreditSetup } from './creditSetups'
import type { Query } from '../kit/read/query'
import { route } from '../kit/http/route'

/** Requests a credit setup (OPD-9); requests are permanent, and are read by the generated routes. */
export function creditSetupRoutes(app: FastifyInstance): void {
  route(app, {
    method: 'POST',
    path: creditSetups.contract.path,
    document: {
      ...documents.create(creditSetups),
      summary: 'Request: Credit setup',
      description:
        "Asks for credit for one of an opportunity's organizations, and sets the opportunity's credit_request to yes. Asked for again, the first request is answered.",
    },
    handler: (request: FastifyRequest<Query>, reply) =>
      answerCreated(request, reply, creditSetups, (write) => requestCreditSetup(write, request.body)),
  })
}
