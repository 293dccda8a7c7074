import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { allPublic } from './authentication'
import { contract } from '../../src/contract'
import { errorSchema, recordSchema } from '../../src/contract/schema'

/** Nothing but this server; the hash is that of the one inline style which the page's own script sets. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; object-src 'none'; base-uri 'none'; form-action 'none'"

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
    transform: ({ schema, url, route }) => ({
      schema: route.config?.public ? { ...schema, security: [] } : schema,
      url,
    }),
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) =>
        typeof json.$id === 'string' ? json.$id : `schema-${index}`,
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
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: pagePolicy,
      logLevel: 'warn',
      // Its badge would hand the address of this installation to somebody else's server.
      uiConfig: { validatorUrl: null },
    })
  })
  app.get('/api/schema/', { config: { public: true }, schema: { hide: true } }, () => app.swagger())
}
