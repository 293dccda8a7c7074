import type { FastifyRequest } from 'fastify'

/**
 * The origin under which browsers reach this server: the configured one, else that of the request, whose host
 * http/hosts.ts has checked. Forwarding headers of proxies are ignored: an installation behind a proxy configures
 * PUBLIC_URL.
 */
export const originOf = ({ server, headers }: FastifyRequest): string =>
  server.config.publicUrl ?? `http://${headers.host ?? ''}`
