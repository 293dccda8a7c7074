import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { lineFrom } from '../../src/contract/textRules'
import { ApiError, invalidParameter, notFound } from '../kit/errors'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Called by external programs, by their own rules: unknown parameters are ignored. */
    anyParameters?: true
  }
}

/** Bounds of the names in the answer, which repeats what was sent. */
const maxNamesListed = 20
const maxName = 100

/**
 * Refuses parameters that programs read in different ways: one given twice, and one whose percent signs are not
 * followed by UTF-8 (TRUST-12, TRUST-13); and those that the API document does not list for the route. No name
 * contains NUL, which PostgreSQL does not even take as text. Screens read their own addresses.
 */
export const parameters = fp(
  async (app: FastifyInstance) => {
    app.addHook('onRequest', async (request) => {
      if (!request.is404) check(request)
    })
  },
  { name: 'citygate-parameters', dependencies: ['citygate-etag'] },
)

/** The parameters of a route in the API document; null for other routes, and for those called by external rules. */
function known({ routeOptions: { schema, config } }: FastifyRequest): ReadonlySet<string> | null {
  if (!schema || !('summary' in schema) || config.anyParameters || config.secretPath) return null
  const { properties = {} } = (schema.querystring ?? {}) as { properties?: object }
  // Clients that send `expand` to every list are harmless where nothing can be nested.
  return new Set([...Object.keys(properties), 'expand'])
}

function refuseUnknown(request: FastifyRequest): void {
  const names = known(request)
  const unknown = Object.keys(request.query as object).filter((name) => names?.has(name) === false)
  if (unknown.length === 0) return
  const listed = unknown.slice(0, maxNamesListed).map((name) => lineFrom(name.slice(0, maxName)))
  throw new ApiError(400, 'invalid_parameter', `There is no parameter ${listed.join(', ')} here.`, {
    fields: Object.fromEntries(listed.map((name) => [name, 'There is no such parameter.'])),
  })
}

function check(request: FastifyRequest): void {
  const { url, query, params } = request
  if (Object.values(params as Record<string, string>).some((value) => value.includes('\0'))) throw notFound()
  for (const [name, value] of Object.entries(query as Record<string, unknown>))
    if (Array.isArray(value)) throw invalidParameter(name, 'Given more than once.')
  for (const pair of (url.split('?', 2)[1] ?? '').split('&')) {
    const [name = ''] = pair.split('=')
    if (!isDecodable(pair)) throw invalidParameter(name, 'Is not UTF-8 text, written as addresses hold it.')
  }
  refuseUnknown(request)
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
