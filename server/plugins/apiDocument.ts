import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { allPublic } from './authentication'
import { contract } from '../../src/contract'
import { errorSchema, recordSchema } from '../../src/contract/schema'

/** The OpenAPI document at /api/schema/ and a page to read it at /api/docs/, both without a session. */
export async function apiDocument(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Citygate',
        version: '1.0.0',
        description: 'Opportunities, bids, organizations, contacts and addresses of a natural-gas brokerage.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) => String(json.$id ?? `schema-${index}`),
    },
  })
  for (const resource of Object.values(contract)) app.addSchema(recordSchema(resource))
  app.addSchema(errorSchema)
  // Requests are read by the contract itself (kit/input.ts, kit/query.ts), whose texts are for people; the
  // schemas of routes describe, and the tests hold answers against them.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))

  await app.register(async (scope) => {
    allPublic(scope)
    await scope.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true, logLevel: 'warn' })
  })
  app.get('/api/schema/', { config: { public: true }, schema: { hide: true } }, () => app.swagger())
}
