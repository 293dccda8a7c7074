import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { isSignedIn, reads } from '../kit/admission/requestSlot'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answers contain secrets, or tokens that give access, and are never compressed. */
    secret?: true
  }
}

/** Bytes; an answer that fits into one packet gets no faster. */
const worthwhile = 1_400

/** Quality 4 compresses as well as gzip's 6 in the same time; more costs far more than it saves. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** The codings, the preferred one first. All of them run on the thread pool. */
const codings = {
  br: {
    compress: (bytes: Buffer) =>
      promisify<Buffer, typeof brotliOptions, Buffer>(brotliCompress)(bytes, brotliOptions),
    stream: () => createBrotliCompress(brotliOptions),
  },
  gzip: { compress: promisify<Buffer, Buffer>(gzip), stream: () => createGzip() },
}
type Coding = keyof typeof codings
const known = Object.keys(codings)

/**
 * Compresses the answers to reads of signed-in users, as the client accepts. Answers to writes are not compressed:
 * they are small, and only they contain tokens and other secrets, apart from routes marked as `secret`; compressed
 * together with text chosen by an attacker, their length would reveal them. Such requests carry their token in a
 * header, so that no other site can make a browser send them.
 */
export const compression = fp(
  async (app: FastifyInstance) => {
    app.addHook('onSend', async (request, reply, payload) => {
      // The answer that should have been compressed failed before any of it was sent: the error is not compressed.
      if (reply.statusCode >= 400) void reply.removeHeader('content-encoding')
      if (!mayCompress(request, reply)) return payload
      void reply.header('vary', 'accept-encoding')
      const coding = negotiate(request.headers['accept-encoding'] ?? '', known) as Coding | null
      if (coding === null) return payload
      if (payload instanceof Readable) {
        void reply.header('content-encoding', coding).removeHeader('content-length')
        // Ends of either stream end the other; an answer that breaks off lacks its last byte as before.
        return pipeline(payload, codings[coding].stream(), () => undefined)
      }
      const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
      if (!Buffer.isBuffer(bytes) || bytes.length < worthwhile) return payload
      void reply.header('content-encoding', coding).removeHeader('content-length')
      return codings[coding].compress(bytes)
    })
  },
  { name: 'citygate-compression', dependencies: ['citygate-authentication', 'citygate-request-budget'] },
)

const mayCompress = (request: FastifyRequest, reply: FastifyReply): boolean =>
  reads(request) &&
  isSignedIn(request) &&
  request.routeOptions.config.secret !== true &&
  // Errors repeat what was sent.
  reply.statusCode === 200 &&
  String(reply.getHeader('content-type')).startsWith('application/json') &&
  !reply.hasHeader('content-encoding')
