import type { FastifyRequest } from 'fastify'

/** The origin under which browsers reach this server: the configured one, else that of the request. */
export const originOf = ({ server, protocol, host }: FastifyRequest): string =>
  server.config.publicUrl === null ? `${protocol}://${host}` : new URL(server.config.publicUrl).origin
