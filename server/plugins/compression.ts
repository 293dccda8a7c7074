import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Bytes; what fits into one packet anyway gets no faster. */
const worthwhile = 1_400

/** Quality 4 packs answers as small as gzip's 6 in the same time; more costs far more than it saves. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** The ways to pack, the preferred one first. All of them work on threads of their own. */
const codings = {
  br: {
    pack: (bytes: Buffer) =>
      promisify<Buffer, typeof brotliOptions, Buffer>(brotliCompress)(bytes, brotliOptions),
    stream: () => createBrotliCompress(brotliOptions),
  },
  gzip: { pack: promisify<Buffer, Buffer>(gzip), stream: () => createGzip() },
}
type Coding = keyof typeof codings
const known = Object.keys(codings)

/**
 * Packs what a signed-in user reads, as far as the user's program understands it. What is written is answered as it
 * is: those answers are small, and tokens and other secrets stand in no others, but for routes that say so themselves
 * (`secret`); packed beside texts that somebody else has chosen, their length would tell what they are. Such requests
 * carry their bearer in a header, so that no other page can make a browser send them.
 */
export function compression(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    // What should have been packed has failed before any of it was sent: the refusal in its place is not.
    if (reply.statusCode >= 400) void reply.removeHeader('content-encoding')
    if (!mayPack(request, reply)) return payload
    void reply.header('vary', 'accept-encoding')
    const coding = negotiate(request.headers['accept-encoding'] ?? '', known) as Coding | null
    if (coding === null) return payload
    if (payload instanceof Readable) {
      void reply.header('content-encoding', coding).removeHeader('content-length')
      // Whatever ends one end ends the other; an answer that breaks in the middle lacks its last byte as before.
      return pipeline(payload, codings[coding].stream(), () => undefined)
    }
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
    if (!Buffer.isBuffer(bytes) || bytes.length < worthwhile) return payload
    void reply.header('content-encoding', coding).removeHeader('content-length')
    return codings[coding].pack(bytes)
  })
}

const mayPack = ({ method, caller, routeOptions }: FastifyRequest, reply: FastifyReply): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (caller as unknown) !== undefined &&
  routeOptions.config.secret !== true &&
  // Refusals repeat what was sent.
  reply.statusCode === 200 &&
  String(reply.getHeader('content-type')).startsWith('application/json') &&
  !reply.hasHeader('content-encoding')
