import type { FastifyRequest } from 'fastify'

/**
 * The origin under which browsers reach this server: the configured one, else that of the request, whose host
 * plugins/hosts.ts has let pass. What proxies add about it is not asked: whoever has one configures PUBLIC_URL.
 */
export const originOf = ({ server, headers }: FastifyRequest): string =>
  server.config.publicUrl ?? `http://${headers.host ?? ''}`
