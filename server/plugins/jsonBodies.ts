import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../kit/errors'
import { createDoor } from '../kit/http/door'

/** What every program that copies objects trips over, and no field is called (TRUST-11). */
const forbiddenNames = ['__proto__', 'constructor'] as const
/** Objects and lists within each other; records nest four relations and their values. */
const maxDepth = 32
/** Values and names; a thousand nested records have as many, and reading many more takes long (TRUST-24). */
const maxParts = 50_000
/** Bytes of a body that takes long enough to be read for others to get in between. */
const large = 16_384
/** Pieces of large bodies that are taken in at a turn of the event loop; each is all that has come of one, some 64 kB. */
const piecesPerTurn = 8

const malformed = (why: string) => new ApiError(400, 'malformed_body', why)

/**
 * Reads JSON bodies: UTF-8 without faults, of bounded depth and number of parts, without names that mean something to
 * JavaScript. An empty one is no body: clients that put a JSON content type on everything send it with a DELETE, too,
 * and whoever needs a body says so (kit/input.ts).
 */
export function jsonBodies(app: FastifyInstance): void {
  const piece = createDoor(piecesPerTurn)
  const turn = createDoor(1)
  app.addHook('preParsing', async (request, _reply, payload) =>
    isLarge(request) ? Readable.from(paced(payload, piece), { objectMode: false }) : payload,
  )
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, bytes: Buffer) => {
      if (bytes.length > large) await turn()
      return bytes.length === 0 ? undefined : read(bytes)
    },
  )
}

/** A JSON body that is long, or of which nobody knows how long it is; where neither length nor chunks are told, none comes. */
export const isLarge = ({ headers }: FastifyRequest): boolean =>
  /^application\/json/i.test(headers['content-type'] ?? '') &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > large)

/** Takes a body in piece by piece: what waits in a hundred sockets would otherwise be read in one turn. */
async function* paced(body: AsyncIterable<unknown>, piece: () => Promise<void>): AsyncGenerator {
  for await (const part of body) {
    await piece()
    yield part
  }
}

function read(bytes: Buffer): unknown {
  count(bytes)
  const body = parse(decode(bytes))
  refuseForbiddenNames(body)
  return body
}

// Constants of their own, not of a list: they are looked at for each byte, and lists took four times as long.
const quote = 0x22
const escape = 0x5c
const comma = 0x2c
const colon = 0x3a
const openList = 0x5b
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

/** Goes through the bytes before anything is made of them. */
function count(bytes: Buffer): void {
  let [depth, parts, inText] = [0, 0, false]
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]
    if (byte === quote) inText = !inText
    else if (inText) {
      if (byte === escape) index++
    } else if (byte === comma || byte === colon) parts++
    else if (byte === openList || byte === openObject) {
      parts++
      depth++
    } else if (byte === closeList || byte === closeObject) depth--
    if (depth > maxDepth) throw malformed(`The request body nests deeper than ${maxDepth}.`)
    if (parts > maxParts) throw malformed(`The request body has more than ${maxParts} parts.`)
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw malformed('The request body is not UTF-8 text.')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw malformed('The request body is not JSON.')
  }
}

function refuseForbiddenNames(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const name = Array.isArray(value) ? undefined : forbiddenNames.find((name) => Object.hasOwn(value, name))
  if (name !== undefined) throw malformed(`The request body holds the name "${name}", which no field has.`)
  for (const inner of Object.values(value)) refuseForbiddenNames(inner)
}
