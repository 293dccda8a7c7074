import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalidParameter, notFound } from '../kit/errors'

/**
 * Refuses the parameters of an address that programs read in different ways: one given twice, and one whose percent
 * signs are not followed by UTF-8 (TRUST-12, TRUST-13). Nothing has a name with NUL in it, which PostgreSQL does not even
 * take as text. Screens read their own addresses.
 */
export function parameters(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (!request.is404) check(request)
  })
}

function check({ url, query, params }: FastifyRequest): void {
  if (Object.values(params as Record<string, string>).some((value) => value.includes('\0'))) throw notFound()
  for (const [name, value] of Object.entries(query as Record<string, unknown>))
    if (Array.isArray(value)) throw invalidParameter(name, 'Given more than once.')
  for (const pair of (url.split('?', 2)[1] ?? '').split('&')) {
    const [name = ''] = pair.split('=')
    if (!isDecodable(pair)) throw invalidParameter(name, 'Is not UTF-8 text, written as addresses hold it.')
  }
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
