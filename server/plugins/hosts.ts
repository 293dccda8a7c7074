import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '../config'
import { errorBody } from './errors'

const misdirected =
  'This server does not answer under that name. Whoever runs it sets PUBLIC_URL to the address that people use, and has the proxy hand on the Host header.'

/**
 * Answers only under names that are this server's: a page of another site whose name leads here must not be able to
 * read what this one says, and no request decides by its Host header where a browser is sent (TRUST-17, TRUST-37).
 * Health checks come by whatever name they like.
 */
export function hosts(app: FastifyInstance): void {
  const { publicUrl } = app.config
  const publicName = publicUrl === null ? null : new URL(publicUrl).hostname
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.anyHost) return
    const name = nameOf(request.headers.host)
    if (name === null) return reply.code(400).send(errorBody(400, request.id))
    if (name !== publicName && !isLoopback(name) && name !== arrivalOf(request))
      return reply.code(421).send(errorBody(421, request.id, misdirected))
  })
}

/** The name or address in a Host header, without the port; null where there is no header, '' where it is none. */
function nameOf(header: string | undefined): string | null {
  if (header === undefined || header === '') return null
  const [, v6, name = v6] = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::\d{1,5})?$/.exec(header.toLowerCase()) ?? []
  return name ?? ''
}

/** The address of this machine at which a request has arrived: a browser that names it has been sent there by no name. */
const arrivalOf = ({ socket }: FastifyRequest): string | undefined =>
  socket.localAddress?.replace(/^::ffff:/, '')
