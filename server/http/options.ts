import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { FastifyHttpOptions, FastifyReply } from 'fastify'
import type { Config } from '../config'
import { answerClientError, sendError } from './errors'
import { normalizeMethod } from './methods'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its path contains a secret: logs name the route instead (TRUST-8). */
    secretPath?: true
  }
}

/** Milliseconds for the headers of a request to arrive; for bodies see admission/slowRequestTimeout.ts. */
const headersTimeout = 15_000
const maxBodyBytes = 1_048_576
const maxHeaderBytes = 16_384

/** The options of Fastify itself: logs, limits of the connection, and errors before any plugin runs. */
export const serverOptions = ({ logLevel, trustProxy }: Config): FastifyHttpOptions<Server> => ({
  logger: {
    level: logLevel,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    // Addresses are logged without their parameters, which may hold codes and search texts (TRUST-8).
    serializers: {
      req: ({ method, url, routeOptions }) => ({
        method,
        path: routeOptions.config.secretPath ? routeOptions.url : url.split('?')[0],
      }),
    },
  },
  trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
  genReqId: () => randomUUID(),
  bodyLimit: maxBodyBytes,
  requestTimeout: 0,
  rewriteUrl: normalizeMethod,
  http: {
    headersTimeout,
    maxHeaderSize: maxHeaderBytes,
    connectionsCheckingInterval: 1_000,
    // Refused by earlyRefusals.ts instead, with the body of all errors.
    requireHostHeader: false,
  },
  routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  forceCloseConnections: 'idle',
  // What plugins wait for, such as the database, has limits of its own.
  pluginTimeout: 0,
  clientErrorHandler: answerClientError,
  frameworkErrors: ({ statusCode = 400 }, request, reply: FastifyReply) => {
    const detail = statusCode === 400 ? 'The address cannot be understood.' : undefined
    void sendError(reply.header('x-request-id', request.id), statusCode, detail)
  },
})
