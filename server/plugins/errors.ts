import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance } from 'fastify'
import type { ErrorAnswer } from '../../src/contract/kit'
import { ApiError } from '../kit/errors'

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

/** A unique index that two writers met at the same time, in the words of either database. */
const isDuplicate = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  (error.code === '23505' || error.code === 'SQLITE_CONSTRAINT_UNIQUE')

/** Every error leaves as `{detail, code, request_id}`, the framework's included; none shows SQL or a stack (TRUST-40). */
export function errorAnswers(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    if (error instanceof ApiError) {
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
    const status = error.statusCode !== undefined && error.statusCode >= 400 ? error.statusCode : 500
    if (status >= 500) request.log.error({ err: error }, 'request failed')
    return reply.code(status).send(errorBody(status, request.id))
  })
}

/** Answers what is not yet a request: headers that are too large, too slow, or not HTTP. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400
  const body = JSON.stringify(errorBody(status, 'none'))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
