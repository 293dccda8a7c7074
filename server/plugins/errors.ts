import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorAnswer } from '../../src/contract/kit'
import { isDuplicate, isFull, isUnreachable } from '../db/dialect'
import { ApiError } from '../kit/errors'
import { isBrokenOff } from './brokenOff'

/** What people read where the framework's own words are for programmers. */
const details: Record<number, string> = {
  400: 'The request cannot be understood.',
  404: 'There is nothing at this address.',
  405: 'This address does not answer that method.',
  408: 'The request took too long to arrive.',
  413: 'The request is too large.',
  414: 'The address is too long.',
  415: 'The content type of the request is not supported.',
  431: 'The headers of the request are too large.',
  500: 'Something went wrong on the server. Try again, or give support the request id.',
  503: 'The server is busy or stopping. Try again in a moment.',
  507: 'There is no room left on the server.',
}

export const errorBody = (
  status: number,
  requestId: string,
  detail?: string,
  code?: string,
): ErrorAnswer => ({
  detail: detail ?? details[status] ?? STATUS_CODES[status] ?? 'Failure.',
  code: code ?? (STATUS_CODES[status] ?? 'failure').toLowerCase().replaceAll(/\W+/g, '_'),
  request_id: requestId,
})

/** Seconds after which a client may ask again when the database cannot be reached. */
const retryAfter = 2

/** Every error leaves as `{detail, code, request_id}`, the framework's included; none shows SQL or a stack (TRUST-40). */
export function answerError(
  error: FastifyError | ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (isBrokenOff(request)) {
    request.log.info({ err: error }, 'the client has broken off the request')
    return reply.code(400).send(errorBody(400, request.id))
  }
  if (error instanceof ApiError) {
    if (error.status >= 500 && error.code !== 'busy') request.log.error({ err: error }, 'request failed')
    const body = errorBody(error.status, request.id, error.message, error.code)
    return reply
      .code(error.status)
      .headers(error.headers)
      .send({ ...body, ...error.more })
  }
  if (isDuplicate(error))
    return reply
      .code(409)
      .send(errorBody(409, request.id, 'This name or number is in use already.', 'duplicate'))
  if (isUnreachable(error)) {
    request.log.error({ err: error }, 'database unreachable')
    return reply
      .code(503)
      .header('retry-after', retryAfter)
      .send(errorBody(503, request.id, 'The database does not answer. Try again in a moment.'))
  }
  if (isFull(error)) {
    request.log.error({ err: error }, 'database full')
    return reply.code(507).send(errorBody(507, request.id, undefined, 'storage_full'))
  }
  const status = error.statusCode !== undefined && error.statusCode >= 400 ? error.statusCode : 500
  if (status >= 500) request.log.error({ err: error }, 'request failed')
  return reply.code(status).send(errorBody(status, request.id))
}

/** Milliseconds in which an answer arrives before the connection is cut, whatever still comes on it. */
const farewell = 1_000

/** Answers what is not a whole request: headers that are too large, too slow, or not HTTP. */
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
  setTimeout(() => socket.destroy(), farewell).unref()
}
