import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { isLoopback } from '../config'
import { sendError } from './errors'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered with any Host header. */
    anyHost?: true
  }
}

const misdirected =
  'This server does not answer under that name. Whoever runs it sets PUBLIC_URL to the address that people use, and has the proxy hand on the Host header.'

/**
 * Answers only under this server's own names: a page of another site whose name resolves to this server must not be
 * able to read its answers, and no request may choose by its Host header where a browser is redirected (TRUST-17,
 * TRUST-37). Health checks may use any name.
 */
export const hosts = fp(
  async (app: FastifyInstance) => {
    const { publicUrl } = app.config
    const publicName = publicUrl === null ? null : new URL(publicUrl).hostname
    app.addHook('onRequest', async (request, reply) => {
      if (request.routeOptions.config.anyHost) return
      const name = nameOf(request.headers.host)
      if (name === null) return sendError(reply, 400)
      if (name !== publicName && !isLoopback(name) && name !== arrivalOf(request))
        return sendError(reply, 421, misdirected)
    })
  },
  { name: 'citygate-hosts', dependencies: ['citygate-configuration', 'citygate-early-refusals'] },
)

/** The name or address in a Host header, without the port; null without a header, '' for a malformed one. */
function nameOf(header: string | undefined): string | null {
  if (header === undefined || header === '') return null
  const [, v6, name = v6] = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::\d{1,5})?$/.exec(header.toLowerCase()) ?? []
  return name ?? ''
}

/** The local address at which a request has arrived: a browser that uses it resolved no name. */
const arrivalOf = ({ socket }: FastifyRequest): string | undefined =>
  socket.localAddress?.replace(/^::ffff:/, '')
