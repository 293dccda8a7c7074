import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { createTurnLimiter, longTaskTurn } from '../kit/admission/turnLimiter'
import { isLarge, large, readJsonBody } from '../kit/http/jsonBody'

/** Chunks of large bodies received in a turn of the event loop; each is all that has arrived of one, some 64 kB. */
const piecesPerTurn = 8

/**
 * Parses JSON bodies: valid UTF-8 only, bounded depth and number of parts, no names with a meaning in JavaScript. An
 * empty body counts as none: clients that set a JSON content type on everything send it with a DELETE, too; routes that
 * need a body check it (kit/input.ts).
 */
export const jsonBodies = fp(
  async (app: FastifyInstance) => {
    // A built-in parser that no route uses.
    app.removeContentTypeParser('text/plain')
    const piece = createTurnLimiter(piecesPerTurn)
    app.addHook('preParsing', async (request, _reply, payload) =>
      isLarge(request) ? Readable.from(paced(payload, piece), { objectMode: false }) : payload,
    )
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, bytes: Buffer) => {
        if (bytes.length > large) await longTaskTurn()
        return bytes.length === 0 ? undefined : readJsonBody(bytes)
      },
    )
  },
  { name: 'citygate-json-bodies' },
)

/** Yields a body chunk by chunk: the data of a hundred sockets would otherwise be received in one turn. */
async function* paced(body: AsyncIterable<unknown>, piece: () => Promise<void>): AsyncGenerator {
  for await (const part of body) {
    await piece()
    yield part
  }
}
