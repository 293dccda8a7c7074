/** Takes a multipart request apart: its fields, and one file straight into the file store. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isImageType, maxFileBytes } from '../../src/contract/files'
import { ApiError, invalidFields } from '../kit/errors'
import { refuseBrokenOff } from '../plugins/brokenOff'
import { newKey, type FileStore } from '../ports/files'
import { imageHeadBytes, imageTypeOf } from './imageTypes'
import { checkRoomAhead } from './room'

/** A file that lies in the file store and that no row names yet. */
export interface Upload {
  key: string
  /** Bytes. */
  size: number
  /** Of the content; two contents with the same hash are the same. */
  sha256: string
  /** An image's by its content; otherwise as the client says, which may be anything but that of an image. */
  mediaType: string
  /** As the client names it, or null. */
  filename: string | null
}

/** What is not said to be anything. */
const anyBytes = 'application/octet-stream'

/** Bounds of a request. Every field is a short text; one file and one byte more than may be are noticed here. */
const limits = {
  files: 2,
  fileSize: maxFileBytes + 1,
  fields: 100,
  fieldNameSize: 100,
  fieldSize: 4_096,
  headerPairs: 20,
}

const unreadable = () =>
  new ApiError(400, 'invalid_multipart', 'The upload has broken off, or is not multipart/form-data.')

/** The one file that a request may carry. */
interface FilePart {
  field: string
  /** The answer to more bytes than a file may have. */
  tooLarge: () => ApiError
}

/**
 * Reads a multipart request whose one file stands in the field named; fields may come before and after it. A file
 * part without a name and without content is what forms send when nothing was chosen, and counts as none.
 * Whatever goes wrong, nothing is left in the file store. Callers take their turn before (inLane): what is received lies
 * on the disk before anything else bounds it.
 * @throws ApiError 400 for a second file, a field that is too long or a body that breaks off; `tooLarge` for more
 * than 5,000,000 bytes, counted as they come; 413 or 507 before the first of them where there is no room (TRUST-19).
 */
export async function receiveUpload(
  request: FastifyRequest,
  store: FileStore,
  wanted: FilePart,
): Promise<{ fields: Record<string, unknown>; file: Upload | null }> {
  const fields: Record<string, unknown> = {}
  let file: Upload | null = null
  try {
    for await (const part of readParts(request)) {
      if (part.type === 'field') addField(fields, part)
      else if (part.fieldname !== wanted.field)
        throw invalidFields({ [part.fieldname]: `Send the file as ${wanted.field}.` })
      else if (file) throw invalidFields({ [wanted.field]: 'Send one file per request.' })
      else file = await keep(request, store, part, wanted)
    }
    request.sentFile = file && { name: file.filename, type: file.mediaType, sha256: file.sha256 }
    return { fields, file }
  } catch (error) {
    if (file) await forget(request, store, file.key)
    // The rest is read and dropped, so that the client gets to hear the answer.
    request.raw.unpipe()
    request.raw.resume()
    throw error
  }
}

/** Removes a content that nobody needs; one that cannot be reached now is swept later. */
export async function forget(
  { log }: Pick<FastifyRequest, 'log'>,
  store: FileStore,
  key: string,
): Promise<void> {
  try {
    await store.remove(key)
  } catch (err) {
    log.warn({ err, key }, 'a content stays without a record')
  }
}

/** Removes the contents that no row names any more, once each transaction is committed. */
export function forgetDiscarded(app: FastifyInstance): void {
  const forgetAll = async (keys: readonly string[]) => {
    for (const key of keys) await forget(app, app.files, key)
  }
  const discard = (keys: readonly string[]) => void forgetAll(keys)
  app.database.discarded.add(discard)
  app.addHook('onClose', () => void app.database.discarded.delete(discard))
}

async function* readParts(request: FastifyRequest) {
  if (!request.isMultipart())
    throw new ApiError(415, 'unsupported_media_type', 'Send the file as multipart/form-data.')
  refuseBrokenOff(request)
  try {
    // A name may hold what elsewhere separates folders; it never becomes a path here.
    yield* request.parts({ limits, preservePath: true })
  } catch {
    throw unreadable()
  }
}

/** A field that comes several times is a list. */
function addField(fields: Record<string, unknown>, part: MultipartValue): void {
  const { fieldname, value, fieldnameTruncated, valueTruncated } = part
  if (fieldnameTruncated || valueTruncated) throw invalidFields({ [fieldname]: 'Too long.' })
  const there = fields[fieldname]
  fields[fieldname] = there === undefined ? value : [there, value].flat()
}

async function keep(
  request: FastifyRequest,
  store: FileStore,
  part: MultipartFile,
  { tooLarge }: FilePart,
): Promise<Upload | null> {
  const key = newKey()
  const head = Buffer.alloc(imageHeadBytes)
  const hash = createHash('sha256')
  let size = 0
  async function* counted() {
    for await (const chunk of readContent(part)) {
      if (size === 0) await checkRoomAhead(request)
      if (size < head.length) chunk.copy(head, size)
      size += chunk.length
      if (size > maxFileBytes) throw tooLarge()
      hash.update(chunk)
      yield chunk
    }
  }
  await store.put(key, Readable.from(counted()))
  const filename = part.filename === '' ? null : part.filename
  if (size === 0 && filename === null) {
    await store.remove(key)
    return null
  }
  const mediaType = imageTypeOf(head) ?? mediaTypeSaid(part.mimetype)
  return { key, size, sha256: hash.digest('base64url'), filename, mediaType }
}

async function* readContent({ file }: MultipartFile): AsyncGenerator<Buffer> {
  try {
    yield* file as AsyncIterable<Buffer>
  } catch {
    throw unreadable()
  }
}

/** A media type that may be kept as it was sent: whatever is shown as an image has been looked at. */
function mediaTypeSaid(said: string): string {
  const type = said.toLowerCase()
  return /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/.test(type) && !isImageType(type) ? type : anyBytes
}
