import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { ErrorAnswer } from '../../src/contract/answers'
import { isUniqueViolation, isFull, isUnreachable } from '../db/dialects'
import { ApiError } from '../kit/errors'
import { isAborted } from '../kit/admission/abortedRequests'

/** Texts for users in place of the framework's own, which are for programmers. */
const details: Record<number, string> = {
  400: 'The request cannot be understood.',
  404: 'There is nothing at this address.',
  405: 'This address does not answer that method.',
  408: 'The request took too long to arrive.',
  413: 'The request is too large.',
  414: 'The address is too long.',
  415: 'The content type of the request is not supported.',
  417: 'The only expectation that is met is 100-continue.',
  428: 'Say on which version the change builds.',
  431: 'The headers of the request are too large.',
  500: 'Something went wrong on the server. Try again, or give support the request id.',
  503: 'The server is busy or stopping. Try again in a moment.',
  507: 'There is no room left on the server.',
}

const errorBody = (status: number, requestId: string, detail?: string, code?: string): ErrorAnswer => ({
  detail: detail ?? details[status] ?? STATUS_CODES[status] ?? 'Failure.',
  code: code ?? (STATUS_CODES[status] ?? 'failure').toLowerCase().replaceAll(/\W+/g, '_'),
  request_id: requestId,
})

/**
 * Answers with an error.
 * @param detail the text for users; else that of the status.
 * @param code else the name of the status.
 */
export const sendError = (
  reply: FastifyReply,
  status: number,
  detail?: string,
  code?: string,
): FastifyReply => reply.code(status).send(errorBody(status, reply.request.id, detail, code))

/** Seconds after which a client may retry when the database cannot be reached. */
const retryAfter = 2

/** Answers every error as `{detail, code, request_id}`, the framework's included, without SQL or a stack (TRUST-40). */
function answerError(
  error: FastifyError | ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (isAborted(request)) {
    request.log.info({ err: error }, 'the client has broken off the request')
    return sendError(reply, 400)
  }
  if (error instanceof ApiError) {
    if (error.status >= 500 && error.code !== 'busy') request.log.error({ err: error }, 'request failed')
    const body = errorBody(error.status, request.id, error.message, error.code)
    return reply
      .code(error.status)
      .headers(error.headers)
      .send({ ...body, ...error.more })
  }
  if (isUniqueViolation(error))
    return sendError(reply, 409, 'This name or number is in use already.', 'duplicate')
  if (isUnreachable(error)) {
    request.log.error({ err: error }, 'database unreachable')
    return sendError(
      reply.header('retry-after', retryAfter),
      503,
      'The database does not answer. Try again in a moment.',
    )
  }
  if (isFull(error)) {
    request.log.error({ err: error }, 'database full')
    return sendError(reply, 507, undefined, 'storage_full')
  }
  const status = error.statusCode !== undefined && error.statusCode >= 400 ? error.statusCode : 500
  if (status >= 500) request.log.error({ err: error }, 'request failed')
  return sendError(reply, status)
}

/** Answers a request with an Expect header other than 100-continue; its body is not read. */
function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const requestId = randomUUID()
  const body = JSON.stringify(errorBody(417, requestId))
  response
    .writeHead(417, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
      connection: 'close',
    })
    .end(body)
}

/** Milliseconds for the answer to arrive before the connection is closed, even if data still comes in. */
const closeDelay = 1_000

/** Answers incomplete requests: headers that are too large, too slow, or not HTTP. */
export function answerClientError(
  this: FastifyInstance,
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const requestId = randomUUID()
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400
  this.log.info({ reqId: requestId, code: error.code, res: { statusCode: status } }, 'not a request')
  const body = JSON.stringify(errorBody(status, requestId))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${requestId}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  setTimeout(() => socket.destroy(), closeDelay).unref()
}

/** The error handler of the whole application; requests with an unknown expectation are refused before any hook. */
export const errors = fp(
  async (app: FastifyInstance) => {
    app.setErrorHandler(answerError)
    app.server.on('checkExpectation', answerExpectation)
  },
  { name: 'citygate-errors' },
)
