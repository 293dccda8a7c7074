import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors'

/** Bytes of a body that takes long enough to be read for other requests to run in between. */
export const large = 16_384

/** Unsafe for code that copies objects, and no field has such a name (TRUST-11). */
const forbiddenNames = ['__proto__', 'constructor'] as const
/** Nested objects and lists; records nest four relations and their values. */
const maxDepth = 32
/** Values and names; a thousand nested records have as many, and parsing many more takes long (TRUST-24). */
const maxParts = 50_000

const malformed = (why: string) => new ApiError(400, 'malformed_body', why)

/** A JSON body that is long or of unknown length; without a length and without chunks there is no body. */
export const isLarge = ({ headers }: FastifyRequest): boolean =>
  /^application\/json/i.test(headers['content-type'] ?? '') &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > large)

/** @throws ApiError 400 for bytes that are no JSON as it is taken here. */
export function readJsonBody(bytes: Buffer): unknown {
  count(bytes)
  const body = parse(decode(bytes))
  refuseForbiddenNames(body)
  return body
}

// Separate constants instead of a list: they are compared with each byte, and lists took four times as long.
const quote = 0x22
const escape = 0x5c
const comma = 0x2c
const colon = 0x3a
const openList = 0x5b
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

/** Scans the bytes before they are parsed. */
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
