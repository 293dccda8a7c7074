import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/** Limits for slow bodies. Times in milliseconds. */
export interface SlowRequestLimits {
  /** For a whole body that is no upload. */
  body: number
  /** For a whole upload. */
  upload: number
  /** Without a byte of an upload. */
  idle: number
  /** Bytes a second of an upload, on average once `grace` is over. */
  rate: number
  grace: number
  /** Interval of the checks. */
  check: number
}

/** 5 MB may take 20 minutes; a trickling upload is aborted after one. */
export const defaultSlowRequestLimits: SlowRequestLimits = {
  body: 60_000,
  upload: 30 * 60_000,
  idle: 30_000,
  rate: 4_000,
  grace: 60_000,
  check: 1_000,
}

export interface SlowRequestOptions {
  limits?: SlowRequestLimits | undefined
}

/**
 * Aborts requests whose bodies arrive too slowly, read or not (TRUST-24): uploads may be slow while bytes arrive,
 * everything else has a total time. Node itself limits slow headers.
 */
export const slowRequestTimeout = fp(
  async ({ server }: FastifyInstance, { limits = defaultSlowRequestLimits }: SlowRequestOptions) => {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const { headers, socket } = request
      if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return
      const isUpload = /^\s*multipart\//i.test(headers['content-type'] ?? '')
      const start = performance.now()
      let last = { moment: start, bytes: socket.bytesRead }
      const before = last.bytes
      const watch = setInterval(() => {
        if (request.complete || socket.destroyed) {
          clearInterval(watch)
          return
        }
        const now = performance.now()
        if (socket.bytesRead > last.bytes) last = { moment: now, bytes: socket.bytesRead }
        const time = now - start
        const expected = (limits.rate * (time - limits.grace)) / 1_000
        const isTooSlow = isUpload
          ? now - last.moment > limits.idle || last.bytes - before < expected || time > limits.upload
          : time > limits.body
        if (!isTooSlow) return
        clearInterval(watch)
        const error = Object.assign(new Error('The body came too slowly.'), {
          code: 'ERR_HTTP_REQUEST_TIMEOUT',
        })
        if (response.headersSent) socket.destroy()
        else server.emit('clientError', error, socket)
      }, limits.check).unref()
      request.once('close', () => {
        clearInterval(watch)
      })
    })
  },
  { name: 'citygate-slow-request-timeout' },
)
